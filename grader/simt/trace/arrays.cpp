#include "arrays.hpp"

#include <algorithm>

#include "simt/core/named_parts.hpp"
#include "simt/core/shared_names.hpp"
#include "simt/core/traced.hpp"

namespace simt::trace {
namespace {

using core::Access;
using core::Space;

std::uint32_t host_array_beside(std::uintptr_t address) {
  const TraceMemory& log = *core::traced;
  std::uint32_t nearest = kNoArray;
  std::uint64_t least = kFarthest;
  for (std::uint32_t i = 0; i < log.array_count; ++i) {
    const TraceArray& array = log.arrays[i];
    if (array.space != TraceSpace::host) continue;
    const std::uint64_t end = array.begin + array.bytes;
    const std::uint64_t distance = address < array.begin ? array.begin - address : address - end;
    if (distance >= least) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}

bool is_dynamic(std::uint64_t offset) {
  return offset - core::watch.dynamic_begin < core::watch.dynamic_reserved;
}

}  // namespace

std::uint32_t add_array(TraceSpace space, std::uint64_t begin, std::uint64_t bytes, std::uint64_t number,
                        const char* name) {
  TraceMemory& log = *core::traced;
  if (log.array_count == TraceMemory::kArrays) return kNoArray;
  TraceArray& array = log.arrays[log.array_count];
  array.begin = begin;
  array.bytes = bytes;
  array.number = number;
  array.space = space;
  core::put_name(array.name, name);
  return log.array_count++;
}

void Arrays::launch_begins(std::size_t dynamic_bytes) {
  dynamic_bytes_ = dynamic_bytes;
  parts_.clear();
}

std::uint32_t Arrays::of(const Access& access) {
  TraceMemory& log = *core::traced;
  const bool shared = access.space == Space::Shared;
  const std::uint64_t number = access.space == Space::Global ? access.allocation->number : 0;
  const std::uint64_t at = shared ? access.address - core::watch.shared_begin : access.address;
  for (std::uint32_t i = 0; i < log.array_count; ++i) {
    const TraceArray& array = log.arrays[i];
    const bool same_space = shared == (array.space == TraceSpace::shared);
    const bool same_number = array.number == 0 || array.number == number;
    if (!same_space || !same_number || at - array.begin >= array.bytes) continue;
    // Another launch may have divided the dynamic array differently.
    if (!shared || !is_dynamic(array.begin) || is_part(array)) return i;
  }
  if (shared) {
    if (is_dynamic(at) && dynamic_bytes_ > 0) return dynamic_part(at);
    const core::SharedVariable variable = core::shared_variable(at);
    if (at - variable.begin >= variable.end - variable.begin) return kNoArray;
    return add_array(TraceSpace::shared, variable.begin, variable.end - variable.begin, 0,
                     variable.name.c_str());
  }
  if (access.space != Space::Global || access.thread == core::kHostThread) return kNoArray;
  if (number != 0) {
    const core::Allocation& memory = *access.allocation;
    return add_array(TraceSpace::global, memory.begin, memory.bytes(), number, memory.name().c_str());
  }
  const std::uint64_t origin = core::watch.text_begin;
  const core::SharedVariable variable = core::module_variable(at - origin);
  if (variable.name.empty()) return kNoArray;
  return add_array(TraceSpace::global, origin + variable.begin, variable.end - variable.begin, 0,
                   variable.name.c_str());
}

std::uint32_t Arrays::beside(const Access& access) {
  if (access.thread == core::kHostThread) return host_array_beside(access.address);
  const std::uintptr_t at = access.address - core::watch.shared_begin;
  Access nearest = access;
  if (access.space == Space::Shared) {
    if (!is_dynamic(at) || dynamic_bytes_ == 0) return kNoArray;
    nearest.address = core::watch.shared_begin + core::watch.dynamic_begin + dynamic_bytes_ - 1;
    return of(nearest);
  }
  core::Allocation* memory = core::DeviceMemory::instance().nearest(access.address);
  if (memory == nullptr || memory->bytes() == 0) return kNoArray;
  nearest.space = Space::Global;
  nearest.allocation = memory;
  nearest.address = access.address < memory->begin ? memory->begin : memory->end - 1;
  return of(nearest);
}

const std::vector<Arrays::Part>& Arrays::parts() {
  if (!parts_.empty()) return parts_;
  const std::uint64_t begin = core::watch.dynamic_begin, end = begin + dynamic_bytes_;
  parts_.push_back({core::shared_variable(begin).name, begin, end});
  const core::NamedParts known = core::named_parts();
  for (const core::NamedPart& part : known.parts) {  // by begin
    const std::uint64_t at = begin + part.begin * known.element_bytes;
    if (at >= end) break;
    if (parts_.back().begin == at) {
      const bool is_whole = parts_.size() == 1 && &part == known.parts.data();
      parts_.back().name = is_whole ? part.name : parts_.back().name + " and " + part.name;
    } else {
      parts_.back().end = at;
      parts_.push_back({part.name, at, end});
    }
  }
  return parts_;
}
bool Arrays::is_part(const TraceArray& array) {
  const auto& all = parts();
  return std::any_of(all.begin(), all.end(), [&](const Part& part) {
    return part.begin == array.begin && part.end == array.begin + array.bytes &&
           part.name.substr(0, sizeof array.name - 1) == array.name;
  });
}
std::uint32_t Arrays::dynamic_part(std::uint64_t at) {
  for (const Part& part : parts()) {
    if (at - part.begin < part.end - part.begin)
      return add_array(TraceSpace::shared, part.begin, part.end - part.begin, 0, part.name.c_str());
  }
  return kNoArray;
}

}  // namespace simt::trace
