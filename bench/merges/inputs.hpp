// Generates sorted arrays of several distributions on the device.
#pragma once

#include <memory>
#include <string>

#include "device.hpp"

namespace mergelab::bench {

struct Inputs {
  DeviceArray<int> A, B;
};

/// Arrays with `outputs` keys together, of one of these distributions: uniform: random keys, m = n.
/// all-equal: one key, m = n. blocks: 4096 keys of A, then 4096 of B, and so on. lopsided: random keys, a
/// 32nd of them in B. adversarial: keys that cause bank conflicts in a warp; m = n. Throws
/// std::invalid_argument for any other.
[[nodiscard]] std::unique_ptr<Inputs> make_inputs(const std::string& distribution, int outputs);

}  // namespace mergelab::bench
