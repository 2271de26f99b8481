// One program for the CPU engine and for a GPU: the same launches, so that the engine's counters can be laid
// beside a profiler's. A macro chooses the kernels: MERGELAB_TILED, MERGELAB_CIRCULAR, MERGELAB_BASIC, else
// small ones. With -I include and each folder of solutions/:
//   ninja -C build bench_hardware_cases; build/bin/bench_hardware build/bench/hardware/*.so
//   nvcc -O3 -std=c++20 -arch=native -I... -DMERGELAB_TILED -o cases bench/hardware/cases.cu
//   ncu --csv --page raw --metrics l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,... ./cases
// The metrics, in the order of bench_hardware's columns: l1tex__t_requests_pipe_lsu_mem_global_op_ld,
// l1tex__t_sectors_..._ld, the same two of _st, l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld and _st.
#include <algorithm>
#include <cstdio>
#include <vector>

#if defined(MERGELAB_TILED)
#include <merge_tiled.cuh>
#elif defined(MERGELAB_CIRCULAR)
#include <merge_circular.cuh>
#elif defined(MERGELAB_BASIC)
#include <merge_basic.cuh>
#else
#include "../../tests/simt/count/kernels/patterns.cu"
#include "../../tests/simt/kernels/foreign/matrix_product.cu"
#include "../../tests/simt/kernels/foreign/transpose.cu"
#endif

namespace {

template <class T>
T* on_device(const std::vector<T>& values) {
  T* memory = nullptr;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

[[maybe_unused]] std::vector<int> sorted(int count, unsigned seed) {
  std::vector<int> values(count);
  for (int& value : values) {
    seed = seed * 1664525U + 1013904223U;
    value = static_cast<int>(seed >> 2);
  }
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace

/// One launch; false when there is no such case.
extern "C" bool run_case(int number, char* name) {
#if defined(MERGELAB_TILED) || defined(MERGELAB_CIRCULAR) || defined(MERGELAB_BASIC)
  constexpr int kLength = 1 << 18;
  if (number != 0) return false;
  static const int* A = on_device(sorted(kLength, 1));
  static const int* B = on_device(sorted(kLength, 2));
  static int* C = on_device(std::vector<int>(2 * kLength));
#if defined(MERGELAB_TILED)
  std::sprintf(name, "tiled merge, section 8192, tile 1024");
  merge_tiled(A, kLength, B, kLength, C, 8192, 1024);
#elif defined(MERGELAB_CIRCULAR)
  std::sprintf(name, "circular merge, section 8192, tile 1024");
  merge_circular(A, kLength, B, kLength, C, 8192, 1024);
#else
  std::sprintf(name, "basic merge");
  merge_basic(A, kLength, B, kLength, C);
#endif
#else
  static const int* in = on_device(std::vector<int>(1 << 16));
  static int* out = on_device(std::vector<int>(1 << 16));
  static const double* in_double = on_device(std::vector<double>(64));
  static double* out_double = on_device(std::vector<double>(64));
  static const int strides[] = {1, 2, 4, 8, 16}, shared_strides[] = {1, 2, 8, 32, 33};
  static std::vector<float> matrix(64 * 64), product(64 * 64);
  if (number < 5) {
    std::sprintf(name, "copy, stride %d", strides[number]);
    run_copy(in, out, 8, strides[number]);
  } else if (number < 10) {
    std::sprintf(name, "shared memory, stride %d", shared_strides[number - 5]);
    run_shared(shared_strides[number - 5], out);
  } else if (number == 10) {
    std::sprintf(name, "broadcast");
    run_broadcast(in, out);
  } else if (number == 11) {
    std::sprintf(name, "doubles");
    run_wide(in_double, out_double);
  } else if (number == 12) {
    std::sprintf(name, "loop of 1 to 32 rounds");
    run_trip_counts(out);
  } else if (number < 16) {
    const char* how[] = {"naive", "tiled", "padded"};
    std::sprintf(name, "transpose, %s", how[number - 13]);
    transpose(matrix.data(), product.data(), 64, 64, 8, number - 13);
  } else if (number == 16) {
    std::sprintf(name, "matrix product, tile 16");
    matrix_product(matrix.data(), matrix.data(), product.data(), 64, 64, 64, 16);
  } else {
    return false;
  }
#endif
  return true;
}

#if defined(__CUDACC__)
int main() {
  char name[100];
  for (int i = 0; run_case(i, name); ++i) {
    std::printf("case %s\n", name);
    if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
      std::printf("%s\n", cudaGetErrorString(error));
      return 1;
    }
  }
  return 0;
}
#endif
