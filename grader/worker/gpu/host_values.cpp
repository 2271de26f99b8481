// Memory that kernels and host code use alike is compared with an older copy of it round each launch, which
// waits for the device then: nothing else shows who has written there.
#include "worker/gpu/host_values.hpp"

#include <map>

#include "base/host_values.hpp"
#include "worker/crash_report.hpp"

namespace mergelab::worker {
namespace {

using base::Content;
using base::HostValues;

HostValues account;
finding::Name most_seen;  // the call that brought the most bytes at once
bool counting = false;
std::vector<std::uintptr_t> arrays;  // of the problem

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

/// The one that contains an address, or end().
auto common_at(const void* address) {
  char* const at = static_cast<char*>(const_cast<void*>(address));
  auto found = commons.upper_bound(at);
  if (found == commons.begin()) return commons.end();
  --found;
  return at < found->first + found->second.bytes ? found : commons.end();
}

void see(std::size_t bytes, const char* call, const Content* content = nullptr) {
  if (content != nullptr ? account.see(bytes, *content) : account.see(bytes)) most_seen = call;
}

void give(std::size_t bytes, const Content& content, const char* call) {
  if (account.give(bytes, content)) return;
  Finding found(finding::Message::host_values, finding::Advice::kernels_merge);
  found.word = most_seen.view();
  found.other_word = call;
  found.numbers = account.numbers();
  stop(wire::Stop::violation, found);
}

Content place_of(const Rows& rows, std::size_t width, std::size_t height) {
  Content content;
  return content.add(reinterpret_cast<std::uintptr_t>(rows.begin)).add(rows.pitch).add(width).add(height);
}

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

std::vector<std::size_t> find_parameters(const void* function) {
  std::vector<std::size_t> sizes;
  const bool is_clear = cudaPeekAtLastError() == cudaSuccess;
  std::size_t offset = 0, bytes = 0;
  while (cudaFuncGetParamInfo(function, sizes.size(), &offset, &bytes) == cudaSuccess) sizes.push_back(bytes);
  if (is_clear) static_cast<void>(cudaGetLastError());
  return sizes;
}

bool is_array(const char* argument, std::size_t bytes) {
  std::uintptr_t value = 0;
  if (bytes != sizeof value) return false;
  std::memcpy(&value, argument, sizeof value);
  return std::ranges::find(arrays, value) != arrays.end();
}

std::size_t cost_of_arguments(const void* function, void** arguments, Content& content) {
  static std::map<const void*, std::vector<std::size_t>> known;
  auto found = known.find(function);
  if (found == known.end()) found = known.emplace(function, find_parameters(function)).first;
  std::size_t cost = 0;
  std::uint32_t upper_half = 0;  // of the last pointer: the next one's is often the same
  for (std::size_t i = 0; i < found->second.size(); ++i) {
    const auto* at = static_cast<const char*>(arguments[i]);
    const std::size_t bytes = found->second[i];
    content.add(at, bytes);
    if (is_array(at, bytes)) {
      cost += HostValues::kArray;
      continue;
    }
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

bool is_device(const void* memory) {
  cudaPointerAttributes attributes{};
  const bool is_clear = cudaPeekAtLastError() == cudaSuccess;
  const bool known = cudaPointerGetAttributes(&attributes, memory) == cudaSuccess;
  if (is_clear) static_cast<void>(cudaGetLastError());
  return known && attributes.type == cudaMemoryTypeDevice;
}

void forget_arrays() { arrays.clear(); }
void keep_array(const void* begin) { arrays.push_back(reinterpret_cast<std::uintptr_t>(begin)); }

void limit_host_values(std::size_t bytes, bool new_inputs, std::size_t most_seen) {
  account.begin_call(bytes, new_inputs, most_seen);
  find_managed_variables();
  // What host code has written since the last launch of the last call has nothing to do with this one.
  static_cast<void>(changes());
}

void count_host_values(bool on) { counting = on; }

bool counts_host_values() { return counting && account.is_limited(); }

void record_host_copy(const char* call, std::size_t bytes) {
  if (counts_host_values()) see(bytes, call);
}

void launch_takes(const LaunchShape& shape, const void* function, void** arguments) {
  if (!counts_host_values()) return;
  Content content;
  content.add(reinterpret_cast<std::uintptr_t>(function)).add(shape.shared_bytes);
  for (const dim3& sizes : {shape.grid, shape.block}) content.add(sizes.x).add(sizes.y).add(sizes.z);
  const std::size_t cost = HostValues::kLaunch + cost_of_arguments(function, arguments, content);
  if (!commons.empty()) {
    static_cast<void>(cudaDeviceSynchronize());
    account.wait(changes().cost);
  }
  give(cost, content, "a launch");
}

void launch_leaves() {
  if (!counts_host_values() || commons.empty()) return;
  static_cast<void>(cudaDeviceSynchronize());
  see(changes().bytes, "a launch");
}

void copy_begins(const char* call, const Rows& to, const Rows& from, std::size_t width, std::size_t height) {
  if (!counts_host_values() || !is_device(to.begin)) return;
  const auto common = common_at(from.begin);
  std::size_t cost = HostValues::kCopy;
  Content content = place_of(to, width, height);
  if (common != commons.end()) static_cast<void>(cudaDeviceSynchronize());
  const bool on_device = is_device(from.begin);
  for (std::size_t row = 0; row < height && !on_device; ++row) {
    const char* const at = from.row(row);
    content.add(at, width);
    if (common == commons.end()) {
      cost += base::take_change(at, nullptr, width).cost;
    } else if (const auto place = static_cast<std::size_t>(at - common->first);
               place < common->second.bytes) {
      char* const left = left_in(common->second).data() + place;
      cost += base::take_change(at, left, std::min(width, common->second.bytes - place)).cost;
    }
  }
  if (on_device) content.add(reinterpret_cast<std::uintptr_t>(from.begin)).add(from.pitch);
  give(cost, content, call);
}

void copy_ends(const char* call, const Rows& to, const Rows& from, std::size_t width, std::size_t height) {
  if (!counts_host_values()) return;
  // An asynchronous copy would read later what host code may write until then.
  if (common_at(from.begin) != commons.end()) static_cast<void>(cudaDeviceSynchronize());
  if (!is_device(from.begin) || is_device(to.begin)) return;
  constexpr std::size_t kMostCompared = std::size_t{1} << 20;
  const bool is_there = std::string_view(call).find("Async") == std::string_view::npos;
  Content content = place_of(from, width, height);
  const bool is_compared = is_there && width * height <= kMostCompared;
  for (std::size_t row = 0; row < height && is_compared; ++row) content.add(to.row(row), width);
  see(width * height, call, is_compared ? &content : nullptr);
  leave(to, width, height);
}

void fill_begins(const char* call, const Rows& to, int byte, std::size_t width, std::size_t height) {
  if (!counts_host_values() || !is_device(to.begin)) return;
  Content content = place_of(to, width, height);
  content.add(static_cast<unsigned char>(byte));
  give(HostValues::kCopy, content, call);
}

void fill_ends(const Rows& to, std::size_t width, std::size_t height) {
  if (counts_host_values() && !is_device(to.begin)) leave(to, width, height);
}

void keep_common(void* memory, std::size_t bytes) { commons[static_cast<char*>(memory)] = {bytes, {}}; }
void forget_common(void* memory) { commons.erase(static_cast<char*>(memory)); }
void keep_managed_variable(void** begin, std::size_t bytes) { managed_variables.push_back({begin, bytes}); }

}  // namespace mergelab::worker
