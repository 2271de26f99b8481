// The inputs of tests of the checks.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

namespace mergelab::judge {

struct Record {
  int key, origin;
};

/// An output's bytes in memory.
template <class Element>
std::vector<std::byte> bytes_of(const std::vector<Element>& elements) {
  std::vector<std::byte> bytes(elements.size() * sizeof(Element));
  if (!bytes.empty()) std::memcpy(bytes.data(), elements.data(), bytes.size());
  return bytes;
}

}  // namespace mergelab::judge
