vm.module public @arithmetic {
  vm.global.ref private mutable @state : !vm.buffer
  vm.func private @run(%a: i32, %b: i64, %r: !vm.buffer) -> i32 {
    %c5 = vm.const.i32 5
    %zero = vm.const.i32.zero
    %wide = vm.const.i64 -7
    %null = vm.const.ref.zero : !vm.buffer
    %sum = vm.add.i32 %a, %c5 : i32
    %quotient = vm.div.i32.u %sum, %c5 : i32
    %product = vm.fma.i64 %b, %wide, %b : i64
    %shifted = vm.shr.i32.s %sum, %c5 : i32
    %less = vm.cmp.lt.i32.s %a, %c5 : i32
    %any = vm.cmp.nz.ref %r : !vm.buffer
    %chosen = vm.select.i32 %less, %a, %c5 : i32
    %extended = vm.ext.i32.i64.s %a : i32 -> i64
    %length = vm.const.i64 16
    %buffer = vm.buffer.alloc %length, %c5 : !vm.buffer
    %byte = vm.buffer.load.i8.u %buffer[%length] : !vm.buffer -> i32
    vm.buffer.store.i32 %byte, %buffer[%length] : i32 -> !vm.buffer
    %list = vm.list.alloc %c5 : (i32) -> !vm.list<i32>
    %size = vm.list.size %list : (!vm.list<i32>) -> i32
    vm.global.store.ref %buffer, @state : !vm.buffer
    %state = vm.global.load.ref @state : !vm.buffer
    vm.discard.refs %state, %buffer : !vm.buffer, !vm.buffer
    vm.cond_br %less, ^bb1(%size : i32), ^bb2
  ^bb1(%x: i32):
    %again = vm.call @helper(%x) : (i32) -> i32
    vm.return %again : i32
  ^bb2:
    vm.fail %c5, "too large"
  }
  vm.func private @helper(%x: i32) -> i32 {
    vm.br ^bb1(%x : i32)
  ^bb1(%y: i32):
    vm.return %y : i32
  }
  vm.export @run as("start")
  vm.export @helper
}

stream.executable private @kernels {
  builtin.module {
    func.func @kernel(%binding: !stream.binding, %n: index) {
      %c0 = arith.constant 0 : index
      %view = stream.binding.subspan %binding[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%n}
      %id = stream.dispatch.workgroup.id[0] : index
      return
    }
  }
}

func.func @schedule(%t: tensor<?xf32>, %n: index, %bytes: index, %v: i32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %size = stream.tensor.sizeof tensor<?xf32>{%n} : index
  %in = stream.tensor.import %t : tensor<?xf32> -> tensor<?xf32>{%n} in !stream.resource<external>{%size}
  %fill = stream.async.splat %v : i32 -> !stream.resource<*>{%bytes}
  %copy = stream.async.clone %in : !stream.resource<external>{%size} -> !stream.resource<*>{%size}
  %part = stream.async.slice %copy[%c0 to %bytes] : !stream.resource<*>{%size} -> !stream.resource<*>{%bytes}
  %room = stream.resource.alloc uninitialized : !stream.resource<transient>{%bytes}
  %sub = stream.resource.subview %room[%c0] : !stream.resource<transient>{%bytes} -> !stream.resource<transient>{%c0}
  %now = stream.timepoint.immediate => !stream.timepoint
  %both = stream.timepoint.join max(%now, %now) => !stream.timepoint
  %ready, %when = stream.timepoint.barrier %copy : !stream.resource<*>{%size} => !stream.timepoint
  %known = stream.resource.size %ready : !stream.resource<*>
  %out = stream.tensor.export %in : tensor<?xf32>{%n} in !stream.resource<external>{%size} -> tensor<?xf32>
  return %out : tensor<?xf32>
}
