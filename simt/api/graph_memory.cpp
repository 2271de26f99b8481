// Nodes of graphs for memory. Such memory has its addresses from the making of the node on, and is in use
// from each run of the node until it is freed, by a node or by the program.
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "graph_nodes.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/stream_order.hpp"
#include "state.hpp"

using simt::set_error;
using simt::api::GraphMemory;
using simt::api::Made;
using simt::core::DeviceMemory;
using simt::core::StreamOrder;

namespace {

std::map<void*, std::weak_ptr<GraphMemory>>& all_memory() {
  static auto& all = *new std::map<void*, std::weak_ptr<GraphMemory>>;
  return all;
}

// What is associated with graphs: what they have used since the last trim. Used and reserved memory are the
// same here.
std::uint64_t associated = 0, most_used = 0, most_reserved = 0;

void count() {
  associated = std::max<std::uint64_t>(associated, DeviceMemory::instance().used_by_graphs());
  most_used = std::max(most_used, associated);
  most_reserved = std::max(most_reserved, associated);
}

cudaError_t free_in_graph(void* memory, cudaStream_t stream) {
  StreamOrder::instance().enqueue(stream, false);
  return DeviceMemory::instance().release(memory) ? cudaSuccess
                                                  : set_error(cudaErrorInvalidValue, "cudaGraphLaunch");
}

}  // namespace

GraphMemory::~GraphMemory() {
  if (begin != nullptr) DeviceMemory::instance().give_up(begin);
  all_memory().erase(begin);
}

std::shared_ptr<GraphMemory> simt::api::new_graph_memory(std::size_t bytes) {
  auto memory = std::make_shared<GraphMemory>(bytes);
  const bool is_there =
      DeviceMemory::instance().allocate(&memory->begin, bytes, MemoryKind::Device) == cudaSuccess;
  if (!is_there || memory->begin == nullptr) return nullptr;
  DeviceMemory::instance().keep_for_graph(memory->begin);
  all_memory()[memory->begin] = memory;
  return memory;
}

std::shared_ptr<GraphMemory> simt::api::graph_memory_at(void* address) {
  const auto found = all_memory().find(address);
  return found == all_memory().end() ? nullptr : found->second.lock();
}

Made simt::api::alloc_work(const std::shared_ptr<GraphMemory>& memory) {
  if (memory == nullptr) return {cudaErrorMemoryAllocation, {}};
  const auto run = [memory](cudaStream_t stream) {
    StreamOrder::instance().enqueue(stream, false);
    if (!DeviceMemory::instance().use_again(memory->begin))
      return set_error(cudaErrorMemoryAllocation, "cudaGraphLaunch");
    count();
    return cudaSuccess;
  };
  return {cudaSuccess, {cudaGraphNodeTypeMemAlloc, run, memory->begin}};
}

Made simt::api::free_work(const std::shared_ptr<GraphMemory>& memory) {
  if (memory == nullptr) return {cudaErrorInvalidValue, {}};
  const auto run = [memory](cudaStream_t stream) { return free_in_graph(memory->begin, stream); };
  return {cudaSuccess, {cudaGraphNodeTypeMemFree, run, memory->begin}};
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
  SIMT_NEEDS_DEVICE;
  if (device != 0) return set_error(cudaErrorInvalidDevice);
  if (value == nullptr || attribute > cudaGraphMemAttrReservedMemHigh)
    return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaDeviceGetGraphMemAttribute", value, sizeof(std::uint64_t));
  std::uint64_t& answer = *static_cast<std::uint64_t*>(value);
  answer = attribute == cudaGraphMemAttrUsedMemHigh       ? most_used
           : attribute == cudaGraphMemAttrReservedMemHigh ? most_reserved
                                                          : associated;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
  SIMT_NEEDS_DEVICE;
  if (device != 0) return set_error(cudaErrorInvalidDevice);
  const bool is_most =
      attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
  if (value == nullptr || !is_most) return set_error(cudaErrorInvalidValue);
  simt::check::api_reads("cudaDeviceSetGraphMemAttribute", value, sizeof(std::uint64_t));
  if (*static_cast<const std::uint64_t*>(value) != 0) return set_error(cudaErrorInvalidValue);
  (attribute == cudaGraphMemAttrUsedMemHigh ? most_used : most_reserved) = associated;
  return cudaSuccess;
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  SIMT_NEEDS_DEVICE;
  if (device != 0) return set_error(cudaErrorInvalidDevice);
  associated = DeviceMemory::instance().used_by_graphs();
  return cudaSuccess;
}
