#include "constant_memory.hpp"

#include <algorithm>
#include <map>

#include "module_object.hpp"
#include "watch.hpp"

namespace simt::core {
namespace {

struct ConstantMemory {
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
  const elf::ObjectFile object = read_module_object();
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (symbol.constant)
      constant_memory().ends[watch.text_begin + symbol.begin] =
          watch.text_begin + symbol.begin + symbol.bytes;
  }
}

}  // namespace

void forget_constant_memory() { constant_memory() = {}; }

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
