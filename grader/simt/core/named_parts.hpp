// Which variables of the running kernel stand for which parts of its dynamic shared array, where simt-cc has
// found out (cxx/named_parts).
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
  std::vector<NamedPart> parts;         // by begin; none where nothing is known
};

void use_named_parts_of(void* module);

/// Between the begin and the end of a launch: the parts as its arguments have them.
[[nodiscard]] NamedParts named_parts();

}  // namespace simt::core
