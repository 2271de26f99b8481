#include "device_variables.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "host_values.hpp"
#include "report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/device_variables.hpp"
#include "simt/core/lines.hpp"
#include "state.hpp"

namespace simt::check {
namespace {

using core::Access;
using core::Allocation;

/// Of a variable that host code has written, and which neither a call nor a kernel has written since.
struct HostCopy {
  std::vector<char> on_device, on_host;  // the latter at the beginning of the launch
  finding::Site written_at;
};
std::map<std::uintptr_t, HostCopy>& host_copies() {
  static auto& copies = *new std::map<std::uintptr_t, HostCopy>;
  return copies;
}

finding::Memory memory_of_variable(std::uintptr_t variable) {
  return {.form = finding::Memory::Form::variable, .name = core::device_variables().at(variable).name};
}

std::vector<char> contents(std::uintptr_t variable) {
  return {reinterpret_cast<const char*>(variable),
          reinterpret_cast<const char*>(core::device_variables().at(variable).end)};
}

/// Null if no kernel has used the module's variables.
const Cell* cell_at(std::uintptr_t address) {
  const Allocation* variables = core::DeviceMemory::instance().find(address);
  if (variables == nullptr || variables->shadow.empty()) return nullptr;
  return static_cast<const Cell*>(variables->shadow.begin()) + (address - variables->begin) / kCellSpan;
}

/// The bytes of [begin, end) that lie in the cell with `at`, as in a record.
std::uint32_t bytes_in_cell(std::uintptr_t at, std::uintptr_t begin, std::uintptr_t end) {
  std::uint32_t bytes = 0;
  for (unsigned i = 0; i < kCellSpan; ++i) {
    const std::uintptr_t byte = at / kCellSpan * kCellSpan + i;
    if (byte >= begin && byte < end) bytes |= 1U << i;
  }
  return bytes;
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

void host_uses_variable(const Access& access) {
  const std::uintptr_t variable = core::device_variable_at(access.address);
  if (variable == 0) return;
  host_names_variable(variable, access.pc);
  const std::uintptr_t end = access.address + access.bytes;
  if (access.kind == core::AccessKind::Read) {
    if (host_copies().contains(variable)) return;
    const Cell* cell = cell_at(access.address);
    if (cell == nullptr || cell->time[kWriter] == 0 ||
        (cell->where[kWriter] & bytes_in_cell(access.address, access.address, end)) == 0)
      return;
    if (again(Rule::host_access, access.thread, access.pc)) return;
    Finding found(Message::device_variable, Advice::copy_from_symbol);
    found.access = to_finding(access);
    found.access.memory = memory_of_variable(variable);
    return keep(found, access.thread, access.pc);
  }
  HostCopy& copy = host_copies()[variable];
  if (copy.on_device.empty()) copy.on_device = contents(variable);
  copy.written_at = core::site_of(access.pc);
}

void call_writes_variable(std::uintptr_t address) {
  if (!host_copies().empty()) host_copies().erase(core::device_variable_at(address));
}

void kernel_may_use_variables() {
  for (auto& [variable, copy] : host_copies()) copy.on_host = contents(variable);
}

void kernel_has_used_variables() {
  std::erase_if(host_copies(), [](const auto& written) {
    const std::uintptr_t variable = written.first;
    const HostCopy& copy = written.second;
    bool ends = false;  // the kernel has written the variable
    for (std::size_t i = 0; i < copy.on_device.size(); ++i) {
      const std::uintptr_t at = variable + i;
      const Cell* cell = cell_at(at);
      if (cell == nullptr) return false;
      const std::uint32_t byte = bytes_in_cell(at, at, at + 1);
      const auto used = [&](unsigned record) {
        return cell->time[record] >= state.launch_start && (cell->where[record] & byte) != 0;
      };
      const bool updates = (cell->where[kWriter] & kAtomic) != 0;
      ends = ends || used(kWriter);
      // What it read of what it wrote may be its own.
      if (copy.on_host[i] == copy.on_device[i] || (used(kWriter) && !updates)) continue;
      for (const unsigned record : {kWriter, kFirstReader, kSecondReader}) {
        if (!used(record)) continue;
        report_read(variable, copy, *cell, record);
        return true;
      }
    }
    return ends;
  });
}

void forget_host_copies() { host_copies().clear(); }

}  // namespace simt::check
