#include "device_variables.hpp"

#include <algorithm>
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
