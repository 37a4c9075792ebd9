// The transform dialect: each op in the forms that its assembly takes.
transform.sequence failures(propagate) {
^bb0(%all: !transform.any_op):
  transform.foreach %all : !transform.any_op {
  ^bb0(%arg: !transform.any_op):
    %root = transform.structured.match ops{["linalg.generic"]} in %arg : (!transform.any_op) -> !transform.any_op
    %r2 = transform.structured.match ops{["linalg.fill"]} in %arg : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant 4 : i64 -> !transform.param<i64>
    %v = transform.get_result %root[0] : (!transform.any_op) -> !transform.any_value
    %f = transform.structured.match ops{["scf.for"]} in %arg : (!transform.any_op) -> !transform.op<"scf.for">
    %al = transform.structured.match ops{["memref.alloc"]} in %arg : (!transform.any_op) -> !transform.op<"memref.alloc">
    %ala = transform.structured.match ops{["memref.alloca"]} in %arg : (!transform.any_op) -> !transform.op<"memref.alloca">
    %pack = transform.structured.match ops{["linalg.pack"]} in %arg : (!transform.any_op) -> !transform.op<"linalg.pack">
    %unpack = transform.structured.match ops{["linalg.unpack"]} in %arg : (!transform.any_op) -> !transform.op<"linalg.unpack">
    %em = transform.structured.match ops{["tensor.empty"]} in %arg : (!transform.any_op) -> !transform.op<"tensor.empty">
    %x0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %x1 = transform.structured.match ops{["linalg.matmul"]} attributes{__tag__} filter_result_type = tensor<4x4xf32> in %root : (!transform.any_op) -> !transform.op<"linalg.matmul">
    %x2 = transform.structured.match attributes {__tag__, a = 4 : i64} filter_operand_types = [f32, i32] in %root : (!transform.any_op) -> !transform.any_op
    %x3, %x4:2 = transform.structured.tile_using_for %root tile_sizes [8, 0, [4]] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %x5, %x6:2 = transform.structured.tile_using_for %root tile_sizes [%p, 8] interchange = [1, 0] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %x7, %x8 = transform.structured.tile_using_forall %root num_threads [10, 20] (mapping = [#gpu.thread<y>, #gpu.thread<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %x9, %x10 = transform.structured.tile_using_forall %root tile_sizes [%p, 20] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %x11, %x12 = transform.structured.tile_using_forall %root tile_sizes *(%p) (mapping = [#gpu.block<y>]) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.structured.vectorize %root vector_sizes [4, [8], %p] {vectorize_nd_extract} : !transform.any_op, !transform.param<i64>
    transform.structured.vectorize %root : !transform.any_op
    %x13 = transform.get_parent_op %root {isolated_from_above, op_name = "func.func", nth_parent = 2 : i64} : (!transform.any_op) -> !transform.any_op
    %x14 = transform.get_parent_op %root {op_name = "scf.for", deduplicate, nth_parent = 1} : (!transform.any_op) -> !transform.op<"scf.for">
    %x15, %x16 = transform.loop.peel %f : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.print {name = "hi"}
    transform.print
    transform.apply_cse to %root : !transform.any_op
    %x17:2 = transform.split_handle %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %x18:2 = transform.split_handle %root {overflow_result = 0, fail_on_payload_too_small = false}: (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %x19 = transform.structured.match ops{["linalg.matmul", "linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %x20:3 = transform.structured.fuse %root interchange [0, 1] tile_sizes [4, %p] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %x21:3 = transform.structured.fuse %root tile_sizes [4, %p] {apply_cleanup} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %x22:2 = transform.structured.fuse %root tile_sizes [4, 8] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %x23, %x24, %x25 = transform.structured.pad %root {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.foreach %root : !transform.any_op { ^bb0(%x: !transform.any_op): transform.print %x : !transform.any_op }
    transform.foreach %root : !transform.any_op { ^bb0(%x: !transform.any_op): transform.yield {a} } {b}
    %x26 = transform.foreach %root, %root with_zip_shortest : !transform.any_op, !transform.any_op -> !transform.any_op { ^bb0(%x: !transform.any_op, %y: !transform.any_op): transform.yield %x : !transform.any_op }
    transform.apply_patterns to %root { transform.apply_patterns.canonicalization } : !transform.any_op
    transform.apply_patterns to %root { } {apply_cse, max_iterations = 7, max_num_rewrites = -1} : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct" transform.apply_patterns.vector.lower_contraction lowering_strategy = dot} : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.lower_transpose lowering_strategy = shuffle_1d } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.lower_transpose avx2_lowering_strategy = true lowering_strategy = shuffle_16x16 } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.lower_transpose avx2_lowering_strategy = true lowering_strategy = eltwise } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.lower_transfer max_transfer_rank = 1 } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2 } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.transfer_to_scf full_unroll = true max_transfer_rank = 1 } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.transfer_to_scf full_unroll = true max_transfer_rank = 2 } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.transfer_to_scf } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "vector-transfer" } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = none } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = "innerreduction" } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.memref.alloc_to_alloca size_limit(32) } : !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.gpu.unroll_vectors_subgroup_mma [16, 16, 8] } : !transform.any_op
    transform.apply_conversion_patterns to %root { transform.apply_conversion_patterns.dialect_to_llvm "math" transform.apply_conversion_patterns.vector.vector_to_llvm } with type_converter { transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 32} } {legal_dialects = ["func"], partial_conversion} : !transform.any_op
    transform.apply_conversion_patterns to %root { transform.apply_conversion_patterns.gpu.gpu_to_rocdl chipset = "gfx900" } : !transform.any_op
    %x27 = transform.merge_handles %root, %root : !transform.any_op
    %x28 = transform.merge_handles deduplicate %root, %root : !transform.any_op
    %x29:3 = transform.structured.multitile_sizes %root {dimension = 1, target_size = 4} : (!transform.any_op) -> !transform.any_op
    %x30:3 = transform.structured.multitile_sizes %root {dimension = 1, target_size = 4, divisor = 2} : (!transform.any_op) -> !transform.param<i64>
    %x31:2 = transform.structured.continuous_tile_sizes %root {dimension = 1, target_size = 4} : (!transform.any_op) -> !transform.param<i64>
    %x32 = transform.apply_registered_pass "canonicalize" to %root : (!transform.any_op) -> !transform.any_op
    %x33 = transform.apply_registered_pass "canonicalize" with options = { lst = [1, %p], "max-iterations" = %p, "top-down" = false, x = 3 : i64, "y" = "abc" } to %root : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %x34 = transform.apply_registered_pass "canonicalize" with options = {} to %root : (!transform.any_op) -> !transform.any_op
    %x35 = transform.get_operand %root[all] : (!transform.any_op) -> !transform.any_value
    %x36 = transform.get_operand %root[0, -1] : (!transform.any_op) -> !transform.any_value
    %x37 = transform.get_result %root[except(0, 1)] {a} : (!transform.any_op) -> !transform.any_value
    %x38 = transform.get_result %root[2] : (!transform.any_op) -> !transform.any_value
    %x39 = transform.structured.split %root after 42 {dimension = 0} : !transform.any_op
    %x40 = transform.structured.split %root after %p {dimension = 0} : !transform.any_op, !transform.param<i64>
    %x41 = transform.structured.split %root after %p {dimension = 0, multiway} : !transform.any_op, !transform.param<i64>
    transform.sequence %root : !transform.any_op failures(suppress) { ^bb0(%a: !transform.any_op): transform.print %a : !transform.any_op }
    %x42 = transform.sequence %root, %p, %f : !transform.any_op, !transform.param<i64>, !transform.op<"scf.for"> -> !transform.any_op failures(suppress) attributes {x} { ^bb0(%a: !transform.any_op, %b: !transform.param<i64>, %c: !transform.op<"scf.for">): transform.yield %a : !transform.any_op }
    transform.alternatives %root : !transform.any_op { ^bb0(%a: !transform.any_op): transform.print %a : !transform.any_op }, { ^bb0(%a: !transform.any_op): }
    %x43 = transform.alternatives %root : !transform.any_op -> !transform.any_op attributes {x} { ^bb0(%a: !transform.any_op): transform.yield %a : !transform.any_op }, { ^bb0(%a: !transform.any_op): transform.yield %a : !transform.any_op}
    transform.annotate %root "foo" : !transform.any_op
    transform.annotate %root "foo" = %p : !transform.any_op, !transform.param<i64>
    %x44 = transform.param.constant 4 : i64 -> !transform.param<i64>
    %x45 = transform.param.constant "abc" -> !transform.any_param
    %x46 = transform.param.constant affine_map<(d0) -> (d0)> -> !transform.any_param
    %x47 = transform.cast %root : !transform.any_op to !transform.op<"scf.for">
    %x48 = transform.get_producer_of_operand %root[0] : (!transform.any_op) -> !transform.any_op
    %x49 = transform.get_consumers_of_result %root[0] : (!transform.any_op) -> !transform.any_op
    %x50 = transform.get_defining_op %v : (!transform.any_value) -> !transform.any_op
    %x51 = transform.get_type elemental %v : (!transform.any_value) -> !transform.any_param
    %x52 = transform.num_associations %root : (!transform.any_op) -> !transform.param<i64>
    %x53 = transform.select "scf.for" in %root : (!transform.any_op) -> !transform.any_op
    %x54:2 = transform.replicate num(%root) %root, %p : !transform.any_op, !transform.any_op, !transform.param<i64>
    %x55 = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    %x56 = transform.bufferization.one_shot_bufferize %root : (!transform.any_op) -> !transform.any_op
    %x57 = transform.gpu.map_nested_forall_to_threads %root block_dims = [32, 4, 1] sync_after_distribute = false warp_size = 4 : (!transform.any_op) -> !transform.any_op
    %x58 = transform.gpu.map_nested_forall_to_threads %root block_dims = [] : (!transform.any_op) -> !transform.any_op
    %x59 = transform.structured.hoist_pad %root by 2 loops, transpose by [1, 0] : (!transform.any_op) -> !transform.any_op
    %x60 = transform.structured.interchange %root iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    %x61 = transform.structured.generalize %root : (!transform.any_op) -> !transform.any_op
    %x62 = transform.structured.promote %root {mapping = [#gpu.memory_space<workgroup>], operands_to_promote = [0, 1], use_full_tile_buffers = [false, true], alignment = 32} : (!transform.any_op) -> !transform.any_op
    %x63 = transform.structured.promote %root {operands_to_promote = [0, 1], use_full_tile_buffers = [false, true], alignment = 32} : (!transform.any_op) -> !transform.any_op
    %x64:4 = transform.structured.split_reduction %root {split_factor = 4, insert_split_dimension = 2, use_alloc} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %x65:4 = transform.structured.tile_reduction_using_for %root by tile_sizes = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %x66:4 = transform.structured.tile_reduction_using_for %root reduction_dims = [1] by tile_sizes = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %x67:4 = transform.structured.tile_reduction_using_forall %root by num_threads = [0, 5] tile_sizes = [0, 3] mapping = [#gpu.thread<x>] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %x68 = transform.structured.transpose_matmul %root <rhs> : (!transform.any_op) -> !transform.any_op
    %x69 = transform.structured.transpose_matmul %root : (!transform.any_op) -> !transform.any_op
    %x70 = transform.structured.winograd_conv2d %root {fmr = 1 : i32} : (!transform.any_op) -> !transform.any_op
    %x71:3 = transform.structured.lower_pack %pack : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %x72 = transform.structured.promote_tensor to 1 %v : !transform.any_value
    %x73 = transform.structured.promote_tensor %v : !transform.any_value
    %x74, %x75 = transform.structured.bufferize_to_allocation %root {memory_space = 3, emit_dealloc} : !transform.any_op
    %x76, %x77 = transform.structured.gpu.map_copy_to_threads %root total_num_threads = 32 desired_bit_alignment = 128 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.debug.emit_remark_at %root, "hi" : !transform.any_op
    transform.debug.emit_param_as_remark %p : !transform.param<i64>
    transform.debug.emit_param_as_remark %p, "size" at %root : !transform.param<i64>, !transform.any_op
    %x78 = transform.tune.knob<"coin"> options = [true, false] -> !transform.any_param
    %x79 = transform.tune.knob<"coin"> = true from options = [true, false] -> !transform.any_param
    transform.match.operation_name %root ["linalg.matmul", "scf.for"] : !transform.any_op
    transform.match.operation_empty %root : !transform.any_op
    transform.match.param.cmpi eq %p, %p : !transform.param<i64>
    transform.match.structured %root : !transform.any_op { ^bb0(%a : !transform.any_op): transform.match.structured.body %a {reduction_position = 0} : !transform.any_op transform.match.structured.yield %a : !transform.any_op }
    %x80 = transform.match.structured failures(suppress) %root : (!transform.any_op) -> !transform.any_op { ^bb0(%a : !transform.any_op): transform.match.structured.dim %a[all] {parallel} : !transform.any_op transform.match.structured.yield %a : !transform.any_op }
    transform.affine.simplify_bounded_affine_ops %root with [] within [] and [] : !transform.any_op
    transform.affine.simplify_min_max_affine_ops %root : !transform.any_op
    %x81:2 = transform.func.replace_func_signature @f args_interchange = [1, 0] results_interchange = [0] at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %x82 = transform.loop.pipeline %f {iteration_interval = 2} : (!transform.op<"scf.for">) -> !transform.any_op
    transform.scf.take_assumed_branch %root take_else_branch : (!transform.any_op) -> ()
    %x83 = transform.dlti.query ["a", "b"] at %root : (!transform.any_op) -> !transform.any_param
    %x84 = transform.loop.forall_to_for %root : (!transform.any_op) -> !transform.any_op
    transform.nvgpu.rewrite_copy_as_tma %root : (!transform.any_op) -> ()
    %x85 = transform.nvgpu.pipeline_shared_memory_copies failures(suppress) %f {depth = 3} : (!transform.op<"scf.for">) -> !transform.any_op
    %x86 = transform.memref.multibuffer %al {factor = 2 : i64, skip_analysis} : (!transform.op<"memref.alloc">) -> !transform.any_op
    %x87:2 = transform.structured.pad_tiling_interface %root to padding_sizes [4, %p] pad_to_multiple_of {padding_values = [0.0 : f32]} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.verify %root : !transform.any_op
    transform.tune.alternatives<"a"> selected_region = 1 attributes {x} { }, { }
    transform.tune.alternatives<"a"> selected_region = %p : !transform.param<i64> { }, { }
    %x88, %x89 = transform.structured.tile_using_forall %root num_threads *(%r2) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %x90, %x91 = transform.structured.tile_using_forall %root tile_sizes [%p, 4] (mapping = []) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %x92, %x93 = transform.structured.tile_using_forall %root num_threads [2] tile_sizes [%p, 4] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %x94, %x95 = transform.structured.fuse %root interchange [0, 1] tile_sizes [4, 8] {use_forall} :  (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.loop.unroll %f {factor = 4} : !transform.op<"scf.for">
    transform.loop.unroll_and_jam %f {factor = 4} : !transform.op<"scf.for">
    %x96, %x97 = transform.loop.peel %f {peel_front = true} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    %x98, %x99 = transform.loop.outline %f {func_name = "foo"} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.op<"func.call">)
    transform.print %root {name = "hi"} : !transform.any_op
    transform.print %root {name = "hi", skip_regions} : !transform.any_op
    %x100, %x101, %x102 = transform.structured.pad %root pad_to_multiple_of [4, %p, 8] use_prescribed_tensor_shapes {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [0, 1, 2], nofold_flags = [1, 1, 0], transpose_paddings = [[0, 1], [1, 0]], copy_back_op = "linalg.copy"} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %x103 = transform.structured.pack_greedily %root matmul_packed_sizes = [8, %r2, 32] matmul_inner_dims_order = [1, 2, 0] : (!transform.any_op, !transform.any_op) -> !transform.op<"linalg.generic">
    %x104 = transform.structured.pack_greedily %root matmul_packed_sizes = [8, 16, 0] matmul_padded_sizes_next_multiple_of = [0, 0, 16] matmul_inner_dims_order = [1, 2, 0] : (!transform.any_op) -> !transform.op<"linalg.generic">
    %x105 = transform.structured.pack %root packed_sizes = [8, %r2, 32]  : (!transform.any_op, !transform.any_op) -> !transform.op<"linalg.generic">
    %x106 = transform.gpu.map_forall_to_blocks %root generate_gpu_launch grid_dims = [4, 2, 1] : (!transform.any_op) -> !transform.any_op
    %x107 = transform.gpu.map_forall_to_blocks %root : (!transform.any_op) -> !transform.any_op
    %x108, %x109 = transform.structured.fuse_into_containing_op %root into %r2 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %x110, %x111, %x112 = transform.structured.pack_transpose %root with_compute_op(%r2) outer_perm = [1, 0] inner_perm = [1, 0] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %x113, %x114, %x115 = transform.structured.pack_transpose %root with_compute_op(%r2) inner_perm = [1, 0] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %x116 = transform.structured.replace %root { builtin.module { } } : (!transform.any_op) -> !transform.any_op
    %x117 = transform.match.structured %root : (!transform.any_op) -> !transform.any_op { ^bb0(%a : !transform.any_op): %1 = transform.match.structured.rank %a : (!transform.any_op) -> !transform.param<i64>  transform.match.structured.dim %a[except(-1)] {reduction} : !transform.any_op %3 = transform.match.structured.dim %a[all] : (!transform.any_op) -> !transform.param<i64> %4 = transform.match.structured.input %a[0] {projected_permutation} : (!transform.any_op) -> !transform.any_value  %5 = transform.match.structured.init %a[-1] : (!transform.any_op) -> !transform.any_value %6 = transform.match.structured.result %a[0] {single} : (!transform.any_op) -> !transform.any_op %7 = transform.match.structured.result %a[0] any : (!transform.any_op) -> !transform.any_op %8 = transform.match.structured.num_inputs %a : (!transform.any_op) -> !transform.param<i64> %9 = transform.match.structured.elemental_bitwidth %4 : (!transform.any_value) -> !transform.param<i64> transform.match.structured.body %a {contraction = ["arith.mulf", "arith.addf"]} : !transform.any_op %x, %y, %z, %w = transform.match.structured.classify_contraction_dims %a : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>) transform.match.structured.yield %a : !transform.any_op }
    transform.affine.simplify_bounded_affine_ops %root with [%r2 : !transform.any_op] within [1] and [2] : !transform.any_op
    %x118 = transform.func.cast_and_call @f(%v) after %root : (!transform.any_op, !transform.any_value) -> !transform.any_op
    %x119 = transform.func.cast_and_call %r2(%v) -> %v before %root { transform.type_conversion.tensor.cast_shape_dynamic_dims ignore_dynamic_info } : (!transform.any_op, !transform.any_value, !transform.any_value, !transform.any_op) -> !transform.any_op
    %x120 = transform.func.cast_and_call @f before %root : (!transform.any_op) -> !transform.any_op
    %x121 = transform.loop.fuse_sibling %root into %r2 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %x122 = transform.tune.alternatives<"a"> -> !transform.any_param { %2 = transform.param.constant 1 -> !transform.any_param transform.yield %2 : !transform.any_param }, { %2 = transform.param.constant 2 -> !transform.any_param transform.yield %2 : !transform.any_param }
    %x123 = transform.xegpu.get_desc_op %v : (!transform.any_value) -> !transform.any_op
    %x124 = transform.xegpu.set_desc_layout %root sg_layout = [8, 4] sg_data = [32, %p] inst_data = [8, 16] : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %x125 = transform.xegpu.set_desc_layout %root sg_layout = [8, 4] sg_data = [32, 32] slice_dims = [0] : (!transform.any_op) -> !transform.any_op
    transform.xegpu.set_op_layout_attr %root result index = 2 sg_layout = [8, 4] sg_data = [32, %p] : !transform.any_op, !transform.param<i64>
    transform.xegpu.set_op_layout_attr %root sg_layout = [8, 4] sg_data = [32, 32] : !transform.any_op
    transform.xegpu.set_gpu_launch_threads %root threads = [8, %p, 1] : !transform.any_op, !transform.param<i64>
    %x126 = transform.xegpu.insert_prefetch %v nb_prefetch = 1 : (!transform.any_value) -> !transform.any_op
    %x127 = transform.xegpu.insert_prefetch %v nb_prefetch = %p : (!transform.any_value, !transform.param<i64>) -> !transform.any_op
    transform.apply_patterns to %root { transform.apply_patterns.tensor.rewrite_as_constant aggressive transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true} transform.apply_patterns.linalg.tiling_canonicalization transform.apply_patterns.scf.for_loop_canonicalization transform.apply_patterns.gpu.gpu_shuffle_to_amdgpu chipset = "gfx942" } : !transform.any_op
    transform.scf.take_assumed_branch %root : (!transform.any_op) -> ()
    %x128 = transform.structured.hoist_pad.build_packing_loop_nest %root above %r2, transpose by [1, 0] : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %x129 = transform.structured.convert_to_loops %root : (!transform.any_op) -> !transform.any_op
    %x130 = transform.structured.interchange %root : (!transform.any_op) -> !transform.any_op
    %x131 = transform.structured.rewrite_in_destination_passing_style %root : (!transform.any_op) -> !transform.any_op
    %x132:2 = transform.structured.convert_conv2d_to_img2col %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %x133 = transform.memref.make_loop_independent %root {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    %x134:2 = transform.memref.alloca_to_global %ala : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    transform.apply_licm to %f : !transform.op<"scf.for">
    transform.apply_dce to %root : !transform.any_op
    %x135 = transform.structured.decompose_interface %root : (!transform.any_op) -> !transform.any_op
    %x136 = transform.structured.vectorize_children_and_apply_patterns %root {vectorize_padding, fold_type_extensions_into_contract} : (!transform.any_op) -> !transform.any_op
    %x137:4 = transform.structured.lower_unpack %unpack {lowerUnpadLikeWithExtractSlice = false} : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    %x138 = transform.bufferization.empty_tensor_to_alloc_tensor %em : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    transform.bufferization.eliminate_empty_tensors %root : !transform.any_op
    %x139 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %x140 = transform.sparse_tensor.match.sparse_inout %root : (!transform.any_op) -> !transform.any_op
    %x141 = transform.apply_registered_pass "canonicalize" with options = { "a" = [[%p], "x"] } to %root {z} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %x142 = transform.sequence %root : !transform.any_op -> !transform.any_op failures(suppress) { ^bb0(%a: !transform.any_op): yield %a : !transform.any_op }
    %x143 = "transform.structured.interchange"(%root) : (!transform.any_op) -> !transform.any_op
  }
}
// -----
// Named sequences.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @a(%arg0: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence private @b(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op
  transform.named_sequence @m(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @c(%arg0: !transform.any_op {transform.consumed}, %arg1: !transform.param<i64> {transform.readonly}) {
    %0:2 = transform.foreach_match flatten_results restrict_root in %arg0, %arg1 @x -> @y, @x2 -> @y : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %1 = transform.collect_matching @m in %0#0 : (!transform.any_op) -> !transform.any_op
    %q = transform.include @b failures(propagate) (%1) : (!transform.any_op) -> !transform.any_op
    transform.include @a failures(suppress) (%q) : (!transform.any_op) -> ()
    transform.yield {x}
  }
  transform.named_sequence @x(%a: !transform.any_op {transform.readonly}, %arg1: !transform.param<i64> {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @y(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @x2(%a: !transform.any_op {transform.readonly}, %arg1: !transform.param<i64> {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
}
// -----
// A schedule and the program that it is for.
module attributes {transform.with_named_sequence} {
  func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:3 = transform.structured.tile_using_for %matmul tile_sizes [8, 16, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %inner = transform.cast %loops#2 : !transform.any_op to !transform.op<"scf.for">
    %main, %rest = transform.loop.peel %inner : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.linalg.tiling_canonicalization
      transform.apply_patterns.scf.for_loop_canonicalization
    } {apply_cse} : !transform.any_op
    transform.include @clean failures(suppress) (%func) : (!transform.any_op) -> ()
    %bufferized = transform.bufferization.one_shot_bufferize %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence private @clean(%func: !transform.any_op {transform.readonly}) {
    transform.apply_cse to %func : !transform.any_op
    transform.yield
  }
}
// -----
// A pattern in the middle of a schedule.
transform.with_pdl_patterns {
^bb0(%arg: !transform.any_op):
  pdl.pattern @matmul : benefit(1) {
    %0 = operands
    %1 = types
    %2 = operation "linalg.matmul"(%0 : !pdl.range<value>) -> (%1 : !pdl.range<type>)
    rewrite %2 with "transform.dialect"
  }
  transform.sequence %arg : !transform.any_op failures(propagate) {
  ^bb1(%root: !transform.any_op):
    %0 = pdl_match @matmul in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
  }
}
