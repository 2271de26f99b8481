// Two totals: what host code has got from the device, in all calls with the same inputs, and what it has
// given back in this call. Host code gets what is copied to it, and what others leave in memory that it reads
// by itself. It gives what it copies, the arguments of kernels, what it has written in memory that kernels
// read by themselves, and a little for each launch and copy, since which ones there are is its choice.
#include "host_values.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/host_values.hpp"
#include "checker.hpp"
#include "report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/device_variables.hpp"
#include "simt/core/lines.hpp"
#include "state.hpp"

namespace simt::check {
namespace {

using core::Allocation;
using core::DeviceMemory;
using core::Rows;
using mergelab::base::Change;
using mergelab::base::Content;
using mergelab::base::HostValues;

HostValues& account() {
  static HostValues& the_account = *new HostValues;
  return the_account;
}

bool is_limited() { return account().is_limited() && core::watch.in_object; }

/// The call that brought the most at once.
struct MostSeen {
  finding::Name call;
  finding::Site at;
};
MostSeen& most_seen() {
  static MostSeen& call = *new MostSeen;
  return call;
}

void see(std::size_t bytes, const char* call, std::uintptr_t pc, const Content* content = nullptr) {
  if (content != nullptr ? account().see(bytes, *content) : account().see(bytes))
    most_seen() = {call, core::site_of(pc)};
}

void give(std::size_t bytes, const Content& content, const char* call, std::uintptr_t pc) {
  if (account().give(bytes, content)) return;
  Finding found(Message::host_values, Advice::kernels_merge);
  found.word = most_seen().call.view();
  found.access.at = most_seen().at;
  found.other_word = call;
  found.other.at = core::site_of(pc);
  found.numbers = account().numbers();
  fail(found);
}

/// As many as a launch has for itself.
constexpr std::size_t kFewValues = 64;
std::size_t values_given = 0;  // in this call, by memory

/// Of values that came by memory, and of arguments of a launch.
void tell_of_values(std::size_t in_memory, std::size_t in_arguments) {
  values_given += in_memory;
  if (std::max(values_given, in_arguments) > kFewValues)
    core::tell_counter(&core::Listener::host_gave_values);
}

std::uint64_t allocated_before = 0;  // the number of the last allocation before the call

/// An address, or what looks like one. Freed memory keeps its addresses for a while, so calls that do the
/// same get other ones: which of the arrays it is counts, and in the call's own the distance from the first.
void add_address(Content& content, std::uintptr_t value) {
  const Allocation* const allocation = DeviceMemory::instance().find(value);
  if (allocation == nullptr || allocation->number == 0) return static_cast<void>(content.add(value));
  const bool is_of_call = allocation->number > allocated_before;
  const Allocation* first = allocation;
  std::uint64_t between = 0;
  for (const auto& [begin, other] : DeviceMemory::instance().all()) {
    if ((other.number > allocated_before) != is_of_call) continue;
    if (is_of_call ? other.number < allocation->number : other.live && other.number > allocation->number)
      ++between;
    if (is_of_call && other.number < first->number) first = &other;
  }
  content.add(is_of_call ? 1 : 0).add(between).add(value - allocation->begin);
  content.add(allocation->begin - first->begin);
}

Content place_of(const Rows& rows) {
  Content content;
  add_address(content, rows.begin);
  return content.add(rows.pitch).add(rows.width).add(rows.height);
}

/// The __device__ variables that host code has used by their names.
std::set<std::uintptr_t>& used_by_host() {
  static auto& variables = *new std::set<std::uintptr_t>;
  return variables;
}

/// Whether host code gets what lies there by copies only.
bool is_device(const Allocation* allocation, std::uintptr_t address) {
  if (allocation == nullptr) return false;
  if (allocation->number != 0) return allocation->kind == MemoryKind::Device;
  const std::uintptr_t variable = core::device_variable_at(address);
  return variable != 0 && !used_by_host().contains(variable);
}
/// A copy of what others than host code have left in common memory; at first zeros, as new memory has.
char* left_in(Allocation& allocation) {
  if (allocation.left.empty())
    allocation.left = core::Mapping(allocation.bytes(), core::place_that_tells_nothing());
  if (allocation.left.empty()) {
    Finding found(Message::no_memory_to_watch);
    found.access.memory = core::name_of(allocation);
    fail(found);
  }
  return static_cast<char*>(allocation.left.begin());
}

/// The part of [begin, begin + bytes) that lies in the allocation.
std::size_t within(const Allocation& allocation, std::uintptr_t begin, std::size_t bytes) {
  return std::min<std::size_t>(bytes, allocation.end - begin);
}

/// Others than host code put what lies at `from` into common memory.
void leave(Allocation& target, std::uintptr_t at, std::uintptr_t from, std::size_t bytes) {
  std::memcpy(left_in(target) + (at - target.begin), reinterpret_cast<const void*>(from),
              within(target, at, bytes));
}

/// What has come into a part of common memory since it was asked last.
Change change_in(Allocation& allocation, std::uintptr_t begin, std::uintptr_t end) {
  return mergelab::base::take_change(reinterpret_cast<const void*>(begin),
                                     left_in(allocation) + (begin - allocation.begin), end - begin);
}

/// The same of all of it.
Change changes() {
  Change sum;
  const auto take = [&](Allocation& allocation, std::uintptr_t begin, std::uintptr_t end) {
    const Change change = change_in(allocation, begin, end);
    sum.bytes += change.bytes;
    sum.cost += change.cost;
  };
  for (auto& entry : DeviceMemory::instance().all()) {
    Allocation& allocation = entry.second;
    if (!allocation.live || allocation.divided || allocation.kind == MemoryKind::Device) continue;
    std::uintptr_t begin = allocation.begin;
    for (const auto& [variable, device] : core::device_variables()) {
      if (variable < begin || device.end > allocation.end || !is_device(&allocation, variable)) continue;
      take(allocation, begin, variable);
      begin = device.end;
    }
    take(allocation, begin, allocation.end);
  }
  return sum;
}

/// What is new in the source of a copy to the device.
std::size_t cost_of_source(Allocation* source, std::uintptr_t begin, std::size_t bytes) {
  char* const left = source == nullptr ? nullptr : left_in(*source) + (begin - source->begin);
  if (source != nullptr) bytes = within(*source, begin, bytes);
  return mergelab::base::take_change(reinterpret_cast<const void*>(begin), left, bytes).cost;
}

/// Of words that host code hands to the device.
std::size_t cost_of_words(const void* words, std::size_t bytes, Content& content) {
  constexpr std::size_t kWord = 4;
  std::size_t cost = 0;
  for (std::size_t at = 0; at < bytes; at += sizeof(std::uintptr_t)) {
    std::uintptr_t value = 0;
    std::memcpy(&value, static_cast<const char*>(words) + at, std::min(sizeof value, bytes - at));
    add_address(content, value);
    if (const Allocation* array = DeviceMemory::instance().find(value); array != nullptr) {
      cost += value == array->begin ? HostValues::kArray : kWord;
      continue;
    }
    if (static_cast<std::uint32_t>(value) != 0) cost += kWord;
    if (value >> 32 != 0) cost += kWord;
  }
  return cost;
}

}  // namespace

void launch_takes(const LaunchConfig& config, const void* code, const void* arguments, std::size_t bytes,
                  std::uintptr_t pc) {
  if (!is_limited()) return;
  Content content;
  content.add(reinterpret_cast<std::uintptr_t>(code)).add(config.shared_bytes);
  for (const dim3& shape : {config.grid, config.block}) content.add(shape.x).add(shape.y).add(shape.z);
  constexpr std::size_t kKernel = sizeof(void*);  // the first word
  const std::size_t in_memory = changes().cost;
  const std::size_t in_arguments =
      cost_of_words(static_cast<const char*>(arguments) + kKernel, bytes - kKernel, content);
  tell_of_values(in_memory, in_arguments);
  if (in_memory > 0) account().wait(in_memory);
  give(HostValues::kLaunch + in_arguments, content, "a launch", pc);
}

void launch_leaves(std::uintptr_t pc) {
  if (is_limited()) see(changes().bytes, "a launch", pc);
}

void host_describes(const char* call, const void* description, std::size_t bytes, std::uintptr_t pc) {
  if (!is_limited()) return;
  Content content;
  const std::size_t cost = cost_of_words(description, bytes, content);
  tell_of_values(cost, 0);
  give(HostValues::kLaunch + cost, content, call, pc);
}

void host_names_variable(std::uintptr_t variable, std::uintptr_t pc) {
  if (!is_limited() || !used_by_host().insert(variable).second) return;
  Allocation& variables = *DeviceMemory::instance().find(variable);
  see(change_in(variables, variable, core::device_variables().at(variable).end).bytes, "a read", pc);
}

void Checker::host_uses_variables(core::Bounds bounds, std::uintptr_t pc) {
  const core::Segment* const code = core::segment_at(pc);
  if (code == nullptr || code->owner != core::Owner::Module) pc = 0;  // a library's
  for (const auto& [variable, device] : core::device_variables()) {
    if (variable < bounds.end && device.end > bounds.begin) host_names_variable(variable, pc);
  }
}

bool host_copies(const char* call, const Rows& to, const Rows& from, std::uintptr_t pc) {
  if (!is_limited()) {
    const Allocation* const source = DeviceMemory::instance().find(from.begin);
    return source != nullptr && source->kind == MemoryKind::Device;
  }
  bool of_kernels = true;
  std::size_t cost = HostValues::kCopy;
  bool gives = false, waits = false;
  Content content = place_of({to.begin, to.pitch, from.width, from.height});
  for (std::size_t row = 0; row < from.height; ++row) {
    const std::uintptr_t at = to.begin + row * to.pitch, from_at = from.begin + row * from.pitch;
    Allocation* target = DeviceMemory::instance().find(at);
    Allocation* source = DeviceMemory::instance().find(from_at);
    const bool to_device = is_device(target, at), from_device = is_device(source, from_at);
    gives |= to_device;
    if (to_device && !from_device) {
      content.add(reinterpret_cast<const void*>(from_at), from.width);
      const std::size_t of_host = cost_of_source(source, from_at, from.width);
      of_kernels &= source != nullptr && of_host == 0;
      cost += of_host;
    } else {
      of_kernels &= source != nullptr;  // of two that host code uses, nobody asks
      add_address(content, from_at);
    }
    if (to_device || !from_device) continue;
    Content seen;
    add_address(seen, from_at);
    seen.add(reinterpret_cast<const void*>(from_at), from.width);
    see(from.width, call, pc, &seen);
    waits |= target != nullptr;
    if (target != nullptr) leave(*target, at, from_at, from.width);
  }
  if (waits) account().wait(HostValues::kCopy);
  if (gives) {
    tell_of_values(cost - HostValues::kCopy, 0);
    give(cost, content, call, pc);
  }
  return of_kernels;
}

void host_fills(const char* call, const Rows& to, std::uintptr_t pc) {
  if (!is_limited()) return;
  Allocation* target = DeviceMemory::instance().find(to.begin);
  if (is_device(target, to.begin)) {
    Content content = place_of(to);
    if (to.width > 0) content.add(reinterpret_cast<const void*>(to.begin), 1);
    return give(HostValues::kCopy, content, call, pc);
  }
  if (target == nullptr) return;
  account().wait(HostValues::kCopy);
  for (std::size_t row = 0; row < to.height; ++row) {
    const std::uintptr_t at = to.begin + row * to.pitch;
    if (at < target->end) leave(*target, at, at, to.width);
  }
}

void Checker::module_attached() {
  account() = {};
  used_by_host().clear();
  forget_host_copies();
}

}  // namespace simt::check

namespace simt {

void host::record_host_values(const char* call, std::size_t bytes, const void* caller) {
  if (check::is_limited()) check::see(bytes, call, reinterpret_cast<std::uintptr_t>(caller));
}

void host::limit_host_values(std::size_t bytes, bool new_inputs, std::size_t most_seen) {
  check::account().begin_call(bytes, new_inputs, most_seen);
  check::values_given = 0;
  check::allocated_before = check::DeviceMemory::instance().allocated();
  // What host code has written since the last launch of the last call has nothing to do with this one.
  static_cast<void>(check::changes());
}

}  // namespace simt

// __device__ variables that host code uses by their names: on a GPU it has a separate copy.
namespace simt::check {
namespace {

using core::Access;
using core::Allocation;

/// Of a variable that host code has written, and which neither a call nor a kernel has written since.
struct HostCopy {
  std::vector<char> on_device, on_host;  // the latter at the beginning of the launch
  finding::Site written_at;
};
std::map<std::uintptr_t, HostCopy>& written_by_host() {
  static auto& variables = *new std::map<std::uintptr_t, HostCopy>;
  return variables;
}

finding::Memory memory_of_variable(std::uintptr_t variable) {
  return {.form = finding::Memory::Form::variable, .name = core::device_variables().at(variable).name};
}

std::vector<char> contents(std::uintptr_t variable) {
  return {reinterpret_cast<const char*>(variable),
          reinterpret_cast<const char*>(core::device_variables().at(variable).end)};
}

/// What kernels have done with the module's variables.
struct Cells {
  const Cell* all = nullptr;  // null: none has used one
  std::uintptr_t begin = 0;

  [[nodiscard]] const Cell& at(std::uintptr_t address) const { return all[(address - begin) / kCellSpan]; }
};
Cells cells_of(std::uintptr_t variable) {
  const Allocation& variables = *core::DeviceMemory::instance().find(variable);
  return {static_cast<const Cell*>(variables.shadow.begin()), variables.begin};
}

/// Of these bytes, those in the first one's cell, as in a record.
std::uint32_t bytes_in_cell(std::uintptr_t address, std::size_t bytes) {
  return ((1U << std::min<std::size_t>(bytes, kCellSpan)) - 1) << address % kCellSpan & kBytes;
}

void report_read(std::uintptr_t variable, const HostCopy& copy, const Cell& cell, unsigned record) {
  const std::uintptr_t pc = core::watch.text_begin + (cell.where[record] >> kPlaceShift);
  Finding found(Message::host_copy_read, Advice::copy_to_symbol);
  found.access = to_finding(core::kHostThread, pc);
  found.access.memory = memory_of_variable(variable);
  found.other.at = copy.written_at;
  keep(found, core::kHostThread, pc);
}

}  // namespace

finding::Memory variable_with(std::uintptr_t address) {
  return memory_of_variable(core::device_variable_at(address));
}

void host_uses_variable(const Access& access) {
  const std::uintptr_t variable = core::device_variable_at(access.address);
  if (variable == 0) return;
  host_names_variable(variable, access.pc);
  if (access.kind == core::AccessKind::Read) {
    if (written_by_host().contains(variable)) return;
    const Cells cells = cells_of(variable);
    if (cells.all == nullptr) return;
    const Cell& cell = cells.at(access.address);
    if (cell.time[kWriter] == 0 || (cell.where[kWriter] & bytes_in_cell(access.address, access.bytes)) == 0)
      return;
    if (again(Rule::host_access, access.thread, access.pc)) return;
    Finding found(Message::device_variable, Advice::copy_from_symbol);
    found.access = to_finding(access);
    found.access.memory = memory_of_variable(variable);
    return keep(found, access.thread, access.pc);
  }
  HostCopy& copy = written_by_host()[variable];
  if (copy.on_device.empty()) copy.on_device = contents(variable);
  copy.written_at = core::site_of(access.pc);
}

void call_writes_variable(std::uintptr_t address) {
  if (!written_by_host().empty()) written_by_host().erase(core::device_variable_at(address));
}

void kernel_may_use_variables() {
  for (auto& [variable, copy] : written_by_host()) copy.on_host = contents(variable);
}

void kernel_has_used_variables() {
  std::erase_if(written_by_host(), [](const auto& written) {
    const std::uintptr_t variable = written.first;
    const HostCopy& copy = written.second;
    const Cells cells = cells_of(variable);
    if (cells.all == nullptr) return false;
    bool ends = false;  // the kernel has written the variable
    for (std::size_t i = 0; i < copy.on_device.size(); ++i) {
      const Cell& cell = cells.at(variable + i);
      const auto used = [&](unsigned record) {
        return cell.time[record] >= state.launch_start &&
               (cell.where[record] & bytes_in_cell(variable + i, 1)) != 0;
      };
      const bool updates = (cell.where[kWriter] & kAtomic) != 0;
      ends = ends || used(kWriter);
      // What it read of what it wrote may be its own.
      if (copy.on_host[i] == copy.on_device[i] || (used(kWriter) && !updates)) continue;
      for (const unsigned record : {kWriter, kFirstReader, kSecondReader}) {
        if (!used(record)) continue;
        report_read(variable, copy, cell, record);
        return true;
      }
    }
    return ends;
  });
}

void forget_host_copies() { written_by_host().clear(); }

}  // namespace simt::check
