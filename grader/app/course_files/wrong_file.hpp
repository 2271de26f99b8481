// Wrong solutions: whole files or patches against a right one, and the points that each says it loses.
#pragma once

#include "model/course.hpp"

namespace mergelab::app {

enum class Loss { wholly, partly, perhaps };

using Losses = std::map<std::string, Loss>;  // by item; empty: "Loses: nothing."

/// A solution in solutions/NN_name/wrong/ or variants/. A variant is right; most lose nothing.
struct WrongFile {
  std::filesystem::path file;  // a lab file or a .patch
  std::string source;          // the whole lab file
  Losses loses;
  std::optional<Losses> on_gpu = {};  // where a GPU shows something else
  std::string told = {};              // words that its author must read; empty: any
  bool others_by_chance = false;      // a GPU may show more: a race there differs from run to run
  bool for_detective = false;         // `detective` hands it out

  /// "half_consumed"
  [[nodiscard]] std::string name() const { return file.stem().string(); }
  [[nodiscard]] bool is_variant() const { return file.parent_path().filename() == "variants"; }
  static constexpr const char* kPatch = ".patch";
  [[nodiscard]] bool is_patch() const { return file.extension() == kPatch; }
  /// What it says of a backend.
  [[nodiscard]] const Losses& on(Backend backend) const {
    return backend == Backend::gpu && on_gpu ? *on_gpu : loses;
  }
};

/// A lab's variants and wrong solutions, by path. The header of each, the first comment of a lab file or the
/// text above a patch's diff, begins with "Loses: ties, partly span, perhaps large. Why."; a sentence "On a
/// GPU: ties, time, others by chance. Why." says what is lost there instead, and 'Told: "i < m".' words that
/// the message or the hint of a lost item must have. "For detective." hands it out as a bug. Throws
/// UsageError for another header or for names that are neither an item of the lab nor a family that decides
/// some, and course::Error for a patch that does not apply.
[[nodiscard]] std::vector<WrongFile> find_wrong_files(const Course& course, const Lab& lab);

/// Writes the whole lab file, and makes its folder. Throws UsageError.
void write_source(const WrongFile& wrong, const std::filesystem::path& file);

/// The whole file. Throws UsageError.
[[nodiscard]] std::string read_text(const std::filesystem::path& file);

// The bugs that `detective` hands out: the wrong solutions that say so, or in a hand-out
// detective/NN_name/NN.json, each a whole lab file with one mistake in it.

struct Bug {
  std::string source;  // the lab file, without a word about what is wrong in it
  /// From 1, in their order: those that the mistake changed; where lines are missing, those around the gap.
  std::vector<int> lines;
  std::string words;  // the mistake, shown once found
};

/// A lab's bugs by file name; empty if the course hands out none. Throws UsageError for a file that can't be
/// read or is not a bug.
[[nodiscard]] std::vector<Bug> find_bugs(const Course& course, const Lab& lab);

/// The same; throws UsageError, which names the labs that have some, where the course has none for this lab.
[[nodiscard]] std::vector<Bug> bugs_of(const Course& course, const Lab& lab);

/// Whether a line is one of the bug's. The next one counts, too: it shows that the bug was seen.
enum class LinePlace { there, beside, elsewhere };
[[nodiscard]] LinePlace place_of(const Bug& bug, int line);

/// "line 13", "lines 81 and 82", "lines 29 to 33"
[[nodiscard]] std::string words_for_lines(const Bug& bug);

/// The bug of a wrong solution that is a patch. Throws UsageError for a whole file, since nothing says which
/// of its lines are wrong, and for a lab whose kit has no small inputs.
[[nodiscard]] Bug make_bug(const Lab& lab, const WrongFile& wrong);

/// mergelab.bug/1
[[nodiscard]] std::string to_json(const Bug& bug);

}  // namespace mergelab::app
