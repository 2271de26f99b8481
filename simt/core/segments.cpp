// Queries the dynamic linker once per attached module.
#include "segments.hpp"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace simt::core {
namespace {

std::vector<Segment>& segments() {
  static auto& all = *new std::vector<Segment>;
  return all;
}

Segment& constants() {
  static Segment range;
  return range;
}

// Before the variables, the linker places data that only the loader writes.
void note_constants(const dl_phdr_info& info) {
  std::uintptr_t begin = UINTPTR_MAX, end = 0;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& header = info.dlpi_phdr[i];
    const std::uintptr_t at = info.dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD) begin = std::min(begin, at);
    if (header.p_type == PT_GNU_RELRO) end = at + header.p_memsz;
  }
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  constants() = {begin, end / page * page, false, Owner::Module};
}

int visit_segments(dl_phdr_info* info, std::size_t, void* data) {
  const auto module = *static_cast<std::uintptr_t*>(data);
  const bool first = segments().empty();  // the program is
  if (info->dlpi_addr == module) note_constants(*info);
  const Owner owner = info->dlpi_addr == module ? Owner::Module : first ? Owner::Program : Owner::Library;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    segments().push_back({begin, begin + header.p_memsz, (header.p_flags & PF_W) != 0, owner});
  }
  return 0;
}

}  // namespace

void find_segments(std::uintptr_t module_begin) {
  segments().clear();
  constants() = {};
  dl_iterate_phdr(&visit_segments, &module_begin);
}

const Segment* segment_at(std::uintptr_t address) {
  for (const Segment& segment : segments()) {
    if (address >= segment.begin && address < segment.end) return &segment;
  }
  return nullptr;
}

Segment module_constants() { return constants(); }

const Segment* module_variables() {
  for (const Segment& segment : segments()) {
    if (segment.owner == Owner::Module && segment.writable) return &segment;
  }
  return nullptr;
}

}  // namespace simt::core
