// The API of device memory: allocation, copies, fills.
#include <cstring>
#include <simt/engine.hpp>
#include <simt/runtime_api.hpp>

#include "device_launches.hpp"
#include "graph_nodes.hpp"
#include "simt/check/api_calls.hpp"
#include "simt/check/host_values.hpp"
#include "simt/check/report.hpp"
#include "simt/check/stream_copies.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/constant_memory.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/device_variables.hpp"
#include "simt/core/events.hpp"
#include "simt/core/launch.hpp"
#include "simt/core/stream_order.hpp"
#include "simt/core/watch.hpp"
#include "simt/hooks/calls.hpp"
#include "state.hpp"

namespace {

using simt::set_error;

bool known(cudaMemcpyKind kind) { return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault; }

using simt::core::Allocation;
using simt::core::DeviceMemory;
using simt::core::Rows;
using simt::core::StreamOrder;

// Where accesses are checked: that the range stays in the allocation in which it begins.
void check_copy_range(const char* call, const void* memory, std::size_t bytes, bool writes) {
  if (!simt::core::watch.checking) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const Allocation* allocation = DeviceMemory::instance().find(begin);
  if (allocation == nullptr || allocation->number == 0) return;
  const auto of_range = [&](simt::Message message) {
    simt::Finding found = simt::check::call_finding(message, simt::Advice::none, call, writes);
    found.access.memory = simt::core::name_of(*allocation);
    found.numbers = {static_cast<std::int64_t>(bytes), static_cast<std::int64_t>(begin - allocation->begin),
                     static_cast<std::int64_t>(allocation->bytes())};
    return found;
  };
  if (bytes > allocation->end - begin) simt::check::fail(of_range(simt::Message::call_outside_array));
  if (!writes) return;
  if (allocation->read_only)
    simt::check::keep(of_range(simt::Message::call_of_input), simt::core::kHostThread, 0);
  DeviceMemory::instance().mark_written(begin, bytes);
}

/// Copies on the device are traffic of the merge, as a kernel's would be. `of_kernels`: host_copies().
void count_copy(const Rows& to, const Rows& from, cudaMemcpyKind kind, bool of_kernels) {
  const Allocation* target = DeviceMemory::instance().find(to.begin);
  const Allocation* source = DeviceMemory::instance().find(from.begin);
  const bool to_device = target != nullptr && target->kind == simt::MemoryKind::Device;
  const bool from_device = source != nullptr && source->kind == simt::MemoryKind::Device;
  // A __constant__ array, or another of the module's variables.
  const bool names_device = kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyHostToDevice ||
                            (kind == cudaMemcpyDefault && simt::core::in_constant_memory(to.begin));
  const bool to_symbol = target != nullptr && target->number == 0 && names_device;
  if (to_symbol && of_kernels)
    simt::core::fill_constants_from_device(to.begin, to.begin + to.pitch * (to.height - 1) + to.width);
  if (!to_device && !to_symbol && from_device)
    simt::core::tell_counter(&simt::core::Listener::rows_to_host, *source, from);
  if (to_device && !of_kernels) simt::core::tell_counter(&simt::core::Listener::rows_from_host, to);
  simt::Copies& copies = simt::core::copies();
  const std::uint64_t bytes = std::uint64_t{from.width} * from.height;
  if (from_device || of_kernels) copies.bytes += to_device ? 2 * bytes : bytes;
  if ((!to_device && !to_symbol) || !of_kernels) return;
  ++copies.by_host;
  simt::core::tell_counter(&simt::core::Listener::rows_copied, *source, from, false);
  simt::core::tell_counter(&simt::core::Listener::rows_copied, *target, to, true);
}

/// Host memory that CUDA doesn't know, such as a local variable. (A variable of the program that is not
/// __device__ may be one too; it is not recognised.)
bool is_pageable(std::uintptr_t address) {
  DeviceMemory& memory = DeviceMemory::instance();
  const Allocation* nearest = memory.nearest(address);
  const bool was_freed = nearest != nullptr && address - nearest->begin < nearest->bytes();
  return !was_freed && memory.find(address) == nullptr && memory.beside(address) == nullptr;
}

/// Fails as CUDA does, and keeps why.
cudaError_t refuse(simt::Message message, simt::Advice advice, const char* call, std::uintptr_t pc,
                   const simt::finding::Memory& memory = {}) {
  if (simt::core::watch.checking) {
    simt::Finding found(message, advice);
    found.word = call;
    found.access = simt::check::to_finding(simt::core::kHostThread, pc);
    found.access.memory = memory;
    simt::check::keep(found, simt::core::kHostThread, pc);
  }
  return set_error(cudaErrorInvalidValue, call);
}

cudaError_t refuse_host_copy(const char* call, std::uintptr_t variable, std::uintptr_t pc) {
  return refuse(simt::Message::call_of_host_copy, simt::Advice::symbol_address, call, pc,
                simt::check::variable_with(variable));
}

/// The host's copy of a variable shares the variable's memory where the call wants host memory; else this is
/// the variable's address.
std::uintptr_t take_host_copy(Rows& rows, bool in_host_memory) {
  const std::uintptr_t variable = simt::core::of_host_copy(rows.begin);
  if (variable == 0 || !in_host_memory) return variable;
  rows.begin = variable;
  return 0;
}

using simt::api::Place;
using simt::api::rows;

void check_on_device(const char* call, const void* memory) {
  const Allocation* allocation = DeviceMemory::instance().find(reinterpret_cast<std::uintptr_t>(memory));
  if (allocation != nullptr && allocation->kind == simt::MemoryKind::Device) return;
  simt::check::fail(simt::check::call_finding(
      memory == nullptr ? simt::Message::call_given_null : simt::Message::call_given_host_memory,
      simt::Advice::none, call, false));
}

/// Of managed memory, for the one device or the host.
cudaError_t advise(const void* memory, std::size_t bytes, bool is_valid, int device) {
  SIMT_NEEDS_DEVICE;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const Allocation* allocation = DeviceMemory::instance().find(begin);
  const bool is_managed = allocation != nullptr && allocation->kind == simt::MemoryKind::Managed &&
                          bytes > 0 && bytes <= allocation->end - begin;
  if (!is_valid || !is_managed) return set_error(cudaErrorInvalidValue);
  return device == 0 || device == cudaCpuDeviceId ? cudaSuccess : set_error(cudaErrorInvalidDevice);
}

int device_of(cudaMemLocation location) {
  if (location.type == cudaMemLocationTypeHost) return cudaCpuDeviceId;
  return location.type == cudaMemLocationTypeDevice ? location.id : cudaInvalidDeviceId;
}

/// `bytes` of `value` in each element.
void fill_row(void* memory, std::size_t width, unsigned value, unsigned bytes) {
  if (bytes == 1) {
    std::memset(memory, static_cast<int>(value), width);
    return;
  }
  for (std::size_t at = 0; at < width; at += bytes)
    std::memcpy(static_cast<char*>(memory) + at, &value, bytes);
}

cudaError_t fill(const char* call, const Rows& to, int byte, cudaStream_t stream, std::uintptr_t pc) {
  return simt::api::fill_rows(call, to, static_cast<unsigned>(byte) & 0xFF, 1, stream, pc);
}

}  // namespace

cudaError_t simt::api::write_rows(const char* call, const Rows& to, const RowWriter& writer,
                                  cudaStream_t stream, std::uintptr_t pc) {
  SIMT_NEEDS_DEVICE_OR_KERNEL;
  if (to.width > to.pitch) return set_error(cudaErrorInvalidPitchValue, call);
  if (to.width == 0 || to.height == 0) return cudaSuccess;
  if (to.begin == 0) return set_error(cudaErrorInvalidValue, call);
  const auto work = [&] {
    return Work{writer.node, [=](cudaStream_t in) { return write_rows(call, to, writer, in, pc); }};
  };
  if (in_device_code())
    return is_pageable(to.begin) ? set_error(cudaErrorInvalidValue) : put_into_stream(stream, work());
  if (const std::uintptr_t variable = simt::core::of_host_copy(to.begin); variable != 0)
    return refuse_host_copy(call, variable, pc);
  if (is_pageable(to.begin)) return ::refuse(simt::Message::fill_of_host, simt::Advice::none, call, pc);
  if (const auto taken = captured(stream, work)) return *taken;
  const simt::core::OpenDeviceMemory open;
  for (std::size_t row = 0; row < to.height; ++row) {
    void* const target = reinterpret_cast<void*>(to.begin + row * to.pitch);
    check_copy_range(call, target, to.width, true);
    simt::check::copy_writes(call, target, to.width);
    writer.write(target);
  }
  simt::check::host_fills(call, to, pc);
  simt::check::StreamCopy(call, stream, false, pc).writes(to);
  simt::core::tell_counter(&simt::core::Listener::rows_from_host, to);
  return cudaSuccess;
}

cudaError_t simt::api::fill_rows(const char* call, const Rows& to, unsigned value, unsigned bytes,
                                 cudaStream_t stream, std::uintptr_t pc) {
  const auto write = [=](void* row) { fill_row(row, to.width, value, bytes); };
  return write_rows(call, to, {cudaGraphNodeTypeMemset, write}, stream, pc);
}

cudaError_t simt::api::copy_rows(const char* call, Rows to, Rows from, cudaMemcpyKind kind,
                                 const Place& place, std::uintptr_t pc) {
  SIMT_NEEDS_DEVICE_OR_KERNEL;
  if (from.width > to.pitch || from.width > from.pitch) return set_error(cudaErrorInvalidPitchValue, call);
  if (!known(kind)) return set_error(cudaErrorInvalidMemcpyDirection, call);
  if (from.width == 0 || from.height == 0) return cudaSuccess;
  if (to.begin == 0 || from.begin == 0) return set_error(cudaErrorInvalidValue, call);
  const bool between = kind == cudaMemcpyDeviceToDevice;
  for (const std::uintptr_t variable :
       {take_host_copy(from, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost),
        take_host_copy(to, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost)}) {
    if (variable != 0) return refuse_host_copy(call, variable, pc);
  }
  const auto work = [&] {
    return Work{cudaGraphNodeTypeMemcpy, [=](cudaStream_t in) {
                  return copy_rows(call, to, from, kind, {in, false}, pc);
                }};
  };
  if (in_device_code()) {
    if (!between && kind != cudaMemcpyDefault) return set_error(cudaErrorInvalidMemcpyDirection);
    const bool is_possible = !is_pageable(to.begin) && !is_pageable(from.begin);
    return is_possible ? put_into_stream(place.stream, work()) : set_error(cudaErrorInvalidValue);
  }
  if ((kind == cudaMemcpyDeviceToHost || between) && is_pageable(from.begin))
    return ::refuse(simt::Message::copy_from_host, simt::Advice::copy_direction, call, pc);
  if ((kind == cudaMemcpyHostToDevice || between) && is_pageable(to.begin))
    return ::refuse(simt::Message::copy_to_host, simt::Advice::copy_direction, call, pc);
  if (const auto taken = captured(place.stream, work)) return *taken;
  const simt::core::OpenDeviceMemory open;
  const auto each_row = [&](const auto& use) {
    for (std::size_t row = 0; row < from.height; ++row) {
      use(reinterpret_cast<void*>(to.begin + row * to.pitch),
          reinterpret_cast<const void*>(from.begin + row * from.pitch));
    }
  };
  each_row([&](void* target, const void* source) {
    check_copy_range(call, source, from.width, false);
    check_copy_range(call, target, from.width, true);
    simt::check::copy_reads(call, source, from.width);
    simt::check::copy_writes(call, target, from.width);
  });
  const bool of_kernels = simt::check::host_copies(call, to, from, pc);
  // CUDA's host doesn't wait for a copy within the device.
  const simt::check::StreamCopy in_stream(call, place.stream, place.waits && !between, pc);
  in_stream.reads(from);
  in_stream.writes(to);
  count_copy(to, from, kind, of_kernels);
  each_row([&](void* target, const void* source) { std::memmove(target, source, from.width); });
  return cudaSuccess;
}

Place simt::api::in_stream(const Rows& to, const Rows& from, cudaStream_t stream) {
  return {stream, is_pageable(to.begin) || is_pageable(from.begin)};
}

namespace simt {

const volatile void* host_copy(const volatile void* address) {
  SIMT_ANY_CALL;
  const auto variable = reinterpret_cast<std::uintptr_t>(address);
  if (api::in_device_code() || core::device_variable_at(variable) == 0) return address;
  return reinterpret_cast<const volatile void*>(core::in_host_copy(variable));
}

cudaError_t api::device_memory(void** memory, std::size_t bytes, MemoryKind kind, std::uintptr_t pc) {
  DeviceMemory& all = DeviceMemory::instance();
  const bool is_there = bytes <= core::kDeviceBytes - all.used();
  const cudaError_t error = all.allocate(memory, bytes, kind);
  if (error != cudaSuccess && is_there && !core::watch.host_is_free)
    core::refuse_call(Finding(Message::no_memory_left), pc);
  return error;
}

cudaError_t allocate(void** memory, std::size_t bytes, MemoryKind kind, std::size_t element) {
  if (api::in_device_code()) {
    *memory = core::allocate_heap(bytes, SIMT_CALLER);
    return *memory != nullptr || bytes == 0 ? cudaSuccess : set_error(cudaErrorMemoryAllocation);
  }
  SIMT_NEEDS_DEVICE;
  if (const cudaError_t error = api::unsafe_call(); error != cudaSuccess) return error;
  if (memory == nullptr) return set_error(cudaErrorInvalidValue, "cudaMalloc");
  check::api_writes("cudaMalloc", memory, sizeof *memory);
  const cudaError_t error = api::device_memory(memory, bytes, kind, SIMT_CALLER);
  if (error != cudaSuccess) return set_error(error, "cudaMalloc");
  if (*memory != nullptr)
    DeviceMemory::instance().find(reinterpret_cast<std::uintptr_t>(*memory))->element = element;
  return cudaSuccess;
}

void host::name_allocation(const void* memory, const std::string& name, bool read_only) {
  Allocation* allocation = DeviceMemory::instance().find(reinterpret_cast<std::uintptr_t>(memory));
  if (allocation == nullptr) return;
  allocation->given_name = name;
  allocation->read_only = read_only;
}

void host::name_part(const void* memory, std::size_t bytes, const std::string& name, Use use) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  Allocation* part = DeviceMemory::instance().divide(begin, bytes);
  if (part == nullptr) return;
  part->given_name = name;
  part->read_only = use == Use::Input;
  part->filled_begin = begin;
  part->filled_end = use == Use::Output ? begin : begin + bytes;
}

void host::copy_from_device(const char* call, void* to, const void* from, std::size_t bytes) {
  check_on_device(call, from);
  api::copy_rows(call, rows(to, bytes, bytes, 1), rows(from, bytes, bytes, 1), cudaMemcpyDeviceToHost, {}, 0);
}

void host::copy_to_device(const char* call, void* to, const void* from, std::size_t bytes) {
  check_on_device(call, to);
  api::copy_rows(call, rows(to, bytes, bytes, 1), rows(from, bytes, bytes, 1), cudaMemcpyHostToDevice, {}, 0);
}

void host::mark_written(const void* memory, std::size_t bytes) {
  DeviceMemory::instance().mark_written(reinterpret_cast<std::uintptr_t>(memory), bytes);
}

}  // namespace simt

static cudaError_t release(void* memory, bool pinned) {
  SIMT_NEEDS_DEVICE;
  if (const cudaError_t error = simt::api::unsafe_call(); error != cudaSuccess) return error;
  if (memory == nullptr) return cudaSuccess;
  Allocation* allocation = DeviceMemory::instance().find(reinterpret_cast<std::uintptr_t>(memory));
  // What is divided is found only by its parts, and is never pinned.
  if (allocation != nullptr && (allocation->kind == simt::MemoryKind::Pinned) != pinned) {
    return set_error(cudaErrorInvalidValue, "cudaFree");
  }
  return DeviceMemory::instance().release(memory) ? cudaSuccess
                                                  : set_error(cudaErrorInvalidValue, "cudaFree");
}

cudaError_t cudaFree(void* memory) {
  SIMT_ANY_CALL;
  if (simt::api::in_device_code()) {
    simt::core::release_heap(memory, SIMT_CALLER);
    return cudaSuccess;
  }
  StreamOrder::instance().host_waits_for_all();
  return release(memory, false);
}
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) {
  SIMT_HOST_CALL;
  simt::api::Made made;
  const auto node = [&] {
    made = simt::api::free_work(simt::api::graph_memory_at(memory));
    return made.second;
  };
  if (const auto taken = simt::api::captured(stream, node)) {
    if (made.first == cudaSuccess) return *taken;
    (void)simt::api::invalidate_capture(stream);
    return set_error(made.first, "cudaFreeAsync");
  }
  StreamOrder::instance().enqueue(stream, false);
  return release(memory, false);
}

cudaError_t cudaMallocHost(void** memory, std::size_t bytes) {
  return simt::allocate(memory, bytes, simt::MemoryKind::Pinned);
}
cudaError_t cudaFreeHost(void* memory) {
  SIMT_HOST_CALL;
  StreamOrder::instance().host_waits_for_all();
  return release(memory, true);
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return simt::api::copy_rows("cudaMemcpy", rows(to, bytes, bytes, 1), rows(from, bytes, bytes, 1), kind, {},
                              SIMT_CALLER);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  SIMT_ANY_CALL;
  const Rows target = rows(to, bytes, bytes, 1), source = rows(from, bytes, bytes, 1);
  return simt::api::copy_rows("cudaMemcpyAsync", target, source, kind,
                              simt::api::in_stream(target, source, stream), SIMT_CALLER);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return simt::api::copy_rows("cudaMemcpy2D", rows(to, to_pitch, width, height),
                              rows(from, from_pitch, width, height), kind, {}, SIMT_CALLER);
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  SIMT_ANY_CALL;
  const Rows target = rows(to, to_pitch, width, height), source = rows(from, from_pitch, width, height);
  return simt::api::copy_rows("cudaMemcpy2DAsync", target, source, kind,
                              simt::api::in_stream(target, source, stream), SIMT_CALLER);
}

cudaError_t cudaMemset(void* memory, int byte, std::size_t bytes) {
  return fill("cudaMemset", rows(memory, bytes, bytes, 1), byte, nullptr, SIMT_CALLER);
}

cudaError_t cudaMemsetAsync(void* memory, int byte, std::size_t bytes, cudaStream_t stream) {
  return fill("cudaMemsetAsync", rows(memory, bytes, bytes, 1), byte, stream, SIMT_CALLER);
}

cudaError_t cudaMemset2D(void* memory, std::size_t pitch, int byte, std::size_t width, std::size_t height) {
  return fill("cudaMemset2D", rows(memory, pitch, width, height), byte, nullptr, SIMT_CALLER);
}

cudaError_t cudaMemset2DAsync(void* memory, std::size_t pitch, int byte, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return fill("cudaMemset2DAsync", rows(memory, pitch, width, height), byte, stream, SIMT_CALLER);
}

static cudaError_t fill_box(const char* call, const cudaPitchedPtr& memory, int byte,
                            const cudaExtent& extent, cudaStream_t stream, std::uintptr_t pc) {
  for (std::size_t z = 0; z < extent.depth; ++z) {
    char* const slice = static_cast<char*>(memory.ptr) + z * memory.ysize * memory.pitch;
    const cudaError_t error =
        fill(call, rows(slice, memory.pitch, extent.width, extent.height), byte, stream, pc);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t cudaMemset3D(cudaPitchedPtr memory, int byte, cudaExtent extent) {
  return fill_box("cudaMemset3D", memory, byte, extent, nullptr, SIMT_CALLER);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int byte, cudaExtent extent, cudaStream_t stream) {
  return fill_box("cudaMemset3DAsync", memory, byte, extent, stream, SIMT_CALLER);
}

cudaError_t cudaMemAdvise(const void* memory, std::size_t bytes, cudaMemoryAdvise advice, int device) {
  return advise(memory, bytes, advice >= 1 && advice <= 6, device);
}

cudaError_t cudaMemAdvise(const void* memory, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return cudaMemAdvise(memory, bytes, advice, device_of(location));
}

cudaError_t cudaMemPrefetchAsync(const void* memory, std::size_t bytes, int device, cudaStream_t /*stream*/) {
  return advise(memory, bytes, true, device);
}

cudaError_t cudaMemPrefetchAsync(const void* memory, std::size_t bytes, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t /*stream*/) {
  return advise(memory, bytes, flags == 0, device_of(location));
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  SIMT_NEEDS_DEVICE;
  simt::check::api_writes("cudaMemGetInfo", free_bytes, sizeof *free_bytes);
  simt::check::api_writes("cudaMemGetInfo", total_bytes, sizeof *total_bytes);
  *free_bytes = simt::core::kDeviceBytes - DeviceMemory::instance().used();
  *total_bytes = simt::core::kDeviceBytes;
  return cudaSuccess;
}
