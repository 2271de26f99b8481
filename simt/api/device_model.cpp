// See device_model.hpp.
#include "device_model.hpp"

namespace simt {
namespace {

host::DeviceModel model = host::kDeviceModels[0];

}  // namespace

const host::DeviceModel& api::device_model() { return model; }

void host::set_device_model(const DeviceModel& wanted) { model = wanted; }

std::optional<int> api::device_attribute(cudaDeviceAttr attribute) {
  switch (attribute) {
#define SIMT_ATTRIBUTE(NAME, NUMBER, VALUE) \
  case cudaDevAttr##NAME:                   \
    return VALUE;
    SIMT_ATTRIBUTES(SIMT_ATTRIBUTE)
#undef SIMT_ATTRIBUTE
    default:
      return {};
  }
}

}  // namespace simt
