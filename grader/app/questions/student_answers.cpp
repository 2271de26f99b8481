#include "app/questions/student_answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "app/command_line/errors.hpp"
#include "base/atomic_file.hpp"
#include "base/hash.hpp"
#include "submission/source_file.hpp"

namespace mergelab::app {

std::string student_id(std::string_view word, const char* what) {
  const std::string why = submission::complaint_about_id(word);
  if (!why.empty()) throw UsageError(fmt::format("{} {}, as the course's staff has it", what, why));
  return std::string(submission::trimmed(word));
}

bool is_same_student(std::string_view a, std::string_view b) {
  return submission::folded(submission::trimmed(a)) == submission::folded(submission::trimmed(b));
}

std::uint64_t seed_for_points(const Lab& lab, const Item& item, std::string_view student) {
  const std::string who =
      fmt::format("for points {} {} {}", item.family, lab.name, submission::folded(student));
  return base::mix(base::hash_text(base::kHashOfNothing, who));
}

std::string fingerprint_of_questions(std::string_view words) {
  return fmt::format("{:016x}", base::mix(base::hash_text(base::kHashOfNothing, words)))
      .substr(0, submission::kFingerprint);
}

void keep_answers(const std::filesystem::path& file, const Item& item,
                  const submission::StudentAnswers& answers) {
  const submission::SourceFile source = submission::read_source(file);
  if (!source.good())
    throw UsageError(fmt::format("{} {}", file.string(), source.missing ? "is not there" : source.refusal));
  base::write_atomically(file, submission::with_answers(source.bytes, item, answers));
}

const Item& item_for_points(const Course& course, const Lab& lab, std::string_view family) {
  std::vector<int> having;
  for (const Lab& each : course.labs) {
    for (const Item& item : each.items) {
      if (item.family != family) continue;
      if (&each == &lab) return item;
      having.push_back(lab_number(each));
    }
  }
  throw UsageError(fmt::format("lab {} gives no points for {}\n  {}", lab_number(lab),
                               family.substr(1, family.size() - 2),
                               having.empty() ? "no lab of this course does: leave out --for-points"
                                              : fmt::format("these labs do: {}", fmt::join(having, ", "))));
}

}  // namespace mergelab::app
