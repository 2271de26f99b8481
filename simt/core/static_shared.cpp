// Follows the module's relocations from a kernel to the thread-local variables that it reaches.
#include "static_shared.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "module_object.hpp"
#include "shared_memory.hpp"
#include "watch.hpp"

namespace simt::core {
namespace {

struct Module {
  bool read = false;
  std::map<std::size_t, std::size_t> ends;                              // functions and data, by begin
  std::map<std::size_t, std::vector<elf::ObjectReference>> references;  // by the referrer's begin
  std::map<std::size_t, std::size_t> variables;                         // bytes of shared ones, by place
  std::vector<std::size_t> pointed_to;  // by data: callable by any kernel through a pointer
  std::map<const void*, StaticShared> known;
};
Module& module() {
  static Module& state = *new Module;
  return state;
}

/// The beginning of the function or datum that contains this place; otherwise the place itself.
std::size_t holder(std::size_t place) {
  const auto after = module().ends.upper_bound(place);
  if (after == module().ends.begin()) return place;
  const auto found = std::prev(after);
  return place < found->second ? found->first : place;
}

void read_all_objects() {
  module().read = true;
  const elf::ObjectFile object = read_module_object();
  const SharedMemory& shared = SharedMemory::instance();
  std::set<std::size_t> data;
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (symbol.undefined || symbol.bytes == 0) continue;
    const bool dynamic = symbol.begin >= shared.dynamic_begin() && symbol.begin < shared.dynamic_end();
    if (!symbol.thread_local_) {
      module().ends[symbol.begin] = symbol.begin + symbol.bytes;
      if (symbol.variable) data.insert(symbol.begin);
    } else if (!dynamic) {
      module().variables[symbol.begin] = symbol.bytes;
    }
  }
  for (const elf::ObjectReference& each : object.references) {
    module().references[holder(each.from)].push_back(each);
    if (data.contains(holder(each.from)) && !each.thread_local_)
      module().pointed_to.push_back(holder(each.to));
  }
}

/// Consecutive, each aligned for its size and its place in the segment.
std::size_t size_of(const std::set<std::size_t>& places) {
  constexpr std::size_t kMostAlignment = 16;
  std::size_t total = 0;
  for (const std::size_t place : places) {
    const std::size_t bytes = module().variables[place];
    const std::size_t bits = place | bytes | kMostAlignment, alignment = bits & (~bits + 1);
    total = (total + alignment - 1) / alignment * alignment + bytes;
  }
  return total;
}

std::vector<SharedRange> ranges_of(const std::set<std::size_t>& places) {
  std::vector<SharedRange> ranges;
  bool goes_on = false;
  for (const auto& [place, bytes] : module().variables) {
    if (!places.contains(place)) {
      goes_on = false;
    } else if (goes_on) {
      ranges.back().end = place + bytes;
    } else {
      ranges.push_back({place, place + bytes});
      goes_on = true;
    }
  }
  return ranges;
}

}  // namespace

void forget_static_shared() { module() = {}; }

const StaticShared& static_shared(const void* kernel) {
  const auto [entry, is_new] = module().known.try_emplace(kernel);
  StaticShared& own = entry->second;
  if (!is_new) return own;
  const SharedMemory& shared = SharedMemory::instance();
  own = {shared.static_bytes(), {{0, shared.dynamic_begin()}, {shared.dynamic_end(), shared.bytes()}}};
  if (own.bytes == 0) return own;
  if (!module().read) read_all_objects();
  if (module().references.empty()) return own;
  std::set<std::size_t> reached, variables;
  std::vector<std::size_t> open = module().pointed_to;
  open.push_back(holder(reinterpret_cast<std::uintptr_t>(kernel) - watch.text_begin));
  while (!open.empty()) {
    const std::size_t place = open.back();
    open.pop_back();
    if (!reached.insert(place).second) continue;
    const auto found = module().references.find(place);
    if (found == module().references.end()) continue;
    for (const elf::ObjectReference& each : found->second) {
      if (!each.thread_local_) {
        open.push_back(holder(each.to));
      } else if (module().variables.contains(each.to)) {
        variables.insert(each.to);
      }
    }
  }
  return own = {size_of(variables), ranges_of(variables)};
}

}  // namespace simt::core
