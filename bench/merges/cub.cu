// CUB's DeviceMerge, the reference for speed.
#include <cub/device/device_merge.cuh>
#include <cub/version.cuh>

#include "device.hpp"
#include "problem.hpp"

namespace mergelab::bench {
namespace {

cudaError_t merge_keys(const Problem& problem, void* scratch, std::size_t& bytes) {
  return cub::DeviceMerge::MergeKeys(scratch, bytes, problem.A, problem.m, problem.B, problem.n, problem.C);
}

}  // namespace

CubMerge::CubMerge(const Problem& problem) : problem_(problem) {
  MERGELAB_CHECK(merge_keys(problem_, nullptr, scratch_bytes_));
  MERGELAB_CHECK(cudaMalloc(&scratch_, scratch_bytes_ > 0 ? scratch_bytes_ : 1));
}

CubMerge::~CubMerge() { cudaFree(scratch_); }

void CubMerge::operator()() const {
  std::size_t bytes = scratch_bytes_;
  MERGELAB_CHECK(merge_keys(problem_, scratch_, bytes));
}

std::string cub_version() {
  return std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
         std::to_string(CUB_SUBMINOR_VERSION);
}

}  // namespace mergelab::bench
