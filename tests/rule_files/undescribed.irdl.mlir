irdl.dialect @my {
  irdl.operation @copy {
    irdl.operands(from: %nothing)
//! 25 error: '%nothing' is no constraint
  }
}
