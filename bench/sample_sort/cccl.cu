// CCCL's sort across GPUs in an object that sample_sort_mpi_gpu takes as --rival: int keys, over NCCL, each
// rank's as many as it had before. CCCL is a checkout of NVIDIA/cccl of 2026; nccl.h is NCCL's.
//   nvcc -O3 -std=c++17 -arch=native -cudart shared -Xcompiler=-fPIC -shared -ICCCL/cudax/include -ICCCL/cub
//        -ICCCL/thrust -ICCCL/libcudacxx/include -Iinclude bench/sample_sort/cccl.cu -o cccl.so -lnccl
// It loads libnccl.so by that name, which must be the library that this is linked to. The sort works in place
// and isn't stable. The keys are copied first, within the measured time, since lab 10's function doesn't
// change A.
#include <cuda/experimental/__multi_gpu/algorithm/sort/sort.h>
#include <cuda/experimental/__multi_gpu/nccl_communicator_ref.h>
#include <cuda/stream_ref>

#include <nccl.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mergelab/transport.cuh>
#include <vector>

namespace {

template <class Status>
void check(Status status, Status success, const char* what, const char* (*words)(Status)) {
  if (status == success) return;
  std::fprintf(stderr, "cccl: %s: %s\n", what, words(status));
  std::exit(1);
}
void check(cudaError_t status, const char* what) { check(status, cudaSuccess, what, cudaGetErrorString); }
void check(ncclResult_t status, const char* what) { check(status, ncclSuccess, what, ncclGetErrorString); }

/// NCCL between the ranks, connected through `transport`.
struct Ranks {
  ncclComm_t comm = nullptr;
  cudaStream_t stream = nullptr;

  explicit Ranks(mergelab::Transport& transport) {
    ncclUniqueId mine{};
    if (transport.rank() == 0) check(ncclGetUniqueId(&mine), "ncclGetUniqueId");
    std::vector<ncclUniqueId> all(static_cast<std::size_t>(transport.ranks()));
    transport.all_gather(&mine, 1, all.data());
    check(ncclCommInitRank(&comm, transport.ranks(), all[0], transport.rank()), "ncclCommInitRank");
    check(cudaStreamCreate(&stream), "cudaStreamCreate");
  }
};

}  // namespace

extern "C" int run_sample_sort(mergelab::Transport* transport, const void* A, int m, void* C,
                               int /*capacity*/) {
  namespace cudax = cuda::experimental;
  static Ranks ranks(*transport);  // for all calls, until the process ends
  int* const keys = static_cast<int*>(C);
  check(cudaMemcpyAsync(keys, A, sizeof(int) * static_cast<std::size_t>(m), cudaMemcpyDeviceToDevice,
                        ranks.stream),
        "cudaMemcpyAsync");
  try {
    const cudax::nccl_communicator_ref comm(
        reinterpret_cast<cudax::nccl_communicator_ref::native_handle_type>(ranks.comm));
    const cuda::stream_ref stream(ranks.stream);
    cudax::sort(cudax::distributed, comm, stream, keys, m);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cccl: rank %d: %s\n", transport->rank(), error.what());
    return -1;
  }
  check(cudaStreamSynchronize(ranks.stream), "cudaStreamSynchronize");
  return m;
}

extern "C" int sample_sort_element_bytes() { return sizeof(int); }
