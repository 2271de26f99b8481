// Memory pools. All pools use device memory and only store their attributes.
#include <simt/memory_pools.hpp>

#include <algorithm>

#include "graph_nodes.hpp"
#include "simt/core/device_memory.hpp"
#include "state.hpp"

struct CUmemPoolHandle_st {
  // By cudaMemPoolAttr: three switches, the threshold, then the current and the greatest reserved and used
  // sizes, which are equal here.
  std::uint64_t attributes[9] = {0, 1, 1, 1};
};

using simt::set_error;

namespace {

simt::api::Handles<CUmemPoolHandle_st>& pools() {
  static auto& all = *new simt::api::Handles<CUmemPoolHandle_st>;
  return all;
}

cudaMemPool_t default_pool() {
  static auto* const pool = new CUmemPoolHandle_st;
  return pool;
}

cudaMemPool_t current = nullptr;  // null: the default one

bool known(cudaMemPool_t pool) { return pool != nullptr && (pool == default_pool() || pools().has(pool)); }

cudaError_t give_pool(const char* call, cudaMemPool_t* target, int device, cudaMemPool_t pool) {
  if (target == nullptr) return set_error(cudaErrorInvalidValue);
  if (device != 0) return set_error(cudaErrorInvalidDevice);
  simt::check::api_writes(call, target, sizeof(cudaMemPool_t));
  *target = pool;
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t stream) {
  SIMT_HOST_CALL;
  if (memory == nullptr) return set_error(cudaErrorInvalidValue, "cudaMallocAsync");
  simt::api::Made made;
  const auto node = [&] {
    made = simt::api::alloc_work(simt::api::new_graph_memory(bytes));
    return made.second;
  };
  if (const auto taken = simt::api::captured(stream, node)) {
    if (made.first != cudaSuccess && simt::api::invalidate_capture(stream)) return set_error(made.first);
    simt::check::api_writes("cudaMallocAsync", memory, sizeof *memory);
    *memory = made.second.memory;
    return *taken;
  }
  const cudaError_t error = simt::allocate(memory, bytes);
  if (error != cudaSuccess) return error;
  auto& used_high = default_pool()->attributes[cudaMemPoolAttrUsedMemHigh];
  used_high = std::max<std::uint64_t>(used_high, simt::core::DeviceMemory::instance().used());
  return cudaSuccess;
}

cudaError_t cudaMallocFromPoolAsync(void** memory, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return known(pool) ? cudaMallocAsync(memory, bytes, stream) : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return give_pool("cudaDeviceGetDefaultMemPool", pool, device, default_pool());
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return give_pool("cudaDeviceGetMemPool", pool, device, current == nullptr ? default_pool() : current);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  SIMT_HOST_CALL;
  if (device != 0) return set_error(cudaErrorInvalidDevice);
  if (!known(pool)) return set_error(cudaErrorInvalidValue);
  current = pool;
  return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  SIMT_HOST_CALL;
  if (properties == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_reads("cudaMemPoolCreate", properties, sizeof *properties);
  const bool possible = properties->allocType == cudaMemAllocationTypePinned &&
                        properties->location.type == cudaMemLocationTypeDevice &&
                        properties->location.id == 0;
  return possible ? pools().make("cudaMemPoolCreate", pool) : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  SIMT_HOST_CALL;
  if (!pools().destroy(pool)) return set_error(cudaErrorInvalidValue);
  if (current == pool) current = nullptr;
  return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return known(pool) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, std::size_t count) {
  if (!known(pool) || (list == nullptr && count != 0)) return set_error(cudaErrorInvalidValue);
  return cudaSuccess;  // there is one device, and it has access
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  SIMT_HOST_CALL;
  if (!known(pool) || value == nullptr || attribute < 1 || attribute > 8)
    return set_error(cudaErrorInvalidValue);
  const bool is_switch = attribute < cudaMemPoolAttrReleaseThreshold;
  simt::check::api_writes("cudaMemPoolGetAttribute", value, is_switch ? sizeof(int) : sizeof(std::uint64_t));
  if (is_switch) {
    *static_cast<int*>(value) = static_cast<int>(pool->attributes[attribute]);
    return cudaSuccess;
  }
  const bool reserved = attribute <= cudaMemPoolAttrReservedMemHigh;
  const bool now =
      attribute == cudaMemPoolAttrUsedMemCurrent || attribute == cudaMemPoolAttrReservedMemCurrent;
  std::uint64_t& answer = *static_cast<std::uint64_t*>(value);
  if (attribute == cudaMemPoolAttrReleaseThreshold) {
    answer = pool->attributes[attribute];
  } else if (now) {
    answer = simt::core::DeviceMemory::instance().used();
  } else {
    answer = default_pool()->attributes[reserved ? cudaMemPoolAttrUsedMemHigh : attribute];
  }
  return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  SIMT_HOST_CALL;
  if (!known(pool) || value == nullptr || attribute < 1 || attribute > 8)
    return set_error(cudaErrorInvalidValue);
  const bool is_switch = attribute < cudaMemPoolAttrReleaseThreshold;
  simt::check::api_reads("cudaMemPoolSetAttribute", value, is_switch ? sizeof(int) : sizeof(std::uint64_t));
  const std::uint64_t wanted =
      is_switch ? *static_cast<const int*>(value) != 0 : *static_cast<const std::uint64_t*>(value);
  if (attribute <= cudaMemPoolAttrReleaseThreshold) {
    pool->attributes[attribute] = wanted;
    return cudaSuccess;
  }
  const bool now =
      attribute == cudaMemPoolAttrUsedMemCurrent || attribute == cudaMemPoolAttrReservedMemCurrent;
  if (now || wanted != 0) return set_error(cudaErrorInvalidValue);  // only the most can be set, and only to 0
  default_pool()->attributes[cudaMemPoolAttrUsedMemHigh] = simt::core::DeviceMemory::instance().used();
  return cudaSuccess;
}
