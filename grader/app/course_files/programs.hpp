// The built programs that a hand-out may have, so that its students build nothing.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace mergelab::app::releases {

/// Builds them in `folder`, and returns the place where they are installed there. A second call builds only
/// what has changed since. `source` is the checkout. Throws EnvironmentError with what CMake or the compiler
/// said.
[[nodiscard]] std::filesystem::path build_programs(const std::filesystem::path& source,
                                                   const std::filesystem::path& folder,
                                                   const std::function<void(const std::string&)>& progress);

/// The machines that the programs of such a folder run on: "Linux on x86_64 with glibc 2.35 or later".
[[nodiscard]] std::string machines_of(const std::filesystem::path& programs);

/// The texts in a program, each as a line.
[[nodiscard]] std::string texts_in(const std::string& program);

}  // namespace mergelab::app::releases
