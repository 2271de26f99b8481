// Queries the dynamic linker once per attached module.
#include "segments.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
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
  constants() = {begin, end / page * page, false, true, Owner::Module};
}

int visit_segments(dl_phdr_info* info, std::size_t, void* data) {
  const auto module = *static_cast<std::uintptr_t*>(data);
  const bool first = segments().empty();  // the program is
  if (info->dlpi_addr == module) note_constants(*info);
  const Owner owner = info->dlpi_addr == module ? Owner::Module : first ? Owner::Program : Owner::Library;
  const bool is_of_cpp = std::string_view(info->dlpi_name).find("libstdc++") != std::string_view::npos;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  for (const ElfW(Word) type : {PT_GNU_RELRO, PT_LOAD}) {  // what only the loader writes, first
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto& header = info->dlpi_phdr[i];
      if (header.p_type != type) continue;
      const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr, end = begin + header.p_memsz;
      const bool writable = type == PT_LOAD && (header.p_flags & PF_W) != 0;
      const bool is_readable = owner != Owner::Program && (!writable || owner == Owner::Module || is_of_cpp);
      segments().push_back({begin, type == PT_LOAD ? end : end / page * page, writable, is_readable, owner});
    }
  }
  return 0;
}

}  // namespace

void find_segments(std::uintptr_t module_begin) {
  segments().clear();
  constants() = {};
  dl_iterate_phdr(&visit_segments, &module_begin);
  for (const char* name : {"stdout", "stderr", "__libc_single_threaded"}) {
    const auto variable = reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, name));
    if (variable != 0)
      segments().insert(segments().begin(), {variable, variable + sizeof(void*), true, true, Owner::Library});
  }
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
