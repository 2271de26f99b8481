#include "app/grading/fingerprint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ctime>

#include "app/grading/lab_grader.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) { return base::read_file(file).value_or(""); }

/// A lab's file as the grader finds it, or why it takes none.
std::string lab_file(const fs::path& root, const Lab& lab) {
  const submission::LabFile file = submission::find_lab_file(root, lab);
  return file.state == submission::FileState::present ? bytes_of(file.path) : "- " + file.reason;
}

}  // namespace

std::string fingerprint(const Course& course, const Lab& lab, const fs::path& submission,
                        const GradingOptions& options, const Grading& grading) {
  std::uint64_t hash = base::kHashOfNothing;
  const auto add = [&](std::string_view text) { hash = base::hash_text(hash, text); };
  for (const std::string& text :
       {grading.backend, grading.device, grading.compiler, std::to_string(options.seed), options.only,
        options.order, std::string(options.sanitizer ? "sanitizer" : ""),
        std::string(grading.secret ? "secret" : ""), std::string(MERGELAB_VERSION),
        bytes_of(course.root / "datasets" / "catalog.json"), course.settings.fingerprint,
        grading.settings ? grading.settings->submitted : "",
        std::string(shows_details(lab, std::time(nullptr)) ? "details" : "")}) {
    add(text);
  }
  for (const Hint& hint : lab.hints) {  // also those of course.json, whose other labs don't matter here
    add(fmt::format("{} {} {} {}", fmt::join(hint.items, ","), fmt::join(hint.symptoms, ","), hint.only,
                    hint.text));
  }
  for (const Lab& earlier : course.labs) {
    for (const std::string_view file : course::kLabFiles)
      add(bytes_of(course.root / "labs" / earlier.name / file));
    add(lab_file(submission, earlier));
    add(lab_file(course.root / "solutions", earlier));
    if (earlier.name == lab.name) break;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace mergelab::app
