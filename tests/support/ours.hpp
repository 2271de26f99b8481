// Names that a confined command sees because our programs and libraries are below them: a build folder, or a
// folder of unpacked packages, may be anywhere, also in a home.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "support/places.hpp"

namespace mergelab::sandbox {

/// The entries of `folder` that lead to the build folder or to MERGELAB_DEPS_DIR.
inline std::set<std::string> names_of_ours(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::set<std::string> names;
  for (const fs::path& ours : {fs::path(MERGELAB_BINARY_DIR), fs::path(MERGELAB_LIBRARIES_DIR)}) {
    if (ours.empty()) continue;
    for (const fs::path& path : {fs::absolute(ours).lexically_normal(), fs::weakly_canonical(ours)}) {
      const std::string first = path.lexically_relative(folder).begin()->string();
      if (first != ".." && first != ".") names.insert(first);
    }
  }
  return names;
}

}  // namespace mergelab::sandbox
