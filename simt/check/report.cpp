// Fills findings: which memory, threads and lines, and which rule was broken.
#include "report.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "launch_points.hpp"
#include "launches.hpp"
#include "races.hpp"
#include "simt/core/builtins.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/clusters.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/named_parts.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/shared_names.hpp"
#include "simt/core/traced.hpp"
#include "state.hpp"

namespace simt::check {

using core::Access;
using core::AccessKind;
using core::Scheduler;
using core::site_of;
using core::Space;
using finding::Agent;
using finding::Memory;

namespace {

finding::Coordinates coordinates(std::uint64_t block) {
  const uint3 index = core::index_of_block(block);
  return {index.x, index.y, index.z, core::dimensions(gridDim)};
}

/// Sets the block that ran at that time.
void set_block_at(std::uint32_t time, Agent& agent) {
  const auto after =
      std::upper_bound(state.blocks.begin(), state.blocks.end(), time,
                       [](std::uint32_t at, const State::BlockStart& start) { return at < start.time; });
  agent.in = after == state.blocks.begin() ? Agent::In::another_block : Agent::In::block;
  if (agent.in == Agent::In::block) agent.block = coordinates(std::prev(after)->block);
}

/// `element`: the size of the array's, if it has another type than the access; a wider access begins at one.
void set_element(std::uintptr_t offset, const Access& access, Memory& memory, std::size_t element = 0) {
  if (element == 0) element = access.bytes;
  const bool is_element = offset % element == 0 && access.bytes % element == 0 && access.bytes <= 16;
  memory.form = is_element ? Memory::Form::element : Memory::Form::byte;
  memory.index = static_cast<std::int64_t>(is_element ? offset / element : offset);
}

void set_variable(const core::SharedVariable& variable, std::uintptr_t offset, const Access& access,
                  Memory& memory) {
  memory.name = variable.name;
  if (variable.end - variable.begin == access.bytes && offset == variable.begin)
    memory.form = Memory::Form::variable;
  else
    set_element(offset - variable.begin, access, memory);
}

/// Whether it is a shared variable of one element, such as `__shared__ int sum`.
bool is_one_variable(const Access& access) {
  if (access.space != Space::Shared) return false;
  const std::uintptr_t offset = access.address - core::watch.shared_begin;
  const core::SharedVariable variable = core::shared_variable(offset);
  return !variable.name.empty() && variable.begin == offset && variable.end == offset + access.bytes;
}

finding::Access::Verb verb_of(AccessKind kind) {
  using Verb = finding::Access::Verb;
  return kind == AccessKind::Read ? Verb::read : kind == AccessKind::Write ? Verb::write : Verb::update;
}

std::uintptr_t pc_of(const Cell& cell, unsigned record) {
  const std::uintptr_t place = cell.where[record] >> kPlaceShift;
  return place == 0 ? 0 : core::watch.text_begin + place;
}

bool is_write(const Cell& cell, unsigned record) {
  return record == kWriter || (cell.thread[record] & kPlainWrite) != 0;
}

/// The earlier access of a race: how and at which line. Its caller is unknown by now.
void set_earlier(const Cell& cell, unsigned record, finding::Access& earlier) {
  const bool is_atomic = (cell.where[record] & kAtomic) != 0;
  using Verb = finding::Access::Verb;
  earlier.verb = !is_write(cell, record) ? Verb::read : is_atomic ? Verb::update : Verb::write;
  if (const std::uintptr_t pc = pc_of(cell, record); pc != 0) earlier.at = site_of(pc);
}

/// If a copy of the host's made it.
void set_copy_call(std::uint32_t time, Finding& found) {
  const CopyCall copy = copy_at(time);
  if (copy.name == nullptr) return;
  found.other.by.kind = Agent::Kind::call;
  found.other.at = site_of(core::line_in_progress(copy.pc));
  found.other_word = copy.name;
}

/// Of a race with a kernel that ran at that time, or a copy: which kernels they are.
void set_launches(std::uint32_t time, Finding& found) {
  found.other.by.in = Agent::In::kernel_before;
  if (found.other.by.kind != Agent::Kind::call) found.other.caller = line_of_launch_at(time);
  if (found.access.by.kind != Agent::Kind::call) found.access.caller = line_of_launch();
}

Advice advice_for_streams() {
  return launch_points().empty() ? Advice::kernels_in_streams : Advice::launched_by_kernel;
}

/// Whether Thrust has launched the kernel that runs.
bool is_of_algorithm() { return core::is_of_cpp_library(core::line_of(running_launch())); }

Advice advice_to_write(const core::Allocation& memory) {
  if (memory.number == 0 || memory.kind == MemoryKind::Device) return Advice::write_device_first;
  return memory.kind == MemoryKind::Managed ? Advice::write_managed_first : Advice::write_pinned_first;
}

void note_returned(Finding& found) {
  if (state.returned != State::kNone) found.returned = Scheduler::instance().agent(state.returned);
}

}  // namespace

Memory memory_of(const Access& access) {
  Memory memory;
  memory.bytes = access.bytes;
  if (access.space == Space::Global) {
    const std::uintptr_t offset = access.address - core::watch.text_begin;
    const bool of_module = access.allocation->number == 0;
    if (const auto variable = of_module ? core::module_variable(offset) : core::SharedVariable();
        !variable.name.empty()) {
      set_variable(variable, offset, access, memory);
      return memory;
    }
    memory = core::name_of(*access.allocation);
    memory.bytes = access.bytes;
    set_element(access.address - access.allocation->begin, access, memory, access.allocation->element);
    return memory;
  }
  if (access.space != Space::Shared) return memory;
  const bool of_another = core::watch.in_cluster && access.rank != core::rank_in_cluster();
  memory.is_shared = of_another ? Memory::kOfAnotherBlock : 1;
  const std::uintptr_t offset = access.address - core::watch.shared_begin;
  const core::SharedVariable variable = core::shared_variable(offset);
  if (variable.name.empty()) {
    memory.form = Memory::Form::nameless;
    memory.index = static_cast<std::int64_t>(offset);
    return memory;
  }
  set_variable(variable, offset, access, memory);
  if (offset - core::watch.dynamic_begin < core::watch.dynamic_reserved)
    set_parts(access, offset - core::watch.dynamic_begin, memory);
  return memory;
}

Agent agent_of(unsigned thread) {
  if (thread == core::kHostThread) return {.kind = Agent::Kind::host};
  return Scheduler::instance().agent_with_block(thread);
}

Agent running_agent() {
  const Scheduler& scheduler = Scheduler::instance();
  return agent_of(scheduler.in_kernel() ? scheduler.running() : core::kHostThread);
}

finding::Access to_finding(unsigned thread, std::uintptr_t pc) {
  static const std::vector<std::uintptr_t>& none = *new std::vector<std::uintptr_t>;
  const bool in_kernel = Scheduler::instance().in_kernel();
  const std::vector<std::uintptr_t>& launched_by = in_kernel ? calls_of_launch() : none;
  return {.by = agent_of(thread),
          .at = site_of(core::line_in_progress(pc, launched_by)),
          .caller = site_of(core::caller_of(pc, launched_by))};
}

finding::Access to_finding(const Access& access) {
  finding::Access filled = to_finding(access.thread, access.pc);
  filled.verb = verb_of(access.kind);
  return filled;
}

void report_race(const Cell& cell, unsigned record, const Access& access, bool happens,
                 const finding::Access* seen) {
  const std::uintptr_t other_pc = pc_of(cell, record);
  if (again(Rule::race, access.thread, access.pc, other_pc)) return;
  const bool same_block = cell.time[record] >= state.block_start;
  const unsigned number = cell.thread[record] & kNumber;
  const bool by_copy = is_copy(number);
  const unsigned other = by_copy ? starter(number) : number;
  const bool same_warp = same_block && !by_copy && other / 32 == access.thread / 32;
  const bool wrote = is_write(cell, record);
  Finding found(Message::race);
  found.access = seen != nullptr ? *seen : to_finding(access);
  found.access.by = agent_of(access.thread);
  found.access.memory = memory_of(access);
  if (!happens && seen == nullptr) found.access.caller = {};
  found.earlier_event = core::event_of(other, other_pc, access.address);
  if (!happens) found.event = core::event_of(access.thread, access.pc, access.address);
  finding::Access& earlier = found.other;
  set_earlier(cell, record, earlier);
  // A thread's groups of bulk copies only read shared memory.
  const bool by_own_copy = by_copy && wrote && number < kBarrierCopies && access.space == Space::Shared;
  earlier.by = Scheduler::instance().agent(other);
  if (by_copy) earlier.by.kind = by_own_copy ? Agent::Kind::async_copy : Agent::Kind::bulk_copy;
  const bool of_launch = cell.time[record] >= state.launch_start;
  if (!of_launch) set_copy_call(cell.time[record], found);
  if (same_block)
    earlier.by.in = Agent::In::same_block;
  else if (of_launch)
    set_block_at(cell.time[record], earlier.by);
  else
    set_launches(cell.time[record], found);
  if (same_block && !by_copy && other == access.thread) {  // of several, the last is the thread itself
    earlier.by.kind = Agent::Kind::another_thread;
    if (cell.contention == kOfGrid) earlier.by.in = Agent::In::another_block;
  }
  unsigned waits_for = kNobody;  // at a barrier, the waiting thread
  // Its threads execute the same code.
  if ((happens || seen != nullptr) && other_pc == access.pc) earlier.at = found.access.at;
  if (of_launch && is_of_algorithm()) {
    found.advice = Advice::none;  // no barrier would help
  } else if (!of_launch) {
    found.advice = state.beside.empty() ? Advice::kernel_before : advice_for_streams();
  } else if (by_copy) {
    found.advice = by_own_copy ? Advice::own_copy : Advice::bulk_copy;
  } else if (same_block && wrote && access.kind == AccessKind::Write) {
    found.advice = is_one_variable(access) ? Advice::one_variable : Advice::shares_overlap;
    note_returned(found);
  } else if (same_block) {
    found.advice = core::watch.in_cluster          ? Advice::barrier_in_cluster
                   : found.access.at == earlier.at ? Advice::barrier_or_atomic
                   : same_warp                     ? Advice::barrier_within_warp
                                                   : Advice::barrier_between;
    waits_for = other;
  } else if (access.space == Space::Shared && !(wrote && access.kind == AccessKind::Write)) {
    found.advice = Advice::cluster_barrier;
  } else {
    // Often a wrongly computed place in the output: advice about order would not help.
    found.advice =
        wrote && access.kind == AccessKind::Write ? Advice::blocks_overlap : Advice::blocks_in_any_order;
  }
  keep(found, access.thread, access.pc, other_pc, waits_for);
}

void report_race_of_copy(const CopyCall& call, const Cell& cell, unsigned record,
                         const core::Allocation& allocation, std::uintptr_t address, bool writes) {
  const std::uintptr_t other_pc = pc_of(cell, record);
  if (again(Rule::race, core::kHostThread, call.pc, other_pc)) return;
  Finding found(Message::race, advice_for_streams());
  found.word = call.name;
  found.access = to_finding(core::kHostThread, call.pc);
  found.access.by.kind = Agent::Kind::call;
  found.access.verb = writes ? finding::Access::Verb::write : finding::Access::Verb::read;
  found.access.memory = core::name_of(allocation);
  found.access.memory.form = Memory::Form::byte;
  found.access.memory.index = static_cast<std::int64_t>(address - allocation.begin);
  finding::Access& earlier = found.other;
  set_earlier(cell, record, earlier);
  earlier.by = Scheduler::instance().agent(cell.thread[record] & kNumber);
  set_copy_call(cell.time[record], found);
  set_launches(cell.time[record], found);
  keep(found, core::kHostThread, call.pc, other_pc);
}

void report_race_of_host(const Access& access, const Cell* cell, unsigned record, std::uint32_t time) {
  const std::uintptr_t other_pc = cell != nullptr ? pc_of(*cell, record) : copy_at(time).pc;
  if (again(Rule::race, access.thread, access.pc, other_pc)) return;
  Finding found(Message::race, Advice::host_waits);
  found.access = to_finding(access);
  found.access.caller = {};
  found.access.memory = memory_of(access);
  if (cell != nullptr) {
    set_earlier(*cell, record, found.other);
    found.other.by = Scheduler::instance().agent(cell->thread[record] & kNumber);
  } else {
    found.other.verb = record == kWriter ? finding::Access::Verb::write : finding::Access::Verb::read;
  }
  set_copy_call(time, found);
  found.other.by.in = Agent::In::kernel_before;
  if (found.other.by.kind != Agent::Kind::call) found.other.caller = line_of_launch_at(time);
  keep(found, access.thread, access.pc, other_pc);
}

void report_unfenced_copy(const Cell& cell, const Access& access) {
  const std::uintptr_t other_pc = core::watch.text_begin + (cell.where[kWriter] >> kPlaceShift);
  if (again(Rule::race, access.thread, access.pc, other_pc)) return;
  Finding found(Message::unfenced_copy, Advice::copy_fence);
  found.access = to_finding(access);
  found.access.memory = memory_of(access);
  found.other = {.by = Scheduler::instance().agent(cell.thread[kWriter] & kNumber),
                 .verb = finding::Access::Verb::write,
                 .at = site_of(other_pc)};
  found.other.by.in = Agent::In::same_block;
  keep(found, access.thread, access.pc, other_pc);
}

Finding ended_block(const Access& access) {
  Finding found(Message::ended_block, Advice::cluster_barrier_before_end);
  found.access = to_finding(access);
  found.access.memory = memory_of(access);
  return found;
}

void keep_unstarted_block(const Access& access) {
  Finding found(Message::unstarted_block, Advice::cluster_barrier_at_start);
  found.access = to_finding(access);
  found.access.memory = memory_of(access);
  keep(found, access.thread, access.pc);
}

void keep_ended_block(const Finding& found, const Access& access) {
  if (!again(Rule::use_after_free, access.thread, access.pc)) keep(found, access.thread, access.pc);
}

void report_uninitialised(const Access& access) {
  if (again(Rule::uninitialised_read, access.thread, access.pc)) return;
  const bool is_shared = access.space == Space::Shared;
  // It reads the element behind a thread's share, and does not use it.
  if (is_shared && core::is_merge_of_cub(access.pc)) return;
  Finding found(Message::uninitialised_read, !is_shared ? advice_to_write(*access.allocation)
                                             : access.rank != core::rank_in_cluster()
                                                 ? Advice::write_of_other_block
                                                 : Advice::write_shared_first);
  found.access = to_finding(access);
  found.access.memory = memory_of(access);
  if (is_shared) note_returned(found);
  keep(found, access.thread, access.pc);
}

void fail_copy(Message message, const char* call, std::uint64_t bytes, std::uint64_t granule,
               const core::Site& site) {
  Finding found(message, *call == '\0' ? Advice::copy_granules : Advice::none);
  found.word = call;
  found.access.by = running_agent();
  found.access.at = site_of(site);
  found.numbers = {static_cast<std::int64_t>(bytes), static_cast<std::int64_t>(granule)};
  fail(found);
}

// A name is used only for exactly the same element: the pointer keeps its value after its declaration.

namespace {

using core::NamedPart;
using core::NamedParts;

/// Whether the line consists of whole statements, so it contains all of their accesses.
bool is_whole(const core::Line& line) {
  const auto ends = [](std::string_view text, std::string_view with) {
    const std::size_t comment = text.find("//");
    text = text.substr(0, comment);
    text = text.substr(0, text.find_last_not_of(" \t") + 1);
    return text.empty() ? comment != std::string_view::npos
                        : with.find(text.back()) != std::string_view::npos;
  };
  const core::Line above{line.file, line.number - 1};
  const std::string& before = core::text_of(above);
  return ends(core::text_of(line), ";}") && (before.empty() || ends(before, ";{}"));
}

/// Returns the names in the line that are followed by `[` or `(`; false if it has other pointers.
bool indexed_names(std::string_view line, std::vector<std::string_view>& names) {
  static constexpr std::array<std::string_view, 5> kHarmless{"for", "if", "while", "min", "max"};
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  line = line.substr(0, line.find("//"));
  char last = ' ';  // before the token, without blanks
  for (std::size_t i = 0; i < line.size();) {
    const char c = line[i];
    if (c == ' ' || c == '\t') {
      ++i;
      continue;
    }
    if (c == '"' || c == '\'' || c == '&' || (c == '-' && line.substr(i, 2) == "->")) return false;
    if (c == '*' && !in_name(last) && last != ')' && last != ']') return false;
    if (c == '[' && (last == ')' || last == ']')) return false;
    if (!in_name(c)) {
      last = c;
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < line.size() && in_name(line[end])) ++end;
    const std::string_view name = line.substr(i, end - i);
    const std::size_t next = std::min(line.find_first_not_of(" \t", end), line.size() - 1);
    if (line[next] == '[' && last == '.') return false;
    if (line[next] == '[') names.push_back(name);
    if (line[next] == '(' && std::find(kHarmless.begin(), kHarmless.end(), name) == kHarmless.end())
      return false;
    last = line[end - 1];
    i = end;
  }
  return true;
}

/// Returns the only part that the line indexes, if it otherwise indexes only kernel parameters; so its access
/// to shared memory is to that part.
const NamedPart* only_part(const core::Line& line, const NamedParts& known) {
  std::vector<std::string_view> names;
  if (!is_whole(line) || !indexed_names(core::text_of(line), names)) return nullptr;
  const NamedPart* only = nullptr;
  for (const std::string_view name : names) {
    const auto part = std::find_if(known.parts.begin(), known.parts.end(),
                                   [&](const NamedPart& each) { return each.name == name; });
    const bool parameter =
        std::find(known.parameters.begin(), known.parameters.end(), name) != known.parameters.end();
    if (part == known.parts.end() && !parameter) return nullptr;
    if (part == known.parts.end()) continue;
    if (only != nullptr && only != &*part) return nullptr;
    only = &*part;
  }
  return only;
}

}  // namespace

void set_parts(const core::Access& access, std::size_t offset, finding::Memory& memory) {
  const NamedParts known = core::named_parts();
  if (known.parts.empty() || known.element_bytes == 0) return;
  const std::size_t index = offset / known.element_bytes;
  const auto after = std::find_if(known.parts.begin(), known.parts.end(),
                                  [&](const NamedPart& part) { return part.begin > index; });
  if (after == known.parts.begin()) return;
  const NamedPart& part = *std::prev(after);
  std::size_t count = 0;
  for (const NamedPart& each : known.parts) {  // two tiles may overlap
    if (each.begin == part.begin && count < finding::Memory::kParts)
      memory.parts[count++] = {each.name, static_cast<std::int64_t>(index - each.begin)};
  }
  memory.form = finding::Memory::Form::element;
  memory.name = known.array;
  memory.index = static_cast<std::int64_t>(index);
  const NamedPart* meant = only_part(core::line_of(access.pc), known);
  if (meant != nullptr && meant->begin < part.begin) memory.past = meant->name;
}

finding::Name past_part(const core::Access& access) {
  const NamedParts known = core::named_parts();
  const NamedPart* meant = only_part(core::line_of(access.pc), known);
  return meant == nullptr ? finding::Name() : finding::Name(meant->name);
}

}  // namespace simt::check
