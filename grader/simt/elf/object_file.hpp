// What an object file says about itself: its symbols, and the functions that run before anything is called.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace simt::elf {

struct ObjectSymbol {
  std::string name;
  bool undefined = false, thread_local_ = false;
  bool local = false, weak = false;
  bool variable = false;             // and no function
  std::size_t begin = 0, bytes = 0;  // of what is defined: its place, in its segment where thread-local
};

struct ObjectFile {
  std::vector<ObjectSymbol> symbols;      // those with a name, in the order of the table
  std::vector<std::string> initialisers;  // entries of .init_array and its kin; "" for one without a name
  bool filled_tls = false;                // a thread-local variable has an initial value
};

/// Throws std::runtime_error for what is no ELF object of this machine's word size and byte order.
[[nodiscard]] ObjectFile read_object(const std::string& bytes);

}  // namespace simt::elf
