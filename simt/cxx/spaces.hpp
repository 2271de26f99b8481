// Calls between device and host code that nvcc refuses, and host variables that device code uses.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "functions.hpp"
#include "policy.hpp"

namespace simt::cxx {

// Finds which function of a translation unit calls which, in a compiler's output at -O0, where every call of
// the source is still there.

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

/// `assembly` is the compiled source from mark_functions. Only uses in lines of user files count. Each
/// finding is in nvcc's words, and says what to do.
[[nodiscard]] std::vector<Refusal> space_refusals(
    const Functions& functions, const SourceText& source, const Assembly& assembly,
    const std::function<bool(std::string_view file)>& is_user_file,
    DeviceLaunches launches = DeviceLaunches::never);

}  // namespace simt::cxx
