// The course as the grader sees it: labs, rubrics and case families, read from data by course/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/catalog.hpp"
#include "model/kit.hpp"
#include "model/limits.hpp"
#include "model/rubric.hpp"
#include "model/settings.hpp"

namespace mergelab {

/// What a library takes for a lab's task on a GPU: its time is shown beside a submission's, and decides
/// nothing.
struct LibraryBaseline {
  std::string name;                // "cublasSgemm"
  std::filesystem::path file;      // labs/NN_name/library.cuh: the lab's function, by the library
  std::vector<std::string> links;  // {"cublas"}
};

struct Lab {
  std::string name;   // the folder: "04_tiled_kernel"
  std::string title;  // "Tiled kernel"
  std::string file;   // the one file that a student edits: "merge_tiled.cuh"
  std::string function;
  const Kit* kit = nullptr;  // null: its cases are in labs/NN_name/cases.json
  Interface interface;
  /// Names for sizes in its cases and formulas; of a kit its Kit::shape().
  Numbers constants;
  std::filesystem::path oracle;  // its oracle.cpp; empty: the reference solution says what is right
  std::optional<LibraryBaseline> library;
  Points points;
  std::vector<std::string> uses;      // earlier labs whose files it includes
  std::vector<Numbers> timed_shapes;  // on a GPU the best of these counts; empty: `constants`
  Limits limits;
  std::map<std::string, std::string> groups;  // of items: name and a sentence for a student
  std::vector<Item> items;
  std::vector<Hint> hints;
  /// What `predict` asks: kinds of questions, each with the README's heading that answers it.
  std::map<std::string, std::string> predict;
  std::string only;       // the one case that is asked for, "ties/two_keys"; empty: all
  bool whole = true;      // all of its items are here: else it can't be said that others passed
  bool advanced = false;  // beyond the course: counts only where it is named, or an instructor's settings ask
  // From an instructor's settings:
  bool graded = true;                    // counts; others may still use its file
  std::optional<Deadline> deadline;      // when it is due
  std::optional<Moment> details_from;    // when details of hidden cases may be shown; empty: never
  std::vector<ForbiddenName> forbidden;  // what its file may not use
  [[nodiscard]] const Item* find_item(std::string_view id) const;

  [[nodiscard]] bool on_host() const { return interface.runs == Runs::host; }
  [[nodiscard]] bool on_ranks() const { return interface.runs == Runs::ranks; }
};
/// What its function does: "runs on ranks", or the verb of its kit.
[[nodiscard]] std::string_view in_words(const Lab& lab);

struct Course {
  std::filesystem::path root;  // holds labs/, solutions/ and datasets/
  std::string title;
  std::vector<Lab> labs;  // in course order
  std::vector<Family> families;
  Settings settings;
  [[nodiscard]] const Lab* find_lab(std::string_view name) const;
  [[nodiscard]] const Family* find_family(std::string_view name) const;
};

/// The number in front of a lab's name: 4 for "04_tiled_kernel".
[[nodiscard]] int lab_number(const Lab& lab);

}  // namespace mergelab
