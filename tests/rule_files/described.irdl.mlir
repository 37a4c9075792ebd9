// Of an op that rules speak of, another description is no good.
irdl.dialect @my {
  irdl.type @word
  irdl.operation @copy {
    %0 = irdl.base @word
    irdl.operands(from: %0)
  }
}
irdl.dialect @tosa {
  irdl.operation @apply_scale {
//! 18 error: the op 'tosa.apply_scale' has another schema already
    %0 = irdl.any
    irdl.operands(value: %0)
  }
}
