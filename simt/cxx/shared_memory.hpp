// Allocates the dynamic shared arrays of an object file.
#pragma once

#include <string>
#include <vector>

#include "simt/elf/object_file.hpp"

namespace simt::cxx {

/// An object file's __shared__ variables, that is, its thread-local symbols.
struct SharedVariables {
  std::vector<std::string> dynamic;  // declared `extern __shared__`, in the order of the symbol table
  bool initialised = false;          // one has an initialiser, which CUDA forbids
};

[[nodiscard]] SharedVariables shared_variables(const elf::ObjectFile& object);

/// Assembly that defines the dynamic arrays: all at one address, aligned to 1024 bytes, and marked by the
/// symbol simt_dynamic_shared for the engine.
[[nodiscard]] std::string define_dynamic_arrays(const std::vector<std::string>& names);

}  // namespace simt::cxx
