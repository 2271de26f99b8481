#include "constant_memory.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "base/read_file.hpp"
#include "simt/elf/object_file.hpp"

namespace simt::core {
namespace {

struct ConstantMemory {
  std::string path;
  std::uintptr_t begin = 0;
  bool read = false;
  std::map<std::uintptr_t, std::uintptr_t> ends;    // of the variables, by their beginnings
  std::uintptr_t filled_begin = 0, filled_end = 0;  // from the first to the last byte from device memory
};
ConstantMemory& constant_memory() {
  static ConstantMemory& state = *new ConstantMemory;
  return state;
}

void read_variables() {
  constant_memory().read = true;
  elf::ObjectFile object;
  try {
    object = elf::read_object(mergelab::base::read_file(constant_memory().path).value_or(""));
  } catch (const std::runtime_error&) {
    return;
  }
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (symbol.constant)
      constant_memory().ends[constant_memory().begin + symbol.begin] =
          constant_memory().begin + symbol.begin + symbol.bytes;
  }
}

}  // namespace

void use_constant_memory_of(void* handle) {
  link_map* map = nullptr;
  constant_memory() = {};
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return;
  constant_memory().path = map->l_name;
  constant_memory().begin = map->l_addr;
}

bool in_constant_memory(std::uintptr_t address) {
  if (!constant_memory().read) read_variables();
  const auto after = constant_memory().ends.upper_bound(address);
  return after != constant_memory().ends.begin() && address < std::prev(after)->second;
}

void fill_constants_from_device(std::uintptr_t begin, std::uintptr_t end) {
  ConstantMemory& memory = constant_memory();
  const bool is_first = memory.filled_end == 0;
  memory.filled_begin = is_first ? begin : std::min(memory.filled_begin, begin);
  memory.filled_end = std::max(memory.filled_end, end);
}

bool is_filled_from_device(std::uintptr_t address) {
  return address - constant_memory().filled_begin <
         constant_memory().filled_end - constant_memory().filled_begin;
}

}  // namespace simt::core
