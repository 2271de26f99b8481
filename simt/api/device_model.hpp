// The modelled GPU's attributes.
#pragma once

#include <optional>
#include <simt/device_models.hpp>
#include <simt/runtime_api.hpp>

namespace simt::api {

[[nodiscard]] const host::DeviceModel& device_model() __attribute__((visibility("hidden")));

/// Nothing for an attribute that CUDA does not have.
[[nodiscard]] std::optional<int> device_attribute(cudaDeviceAttr attribute)
    __attribute__((visibility("hidden")));

}  // namespace simt::api
