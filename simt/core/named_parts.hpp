// The running kernel's variables that point to parts of its dynamic shared array, if simt-cc has found them
// (cxx/named_parts).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace simt::core {

struct NamedPart {
  std::string name;       // "tileB", "tileB.slots"
  std::size_t begin = 0;  // in elements of the array
};

struct NamedParts {
  std::string array;
  std::size_t element_bytes = 0;
  std::vector<std::string> parameters;  // of the kernel
  std::vector<NamedPart> parts;         // by begin; empty if unknown
};

/// Forgets the previous module's.
void forget_named_parts();

/// During a launch: the parts for its arguments.
[[nodiscard]] NamedParts named_parts();

}  // namespace simt::core
