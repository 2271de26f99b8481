// See device_model.hpp.
#include "device_model.hpp"

namespace simt {
namespace {

const host::DeviceModel* model = &host::kDeviceModels[0];

constexpr struct {
  cudaDeviceAttr attribute;
  int value;
} kAttributes[] = {
#define SIMT_ATTRIBUTE(NAME, NUMBER, VALUE) {cudaDevAttr##NAME, VALUE},
    SIMT_ATTRIBUTES(SIMT_ATTRIBUTE)
#undef SIMT_ATTRIBUTE
};

}  // namespace

const host::DeviceModel& api::device_model() { return *model; }

void host::set_device_model(const DeviceModel& wanted) { model = &wanted; }

std::optional<int> api::device_attribute(cudaDeviceAttr attribute) {
  switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor:
      return model->major;
    case cudaDevAttrComputeCapabilityMinor:
      return model->minor;
    case cudaDevAttrMultiProcessorCount:
      return model->multiprocessors;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return model->threads_per_multiprocessor;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return model->blocks_per_multiprocessor;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return model->shared_per_multiprocessor;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return model->shared_per_block;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return model->reserved_shared;
    case cudaDevAttrL2CacheSize:
      return model->l2_bytes;
    case cudaDevAttrClockRate:
      return model->clock_khz;
    case cudaDevAttrMemoryClockRate:
      return model->memory_clock_khz;
    case cudaDevAttrGlobalMemoryBusWidth:
      return model->bus_bits;
    default:
      break;
  }
  for (const auto& entry : kAttributes) {
    if (entry.attribute == attribute) return entry.value;
  }
  return {};
}

}  // namespace simt
