#include "app/learning/own_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/command_line/console.hpp"
#include "app/command_line/errors.hpp"
#include "app/command_line/typed.hpp"
#include "base/program_name.hpp"
#include "course/cases_file.hpp"
#include "course/course.hpp"
#include "model/npy.hpp"

namespace mergelab::app {
namespace {

constexpr std::int64_t kMostConstant = 1 << 20, kMostNumber = 0x7fffffff;

}  // namespace

void ByHand::add_to(CommandOptions& command) {
  command.option("--arg", arguments,
                 "An argument or a constant: a number, the elements 1,4,6 of an array, or its .npy file",
                 "NAME=VALUE");
}

std::string ByHand::again() const {
  constexpr std::size_t kMostShown = 200;
  std::string text;
  for (const std::string& word : arguments)
    text += " --arg " + (word.size() <= kMostShown ? quoted(word) : "...");
  return text;
}

OwnArguments own_arguments(const Lab& lab, const ByHand& by_hand) {
  OwnArguments own;
  if (by_hand.empty()) return own;
  if (lab.on_ranks()) throw UsageError(fmt::format("{} runs on ranks: on the course's cases only", lab.name));
  const auto chosen = lab.kit ? lab.kit->chosen_numbers() : std::span<const std::string_view>();
  std::vector<std::string> names;
  for (const Argument& argument : lab.interface.arguments) {
    if (!argument.is_input() && (argument.is_array() || lab.kit)) continue;
    for (const Argument& column : columns_of(argument)) names.push_back(column.name);
  }
  names.insert(names.end(), chosen.begin(), chosen.end());
  for (const auto& [name, value] : lab.constants) {
    if (lab.kit) names.push_back(name);
  }
  for (const std::string& word : by_hand.arguments) {
    const auto [name, value] = typed_argument(word, names);
    const std::string option = "--arg " + name;
    if (lab.kit && lab.constants.contains(name))
      own.constants[name] = number_from(value, option, 1, kMostConstant);
    else if (std::find(chosen.begin(), chosen.end(), name) != chosen.end())
      own.chosen[name] = number_from(value, option, 0, kMostNumber);
    else
      own.words[name] = value;
  }
  return own;
}

ByHand by_hand(const std::map<std::string, std::vector<int>>& arrays, const Numbers& constants) {
  ByHand words;
  for (const auto& [name, keys] : arrays)
    words.arguments.push_back(fmt::format("{}={}", name, fmt::join(keys, ",")));
  for (const auto& [name, value] : constants) words.arguments.push_back(fmt::format("{}={}", name, value));
  return words;
}

void require_traceable(const Lab& lab, const std::string& what) {
  if (!lab.on_ranks()) return;
  throw UsageError(
      fmt::format("{} follows one process, and {} runs on ranks\n  `{}` runs all of its cases, and "
                  "with --case NAME "
                  "one of them",
                  what, lab.name, base::command("run", lab_number(lab))));
}

void require_kit(const Lab& lab) {
  if (lab.kit != nullptr) return;
  throw UsageError(fmt::format(
      "{} has no kit: only labs with a kit have questions (predict), bugs to find (detective) and "
      "figures (trace --svg)",
      lab.name));
}

Lab own_lab(const Lab& lab) {
  Lab own = lab;
  Item item;
  item.id = "own";
  item.family = "own";
  item.about = "your own arguments";
  item.points = own.points = 0;
  item.backends = {Backend::cpu, Backend::gpu};
  own.items = {item};
  return own;
}

Family own_family(const Lab& lab, const std::map<std::string, std::vector<int>>& arrays) try {
  Family family;
  family.name = "own";
  family.cases = {lab.kit->own_case(lab, arrays)};
  return family;
} catch (const std::out_of_range& error) {
  throw UsageError(error.what());
}

Family own_family(const Lab& lab, const std::map<std::string, std::string>& words) {
  if (lab.kit) {
    std::map<std::string, std::vector<int>> arrays;
    for (const auto& [name, word] : words)
      arrays[name] = word.ends_with(".npy") ? read_npy(word) : typed_keys(word, "--arg " + name);
    return own_family(lab, arrays);
  }
  Family family;
  family.name = "own";
  family.cases = {course::own_case(lab, words)};
  return family;
}

judge::ProblemSet problems_of_case(const Lab& lab, const Family& family, const CaseSpec& spec,
                                   std::uint64_t seed) {
  const std::uint64_t of_case = judge::case_seed(seed, family, spec, "");
  return lab.kit ? lab.kit->problems(lab, spec, std::nullopt, of_case)
                 : judge::own_problems(lab, judge::make_inputs(lab, spec, of_case));
}

std::string arrays_in_words(const Lab& lab, const judge::Inputs& inputs) {
  std::vector<std::string> arrays;
  const auto number = [&](std::string_view name) { return inputs.number(name); };
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_input())
      arrays.push_back(fmt::format("{} of {}", argument.name, elements_of(argument, number)));
  }
  return fmt::format("{} elements", fmt::join(arrays, " and "));
}

}  // namespace mergelab::app
