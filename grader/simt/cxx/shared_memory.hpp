// Gives the dynamic shared arrays of an object file their memory.
#pragma once

#include <string>
#include <vector>

#include "simt/elf/object_file.hpp"

namespace simt::cxx {

/// What an object file says about its __shared__ variables, that is, its thread-local symbols.
struct SharedVariables {
  std::vector<std::string> dynamic;  // declared `extern __shared__`, in the order of the symbol table
  bool initialised = false;          // one has an initialiser, which CUDA forbids
};

[[nodiscard]] SharedVariables shared_variables(const elf::ObjectFile& object);

/// Assembly that defines the dynamic arrays: all at one address, aligned to 1024 bytes, and marked by the
/// symbol simt_dynamic_shared, by which the engine finds them.
[[nodiscard]] std::string define_dynamic_arrays(const std::vector<std::string>& names);

}  // namespace simt::cxx
