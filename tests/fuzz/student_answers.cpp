// Answers for points in a lab's file: any bytes hold answers that can be marked, or none; putting answers
// into any file keeps them readable and takes nothing of the rest away.
#include "submission/answers.hpp"
#include "tests/fuzz/input.hpp"

namespace {

using namespace mergelab;

void read(std::string_view file, std::string_view family) {
  Item item;
  item.kind = ItemKind::answers;
  item.family = family;
  if (const auto found = submission::answers_in(file, item)) {
    fuzz::expect(!found->answers.empty() && found->asked.size() == 8, "what is read is whole");
    fuzz::expect(submission::complaint_about_id(found->student).empty(), "whose they are can be named");
  }
  const submission::StudentAnswers kept{"ada: b", "0123abcd", {"1", "-", "3,4"}};
  const std::string with = submission::with_answers(file, item, kept);
  const auto again = submission::answers_in(with, item);
  fuzz::expect(again && again->student == kept.student && again->answers == kept.answers,
               "what is kept is read");
  fuzz::expect(submission::with_answers(with, item, kept) == with, "they are kept once");
  const bool had_some = file.find("// answers to ") != std::string_view::npos;
  fuzz::expect(had_some || with.starts_with(file), "the rest stays");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file = fuzz::text_of(data, size);
  read(file, kPredictFamily);
  read(file, kDetectiveFamily);
  return 0;
}
