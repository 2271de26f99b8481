// A user's file, as it stands and as a preprocessor leaves it: launches are rewritten, tokens and
// directives read and checked against a policy; none of that may lose a line, run long or grow without bound.
#include <algorithm>

#include "simt/cxx/policy.hpp"
#include "simt/cxx/raw_policy.hpp"
#include "simt/cxx/rewriter.hpp"
#include "simt/cxx/source_policy.hpp"
#include "simt/cxx/tokens.hpp"
#include "tests/fuzz/input.hpp"

namespace {

using namespace mergelab;
using namespace simt::cxx;

constexpr std::string_view kPolicy =
    "refuse include * | {} is not allowed\n"
    "allow word __builtin_inf*\n"
    "refuse word __builtin_* | {} is not allowed\n"
    "refuse word std :: sort | std::sort is not allowed\n"
    "refuse word qsort ( | qsort is not allowed\n"
    "allow attribute aligned\n"
    "refuse attribute * | {} is not allowed\n"
    "allow pragma unroll*\n"
    "refuse pragma * | {} is not allowed\n"
    "refuse directive * | {} is not allowed\n";

std::ptrdiff_t lines_in(std::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

// Only by its name: no file is searched for.
bool is_user_file(std::string_view name) { return name.empty() || name.front() == 's'; }

void rewrite(std::string_view text) {
  const std::string rewritten = rewrite_launches(text, is_user_file);
  fuzz::expect(lines_in(rewritten) == lines_in(text), "lines keep their numbers");
  fuzz::expect(rewritten.size() <= 32 * text.size() + 64, "a launch grows by a bounded number of characters");
}

void read_tokens(std::string_view text, const Policy& policy) {
  SourceText source = read_source_text(text, is_user_file);
  fuzz::expect(source.tokens.size() <= text.size(), "a token has a character");
  for (const Token& token : source.tokens) {
    fuzz::expect(token.file < source.files.size() && !token.text.empty(), "a token has a file and a text");
  }
  source.entered.clear();  // are files
  for (const Refusal& refusal : source_refusals(source, policy, "/nowhere")) {
    fuzz::expect(!refusal.text.empty(), "a refusal has words");
  }
}

void read_directives(std::string_view text) {
  std::size_t characters = 0;
  for (const RawDirective& directive : raw_directives(text)) {
    fuzz::expect(directive.line >= 1, "a directive has a line");
    characters += directive.name.size() + directive.argument.size();
  }
  fuzz::expect(characters <= 128 * text.size() + 64, "directives grow with the source");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Policy policy(kPolicy);
  const std::string_view text = fuzz::text_of(data, size);
  rewrite(text);
  read_tokens(text, policy);
  read_directives(text);
  try {
    const Policy read(text);
    static_cast<void>(read.rule_against(Subject::word, "std"));
  } catch (const PolicyError&) {  // mostly it is invalid
  }
  return 0;
}
