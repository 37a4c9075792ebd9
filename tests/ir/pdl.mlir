// Patterns.
pdl.pattern @rewrite_with_args : benefit(1) {
  %0 = operand
  %1 = operation "foo.op"(%0 : !pdl.value)
  rewrite %1 with "rewriter"(%0 : !pdl.value)
}
// -----
pdl.pattern : benefit(2) attributes {a} {
  %type1 = type : i32
  %type2 = type
  %root = operation "foo.op" -> (%type1, %type2 : !pdl.type, !pdl.type)
  rewrite %root {
    %a = attribute = 10 : i64
    %op1 = operation "foo.op"{"attr" = %a, "b" = %a} -> (%type1, %type2 : !pdl.type, !pdl.type)
    %val1 = result 0 of %op1
    replace %root with (%val1 : !pdl.value)
  }
}
// -----
pdl.pattern @infer : benefit(1) {
  %ty = type
  %attr = attribute

  %x = operand : %ty
  %attr2 = attribute : %ty
  %xs = operands
  %tys = types : [i32, i64]
  %ys = operands : %tys
  %root = operation(%x, %xs, %ys : !pdl.value, !pdl.range<value>, !pdl.range<value>) {"a" = %attr, "b" = %attr2} -> (%tys : !pdl.range<type>)
  %r = results of %root
  %r0 = results 0 of %root -> !pdl.value
  %r1 = results 1 of %root -> !pdl.range<value>
  apply_native_constraint "c"(%r, %x : !pdl.range<value>, !pdl.value)
  %q = apply_native_constraint "d"(%x : !pdl.value) : !pdl.value {isNegated = true}
  rewrite %root {
    %n = apply_native_rewrite "f"(%root : !pdl.operation) : !pdl.value
    apply_native_rewrite "g"(%root : !pdl.operation)
    %g = range %n, %xs : !pdl.value, !pdl.range<value>
    %h = range : !pdl.range<type>
    %k = range %ty : !pdl.type
    %new = operation "foo.new"(%g : !pdl.range<value>)
    replace %root with %new
    erase %new
  }
}
// -----
pdl.pattern : benefit(1) {
  %op1 = operation
  %v = result 0 of %op1
  %op2 = operation(%v : !pdl.value)
  rewrite with "rewriter"(%op1, %op2 : !pdl.operation, !pdl.operation)
}
// -----
pdl.pattern : benefit(1) {
  %op1 = operation "a.b"
  rewrite %op1 {
    erase %op1 {x}
  } attributes {y}
}
