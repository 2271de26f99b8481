// The runtime's functions that copy, fill and allocate, under their own names, as in launches.cpp. Memory
// that kernels and host code use alike is compared with an older copy of it round each launch, which waits
// for the device then: nothing else tells who has written there.
#include "worker/gpu/host_values.hpp"

#include <cuda_runtime.h>

#include <map>
#include <string>
#include <vector>

#include "base/host_values.hpp"
#include "worker/crash_report.hpp"
#include "worker/gpu/next.hpp"

namespace mergelab::worker {
namespace {

using base::HostValues;

HostValues account;
bool counting = false;

bool is_counted() { return counting && account.is_limited(); }

/// Memory that kernels and host code use alike.
struct Common {
  std::size_t bytes = 0;
  std::vector<char> left;  // a copy of what others than host code have left there
};
std::map<char*, Common> commons;

/// __managed__ variables. Where they lie is known once the module is loaded.
struct ManagedVariable {
  void** begin;
  std::size_t bytes;
};
std::vector<ManagedVariable> managed_variables;

void find_managed_variables() {
  for (const auto& [begin, bytes] : managed_variables) {
    if (*begin != nullptr) commons.try_emplace(static_cast<char*>(*begin), Common{bytes, {}});
  }
}

std::vector<char>& left_in(Common& common) {
  common.left.resize(common.bytes);
  return common.left;
}

base::Change changes() {
  base::Change sum;
  for (auto& [begin, common] : commons) {
    const base::Change change = base::take_change(begin, left_in(common).data(), common.bytes);
    sum.bytes += change.bytes;
    sum.cost += change.cost;
  }
  return sum;
}

/// The one that an address lies in; end() when it lies in none.
auto common_at(const void* address) {
  char* const at = static_cast<char*>(const_cast<void*>(address));
  auto found = commons.upper_bound(at);
  if (found == commons.begin()) return commons.end();
  --found;
  return at < found->first + found->second.bytes ? found : commons.end();
}

void see(std::size_t bytes, const char* call) {
  account.see(bytes, [&] { return std::string(call); });
}

void give(std::size_t bytes, const char* call) {
  if (account.give(bytes)) return;
  stop(wire::Stop::violation, "host-values", account.complaint(call) + "\n" + HostValues::kHint);
}

bool is_device(const void* memory) {
  cudaPointerAttributes attributes{};
  const bool is_clear = cudaPeekAtLastError() == cudaSuccess;
  const bool known = cudaPointerGetAttributes(&attributes, memory) == cudaSuccess;
  if (is_clear) static_cast<void>(cudaGetLastError());
  return known && attributes.type == cudaMemoryTypeDevice;
}

/// Rows of memory.
struct Rows {
  const void* begin;
  std::size_t pitch;
  [[nodiscard]] const char* row(std::size_t index) const {
    return static_cast<const char*>(begin) + index * pitch;
  }
};

/// Others than host code have written there.
void leave(const Rows& rows, std::size_t width, std::size_t height) {
  const auto common = common_at(rows.begin);
  if (common == commons.end()) return;
  account.wait(HostValues::kCopy);
  static_cast<void>(cudaDeviceSynchronize());
  const char* const end = common->first + common->second.bytes;
  for (std::size_t row = 0; row < height && rows.row(row) < end; ++row) {
    const char* const at = rows.row(row);
    const auto bytes = std::min(width, static_cast<std::size_t>(end - at));
    std::memcpy(left_in(common->second).data() + (at - common->first), at, bytes);
  }
}

template <class Copy>
cudaError_t copied(const char* call, const Rows& to, const Rows& from, std::size_t width, std::size_t height,
                   const Copy& copy) {
  if (!is_counted() || width == 0 || height == 0) return copy();
  const bool to_device = is_device(to.begin), from_device = is_device(from.begin);
  const auto common = common_at(from.begin);
  if (to_device) {
    std::size_t cost = HostValues::kCopy;
    if (common != commons.end()) static_cast<void>(cudaDeviceSynchronize());
    for (std::size_t row = 0; row < height && !from_device; ++row) {
      const char* const at = from.row(row);
      if (common == commons.end()) {
        cost += base::take_change(at, nullptr, width).cost;
      } else if (const auto place = static_cast<std::size_t>(at - common->first);
                 place < common->second.bytes) {
        char* const left = left_in(common->second).data() + place;
        cost += base::take_change(at, left, std::min(width, common->second.bytes - place)).cost;
      }
    }
    give(cost, call);
  }
  const cudaError_t error = copy();
  // An asynchronous copy would read later what host code may write until then.
  if (common != commons.end()) static_cast<void>(cudaDeviceSynchronize());
  if (from_device && !to_device && error == cudaSuccess) {
    see(width * height, call);
    leave(to, width, height);
  }
  return error;
}

template <class Fill>
cudaError_t filled(const char* call, const Rows& to, std::size_t width, std::size_t height,
                   const Fill& fill) {
  if (!is_counted()) return fill();
  const bool to_device = is_device(to.begin);
  if (to_device) give(HostValues::kCopy, call);
  const cudaError_t error = fill();
  if (!to_device && error == cudaSuccess) leave(to, width, height);
  return error;
}

/// Keeps what an allocation has given. It has no values yet that host code could have written.
cudaError_t kept(cudaError_t error, void** memory, std::size_t bytes) {
  if (error != cudaSuccess || !counting || bytes == 0) return error;
  std::memset(*memory, 0, bytes);
  commons[static_cast<char*>(*memory)] = {bytes, {}};
  return error;
}

void forget(void* memory) { commons.erase(static_cast<char*>(memory)); }

/// Where a symbol lies on the device; null for none.
const char* address_of(const void* symbol) {
  void* address = nullptr;
  return cudaGetSymbolAddress(&address, symbol) == cudaSuccess ? static_cast<char*>(address) : nullptr;
}

std::vector<std::size_t> find_parameters(const void* function) {
  std::vector<std::size_t> sizes;
  const bool is_clear = cudaPeekAtLastError() == cudaSuccess;
  std::size_t offset = 0, bytes = 0;
  while (cudaFuncGetParamInfo(function, sizes.size(), &offset, &bytes) == cudaSuccess) sizes.push_back(bytes);
  if (is_clear) static_cast<void>(cudaGetLastError());
  return sizes;
}

std::size_t cost_of_arguments(const void* function, void** arguments) {
  static std::map<const void*, std::vector<std::size_t>> known;
  auto found = known.find(function);
  if (found == known.end()) found = known.emplace(function, find_parameters(function)).first;
  std::size_t cost = 0;
  std::uint32_t upper_half = 0;  // of the last pointer: the next one's is often the same
  for (std::size_t i = 0; i < found->second.size(); ++i) {
    const auto* at = static_cast<const char*>(arguments[i]);
    const std::size_t bytes = found->second[i];
    for (std::size_t word = 0; word < bytes; word += sizeof(std::uint32_t)) {
      std::uint32_t value = 0;
      std::memcpy(&value, at + word, std::min(sizeof value, bytes - word));
      const bool is_upper = bytes == sizeof(void*) && word > 0;
      if (value != 0 && !(is_upper && value == upper_half)) cost += sizeof value;
      if (is_upper) upper_half = value;
    }
  }
  return cost;
}

}  // namespace

void limit_host_values(std::size_t bytes) {
  account.begin_call(bytes);
  find_managed_variables();
  // What host code has written since the last launch of the last call has nothing to do with this one.
  static_cast<void>(changes());
}

void count_host_values(bool on) { counting = on; }

void launch_takes(const void* function, void** arguments) {
  if (!is_counted()) return;
  std::size_t cost = HostValues::kLaunch + cost_of_arguments(function, arguments);
  if (!commons.empty()) {
    static_cast<void>(cudaDeviceSynchronize());
    cost += changes().cost;
  }
  give(cost, "a launch");
}

void launch_leaves() {
  if (!is_counted() || commons.empty()) return;
  static_cast<void>(cudaDeviceSynchronize());
  see(changes().bytes, "a launch");
}

}  // namespace mergelab::worker

// NOLINTBEGIN(bugprone-reserved-identifier)
#define MERGELAB_NEXT(NAME) static const auto kNext = mergelab::worker::next<decltype(&NAME)>(#NAME)

using mergelab::worker::address_of;
using mergelab::worker::copied;
using mergelab::worker::filled;
using mergelab::worker::forget;
using mergelab::worker::kept;

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  MERGELAB_NEXT(cudaMemcpy);
  return copied("cudaMemcpy", {to, bytes}, {from, bytes}, bytes, 1,
                [&] { return kNext(to, from, bytes, kind); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemcpyAsync);
  return copied("cudaMemcpyAsync", {to, bytes}, {from, bytes}, bytes, 1,
                [&] { return kNext(to, from, bytes, kind, stream); });
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  MERGELAB_NEXT(cudaMemcpy2D);
  return copied("cudaMemcpy2D", {to, to_pitch}, {from, from_pitch}, width, height,
                [&] { return kNext(to, to_pitch, from, from_pitch, width, height, kind); });
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemcpy2DAsync);
  return copied("cudaMemcpy2DAsync", {to, to_pitch}, {from, from_pitch}, width, height,
                [&] { return kNext(to, to_pitch, from, from_pitch, width, height, kind, stream); });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  MERGELAB_NEXT(cudaMemcpyToSymbol);
  return copied("cudaMemcpyToSymbol", {address_of(symbol), bytes}, {from, bytes}, bytes, 1,
                [&] { return kNext(symbol, from, bytes, offset, kind); });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemcpyToSymbolAsync);
  return copied("cudaMemcpyToSymbolAsync", {address_of(symbol), bytes}, {from, bytes}, bytes, 1,
                [&] { return kNext(symbol, from, bytes, offset, kind, stream); });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  MERGELAB_NEXT(cudaMemcpyFromSymbol);
  return copied("cudaMemcpyFromSymbol", {to, bytes}, {address_of(symbol), bytes}, bytes, 1,
                [&] { return kNext(to, symbol, bytes, offset, kind); });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemcpyFromSymbolAsync);
  return copied("cudaMemcpyFromSymbolAsync", {to, bytes}, {address_of(symbol), bytes}, bytes, 1,
                [&] { return kNext(to, symbol, bytes, offset, kind, stream); });
}

cudaError_t cudaMemset(void* memory, int byte, size_t bytes) {
  MERGELAB_NEXT(cudaMemset);
  return filled("cudaMemset", {memory, bytes}, bytes, 1, [&] { return kNext(memory, byte, bytes); });
}

cudaError_t cudaMemsetAsync(void* memory, int byte, size_t bytes, cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemsetAsync);
  return filled("cudaMemsetAsync", {memory, bytes}, bytes, 1,
                [&] { return kNext(memory, byte, bytes, stream); });
}

cudaError_t cudaMemset2D(void* memory, size_t pitch, int byte, size_t width, size_t height) {
  MERGELAB_NEXT(cudaMemset2D);
  return filled("cudaMemset2D", {memory, pitch}, width, height,
                [&] { return kNext(memory, pitch, byte, width, height); });
}

cudaError_t cudaMemset2DAsync(void* memory, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream) {
  MERGELAB_NEXT(cudaMemset2DAsync);
  return filled("cudaMemset2DAsync", {memory, pitch}, width, height,
                [&] { return kNext(memory, pitch, byte, width, height, stream); });
}

cudaError_t cudaMallocHost(void** memory, size_t bytes) {
  static const auto kNext = mergelab::worker::next<cudaError_t (*)(void**, size_t)>("cudaMallocHost");
  return kept(kNext(memory, bytes), memory, bytes);
}

cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned int flags) {
  static const auto kNext =
      mergelab::worker::next<cudaError_t (*)(void**, size_t, unsigned int)>("cudaHostAlloc");
  return kept(kNext(memory, bytes, flags), memory, bytes);
}

cudaError_t cudaMallocManaged(void** memory, size_t bytes, unsigned int flags) {
  static const auto kNext =
      mergelab::worker::next<cudaError_t (*)(void**, size_t, unsigned int)>("cudaMallocManaged");
  return kept(kNext(memory, bytes, flags), memory, bytes);
}

cudaError_t cudaHostRegister(void* memory, size_t bytes, unsigned int flags) {
  MERGELAB_NEXT(cudaHostRegister);
  const cudaError_t error = kNext(memory, bytes, flags);
  // What host code has written there before counts, too.
  if (error == cudaSuccess) mergelab::worker::commons[static_cast<char*>(memory)] = {bytes, {}};
  return error;
}

cudaError_t cudaHostUnregister(void* memory) {
  MERGELAB_NEXT(cudaHostUnregister);
  forget(memory);
  return kNext(memory);
}

cudaError_t cudaFreeHost(void* memory) {
  MERGELAB_NEXT(cudaFreeHost);
  forget(memory);
  return kNext(memory);
}

cudaError_t cudaFree(void* memory) {
  MERGELAB_NEXT(cudaFree);
  forget(memory);
  return kNext(memory);
}

// A pool of the host's memory would give it to kernels unseen.
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  MERGELAB_NEXT(cudaMemPoolCreate);
  if (properties != nullptr && (properties->location.type != cudaMemLocationTypeDevice ||
                                properties->allocType != cudaMemAllocationTypePinned)) {
    return cudaErrorNotSupported;
  }
  return kNext(pool, properties);
}

void __cudaRegisterManagedVar(void** fat_binary, void** begin, char* device_address, const char* device_name,
                              int is_external, size_t bytes, int is_constant, int is_global) {
  static const auto kNext =
      mergelab::worker::next<void (*)(void**, void**, char*, const char*, int, size_t, int, int)>(
          "__cudaRegisterManagedVar");
  mergelab::worker::managed_variables.push_back({begin, bytes});
  kNext(fat_binary, begin, device_address, device_name, is_external, bytes, is_constant, is_global);
}
}
// NOLINTEND(bugprone-reserved-identifier)
