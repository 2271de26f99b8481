#include "app/questions/bug_guess.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "app/command_line/typed.hpp"
#include "kits/keys/problems.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kMostKeys = 256;
constexpr int kLargestShape = 4096;  // three tiles have to fit in shared memory

int read_number(const std::string& word, const char* what, int least, int most) {
  return static_cast<int>(number_from(word, what, least, most));
}

/// "1,2,2" as sorted keys; "none" has none. Throws UsageError.
std::vector<int> read_keys(const std::string& list, const char* name) {
  if (list == "none") return {};
  std::vector<int> keys = typed_keys(list, name);
  if (keys.size() > kMostKeys)
    throw UsageError(
        fmt::format("{} has {} keys, but a small input has at most {}", name, keys.size(), kMostKeys));
  check_sorted(keys, name);
  return keys;
}

}  // namespace

int last_line(const std::string& source) {
  const auto ends = static_cast<int>(std::count(source.begin(), source.end(), '\n'));
  return std::max(1, ends + (source.ends_with('\n') ? 0 : 1));
}

Guess read_guess(const GuessWords& words, const Lab& lab, int last) {
  Guess guess;
  guess.line = read_number(words.line, "--line", 1, last);
  guess.input.arrays = {read_keys(words.a, "A"), read_keys(words.b, "B")};
  const auto shape = [&](const std::string& word, const char* what, std::int64_t otherwise) {
    return word.empty() ? static_cast<int>(otherwise) : read_number(word, what, 1, kLargestShape);
  };
  guess.input.section = shape(words.section, "--section", judge::shape_of(lab).section);
  guess.input.tile = shape(words.tile, "--tile", judge::shape_of(lab).tile);
  return guess;
}

bool ask_guess(const Lab& lab, int last, AnswerLines& lines, Guess& guess) {
  GuessWords words;
  const auto ask = [&](const std::string& prompt, std::string& word, auto read) {
    for (;;) {
      const auto line = lines.ask(prompt);
      if (!line || *line == "q") return false;
      word = *line;
      try {
        read();
        return true;
      } catch (const UsageError& error) {
        say::print("{}\n", error.what());
      }
    }
  };
  const auto ask_shape = [&](const char* what, std::int64_t otherwise, std::string& word) {
    return ask(fmt::format("{} (Enter takes {}): ", what, otherwise), word, [&] {
      if (!word.empty()) static_cast<void>(read_number(word, what, 1, kLargestShape));
    });
  };
  const bool all =
      ask("line: ", words.line, [&] { static_cast<void>(read_number(words.line, "line", 1, last)); }) &&
      ask("A (such as 1,2,2, or none): ", words.a, [&] { static_cast<void>(read_keys(words.a, "A")); }) &&
      ask("B (such as 1,2,2, or none): ", words.b, [&] { static_cast<void>(read_keys(words.b, "B")); }) &&
      (!lab.has_shape() || (ask_shape("section", judge::shape_of(lab).section, words.section) &&
                            ask_shape("tile", judge::shape_of(lab).tile, words.tile)));
  if (all) guess = read_guess(words, lab, last);
  return all;
}

std::string words_for(const TrialInput& input, const Lab& lab) {
  const auto list = [](const std::vector<int>& keys) {
    return keys.empty() ? std::string("none") : fmt::format("{}", fmt::join(keys, ","));
  };
  std::string text = fmt::format("A = {}, B = {}", list(input.arrays.a), list(input.arrays.b));
  if (lab.has_shape()) text += fmt::format(", section {}, tile {}", input.section, input.tile);
  return text;
}

}  // namespace mergelab::app
