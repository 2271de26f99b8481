// Why namespaces are refused, from the machine's own settings, for people who want to change that.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mergelab::sandbox {

struct Obstacle {
  std::string what;    // the setting, and its value
  std::string remedy;  // what the machine's owner can do
};

/// The settings below `root` that keep an unprivileged program from making namespaces; empty when none is
/// known. Whether they are in the way is for why_not() to say: root passes some of them.
[[nodiscard]] std::vector<Obstacle> obstacles_to_namespaces(const std::filesystem::path& root = "/");

}  // namespace mergelab::sandbox
