// The files that selfcheck looks at: what a wrong solution's first line claims, what a skeleton shares with
// its solution, and the committed list of test names.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/course.hpp"

namespace mergelab::app {

enum class Loss { wholly, partly };

using Losses = std::map<std::string, Loss>;  // by item; empty: "Loses: nothing."

/// A file in solutions/NN_name/wrong/ or variants/ and the items that it says it loses.
struct Specimen {
  std::filesystem::path file;
  Losses loses;
  std::optional<Losses> on_gpu = {};  // where a GPU shows something else
  std::string told = {};              // words that its author has to be told; empty: any
  bool others_by_chance = false;  // a GPU may show more: what a race does there is not the same every time

  /// What it says of a backend.
  [[nodiscard]] const Losses& on(Backend backend) const {
    return backend == Backend::gpu && on_gpu ? *on_gpu : loses;
  }
};

/// The specimens of a lab, by name. Throws UsageError for a first line that is not "// Loses: ties, partly
/// span. Why." or that names neither an item of the lab nor a family that decides some. A line "// On a GPU:
/// ties, time, others by chance. Why." among the first comment's says what is lost there instead, and a line
/// '// Told: "i < m".' words that the message or the hint of a lost item has to hold.
[[nodiscard]] std::vector<Specimen> find_specimens(const Course& course, const Lab& lab);

/// The text without what lies between "TODO n begin" and "TODO n end" lines, the marker lines included as
/// bare markers.
[[nodiscard]] std::string without_regions(std::string_view text);

/// The first line in which a skeleton differs from its solution outside the TODO regions; empty: none.
[[nodiscard]] std::string skeleton_difference(const std::string& skeleton, const std::string& solution);

/// The whole file. Throws UsageError.
[[nodiscard]] std::string read_text(const std::filesystem::path& file);

}  // namespace mergelab::app
