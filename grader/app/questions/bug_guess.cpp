#include "app/questions/bug_guess.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "app/command_line/typed.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kMostKeys = 256;
constexpr int kLargestConstant = 4096;  // three arrays of so many ints fit in shared memory

int read_number(const std::string& word, const std::string& what, int least, int most) {
  return static_cast<int>(number_from(word, what, least, most));
}

/// "1,2,2" as sorted keys; "none" has none. Throws UsageError.
std::vector<int> read_keys(const std::string& list, const std::string& name) {
  if (list == "none") return {};
  std::vector<int> keys = typed_keys(list, name);
  if (keys.size() > kMostKeys)
    throw UsageError(
        fmt::format("{} has {} keys, but a small input has at most {}", name, keys.size(), kMostKeys));
  return keys;
}

/// The names of what an input has: arrays, and the constants that the function is given.
std::vector<std::string> parts_of_input(const Lab& lab) {
  std::vector<std::string> names;
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_input()) names.push_back(argument.name);
  }
  for (const auto& [name, value] : lab.constants) {
    if (lab.interface.has(name)) names.push_back(name);
  }
  return names;
}

}  // namespace

int last_line(const std::string& source) {
  const auto ends = static_cast<int>(std::count(source.begin(), source.end(), '\n'));
  return std::max(1, ends + (source.ends_with('\n') ? 0 : 1));
}

Guess read_guess(const GuessWords& words, const Lab& lab, int last) {
  Guess guess;
  guess.line = read_number(words.line, "--line", 1, last);
  std::map<std::string, std::string> given;
  const std::vector<std::string> names = parts_of_input(lab);
  for (const std::string& word : words.arguments) {
    auto [name, value] = typed_argument(word, names);
    given[std::move(name)] = std::move(value);
  }
  for (const std::string& name : names) {
    const std::string& word = given[name];
    if (const auto constant = lab.constants.find(name); constant == lab.constants.end())
      guess.input.arrays[name] = read_keys(word, name);
    else
      guess.input.constants[name] =
          word.empty() ? constant->second : read_number(word, "--arg " + name, 1, kLargestConstant);
  }
  try {
    static_cast<void>(lab.kit->own_case(lab, guess.input.arrays));
  } catch (const std::out_of_range& error) {
    throw UsageError(error.what());
  }
  return guess;
}

namespace {

/// Asks for each part of an input, by ask(prompt, word, read). False at the end.
template <class Ask>
bool ask_input(const Lab& lab, const Ask& ask, GuessWords& words) {
  for (const std::string& name : parts_of_input(lab)) {
    const auto constant = lab.constants.find(name);
    std::string word;
    const bool answered = constant == lab.constants.end()
                              ? ask(fmt::format("{} (such as 1,2,2, or none): ", name), word,
                                    [&] { static_cast<void>(read_keys(word, name)); })
                              : ask(fmt::format("{} (Enter takes {}): ", name, constant->second), word, [&] {
                                  if (!word.empty())
                                    static_cast<void>(read_number(word, name, 1, kLargestConstant));
                                });
    if (!answered) return false;
    words.arguments.push_back(fmt::format("{}={}", name, word));
  }
  return true;
}

}  // namespace

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
  if (!ask("line: ", words.line, [&] { static_cast<void>(read_number(words.line, "line", 1, last)); }))
    return false;
  for (;;) {
    words.arguments.clear();
    if (!ask_input(lab, ask, words)) return false;
    try {
      guess = read_guess(words, lab, last);
      return true;
    } catch (const UsageError& error) {
      say::print("{}\n", error.what());
    }
  }
}

std::string words_for(const TrialInput& input, const Lab& lab) {
  std::vector<std::string> words;
  for (const std::string& name : parts_of_input(lab)) {
    if (const auto array = input.arrays.find(name); array == input.arrays.end())
      words.push_back(fmt::format("{} = {}", name, input.constants.at(name)));
    else if (array->second.empty())
      words.push_back(fmt::format("{} = none", name));
    else
      words.push_back(fmt::format("{} = {}", name, fmt::join(array->second, ",")));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace mergelab::app
