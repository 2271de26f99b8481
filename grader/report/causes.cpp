#include "report/causes.hpp"

#include "base/lines.hpp"
#include "report/lab_rows.hpp"

namespace mergelab::report {
namespace {

constexpr std::string_view kWrong = "wrong", kRule = "rule ";

/// Rules that one wrong index may break in different cases.
std::string family_of(const std::string& rule) {
  constexpr std::array<std::string_view, 9> kAccess{"out_of_bounds",      "shared_size",  "misaligned",
                                                    "uninitialised_read", "fault",        "outside",
                                                    "wild_pointer",       "read_outside", "write_to_const"};
  return std::string(kRule) + (base::is_one_of(kAccess, rule) ? "access" : rule);
}

bool has_clue(const Outcome& outcome, std::string_view clue) {
  return std::ranges::find(outcome.clues, clue) != outcome.clues.end();
}

/// A test's place in the lab: its item, and its index there.
using Position = std::pair<std::size_t, std::size_t>;

std::optional<Position> position_of(const LabResult& lab, const std::string& test) {
  for (std::size_t i = 0; i < lab.items.size(); ++i) {
    const std::vector<Observation>& tests = lab.items[i].tests;
    const auto found =
        std::ranges::find_if(tests, [&](const Observation& seen) { return seen.test == test; });
    if (found != tests.end()) return Position(i, static_cast<std::size_t>(found - tests.begin()));
  }
  return std::nullopt;
}

/// The first visible test with a wrong result in which no rule was broken.
std::optional<Position> first_plainly_wrong(const LabResult& lab) {
  for (std::size_t i = 0; i < lab.items.size(); ++i) {
    const std::vector<Observation>& tests = lab.items[i].tests;
    for (std::size_t t = 0; t < tests.size(); ++t) {
      const Outcome& outcome = tests[t].outcome;
      if (!tests[t].hidden && lab.items[i].checks && outcome.verdict == Verdict::wrong_answer &&
          outcome.violations.empty())
        return Position(i, t);
    }
  }
  return std::nullopt;
}

/// Whether a broken rule is what to fix first. If an earlier case is wrong and breaks no rule, the rule is
/// not its cause; it may be a consequence, unless it is a race whose two accesses show that arrays overlap.
bool leads(const LabResult& lab, const ItemResult& item) {
  const Observation* failure = first_shown_failure(item);
  if (failure == nullptr) return true;
  const Outcome& outcome = failure->outcome;
  const bool two_arrays =
      has_clue(outcome, "both_write") && has_clue(outcome, "two_arrays") && !has_clue(outcome, "out_of_part");
  if (outcome.symptom == "race" && (has_clue(outcome, "two_names") || two_arrays)) return true;
  const std::optional<Position> wrong = first_plainly_wrong(lab),
                                broken = position_of(lab, failing_test(item));
  return !wrong || !broken || *broken < *wrong;
}

/// Whether a run may break the rule and be right.
bool is_broken_by_passed_tests(const LabResult& lab, const std::string& rule) {
  return std::ranges::any_of(lab.items, [&](const ItemResult& item) {
    return std::ranges::any_of(item.tests, [&](const Observation& seen) {
      return seen.outcome.passed() && !seen.outcome.violations.empty() &&
             seen.outcome.violations.front().rule == rule;
    });
  });
}

/// Items with the same key are reported as one.
std::string key_of(const LabResult& lab, const ItemResult& item) {
  const Observation* failure = first_shown_failure(item);
  std::string status(to_string(item.status));
  if (failure == nullptr) return status;
  const Outcome& outcome = failure->outcome;
  switch (outcome.verdict) {
    case Verdict::checker_violation:
      return family_of(outcome.symptom);
    case Verdict::too_slow:
    case Verdict::invalid_measurement:
      return status + " " + (outcome.symptom.empty() ? item.id : outcome.symptom);
    case Verdict::wrong_answer:
    case Verdict::timed_out:
    case Verdict::crashed: {
      const std::vector<Violation>& broken = outcome.violations;
      const std::string rule = broken.empty() ? "" : broken.front().rule;
      // A mistake besides a race shows with the threads in step, too.
      if (!broken.empty() && !(rule == "race" && is_broken_by_passed_tests(lab, rule)))
        return family_of(rule);
      if (outcome.verdict == Verdict::timed_out) return status;
      if (outcome.symptom == "race" && broken.empty()) return family_of(outcome.symptom);
      if (outcome.symptom == "outside" || outcome.symptom == "fault") return family_of(outcome.symptom);
      return outcome.verdict == Verdict::wrong_answer ? std::string(kWrong) : status + " " + outcome.symptom;
    }
    default:
      return status + " " + cause(item);
  }
}

using Keyed = std::vector<std::pair<std::string, Cause>>;

/// Adds to the cause with this key, or with the first of `others` that there is, or begins one.
void add(Keyed& found, const ItemResult& item, const std::string& key,
         std::initializer_list<std::string_view> others = {}) {
  auto same = std::ranges::find_if(found, [&](const auto& one) { return one.first == key; });
  for (const std::string_view start : others) {
    if (same != found.end()) break;
    same = std::ranges::find_if(found, [&](const auto& one) { return one.first.starts_with(start); });
  }
  if (same == found.end()) same = found.insert(found.end(), {key, {}});
  same->second.items.push_back(&item);
}

bool is_untried(const ItemResult& item) {
  const Observation* failure = first_shown_failure(item);
  return failure != nullptr && failure->outcome.verdict == Verdict::timed_out && failure->outcome.untried;
}

/// The cause with a test for which the item was not tried.
auto cause_named_by(const ItemResult& item, Keyed& found) {
  const std::vector<std::string>& untried_for = first_shown_failure(item)->outcome.untried_for;
  return std::ranges::find_if(found, [&](const auto& one) {
    return std::ranges::any_of(one.second.items, [&](const ItemResult* other) {
      return std::ranges::any_of(other->tests, [&](const Observation& seen) {
        return std::ranges::find(untried_for, seen.test) != untried_for.end();
      });
    });
  });
}

std::string hint_of_items(const LabResult& lab, const Cause& cause) {
  if (!cause.representative->hint.empty()) return cause.representative->hint;
  for (const ItemResult* item : cause.items) {
    if (!item->hint.empty()) return item->hint;
  }
  const std::string test = failing_test(*cause.representative);
  const auto named = std::ranges::find_if(
      lab.items, [&](const ItemResult& item) { return test.starts_with(item.id + "/"); });
  return named == lab.items.end() ? "" : named->hint;
}

}  // namespace

std::vector<Cause> causes_of(const LabResult& lab) {
  Keyed found;
  std::vector<const ItemResult*> unwatched;  // they say that something is wrong, and not what
  std::vector<const ItemResult*> untried;    // they say which cases are the reason
  for (const ItemResult& item : lab.items) {
    if (item.status == Verdict::passed || item.status == Verdict::not_run) continue;
    const bool ended_badly = item.status == Verdict::wrong_answer || item.status == Verdict::crashed;
    if (is_untried(item))
      untried.push_back(&item);
    else if (!item.checks && ended_badly)
      unwatched.push_back(&item);
    else
      add(found, item, key_of(lab, item));
  }
  for (const ItemResult* item : unwatched) add(found, *item, key_of(lab, *item), {kWrong, kRule});
  for (const ItemResult* item : untried) {
    const auto named = cause_named_by(*item, found);
    add(found, *item, named == found.end() ? key_of(lab, *item) : named->first);
  }
  std::vector<Cause> causes;
  for (auto& [key, cause] : found) {
    std::ranges::sort(cause.items);  // in the rubric's order
    // An item's status is the worst of its cases, and its message the first case that failed. What was not
    // tried says nothing of the cause.
    const auto rank = [](const ItemResult* item) {
      return verdict_of(*item) == Verdict::checker_violation ? 0 : is_untried(*item) ? 2 : 1;
    };
    cause.representative = *std::ranges::min_element(
        cause.items, [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
    causes.push_back(std::move(cause));
  }
  std::stable_partition(causes.begin(), causes.end(), [&](const Cause& cause) {
    return cause.representative->kind == ItemKind::checker &&
           cause.representative->status == Verdict::checker_violation && leads(lab, *cause.representative);
  });
  return causes;
}

std::string failing_test(const ItemResult& item) {
  switch (item.status) {
    case Verdict::todo:
    case Verdict::not_submitted:
    case Verdict::build_failed:
    case Verdict::forbidden:
    case Verdict::grader_error:
      return "";
    default:
      break;
  }
  const Observation* failure = first_shown_failure(item);
  if (failure == nullptr) return "";
  return item.of_test.empty() ? failure->test : item.of_test;
}

std::string cause_with_test(const ItemResult& item) {
  const std::string test = failing_test(item);
  std::string text = cause(item);
  if (test.empty()) {
    const int hidden = hidden_failures(item);
    if (hidden == 0 || first_shown_failure(item) != nullptr)
      return text.empty() ? std::string(phrase(item.status)) : text;
    return fmt::format("{}: {} failed, {}", item.id, counted(static_cast<std::size_t>(hidden), "hidden case"),
                       phrase(item.status));
  }
  if (test != first_shown_failure(item)->test) return text;  // it begins with that
  return fmt::format("{}: {}", test, text.empty() ? phrase(item.status) : text);
}

std::optional<Uninitialised> uninitialised_variable(const LabResult& lab, const Cause& cause) {
  const auto named = [&]() -> std::optional<Uninitialised> {
    for (const BuildResult& build : lab.builds) {
      if (!build.ok) continue;
      if (std::optional<Uninitialised> found = uninitialised_in(build.log)) return found;
    }
    return {};
  };
  switch (verdict_of(*cause.representative)) {
    case Verdict::wrong_answer:
    case Verdict::checker_violation:
    case Verdict::crashed:
    case Verdict::timed_out:
    case Verdict::resource_limit:
      return named();
    case Verdict::too_slow: {
      const std::optional<Uninitialised> found = named();
      return found && found->is_sure ? found : std::nullopt;
    }
    default:
      return {};
  }
}

std::string hint_of(const LabResult& lab, const Cause& cause) {
  const std::optional<Uninitialised> variable = uninitialised_variable(lab, cause);
  if (!variable) return hint_of_items(lab, cause);
  const char* const used = variable->is_sure ? "is used" : "may be used";
  const std::string named = variable->is_declaration
                                ? fmt::format("{}, declared at {}, {}", variable->name, variable->place, used)
                                : fmt::format("{} {} at {}", variable->name, used, variable->place);
  std::string initialise = named + " before it has a value. Give it one where it is declared";
  if (!variable->others.empty())
    initialise += fmt::format("; the same holds for {}", fmt::join(variable->others, " and "));
  if (variable->is_sure) return initialise + ".";
  const Observation* failure = first_shown_failure(*cause.representative);
  if (failure != nullptr && family_of(failure->outcome.symptom) == family_of("out_of_bounds"))
    return initialise + ": an index that follows from it may be anything.";
  const std::string hint = hint_of_items(lab, cause);
  return initialise + (hint.empty() ? "." : ". If that changes nothing: " + hint);
}

const Observation* unreported_violation(const LabResult& lab) {
  const Observation* first = nullptr;
  for (const ItemResult& item : lab.items) {
    for (const Observation& seen : item.tests) {
      if (seen.hidden) continue;
      // A wrong result reports what was seen before it.
      const bool is_told = !seen.outcome.violations.empty() && !seen.outcome.passed() &&
                           seen.outcome.verdict != Verdict::too_slow;
      if (is_told || seen.outcome.verdict == Verdict::checker_violation) return nullptr;
      if (first == nullptr && !seen.outcome.violations.empty()) first = &seen;
    }
  }
  return first;
}

Verdict verdict_of(const ItemResult& item) {
  const Observation* failure = first_shown_failure(item);
  return failure == nullptr ? item.status : failure->outcome.verdict;
}

std::string_view headline_of(const ItemResult& item) {
  constexpr std::array<std::string_view, 5> kAccess{"out_of_bounds", "wild_pointer", "read_outside",
                                                    "outside", "shared_size"};
  const Observation* failure = first_shown_failure(item);
  const Verdict verdict = verdict_of(item);
  if (failure != nullptr && verdict == Verdict::too_slow) return phrase_for_figure(failure->outcome.symptom);
  if (failure == nullptr || (verdict != Verdict::checker_violation && verdict != Verdict::crashed))
    return phrase(verdict);
  const std::string& symptom = failure->outcome.symptom;
  if (symptom == "missing_return") return "missing return";
  if (is_of_failed_call(symptom)) return "failed CUDA call";
  // In plain C++, where no rule of CUDA's is broken. A crash names its symptom only where it is known.
  const std::vector<Finding>& findings = failure->outcome.why.findings();
  const bool on_host = verdict == Verdict::crashed ||
                       (!findings.empty() && findings.front().access.by.kind == finding::Agent::Kind::host);
  return on_host && base::is_one_of(kAccess, symptom) ? "outside an array" : phrase(verdict);
}

std::string_view headline_of(const LabResult& lab) {
  switch (lab.status) {
    case Verdict::wrong_answer:
    case Verdict::checker_violation:
    case Verdict::timed_out:
    case Verdict::resource_limit:
    case Verdict::too_slow:
    case Verdict::crashed: {
      const std::vector<Cause> causes = causes_of(lab);
      if (!causes.empty()) return headline_of(*causes.front().representative);
      break;
    }
    case Verdict::passed:  // such a lab's message is of a rule that no item of this run counts
      return lab.message.empty() ? phrase(lab.status) : "right results, but a CUDA rule is broken";
    default:
      break;
  }
  return phrase(lab.status);
}

std::string place_of(const finding::Site& site) {
  return site.is_known() ? fmt::format("{}:{}", site.file.view(), site.line) : "";
}

bool fails_by_oracle(const LabResult& lab) {
  return std::ranges::any_of(lab.items, [](const ItemResult& item) {
    return std::ranges::any_of(item.tests,
                               [](const Observation& test) { return is_of_oracle(test.outcome.why); });
  });
}

}  // namespace mergelab::report
