module attributes {gpu.container_module} {
  func.func @sparse(%n: index, %a: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf32>, %d: memref<?xi8>) {
    %t0 = gpu.wait async
    %t, %t1 = gpu.create_dn_tensor async [%t0] %b, %n : index into memref<?xf64>
    %u = gpu.create_dn_tensor %b, %n, %n : index, index into memref<?xf64>
    %coo, %t2 = gpu.create_coo async [%t1] %n, %n, %n, %a, %a, %b : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %coo1 = gpu.create_coo %n, %n, %n, %a, %a, %b {x = 1 : i32} : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %aos, %t3 = gpu.create_coo_aos async [%t2] %n, %n, %n, %a, %b : memref<?xindex>, memref<?xf64>
    %csr, %t4 = gpu.create_csr async [%t3, %t2] %n, %n, %n, %a, %a, %b : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %csc = gpu.create_csc [%t4] %n, %n, %n, %a, %a, %b : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %bsr, %t5 = gpu.create_bsr async [%t4] %n, %n, %n, %n, %n, %a, %a, %b : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %m, %t6 = gpu.create_2to4_spmat async [%t5] {PRUNE_AND_CHECK} %n, %n, %b : memref<?xf64>
    %m1 = gpu.create_2to4_spmat {NONE} %n, %n, %b : memref<?xf64>
    %s, %t7 = gpu.spmv_buffer_size async [%t6] %coo, %t, %t into f64
    %s1 = gpu.spmv_buffer_size %coo{TRANSPOSE}, %t, %t into f64
    %t8 = gpu.spmv async [%t7] %coo, %t, %t, %d : memref<?xi8> into f64
    gpu.spmv %coo{CONJUGATE_TRANSPOSE}, %t, %t, %d : memref<?xi8> into f64
    %s2, %t9 = gpu.spmm_buffer_size async [%t8] %coo, %u, %u : index into f64
    %s3:3, %t10 = gpu.spmm_buffer_size async [%t9] %coo{TRANSPOSE}, %u{NON_TRANSPOSE}, %u : index, index, index into f64
    %s4 = gpu.spmm_buffer_size %coo, %u{TRANSPOSE}, %u : index into f64
    %t11 = gpu.spmm async [%t10] %coo, %u, %u, %d : memref<?xi8> into f64
    %t12 = gpu.spmm async [%t11] %coo{TRANSPOSE}, %u{TRANSPOSE}, %u, %d, %d, %d : memref<?xi8>, memref<?xi8>, memref<?xi8> into f64
    %s5, %t13 = gpu.sddmm_buffer_size async [%t12] %u, %u, %csr into f32
    %t14 = gpu.sddmm async [%t13] %u{TRANSPOSE}, %u, %csr, %d : memref<?xi8> into f32
    %desc, %t15 = gpu.spgemm_create_descr async [%t14]
    %desc1 = gpu.spgemm_create_descr
    %s6, %t16 = gpu.spgemm_work_estimation_or_compute async [%t15]{WORK_ESTIMATION} %csr{NON_TRANSPOSE}, %csr{TRANSPOSE}, %csr, %desc, %n, %d : f32 into memref<?xi8>
    %s7 = gpu.spgemm_work_estimation_or_compute {COMPUTE} %csr, %csr, %csr, %desc, %n, %d : f32 into memref<?xi8>
    %t17 = gpu.spgemm_copy async [%t16] %csr{TRANSPOSE}, %csr, %csr, %desc : f32
    gpu.spgemm_copy %csr, %csr, %csr, %desc : f32
    %r, %k, %z, %t18 = gpu.spmat_get_size async [%t17] %csr
    %r1, %k1, %z1 = gpu.spmat_get_size %csr
    %t19 = gpu.set_csr_pointers async [%t18] %csr, %a, %a, %b : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %t20 = gpu.spgemm_destroy_descr async [%t19] %desc
    %t21 = gpu.destroy_sp_mat async [%t20] %csr
    gpu.destroy_sp_mat %coo
    %t22 = gpu.destroy_dn_tensor async [%t21] %u
    gpu.destroy_dn_tensor %t
    gpu.wait [%t22]
    return
  }
}
