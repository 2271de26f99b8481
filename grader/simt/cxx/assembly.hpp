// Finds which function of a translation unit calls which, in a compiler's output at -O0, where every call of
// the source is still there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace simt::cxx {

struct Use {
  std::string user;  // the symbol of the function with the instruction
  std::string used;  // a function or a variable
  bool call = false;
  std::string file;
  int line = 0;
};

struct Assembly {
  std::vector<Use> uses;                               // those with line information
  std::unordered_map<std::string, std::size_t> marks;  // by symbol, the number behind "# simt "
  std::unordered_map<std::string, std::string> aliases;
  std::vector<std::string> variables;  // defined here
};

[[nodiscard]] Assembly read_assembly(std::string_view text);

}  // namespace simt::cxx
