// The inputs of tests of the checks.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "judge/findings.hpp"

namespace mergelab::judge {

struct Record {
  int key, origin;
};

/// What a student of these files reads of it.
inline std::string message_of(const Outcome& outcome, const StudentFiles& files = {}) {
  return text_of(outcome.why, files);
}

/// An output's bytes in memory.
template <class Element>
std::vector<std::byte> bytes_of(const std::vector<Element>& elements) {
  std::vector<std::byte> bytes(elements.size() * sizeof(Element));
  if (!bytes.empty()) std::memcpy(bytes.data(), elements.data(), bytes.size());
  return bytes;
}

}  // namespace mergelab::judge
