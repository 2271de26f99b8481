// Sorted arrays of several kinds, made on the device.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device.hpp"

namespace mergelab::bench {

struct Inputs {
  DeviceArray<int> A, B;
};

/// uniform: random keys, m = n. all-equal: one key, m = n. blocks: 4096 keys of A, then 4096 of B, and so on.
/// lopsided: random keys, a 32nd of them in B. adversarial: keys that make the threads of a warp meet in few
/// banks of shared memory; m = n.
[[nodiscard]] const std::vector<std::string>& distributions();

/// Arrays of `outputs` keys together. `distribution` is one of distributions().
[[nodiscard]] std::unique_ptr<Inputs> make_inputs(const std::string& distribution, int outputs);

}  // namespace mergelab::bench
