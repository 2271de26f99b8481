// A log of compute-sanitizer, which may also contain a submission's output: reading any text ends with a
// bounded number of violations, all of them printable.
#include "judge/sanitizer/log.hpp"

#include <algorithm>

#include "judge/findings.hpp"
#include "tests/fuzz/input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mergelab;
  static const std::vector<std::string> files{"faulty.cu", "merge_tiled.cuh"};
  const judge::SanitizerLog log = judge::read_sanitizer_log(fuzz::text_of(data, size), files);
  fuzz::expect(log.violations.size() <= 100, "a log has few violations");
  for (const Violation& violation : log.violations) {
    const std::string words = judge::text_of(violation.why, judge::StudentFiles());
    fuzz::expect(!violation.rule.empty() && !words.empty(), "a violation has a rule and words");
    fuzz::expect(words.size() < 16384, "a violation's words are bounded");
    fuzz::expect(
        std::none_of(words.begin(), words.end(), [](unsigned char c) { return c < 0x20 || c >= 0x7f; }),
        "a violation's words are printable");
  }
  return 0;
}
