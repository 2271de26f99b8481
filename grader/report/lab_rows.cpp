#include "report/lab_rows.hpp"

#include <fmt/ranges.h>

namespace mergelab::report {
namespace {

/// Whether one row has both.
bool belong_together(const ItemResult& a, const ItemResult& b, const TextStyle& style) {
  switch (a.status) {
    case Verdict::passed:
      return b.status == Verdict::passed && !a.group.empty() && a.group == b.group && !style.verbose;
    case Verdict::wrong_answer:
    case Verdict::checker_violation:
    case Verdict::too_slow:
    case Verdict::invalid_measurement:
      return false;  // each has its own story
    default:
      return a.status == b.status && a.backends == b.backends && cause(a) == cause(b);
  }
}

/// The row's label, and its text about its items.
void set_words(Row& row, const LabResult& lab, const TextStyle& style) {
  const ItemResult& first = row.first();
  if (row.items.size() == 1) {
    row.label = printable(first.id, style);
    row.about = first.about;
    return;
  }
  const bool all = row.items.size() == lab.items.size();
  std::vector<std::string> ids;
  for (const ItemResult* item : row.items) ids.push_back(item->id);
  row.label = fmt::format("{}{}", all ? "all " : "", counted(row.items.size(), "item"));
  row.about = all ? "" : fmt::format("{}", fmt::join(ids, ", "));
  if (first.status != Verdict::passed) return;
  const auto whole =
      std::ranges::count_if(lab.items, [&](const ItemResult& item) { return item.group == first.group; });
  row.label = printable(first.group, style);
  if (row.items.size() == static_cast<std::size_t>(whole)) row.about = first.group_about;
}

}  // namespace

std::string cause(const ItemResult& item) {
  std::string message = public_message(item);
  const Observation* failure = first_shown_failure(item);
  const bool begins_with_test = failure != nullptr && item.of_test == failure->test;
  return begins_with_test ? message.substr(failure->test.size() + 2) : message;
}

std::vector<Row> rows_of(const LabResult& lab, const TextStyle& style) {
  std::vector<Row> rows;
  for (const ItemResult& item : lab.items) {
    const auto row = std::ranges::find_if(
        rows, [&](const Row& other) { return belong_together(other.first(), item, style); });
    if (row == rows.end()) {
      rows.push_back({{&item}, item.hint, "", "", "", ""});
    } else {
      row->items.push_back(&item);
      if (row->hint.empty()) row->hint = item.hint;
    }
  }
  // What was said once is not said again.
  for (std::size_t later = rows.size(); later-- > 1;) {
    const auto told = std::find_if(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(later),
                                   [&](const Row& row) { return row.hint == rows[later].hint; });
    if (!rows[later].hint.empty() && told != rows.begin() + static_cast<std::ptrdiff_t>(later))
      rows[later].hint = "as for " + told->first().id;
  }
  for (Row& row : rows) {
    set_words(row, lab, style);
    if (row.first().status == Verdict::not_run) {
      row.score = points(std::nullopt, style);
      continue;
    }
    Points score, max_score;
    for (const ItemResult* item : row.items) {
      score += item->score;
      max_score += item->max_score;
    }
    const bool known = row.first().status != Verdict::grader_error;
    row.score = points(known ? std::optional(score) : std::nullopt, style);
    row.max_score = to_string(max_score);
  }
  return rows;
}

std::vector<std::string> row_heads(const std::vector<Row>& rows, const TextStyle& style) {
  std::size_t label_width = 0;
  std::size_t score_width = 0;
  std::size_t max_width = 0;
  for (const Row& row : rows) {
    label_width = std::max(label_width, columns(row.label));
    score_width = std::max(score_width, columns(row.score));
    max_width = std::max(max_width, columns(row.max_score));
  }
  std::vector<std::string> heads;
  for (const Row& row : rows) {
    const ItemResult& item = row.first();
    const bool partial = item.status != Verdict::passed && item.score > 0;
    const Colour colour = partial ? Colour::yellow : colour_of(item.status);
    heads.push_back(fmt::format("  {} {:<{}}  {:>{}}{}{:<{}}   ",
                                paint(mark(item.status, style), colour, style), row.label, label_width,
                                row.score, score_width, row.max_score.empty() ? "   " : " / ", row.max_score,
                                max_width));
  }
  return heads;
}

const Observation* find_printing(const LabResult& lab, const std::string& test) {
  const Observation* first = nullptr;
  for (const ItemResult& item : lab.items) {
    for (const Observation& seen : item.tests) {
      if (seen.hidden || seen.outcome.printed.empty()) continue;
      if (seen.test == test) return &seen;
      if (first == nullptr) first = &seen;
    }
  }
  return first;
}

void put_printed(Page& page, const Observation& test, std::size_t max_lines) {
  page.put("  ", test.test + " prints:", Colour::dim);
  page.put("    ", test.outcome.printed, Colour::none, max_lines);
}

namespace {

/// The argument that names a lab: 4 for 04_tiled_kernel, else its name.
std::string lab_argument(const LabResult& lab) {
  const std::size_t end = std::min(lab.name.find_first_not_of("0123456789"), lab.name.size());
  const std::size_t begin = std::min(lab.name.find_first_not_of('0'), end);
  return begin == end ? clean(lab.name) : lab.name.substr(begin, end - begin);
}

/// The place of the first error that the compiler names.
std::string place_in_builds(const LabResult& lab) {
  for (const BuildResult& build : lab.builds) {
    if (build.ok || build.log.empty()) continue;
    const std::string log = clean(build.log), of_error = first_place_in(first_error_in(log));
    return of_error.empty() ? first_place_in(errors_first(log)) : of_error;
  }
  return "";
}

std::string at(const std::string& place) { return place.empty() ? "" : " at " + place; }

/// " at a.cuh:3"; of an earlier lab's function the call, which is more likely wrong than that function. Empty
/// if no finding names a line.
std::string where_of(const std::vector<Finding>& findings) {
  if (findings.empty()) return "";
  const finding::Access& access = findings.front().access;
  return access.caller.is_known() ? " in the call" + at(place_of(access.caller)) : at(place_of(access.at));
}

/// The line where a rule breaks may be right: an index or a share comes from elsewhere.
std::string find_cause(const std::string& rule, const std::string& where) {
  if (rule == "missing_return") return "return a value on every way through the function" + where;
  if (rule == "race") return "find the cause of the race" + where;
  if (rule == "out_of_bounds" || rule == "wild_pointer" || rule == "shared_size")
    return "find out why the access" + where + " is out of bounds";
  return "find out what breaks the rule" + where;
}

std::string failure_symptom(const ItemResult& item) {
  const Observation* failure = first_shown_failure(item);
  return failure == nullptr ? "" : failure->outcome.symptom;
}

/// What to do about a figure past the one for full points.
std::string lower_figure(const ItemResult& item, const std::string& test) {
  const std::string symptom = failure_symptom(item);
  const std::string where = test.empty() ? item.id : test;
  if (symptom == "balance") return fmt::format("share the keys more evenly in {}", where);
  if (symptom == "sent") return fmt::format("send less in {}", where);
  if (symptom == "exchanges") return fmt::format("make fewer collective calls in {}", where);
  return fmt::format("make {} cheaper", where);
}

std::vector<Finding> findings_of(const ItemResult& item) {
  const Observation* failure = first_shown_failure(item);
  return failure == nullptr ? std::vector<Finding>() : failure->outcome.why.findings();
}

/// A lab graded with the reference for others does not say which TODO it is. One may stay empty for a while.
std::string todo_in(const std::vector<Finding>& findings) {
  if (findings.empty()) return "the first TODO that is open";
  const Finding& todo = findings.front();
  return fmt::format("TODO {0}{1}{2}, and delete its line LAB_TODO({0})", todo.numbers[0],
                     todo.word.empty() ? "" : " in ", todo.word.view());
}

/// What to do about a cause, in an order that the verdict gives.
std::string first_step(const LabResult& lab, const Cause& cause_of_loss) {
  const ItemResult& item = *cause_of_loss.representative;
  if (const std::optional<Uninitialised> variable = uninitialised_variable(lab, cause_of_loss))
    return fmt::format("give {} a value {} at {}", variable->name,
                       variable->is_declaration ? "where it is declared" : "before it is used",
                       variable->place);
  const std::string test = failing_test(item), named = test.empty() ? item.id : test;
  const std::vector<Finding> findings = findings_of(item);
  const std::string line = where_of(findings), where = line.empty() ? " in " + named : line;
  if (test.empty() && hidden_failures(item) > 0)
    return fmt::format("find a case of your own that {} gets wrong; it fails in one that is hidden", item.id);
  switch (verdict_of(item)) {
    case Verdict::todo:
      return "do " + todo_in(findings);
    case Verdict::not_submitted:
      return "write the file";
    case Verdict::build_failed:
      return "fix what does not compile" + at(place_in_builds(lab));
    case Verdict::forbidden:
      return "take out what is not allowed" + at(place_in_builds(lab));
    case Verdict::checker_violation:
      return find_cause(failure_symptom(item), where);
    case Verdict::wrong_answer:
      return fmt::format("get {} right", named);
    case Verdict::too_slow:
      if (const Observation* broken = unreported_violation(lab)) {
        const Violation& violation = broken->outcome.violations.front();
        return find_cause(violation.rule, where_of(violation.why.findings()));
      }
      return lower_figure(item, test);
    case Verdict::timed_out:
      if (failure_symptom(item) == "slow") return "make the work" + where + " less";
      if (failure_symptom(item) == "wrong_grid") return "launch another number of blocks" + where;
      if (failure_symptom(item) == "waits_for_block") return "wait for no other block" + where;
      return "find out why the loop" + where + " does not end";
    case Verdict::crashed:
      if (is_of_failed_call(failure_symptom(item))) return "find out why the CUDA call fails" + where;
      return "find the cause of the crash" + where;
    case Verdict::grader_error:
      return fails_by_oracle(lab) ? "tell the course's staff: what says what is right has to be corrected"
                                  : "run it again; if it stays, tell the course's staff";
    default:
      return fmt::format("look at {}", named);
  }
}

}  // namespace

std::string verdict_line(const LabResult& lab, const TextStyle& style) {
  return fmt::format("{}   {} / {}   {}", paint(printable(lab.name, style), Colour::bold, style),
                     points(lab.score, style), lab.max_score,
                     paint(headline_of(lab), colour_of(lab.status), style));
}

std::string command_for(const LabResult& lab, const ItemResult& item, const TextStyle& style) {
  if (style.rerun.empty() || item.status == Verdict::not_run || item.status == Verdict::not_submitted)
    return "";
  const std::string command = fmt::format("{} {}", style.rerun, lab_argument(lab));
  const std::string test = failing_test(item);
  if (!test.empty()) return printable(style.rerun_takes_case ? command + " --case " + test : command, style);
  return item.tests.empty() || first_shown_failure(item) != nullptr ? printable(command, style) : "";
}

void put_conclusion(Page& page, const LabResult& lab, const std::vector<Cause>& causes,
                    const TextStyle& style) {
  page.raw(verdict_line(lab, style));
  if (causes.empty()) return;
  page.put(paint("first: ", Colour::dim, style),
           style.first.empty() ? first_step(lab, causes.front()) : style.first);
  const std::string command = command_for(lab, *causes.front().representative, style);
  if (!command.empty()) page.raw(fmt::format("{} {}", paint("again:", Colour::dim, style), command));
}

}  // namespace mergelab::report
