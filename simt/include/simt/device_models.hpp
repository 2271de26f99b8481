// The GPUs whose properties and limits the engine's device can have; the first is the default. What they have
// in common is in device_attributes.hpp.
#pragma once

#include <string_view>

namespace simt::host {

struct DeviceModel {
  std::string_view option;  // after `--device`
  const char* name;         // of cudaDeviceProp
  int major = 9, minor = 0;
  int multiprocessors = 132;
  int threads_per_multiprocessor = 2048, blocks_per_multiprocessor = 32;
  int shared_per_multiprocessor = 233472, shared_per_block = 232448;  // bytes; the latter if asked for
  int reserved_shared = 1024;                                         // bytes of each block
  int l2_bytes = 52428800;
  int clock_khz = 1980000, memory_clock_khz = 2619000, bus_bits = 5120;
};

inline constexpr DeviceModel kDeviceModels[] = {
    {"h100", "CPU engine, modelled on NVIDIA H100"},
    {"a100", "CPU engine, modelled on NVIDIA A100", 8, 0, 108, 2048, 32, 167936, 166912, 1024, 41943040,
     1410000, 1215000, 5120},
    {"rtx4090", "CPU engine, modelled on NVIDIA GeForce RTX 4090", 8, 9, 128, 1536, 24, 102400, 101376, 1024,
     75497472, 2520000, 10501000, 384},
    {"t4", "CPU engine, modelled on Tesla T4", 7, 5, 40, 1024, 16, 65536, 65536, 0, 4194304, 1590000, 5001000,
     256},
};

/// Of all of them, for messages.
inline constexpr const char* kDeviceModelNames = "h100, a100, rtx4090 or t4";

/// Null for an unknown one.
[[nodiscard]] constexpr const DeviceModel* find_device_model(std::string_view option) {
  for (const DeviceModel& each : kDeviceModels) {
    if (each.option == option) return &each;
  }
  return nullptr;
}

/// For the whole process.
void set_device_model(const DeviceModel& model);

}  // namespace simt::host
