// A dialect of complex numbers.
irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(elem: %2)
  }
  irdl.attribute @order {
    %0 = irdl.base "#builtin.string"
    irdl.parameters(by: %0)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @cmath::@complex<%0>
    irdl.operands(in: %1)
    irdl.results(out: %0)
  }
  irdl.operation @mul {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    %3 = irdl.parametric @cmath::@complex<%2>
    irdl.operands(lhs: %3, rhs: %3)
    irdl.results(res: %3)
  }
  irdl.operation @sum {
    %0 = irdl.base @cmath::@complex
    %1 = irdl.base "!builtin.integer"
    %2 = irdl.is i32
    %3 = irdl.all_of(%1, %2)
    %4 = irdl.base @cmath::@order
    %5 = irdl.any
    irdl.attributes { "order" = %4, "any" = %5 }
    irdl.operands(parts: variadic %0, limit: optional %3)
    irdl.results(total: %0)
    irdl.regions()
  }
  irdl.operation @guarded {
    %0 = irdl.c_pred "::llvm::isa<::mlir::IntegerType>($_self)"
    irdl.operands(x: %0)
  }
}
