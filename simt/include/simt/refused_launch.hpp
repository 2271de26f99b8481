// Why a launch was refused: as data for programs, and as text for users.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace simt {

enum class Refusal : std::uint32_t {
  none,
  no_blocks,
  no_threads,
  too_many_blocks,
  too_many_threads,
  static_shared,
  dynamic_shared,
  attribute,
  cooperative_too_large,
  cluster_size,
  part_of_cluster,
  other_cluster,
  too_deep,
  too_many_pending,
  no_memory
};

struct RefusedLaunch {
  Refusal why = Refusal::none;
  std::uint32_t axis = 0;            // 0 to 2: x, y, z
  std::int64_t asked = 0, most = 0;  // blocks, threads or bytes
  std::string file = {};             // of the source line, without its folder; empty: unknown
  int line = 0;
  bool after_violation = false;  // whether a rule was broken before
};

/// "its grid has 0 blocks".
[[nodiscard]] inline std::string in_words(const RefusedLaunch& refused) {
  constexpr const char* const kAxes[] = {"", " in y", " in z"};
  const std::string asked = std::to_string(refused.asked), most = std::to_string(refused.most);
  const std::string axis = kAxes[std::min(refused.axis, 2U)];
  switch (refused.why) {
    case Refusal::none:
      break;
    case Refusal::no_blocks:
      return "its grid has " + asked + " blocks" + axis;
    case Refusal::no_threads:
      return "its blocks have " + asked + " threads" + axis;
    case Refusal::too_many_blocks:
      return "its grid has " + asked + " blocks" + axis + ", but the maximum is " + most;
    case Refusal::too_many_threads:
      return "its blocks have " + asked + " threads" + axis + ", but the maximum is " + most;
    case Refusal::static_shared:
      return "it has " + asked + " bytes of static shared memory, but the maximum is " + most;
    case Refusal::dynamic_shared:
      return "it asks for " + asked + " bytes of dynamic shared memory, but the limit is " + most +
             "; cudaFuncSetAttribute raises it";
    case Refusal::attribute:
      return "it has an attribute that the CPU engine does not support";
    case Refusal::cooperative_too_large:
      return "its cooperative grid has " + asked + " blocks, but the device runs at most " + most +
             " of them at once; cudaOccupancyMaxActiveBlocksPerMultiprocessor tells how many fit";
    case Refusal::cluster_size:
      return "its clusters have " + asked + " blocks, but the maximum is " + most +
             (most == "8"
                  ? "; cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) "
                    "raises it to 16"
                  : "");
    case Refusal::part_of_cluster:
      return "its grid has " + asked + " blocks" + axis + ", which is no multiple of the " + most +
             " of a cluster";
    case Refusal::other_cluster:
      return "its clusters have another shape than the __cluster_dims__ of its kernel";
    case Refusal::too_deep:
      return "its grid would be nested " + asked + " levels deep, but CUDA allows " + most;
    case Refusal::too_many_pending:
      return most + " launches by kernels have not begun, which is the limit; " +
             "cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, ...) raises it";
    case Refusal::no_memory:
      return "there is not enough memory for its threads";
  }
  return "";
}

}  // namespace simt
