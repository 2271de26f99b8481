#include "app/learning/own_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "app/command_line/console.hpp"
#include "app/command_line/errors.hpp"
#include "app/command_line/typed.hpp"
#include "base/program_name.hpp"
#include "course/cases_file.hpp"
#include "course/course.hpp"
#include "kits/keys/case.hpp"
#include "kits/kits.hpp"
#include "model/npy.hpp"

namespace mergelab::app {
namespace {

constexpr std::int64_t kMostShape = 1 << 20;

bool is_typed(const std::string& word) {
  return word.find_first_not_of("0123456789,- \t+") == std::string::npos;
}

}  // namespace

void ByHand::add_to(CommandOptions& command) {
  command.option("--a", a, "Your own array A: keys such as 1,4,6, or a .npy file of int32", "KEYS");
  command.option("--b", b, "Your own array B", "KEYS");
  command.option("--section", section, "Outputs per block, in labs with sections", "N");
  command.option("--tile", tile, "Elements per tile", "N");
  command.option("--arg", arguments,
                 "An argument: a number, the elements 1,4,6 of an array, or its .npy file", "NAME=VALUE");
}

void ByHand::check(const Lab& lab) const {
  if (a.has_value() != b.has_value())
    throw UsageError("--a needs --b, and --b needs --a: a merge takes two arrays");
  if (has_arrays() && lab.on_ranks())
    throw UsageError(fmt::format("{} runs on ranks: on the course's cases only", lab.name));
  if (a && !lab.takes_pairs()) {
    throw UsageError(fmt::format("--a and --b are for merges\n  give the arguments of {}: --arg {}=VALUE",
                                 lab.function, lab.interface.arguments.front().name));
  }
  if (a && !arguments.empty()) throw UsageError("--a and --b exclude --arg");
}

std::string ByHand::again() const {
  std::string text;
  const auto add = [&](const char* option, const std::string& word) {
    constexpr std::size_t kMostShown = 200;
    // "--a -3,1" would be two options.
    text += fmt::format(" {}{}{}", option, word.starts_with('-') ? "=" : " ",
                        word.size() <= kMostShown ? quoted(word) : "...");
  };
  if (a) add("--a", *a);
  if (b) add("--b", *b);
  for (const std::string& argument : arguments) add("--arg", argument);
  if (!section.empty()) add("--section", section);
  if (!tile.empty()) add("--tile", tile);
  if (!k.empty()) add("--k", k);
  return text;
}

void require_traceable(const Lab& lab, const std::string& what) {
  if (!lab.on_ranks()) return;
  throw UsageError(
      fmt::format("{} follows one process, and {} runs on ranks\n  `{} run {}` runs all of its cases, and "
                  "with --case NAME "
                  "one of them",
                  what, lab.name, base::program_name(), lab_number(lab)));
}

void require_program(const Lab& lab, const std::string& what) {
  if (lab.kit) require_merge_or_ranks(lab, what);
}

void require_merge_or_ranks(const Lab& lab, const std::string& what) {
  if (lab.takes_pairs()) return;
  throw UsageError(fmt::format(
      "{} can be used for merges of two arrays and for co-ranks, and {} {}\n  `{} run {}` runs all "
      "of its cases, and "
      "with --case NAME one of them",
      what, lab.name, in_words(lab), base::program_name(), lab_number(lab)));
}

std::vector<int> keys_from(const std::string& word, const char* option) {
  const bool typed = is_typed(word);
  std::vector<int> keys;
  if (typed) {
    keys = typed_keys(word, option);
  } else if (!word.ends_with(".npy") && word.find(',') != std::string::npos) {
    keys = typed_keys(word, option);  // throws: it was meant to be keys
  } else {
    keys = read_npy(word);
  }
  check_sorted(keys, typed ? option : word);
  return keys;
}

Lab shaped(const Lab& lab, const ByHand& by_hand, bool with_case) {
  Lab own = lab;
  // Sizes of cases follow from them in any lab.
  if ((!by_hand.section.empty() || !by_hand.tile.empty()) && !lab.has_shape() && !with_case) {
    throw UsageError(
        fmt::format("{} takes no --section and no --tile: its function has no such arguments", lab.name));
  }
  if (!by_hand.section.empty())
    own.constants["section"] = number_from(by_hand.section, "--section", 1, kMostShape);
  if (!by_hand.tile.empty()) own.constants["tile"] = number_from(by_hand.tile, "--tile", 1, kMostShape);
  return own;
}

std::optional<std::int64_t> asked_rank(const Lab& lab, const ByHand& by_hand,
                                       std::optional<std::int64_t> total) {
  if (by_hand.k.empty()) return std::nullopt;
  if (lab.kit != &rank_kit())
    throw UsageError(fmt::format("{} takes no --k: only a search for a co-rank has one", lab.name));
  return number_from(by_hand.k, "--k", 0, total.value_or(kMostTracedKeys));
}

Lab own_arrays_lab(const Lab& lab) {
  Lab own = lab;
  Item item;
  item.id = "own";
  item.family = "own";
  item.about = "your own arrays";
  item.points = own.points = 0;
  item.backends = {Backend::cpu, Backend::gpu};
  own.items = {item};
  return own;
}

Family own_arrays_family(const Lab& lab, const std::map<std::string, std::vector<int>>& arrays) try {
  Family family;
  family.name = "own";
  family.cases = {lab.kit->own_case(lab, arrays)};
  return family;
} catch (const std::out_of_range& error) {
  throw UsageError(error.what());
}

Family own_arrays_family(const Lab& lab, std::vector<int> a, std::vector<int> b) {
  const int first = lab.interface.first(Argument::Role::in),
            second = lab.interface.first(Argument::Role::in, first);
  const auto name = [&](int at) { return lab.interface.arguments[static_cast<std::size_t>(at)].name; };
  return own_arrays_family(lab, {{name(first), std::move(a)}, {name(second), std::move(b)}});
}

std::size_t own_keys(const CaseSpec& spec) {
  const judge::KeysCase keys = judge::keys_case(spec);
  return keys.keys_a.size() + keys.keys_b.size();
}

std::string own_keys_in_words(const Lab& lab, const CaseSpec& spec) {
  const judge::KeysCase keys = judge::keys_case(spec);
  if (!keys.starts.empty()) return fmt::format("lists, {} keys", keys.keys_a.size());
  if (lab.takes_pairs()) return fmt::format("arrays, {} + {} keys", keys.keys_a.size(), keys.keys_b.size());
  return fmt::format("array, {} keys", keys.keys_a.size());
}

Family own_family(const Lab& lab, const ByHand& by_hand) {
  if (by_hand.a) return own_arrays_family(lab, keys_from(*by_hand.a, "--a"), keys_from(*by_hand.b, "--b"));
  std::map<std::string, std::string> words;
  std::vector<std::string> names;
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_input() || (!argument.is_array() && !lab.kit)) names.push_back(argument.name);
  }
  for (const std::string& word : by_hand.arguments) {
    const std::size_t at = word.find('=');
    const std::string name = word.substr(0, at);
    if (at == std::string::npos || std::find(names.begin(), names.end(), name) == names.end()) {
      throw UsageError(fmt::format("--arg {}: expected NAME=VALUE, where NAME is one of {}", quoted(word),
                                   fmt::join(names, ", ")));
    }
    words[name] = word.substr(at + 1);
  }
  if (lab.kit) {
    std::map<std::string, std::vector<int>> arrays;
    for (const auto& [name, word] : words)
      arrays[name] = word.ends_with(".npy") ? read_npy(word) : typed_keys(word, "--arg " + name);
    return own_arrays_family(lab, arrays);
  }
  Family family;
  family.name = "own";
  family.cases = {course::own_case(lab, words)};
  return family;
}

}  // namespace mergelab::app
