#include "app/learning/traced_case.hpp"

#include <fmt/ranges.h>

#include "base/atomic_file.hpp"
#include "course/cases_file.hpp"
#include "model/npy.hpp"
#include "report/microscope.hpp"

namespace mergelab::app {
namespace {

constexpr std::int64_t kMostConstant = 1 << 20, kMostNumber = 0x7fffffff;

std::int64_t most_elements(const Lab& lab) { return lab.kit ? lab.kit->most_traced() : kMostTracedElements; }

/// The case without what it says itself of the lab's constants.
CaseSpec without_own(const CaseSpec& spec, const Numbers& constants) {
  CaseSpec same = spec;
  if (constants.empty() || spec.of_kit.empty()) return same;
  Json json = Json::parse(spec.of_kit);
  for (const auto& [name, value] : constants) {
    if (json.contains(name)) json[name] = nullptr;
  }
  same.of_kit = json.dump();
  return same;
}

/// Of the smallest call of a case; the greatest number of one that is not known before a launch.
std::int64_t fewest_elements(const Lab& lab, const Family& family, const CaseSpec& spec, std::uint64_t seed) {
  constexpr std::int64_t kGenerated = 1 << 16;  // of a kit, whose cases may have many millions
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  if (lab.kit && (spec.needs_launch || lab.kit->most_outputs(lab, spec) > kGenerated)) return fewest;
  for (const judge::Inputs& inputs : problems_of_case(lab, family, spec, seed).inputs)
    fewest = std::min(fewest, judge::elements_of_all(lab.interface, inputs));
  return fewest;
}

/// "  with --arg rows=64 --arg columns=32 it has 200": of constants with which the case is small enough; or
/// "".
std::string smaller_constants(const Lab& lab, const Family& family, const CaseSpec& spec,
                              const std::string& name, std::uint64_t seed) {
  if (!lab.kit || lab.constants.empty()) return "";
  const CaseSpec small = without_own(spec, lab.constants);
  Lab other = lab;
  const auto is_one = [](const auto& constant) { return constant.second <= 1; };
  while (!std::ranges::all_of(other.constants, is_one)) {
    for (auto& [constant, value] : other.constants) value = std::max<std::int64_t>(value / 2, 1);
    const std::int64_t elements = fewest_elements(other, family, small, seed);
    if (elements > most_elements(lab) || elements == 0) continue;
    return fmt::format("\n  with{} it has {}", by_hand({}, other.constants).again(), elements);
  }
  return fmt::format("\n  give your own arrays in place of '{}', with --arg", name);
}

/// Throws UsageError for numbers that no call of the case has.
void check_chosen(const Lab& lab, const Family& family, const CaseSpec& spec, const Numbers& chosen,
                  std::uint64_t seed) {
  if (chosen.empty()) return;
  try {
    static_cast<void>(lab.kit->calls(problems_of_case(lab, family, spec, seed), chosen));
  } catch (const std::out_of_range& error) {
    throw UsageError(error.what());
  }
}

/// The lab with only this item, as one of kind correctness with one case.
TracedCase of_case(const Lab& lab, const Item& of, const Family& family, const CaseSpec& spec) {
  TracedCase subject{lab, family};
  Item item = of;
  item.kind = ItemKind::correctness;
  item.checker = CheckerRule::none;
  item.metric.clear();
  item.value = ValueType::int32;
  item.checks = true;
  item.backends = {Backend::cpu};
  subject.lab.items = {item};
  subject.family.cases = {spec};
  return subject;
}

TracedCase of_family(const Lab& lab, Family family, std::uint64_t seed) {
  TracedCase subject{own_lab(lab), std::move(family)};
  const std::int64_t elements = fewest_elements(lab, subject.family, subject.family.cases.front(), seed);
  if (elements > most_elements(lab))
    throw UsageError(
        fmt::format("these arguments have {} elements in all arrays, but a trace shows at most {}", elements,
                    most_elements(lab)));
  subject.lab.items.front().checks = true;
  subject.lab.items.front().backends = {Backend::cpu};
  return subject;
}

/// The small cases of a lab: the one that shows most comes first.
TracedCase telling_case(const Course& course, const Lab& lab, std::uint64_t seed) {
  constexpr std::int64_t kUsual = 512;      // more than these are hard to follow
  constexpr std::size_t kMostOfFamily = 4;  // each takes time
  std::vector<TracedCase> all;              // with one family each
  std::size_t best = 0;
  std::int64_t best_rank = std::numeric_limits<std::int64_t>::max();
  std::set<std::string> known;
  for (const Item& item : lab.items) {
    const Family* const family = course.find_family(item.family);
    if (family == nullptr || family->hidden) continue;
    if (!known.insert(item.family).second) continue;
    std::vector<std::pair<std::int64_t, const CaseSpec*>> small;
    for (const CaseSpec& spec : family->cases) {
      const std::int64_t elements = fewest_elements(lab, *family, spec, seed);
      if (elements <= most_elements(lab))
        small.emplace_back(elements > kUsual ? elements : kUsual - elements, &spec);
    }
    if (small.empty()) continue;
    std::ranges::stable_sort(small, [](const auto& a, const auto& b) { return a.first < b.first; });
    small.resize(std::min(small.size(), kMostOfFamily));
    if (small.front().first < best_rank) {
      best = all.size();
      best_rank = small.front().first;
    }
    all.push_back(of_case(lab, item, *family, *small.front().second));
    for (std::size_t i = 1; i < small.size(); ++i) all.back().family.cases.push_back(*small[i].second);
  }
  if (all.empty())
    throw UsageError(
        fmt::format("no case of {} is small enough: a trace shows at most {} elements of all arrays",
                    lab.name, most_elements(lab)));
  std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(best),
              all.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  TracedCase subject = std::move(all.front());
  for (std::size_t i = 1; i < all.size(); ++i) {
    subject.lab.items.push_back(std::move(all[i].lab.items.front()));
    subject.others.push_back(std::move(all[i].family));
  }
  return subject;
}

/// usual_case(), also of arrays that a trace can't show.
TracedCase usual(const Course& course, const Lab& lab, const ByHand& by_hand, std::uint64_t seed) {
  const OwnArguments own = own_arguments(lab, by_hand);
  Lab with = lab;
  const auto shown = lab.kit ? lab.kit->shown_arrays(with) : std::map<std::string, std::vector<int>>();
  with = with_constants(with, own.constants);
  if (own.words.empty() && shown.empty()) return telling_case(course, with, seed);
  TracedCase subject =
      of_family(with, own.words.empty() ? own_family(with, shown) : own_family(with, own.words), seed);
  check_chosen(with, subject.family, subject.family.cases.front(), own.chosen, seed);
  return subject;
}

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
    else if (std::ranges::find(chosen, name) != chosen.end())
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
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_input())
      arrays.push_back(fmt::format("{} of {}", argument.name, inputs.elements_of(argument)));
  }
  return fmt::format("{} elements", fmt::join(arrays, " and "));
}

TracedCase named_case(const Course& course, const Lab& lab, const std::string& name, const ByHand& by_hand,
                      std::uint64_t seed) {
  require_traceable(lab, "trace");
  const ChosenCase chosen = choose_case(course, lab.name, name);
  if (chosen.family->hidden)
    throw UsageError(fmt::format("'{}' is a hidden case, which a trace would reveal\n  `{}` shows the others",
                                 name, base::command("list", "--cases")));
  if (chosen.item->value == ValueType::record)
    throw UsageError(
        fmt::format("'{}' compares records, but a trace follows int keys, which can't tell equal keys "
                    "apart\n  `{} --case {}` shows which record is in the wrong place",
                    name, base::command("run", lab_number(lab)), name));
  if (chosen.spec->needs_launch)
    throw UsageError(
        fmt::format("the sizes of '{0}' depend on your launch and are known only during a run\n  `{1} "
                    "--case {0}` shows them if the case fails",
                    name, base::command("run", lab_number(lab))));
  const OwnArguments own = own_arguments(lab, by_hand);
  const Lab with = with_constants(lab, own.constants);
  const CaseSpec spec = without_own(*chosen.spec, own.constants);
  const std::int64_t elements = fewest_elements(with, *chosen.family, spec, seed);
  if (elements > most_elements(lab)) {
    const bool is_known = elements < std::numeric_limits<std::int64_t>::max();
    throw UsageError(fmt::format("'{}' has {} elements in all arrays, but a trace shows at most {}{}", name,
                                 is_known ? std::to_string(elements) : "very many", most_elements(lab),
                                 smaller_constants(with, *chosen.family, spec, name, seed)));
  }
  check_chosen(with, *chosen.family, spec, own.chosen, seed);
  return of_case(with, *chosen.item, *chosen.family, spec);
}

TracedCase usual_case(const Course& course, const Lab& lab, const ByHand& by_hand, std::uint64_t seed) {
  require_traceable(lab, "trace");
  return usual(course, lab, by_hand, seed);
}

judge::Inputs usual_inputs(const Course& course, const Lab& lab) {
  constexpr std::uint64_t kSeed = 1;
  require_traceable(lab, "standalone");
  const TracedCase subject = usual(course, lab, {}, kSeed);
  return problems_of_case(lab, subject.family, subject.family.cases.front(), kSeed).inputs.front();
}

std::optional<Trace> trace_of(Setup& setup, const TracedCase& subject, const ByHand& by_hand,
                              const submission::Sources& sources, LabResult& result) {
  std::vector<Family> families{subject.family};
  families.insert(families.end(), subject.others.begin(), subject.others.end());
  result = setup.grader().grade_as(subject.lab, families, sources);
  setup.progress().clear();
  const Observation* shown = nullptr;  // the first case that fails, or else the first
  for (const ItemResult& item : result.items) {
    for (const Observation& test : item.tests) {
      if (!test.outcome.trace) continue;
      if (shown == nullptr || (shown->outcome.passed() && !test.outcome.passed())) shown = &test;
    }
  }
  if (shown == nullptr) return std::nullopt;
  Trace seen = *shown->outcome.trace;
  seen.title = subject.lab.title;
  if (subject.family.name == "own") seen.case_name = by_hand.empty() ? "built-in arrays" : "your arguments";
  return seen;
}

void add_html(CommandOptions& command, std::optional<std::string>& asked) {
  command.flag_with_value("--html", asked, "Write a page that replays a small case: lab4.html, after the lab",
                          "FILE");
}

MicroscopeFile::MicroscopeFile(const std::optional<std::string>& asked, const Lab& lab)
    : MicroscopeFile(asked, fmt::format("lab{}.html", lab_number(lab))) {}

MicroscopeFile::MicroscopeFile(const std::optional<std::string>& asked, const std::string& usual) {
  if (!asked) return;
  file_ = asked->empty() ? usual : *asked;
  if (file_ == "-") throw UsageError("--html takes a file that a browser can open, not standard output");
  try {
    base::check_writable(file_);
  } catch (const base::WriteError& error) {
    throw UsageError(error.what());
  }
  if (!base::is_replaceable(file_, report::kMicroscopeMark))
    throw UsageError(
        fmt::format("{} exists and is not a page of the microscope, so it was not changed\n  choose "
                    "another name: --html=FILE",
                    file_.string()));
}

void MicroscopeFile::write(const Trace& trace, const LabResult* lab, std::FILE* text) const {
  if (!is_wanted()) return;
  base::write_atomically(file_, report::microscope_page(report::trace_json(trace), lab));
  say::print(text, "microscope: {} (open it in a browser)\n", file_.string());
}

}  // namespace mergelab::app
