// What of the CPU engine a lab's object may call: CUDA's functions, and what its headers call for them.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "submission/policy.hpp"

namespace mergelab::submission {
namespace {

constexpr std::string_view kCuda =
    "cudaDeviceGetAttribute cudaDeviceGetDefaultMemPool cudaDeviceGetLimit cudaDeviceGetMemPool "
    "cudaDeviceGetStreamPriorityRange cudaDeviceReset cudaDeviceSetCacheConfig cudaDeviceSetLimit "
    "cudaDeviceSetMemPool cudaDeviceSynchronize cudaDriverGetVersion cudaEventCreate "
    "cudaEventCreateWithFlags cudaEventDestroy cudaEventElapsedTime cudaEventQuery cudaEventRecord "
    "cudaEventSynchronize cudaFree cudaFreeAsync cudaFreeHost cudaFuncGetAttributes cudaGetDevice "
    "cudaGetDeviceCount cudaGetDeviceFlags cudaGetDeviceProperties cudaGetErrorName "
    "cudaGetErrorString cudaGetLastError cudaHostGetDevicePointer cudaHostGetFlags cudaHostRegister "
    "cudaHostUnregister cudaLaunchHostFunc cudaMallocAsync cudaMallocFromPoolAsync cudaMallocHost "
    "cudaMemGetInfo cudaMemPoolCreate cudaMemPoolDestroy cudaMemPoolGetAttribute cudaMemPoolSetAccess "
    "cudaMemPoolSetAttribute cudaMemPoolTrimTo cudaMemcpy cudaMemcpy2D cudaMemcpy2DAsync "
    "cudaMemcpyAsync cudaMemset cudaMemset2D cudaMemsetAsync "
    "cudaOccupancyAvailableDynamicSMemPerBlock cudaOccupancyMaxActiveBlocksPerMultiprocessor "
    "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags cudaPeekAtLastError cudaRuntimeGetVersion "
    "cudaSetDevice cudaSetDeviceFlags cudaStreamAddCallback cudaStreamCreate "
    "cudaStreamCreateWithFlags cudaStreamCreateWithPriority cudaStreamDestroy cudaStreamGetFlags "
    "cudaStreamGetPriority cudaStreamQuery cudaStreamSynchronize cudaStreamWaitEvent";

// Of namespace simt. A submission can't name it, and reaches these only by CUDA's names.
constexpr std::string_view kHelpers =
    "active_mask allocate arrive_at_barrier atomic_update begin_copy "
    "best_block_size block_barrier block_vote check_copy commit_bulk_copies commit_copies "
    "copy_to_global copy_to_shared device_clock expect_bytes fence fence_before_copies in_kernel "
    "init_barrier is_in_shared_memory is_last_to_arrive issue_copy lane launch mark_span may_spin next_copy "
    "next_copy_bytes next_copy_data "
    "ordered_load_bits ordered_store_bits refuse_integer_for_pointer refuse_unsupported_launch rounded "
    "set_error set_function_attribute tile_exchange to_double to_float trap wait_for_bulk_copies "
    "wait_for_launch_before wait_for_phase warp_exchange yield";

constexpr std::string_view kOthers = R"(
allow import simt_clock
allow import simt_steps_left
allow import simt_unseen_access
allow import threadIdx
allow import blockIdx
allow import blockDim
allow import gridDim
allow import __tsan_*
allow import __sanitizer_cov_*
allow import __ubsan_handle_*
)";

/// A rule for each of the names, as `{length}{name}` in a pattern.
std::string rules(std::string_view names, std::string_view before, std::string_view after) {
  std::string text;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    text += fmt::format("allow import {}{}{}{}\n", before, name.size(), name, after);
    names.remove_prefix(std::min(names.size(), name.size() + 1));
  }
  return text;
}

}  // namespace

std::string engine_rules() {
  return rules(kCuda, "_Z", "*") + rules(kHelpers, "_ZN4simt", "E*") + std::string(kOthers);
}

}  // namespace mergelab::submission
