// mergelab check-course: reads the course and an instructor's settings, and shows the rubric that they make.
#include <ctime>

#include "app/verbs/verbs.hpp"
#include "base/read_file.hpp"
#include "base/regex.hpp"
#include "course/time.hpp"
#include "report/page.hpp"

namespace mergelab::app {
namespace {

/// A row of the table.
struct RubricRow {
  bool is_lab = false;
  bool differs = false;  // from the course's own data
  std::string name;      // "04_tiled_kernel", "loads"; empty: more about the row above
  std::string points;    // "5 (2.5)": what counts, and the default where it is another
  std::string rule;      // "full 1.5 (1.75), zero 2"
};

/// Texts of one row, with the default behind each that differs.
class Row {
 public:
  explicit Row(std::string name, bool is_lab = false) {
    row_.name = std::move(name);
    row_.is_lab = is_lab;
  }
  [[nodiscard]] std::string beside(const std::string& now, const std::string& before) {
    if (now == before) return now;
    row_.differs = true;
    return fmt::format("{} ({})", now, before.empty() ? "-" : before);
  }
  void points(Points now, Points before) { row_.points = beside(to_string(now), to_string(before)); }
  void rule(const std::string& label, const std::string& now, const std::string& before) {
    if (now.empty() && before.empty()) return;
    rule(fmt::format("{} {}", label, beside(now, before)));
  }
  /// What no course has of itself.
  void added(const std::string& text) {
    row_.differs = true;
    rule(text);
  }
  [[nodiscard]] RubricRow take() { return std::move(row_); }
  /// What holds without the settings.
  void note(const std::string& text) { rule(text); }
  [[nodiscard]] bool is_empty() const { return row_.rule.empty(); }

 private:
  void rule(const std::string& text) { row_.rule += (row_.rule.empty() ? "" : ", ") + text; }

  RubricRow row_;
};

std::string text_of(const std::optional<double>& figure) {
  return figure ? fmt::format("{:.6g}", *figure) : "";
}
std::string text_of(const std::map<std::string, std::map<std::string, double>>& reference) {
  std::vector<std::string> parts;
  for (const auto& [gpu, cases] : reference) {
    parts.push_back(gpu + ":");
    for (const auto& [name, ratio] : cases) parts.push_back(fmt::format("{} {:.4g}", name, ratio));
  }
  return fmt::format("{}", fmt::join(parts, " "));
}

RubricRow item_row(const Item& item, const Item& before, const Course& course, const Course& plain) {
  Row row(item.id);
  row.points(item.points, before.points);
  row.rule(item.metric + " up to", text_of(item.max_ratio), text_of(before.max_ratio));
  row.rule(item.metric + " full", text_of(item.full), text_of(before.full));
  row.rule("zero", text_of(item.zero), text_of(before.zero));
  row.rule("reference", text_of(item.reference), text_of(before.reference));
  if (item.backends != Backends{Backend::cpu, Backend::gpu} || item.backends != before.backends)
    row.rule("on", std::string(to_string(item.backends)), std::string(to_string(before.backends)));
  if (item.family != before.family) row.rule("family", item.family, before.family);
  const auto hidden = [](const Course& of, const Item& it) {
    return of.find_family(it.family)->hidden ? "yes" : "no";
  };
  if (course.find_family(item.family)->hidden || plain.find_family(before.family)->hidden)
    row.rule("hidden", hidden(course, item), hidden(plain, before));
  return row.take();
}

std::string late_policy_text(const Deadline& deadline) {
  std::string words;
  if (deadline.percent_per_day > 0)
    words += fmt::format(", {:.4g}% less for each day begun", deadline.percent_per_day);
  if (deadline.days_taken)
    words += *deadline.days_taken == 0 ? ", nothing is accepted later"
                                       : fmt::format(", accepted for {} days", *deadline.days_taken);
  if (deadline.grace_minutes > 0) words += fmt::format(", {} minutes of grace", deadline.grace_minutes);
  return words.empty() ? ", late work is recorded and loses no points" : words;
}

/// What stands below a lab's row.
std::vector<RubricRow> notes(const Lab& lab, const Lab& before, const Course& course) {
  std::vector<RubricRow> rows;
  const auto keep = [&](Row row) {
    if (!row.is_empty()) rows.push_back(row.take());
  };
  if (lab.deadline) {
    Row row("");
    row.added(fmt::format("due {}{}", lab.deadline->text, late_policy_text(*lab.deadline)));
    keep(std::move(row));
  }
  Row limits("");
  const auto limit = [&](const char* name, auto now, auto was) {
    if (now != was)
      limits.rule(name, fmt::format("{:.6g}", static_cast<double>(now)),
                  fmt::format("{:.6g}", static_cast<double>(was)));
  };
  limit("case_cpu_s", lab.limits.case_cpu_s, before.limits.case_cpu_s);
  limit("lab_cpu_s", lab.limits.lab_cpu_s, before.limits.lab_cpu_s);
  limit("build_cpu_s", lab.limits.build_cpu_s, before.limits.build_cpu_s);
  limit("memory_mib", lab.limits.memory_mib, before.limits.memory_mib);
  limit("output_kib", lab.limits.output_kib, before.limits.output_kib);
  limit("host_bytes", lab.limits.host_bytes, before.limits.host_bytes);
  keep(std::move(limits));
  Row forbidden("");
  constexpr double kAllPercent = 100;
  for (const ForbiddenName& name : lab.forbidden) {
    forbidden.added(name.percent >= kAllPercent ? fmt::format("{} is forbidden", name.name)
                                                : fmt::format("{} costs {:.4g}%", name.name, name.percent));
  }
  keep(std::move(forbidden));
  if (lab.details_from) {
    Row row("");
    row.added(fmt::format("details of hidden cases are shown from {} onwards",
                          course::time_text(*lab.details_from, course.settings.zone)));
    keep(std::move(row));
  }
  return rows;
}

/// A reference's file that has the name, comments aside; empty: none has.
bool uses(const Course& course, const Lab& lab, const std::string& name) {
  static const base::Regex comments(R"(//[^\n]*|/\*[^]*?\*/)");
  const std::string text =
      base::regex_replace(base::read_file(reference_file(course, lab)).value_or(""), comments, " ");
  return base::regex_search(text, base::Regex("(^|[^\\w])" + name + "([^\\w]|$)"));
}

/// All labs and items of `course`; `plain` is the same course without settings.
std::vector<RubricRow> effective_rubric(const Course& course, const Course& plain) {
  std::vector<RubricRow> rows;
  for (std::size_t l = 0; l < course.labs.size(); ++l) {
    const Lab& lab = course.labs[l];
    const Lab& before = plain.labs.at(l);
    Row row(lab.name, true);
    row.points(lab.points, before.points);
    if (lab.advanced && lab.graded) row.added("in the total");
    if (lab.advanced && !lab.graded) row.note("advanced: not in the total");
    if (!lab.advanced && !lab.graded) row.added("not graded");
    rows.push_back(row.take());
    if (!lab.graded) continue;
    for (RubricRow& note : notes(lab, before, course)) rows.push_back(std::move(note));
    for (std::size_t i = 0; i < lab.items.size(); ++i)
      rows.push_back(item_row(lab.items[i], before.items.at(i), course, plain));
  }
  return rows;
}

/// Valid settings that are hardly intended: a past deadline, a hidden case that a secret does not change, a
/// threshold that the reference solution may miss, a forbidden name that it uses.
std::vector<std::string> doubts(const Course& course, Moment now) {
  std::vector<std::string> found;
  std::vector<std::string> used;
  for (const Lab& lab : course.labs) {
    if (!lab.graded) continue;
    if (lab.deadline && lab.deadline->at < now)
      found.push_back(fmt::format("{} was due {}, which is in the past: is the date correct?", lab.name,
                                  lab.deadline->text));
    for (const Item& item : lab.items) {
      used.push_back(item.family);
      const std::optional<double> full = item.full ? item.full : item.max_ratio;
      if (item.anchor && full && *full < *item.anchor)
        found.push_back(
            fmt::format("{} {}: full points end at {:.4g}, but the reference solution may need {:.4g}",
                        lab.name, item.id, *full, *item.anchor));
    }
    for (const ForbiddenName& name : lab.forbidden) {
      if (uses(course, lab, name.name))
        found.push_back(fmt::format("{} forbids {}, which its reference solution uses", lab.name, name.name));
    }
  }
  for (const Family& family : course.families) {
    const bool listed =
        std::ranges::find(course.settings.hidden, family.name) != course.settings.hidden.end();
    if (!listed) continue;
    if (std::ranges::find(used, family.name) == used.end())
      found.push_back(fmt::format("the family {} is hidden, but no graded lab uses it", family.name));
    for (const CaseSpec& spec : family.cases) {
      if (spec.is_spelled_out)
        found.push_back(fmt::format("{}/{} is spelled out in the catalog, so no secret changes it",
                                    family.name, spec.name));
    }
  }
  return found;
}

struct CheckCourseOptions {
  std::filesystem::path course, secret_file;
  std::optional<std::filesystem::path> settings;
  bool strict = false;
  TextOptions text;
};

void print_rubric(const Course& course, const Course& plain, const report::TextStyle& style) {
  const std::vector<RubricRow> rows = effective_rubric(course, plain);
  std::size_t name_width = 0, points_width = 0;
  for (const RubricRow& row : rows) {
    name_width = std::max(name_width, row.name.size() + (row.is_lab ? 0 : 2));
    points_width = std::max(points_width, row.points.size());
  }
  report::Page page(style);
  for (const RubricRow& row : rows) {
    if (row.is_lab) page.gap();
    const std::string name = row.is_lab ? row.name : "  " + row.name;
    page.put(fmt::format("{} {:<{}}  {:<{}}  ", row.differs ? '*' : ' ', name, name_width, row.points,
                         points_width),
             row.rule);
  }
  say::print("{}", page.take());
}

/// One line on what holds for all labs.
std::string whole(const Course& course, bool has_secret) {
  Points points;
  std::size_t graded = 0;
  for (const Lab& lab : course.labs) {
    if (!lab.graded) continue;
    points += lab.points;
    ++graded;
  }
  const Settings& settings = course.settings;
  std::string text =
      fmt::format("{} of {} labs are graded, {} points in all", graded, course.labs.size(), points);
  if (!settings.carry_forward) text += "; no error is carried forward";
  if (!settings.backend.empty()) text += "; on " + settings.backend;
  if (has_secret) text += "; hidden cases have a secret";
  if (settings.gradescope != kVisibilities[0])
    text += "; items with hidden cases on Gradescope: " + settings.gradescope;
  return text;
}

int check_files(const CheckCourseOptions& options) {
  const std::filesystem::path root = course_root(options.course);
  const Course plain = course::load(root, std::filesystem::path());
  const Course course = course::load(root, options.settings);
  const Settings& settings = course.settings;
  const bool has_secret = !find_secret(options.secret_file, settings).empty();
  say::print("{}{}{}\n", course.title, settings.name.empty() ? "" : ": ", settings.name);
  say::print("{}\n",
             settings.file.empty()
                 ? "no settings: the unchanged course"
                 : fmt::format("settings {} ({}); * differs from the course, whose value is in parentheses",
                               settings.file.string(), settings.fingerprint));
  print_rubric(course, plain, text_style(options.text));
  say::print("\n{}\n", whole(course, has_secret));
  const std::vector<std::string> found = doubts(course, std::time(nullptr));
  for (const std::string& doubt : found) say::print("warning: {}\n", doubt);
  return options.strict && !found.empty() ? kPointsLost : kGraded;
}

}  // namespace

Run check_course(CommandOptions& command) {
  const auto options = std::make_shared<CheckCourseOptions>();
  command.settings(options->settings);
  command.option("--secret-file", options->secret_file,
                 "The secret of hidden cases, if the settings name none", "FILE");
  command.course(options->course);
  command.flag("--strict", options->strict, "Exit with 1 if a setting is probably a mistake");
  command.plain(options->text.plain);
  return [options] { return check_files(*options); };
}

}  // namespace mergelab::app
