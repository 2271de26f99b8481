// One CUB's DeviceMerge. Compiled twice: RIVAL is the prefix, and the include path selects the CUB.
#include <cub/device/device_merge.cuh>
#include <cub/version.cuh>

#include "elements.cuh"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

namespace {

template <class Key, class Compare>
cudaError_t merge(Problem<Key>& p, Compare less) {
  if (p.A_values != nullptr)
    return cub::DeviceMerge::MergePairs(p.scratch, p.scratch_bytes, p.A, p.A_values, static_cast<int>(p.m),
                                        p.B, p.B_values, static_cast<int>(p.n), p.C, p.C_values, less);
  return cub::DeviceMerge::MergeKeys(p.scratch, p.scratch_bytes, p.A, static_cast<int>(p.m), p.B,
                                     static_cast<int>(p.n), p.C, less);
}

}  // namespace

std::string PASTE(RIVAL, _version)() {
  return std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
         std::to_string(CUB_SUBMINOR_VERSION);
}
cudaError_t PASTE(RIVAL, _merge)(Problem<int>& p) { return merge(p, Less{}); }
cudaError_t PASTE(RIVAL, _merge)(Problem<long long>& p) { return merge(p, Less{}); }
cudaError_t PASTE(RIVAL, _merge)(Problem<float>& p) { return merge(p, Less{}); }
cudaError_t PASTE(RIVAL, _merge)(Problem<signed char>& p) { return merge(p, Less{}); }
cudaError_t PASTE(RIVAL, _merge)(Problem<Record>& p) { return merge(p, ByKey{}); }
