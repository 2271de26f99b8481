// Compares a merge's output with std::merge's.
#pragma once

#include <optional>

#include "inputs.hpp"

namespace mergelab::bench {

/// The merge of the inputs by std::merge, in device memory.
[[nodiscard]] std::unique_ptr<DeviceArray<int>> expected_output(const Inputs& inputs);

/// Returns the first index at which the two arrays differ.
[[nodiscard]] std::optional<int> first_difference(const DeviceArray<int>& got,
                                                  const DeviceArray<int>& expected);

}  // namespace mergelab::bench
