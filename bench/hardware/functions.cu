// Labs 1 and 2 are functions: each thread calls them for a separate problem.
#include <co_rank.cuh>
#include <merge_sequential.cuh>

#include "cases.hpp"

namespace {

constexpr int kThreads = 1 << 12, kShare = 16;  // elements of A and of B for each thread

__global__ void merge_each(const value_t* A, const value_t* B, value_t* C) {
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  merge_sequential(A + thread * kShare, kShare, B + thread * kShare, kShare, C + 2 * thread * kShare);
}

__global__ void rank_each(const value_t* A, const value_t* B, int length, int* ranks) {
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  ranks[thread] = co_rank(2 * thread * kShare, A, length, B, length);
}

}  // namespace

extern "C" bool run_case(int number, char* name) {
  constexpr int kLength = kThreads * kShare;
  static const int* A = hardware::on_device(hardware::sorted(kLength, 1));
  static const int* B = hardware::on_device(hardware::sorted(kLength, 2));
  static int* C = hardware::on_device(std::vector<int>(2 * kLength));
  if (number == 0) {
    std::sprintf(name, "lab 1: each thread merges 16 + 16");
    merge_each<<<kThreads / 128, 128>>>(A, B, C);
  } else if (number == 1) {
    std::sprintf(name, "lab 2: each thread finds a co-rank");
    rank_each<<<kThreads / 128, 128>>>(A, B, kLength, C);
  } else {
    return false;
  }
  return true;
}
