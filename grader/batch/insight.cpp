#include "batch/insight.hpp"

#include <fmt/ranges.h>

#include <numeric>

#include "report/causes.hpp"
#include "report/formats/rows.hpp"
#include "report/phrases.hpp"

namespace mergelab::batch {
namespace {

constexpr double kSecondsPerHour = 3600;

/// What students read about something, how many read it, and their hints.
class Told {
 public:
  void add(const std::string& text, const std::string& hint) {
    ++told_[text].count;
    if (!hint.empty()) ++told_[text].hints[hint];
  }
  [[nodiscard]] std::vector<Finding> commonest_first() const {
    std::vector<Finding> findings;
    for (const auto& [text, one] : told_) {
      const auto hint = std::ranges::max_element(
          one.hints, [](const auto& a, const auto& b) { return a.second < b.second; });
      findings.push_back({text, hint == one.hints.end() ? "" : hint->first, one.count});
    }
    std::ranges::stable_sort(findings,
                             [](const Finding& a, const Finding& b) { return a.students > b.students; });
    return findings;
  }

 private:
  struct One {
    std::size_t count = 0;
    std::map<std::string, std::size_t> hints;
  };
  std::map<std::string, One> told_;
};

struct ItemData {
  ItemInsight seen;
  Points points;
  Told told, told_begun;
};

struct LabData {
  LabInsight seen;
  std::vector<ItemData> items;
  Told told;
};

bool lost_points(const ItemResult& item) {
  return item.status != Verdict::not_run && item.score < item.max_score;
}

LabData& lab_of(std::vector<LabData>& labs, const std::string& name) {
  auto found = std::ranges::find_if(labs, [&](const LabData& lab) { return lab.seen.name == name; });
  if (found == labs.end()) {
    found = labs.insert(labs.end(), LabData());
    found->seen.name = name;
  }
  return *found;
}

void take(LabData& lab, const ItemResult& item) {
  auto found = std::ranges::find_if(lab.items, [&](const ItemData& each) { return each.seen.id == item.id; });
  if (found == lab.items.end()) {
    found = lab.items.insert(lab.items.end(), ItemData());
    found->seen.id = item.id;
    found->seen.about = item.about;
  }
  if (item.status == Verdict::not_run) return;
  ItemInsight& seen = found->seen;
  ++seen.students;
  seen.max_score = std::max(seen.max_score, item.max_score.number());
  found->points += item.score;
  const bool is_begun = item.status != Verdict::todo && item.status != Verdict::not_submitted;
  seen.begun += is_begun ? 1 : 0;
  if (!lost_points(item)) {
    ++seen.full;
    return;
  }
  ++seen.lost;
  seen.lost_by_begun += is_begun ? 1 : 0;
  seen.none += item.score == 0 ? 1 : 0;
  (is_begun ? found->told_begun : found->told).add(std::string(report::headline_of(item)), item.hint);
}

void take(LabData& lab, const LabResult& result) {
  if (!result.score) return;
  // A stored grading knows of no attempt, and of no late work.
  lab.seen.scores.push_back(result.score->number());
  lab.seen.max_score = std::max(lab.seen.max_score, result.max_score.number());
  lab.seen.full += *result.score >= result.max_score ? 1 : 0;
  for (const ItemResult& item : result.items) take(lab, item);
  const auto first = std::ranges::find_if(result.items, lost_points);
  if (first == result.items.end()) return;
  const std::string word(report::headline_of(*first));
  // A reason why the file was not tried at all belongs to no item.
  const bool of_all =
      result.status == first->status && std::ranges::all_of(result.items, [&](const ItemResult& item) {
        return item.status == first->status || item.status == Verdict::not_run;
      });
  lab.told.add(of_all ? word : fmt::format("{}: {}", first->id, word), first->hint);
}

/// Hours between two times as utc_text() writes them.
double hours_between(const std::string& from, const std::string& to) {
  const auto seconds = [](const std::string& text) {
    std::tm time{};
    return ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &time) == nullptr ? std::time_t{0}
                                                                            : ::timegm(&time);
  };
  return static_cast<double>(seconds(to) - seconds(from)) / kSecondsPerHour;
}

struct Reached {
  std::vector<double> attempts, hours;
};

/// Whether and when the lab got full marks in one student's attempts.
void take_history(const std::vector<Attempt>& attempts, LabInsight& lab, Reached& reached) {
  std::vector<const Attempt*> tries;
  for (const Attempt& attempt : attempts) {
    const auto found = attempt.labs.find(lab.name);
    if (found != attempt.labs.end() && found->second.score && found->second.status != "not_submitted")
      tries.push_back(&attempt);
  }
  if (tries.size() < 2) return;
  ++lab.histories.students;
  const auto full = std::ranges::find_if(tries, [&](const Attempt* attempt) {
    const LabScore& score = attempt->labs.at(lab.name);
    return score.score.value_or(0) + score.late_points.value_or(0) >= score.max_score;
  });
  if (full == tries.end()) return;
  ++lab.histories.reached;
  reached.attempts.push_back(static_cast<double>(full - tries.begin() + 1));
  reached.hours.push_back(std::max(0.0, hours_between(tries.front()->submitted(), (*full)->submitted())));
}

const Attempt* chosen(const std::vector<Attempt>& attempts, bool best) {
  if (best) return best_of(attempts);
  const auto last = std::find_if(attempts.rbegin(), attempts.rend(),
                                 [](const Attempt& attempt) { return attempt.score.has_value(); });
  return last == attempts.rend() ? nullptr : &*last;
}

std::string figure(double value) { return fmt::format("{:.6g}", value); }

std::vector<std::string> row_of(const std::string& lab, const std::string& item,
                                const std::vector<double>& scores, double max_score, std::size_t full) {
  return {report::csv_cell(lab), report::csv_cell(item),
          figure(max_score),     std::to_string(scores.size()),
          figure(mean(scores)),  scores.empty() ? "" : figure(median(scores)),
          std::to_string(full),  std::to_string(scores.size() - full)};
}

void add_finding(std::vector<std::string>& cells, const Finding* finding) {
  cells.push_back(finding == nullptr ? "" : report::csv_cell(finding->text));
  cells.push_back(finding == nullptr ? "" : std::to_string(finding->students));
}

void add_histories(std::vector<std::string>& cells, const Histories& histories) {
  cells.push_back(std::to_string(histories.students));
  cells.push_back(std::to_string(histories.reached));
  cells.push_back(histories.reached == 0 ? "" : figure(histories.median_attempts));
  cells.push_back(histories.reached == 0 ? "" : figure(histories.median_hours));
}

using report::counted;
using report::xml_escape;

constexpr std::size_t kBins = 10, kMostFindings = 5, kMostLost = 10;
constexpr int kWidth = 460, kHeight = 170, kLeft = 34, kTop = 18, kBottom = 36, kRight = 22;

/// How many have less than 10% of the points, less than 20%, ...; all points are in the last.
std::array<std::size_t, kBins> bins_of(const std::vector<double>& scores, double max_score) {
  std::array<std::size_t, kBins> bins{};
  for (const double score : scores) {
    const double part = max_score > 0 ? score / max_score : 1;
    ++bins[std::min(kBins - 1, static_cast<std::size_t>(std::max(0.0, part) * kBins))];
  }
  return bins;
}

/// As of an earned score: a mean below the maximum is not shown as the maximum.
std::string points(double score, double max_score) {
  return to_string(Points(max_score).part(score / max_score));
}

/// A column for each tenth of the points, and a dashed line at the mean.
std::string histogram(const std::vector<double>& scores, double max_score, const std::string& of) {
  const auto bins = bins_of(scores, max_score);
  const std::size_t most = std::max<std::size_t>(1, *std::ranges::max_element(bins));
  const double width = static_cast<double>(kWidth - kLeft - kRight) / kBins;
  const int ground = kHeight - kBottom, height = ground - kTop;
  std::vector<std::string> words;
  std::string drawing;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    const double tall =
        static_cast<double>(height) * static_cast<double>(bins[bin]) / static_cast<double>(most);
    const double x = kLeft + width * static_cast<double>(bin);
    words.push_back(fmt::format("{} to {} percent: {}", bin * 10, (bin + 1) * 10, bins[bin]));
    if (bins[bin] == 0) continue;
    drawing +=
        fmt::format("<rect class=\"column\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
                    x + 1.5, ground - tall, width - 3, tall);
    drawing += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>", x + width / 2,
                           ground - tall - 4, bins[bin]);
  }
  for (std::size_t tick = 0; tick <= kBins; tick += 2) {
    drawing += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}%</text>",
                           kLeft + width * static_cast<double>(tick), ground + 16, tick * 10);
  }
  const double at = max_score > 0 ? std::clamp(mean(scores) / max_score, 0.0, 1.0) : 0;
  const double x = kLeft + at * (kWidth - kLeft - kRight);
  return fmt::format(
      "<svg class=\"chart\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"{2}: students by part of the points. {3}\">{4}"
      "<line class=\"axis\" x1=\"{5}\" x2=\"{6}\" y1=\"{7}\" y2=\"{7}\"/>"
      "<line class=\"mark\" x1=\"{8:.1f}\" x2=\"{8:.1f}\" y1=\"{9}\" y2=\"{7}\"/>"
      "<text x=\"{10}\" y=\"{11}\" text-anchor=\"middle\">part of the points; dashed: the "
      "mean</text></svg>\n",
      kWidth, kHeight, xml_escape(of), fmt::format("{}", fmt::join(words, "; ")), drawing, kLeft,
      kWidth - kRight, ground, x, kTop, (kLeft + kWidth - kRight) / 2, kHeight - 4);
}

std::string figures(const std::vector<double>& scores, double max_score, std::size_t full) {
  return fmt::format("<p>{} graded; mean {}, median {} of {}; {} with full marks</p>\n",
                     counted(scores.size(), "student"), points(mean(scores), max_score),
                     points(median(scores), max_score), Points(max_score), full);
}

std::string head(const char* caption, std::initializer_list<std::pair<const char*, bool>> columns) {
  std::string html = fmt::format("<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>", caption);
  for (const auto& [title, is_number] : columns)
    html += fmt::format("<th scope=\"col\"{}>{}</th>", is_number ? " class=\"number\"" : "", title);
  return html + "</tr></thead>\n<tbody>\n";
}
constexpr const char* kTableEnd = "</tbody></table></div>\n";

std::string finding_text(const Finding& finding) {
  std::string html =
      fmt::format("{} <span class=\"quiet\">({})</span>", xml_escape(finding.text), finding.students);
  if (!finding.hint.empty())
    html += fmt::format("<br><span class=\"quiet\">{}</span>", xml_escape(finding.hint));
  return html;
}

double part_of(std::size_t some, std::size_t all) {
  return all == 0 ? 0 : static_cast<double>(some) / static_cast<double>(all);
}

std::string items_table(const LabInsight& lab) {
  std::string html =
      head("Items, with the number of students who lost any of their points", {{"item", false},
                                                                               {"mean", true},
                                                                               {"lost points", true},
                                                                               {"part of all", false},
                                                                               {"commonest finding", false}});
  for (const ItemInsight& item : lab.items) {
    if (item.students == 0) continue;
    html += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\">{} / {}</td><td class=\"number\">{} of "
        "{}</td><td>{}</td><td>{}</td></tr>\n",
        xml_escape(item.id), points(item.mean, item.max_score), Points(item.max_score), item.lost,
        item.students, report::html_bar(part_of(item.lost, item.students)),
        item.commonest ? finding_text(*item.commonest) : "");
  }
  return html + kTableEnd;
}

std::string findings_table(const LabInsight& lab) {
  if (lab.findings.empty()) return "";
  std::string html =
      head("What students saw first", {{"finding", false}, {"students", true}, {"hint", false}});
  for (std::size_t i = 0; i < std::min(kMostFindings, lab.findings.size()); ++i) {
    const Finding& each = lab.findings[i];
    html += fmt::format("<tr><td>{}</td><td class=\"number\">{}</td><td>{}</td></tr>\n",
                        xml_escape(each.text), each.students, xml_escape(each.hint));
  }
  return html + kTableEnd;
}

std::string histories_text(const Histories& histories) {
  if (histories.students == 0) return "";
  std::string html = fmt::format("<p>{} handed it in several times, and {} of them reached full marks",
                                 counted(histories.students, "student"), histories.reached);
  if (histories.reached > 0)
    html += fmt::format(": median attempt {:.3g}, {:.3g} hours after the first", histories.median_attempts,
                        histories.median_hours);
  return html + ".</p>\n";
}

/// Of all labs, the items that most students lost points of who had begun them.
std::string most_lost(const Insight& insight) {
  struct Row {
    const LabInsight* lab;
    const ItemInsight* item;
  };
  std::vector<Row> rows;
  for (const LabInsight& lab : insight.labs) {
    for (const ItemInsight& item : lab.items) {
      if (item.lost_by_begun > 0) rows.push_back({&lab, &item});
    }
  }
  if (rows.empty()) return "";
  std::ranges::stable_sort(
      rows, [](const Row& a, const Row& b) { return a.item->lost_by_begun > b.item->lost_by_begun; });
  rows.resize(std::min(rows.size(), kMostLost));
  std::string html =
      "<section>\n<h2>Lost most often</h2>\n" +
      head("Items by the number of students who lost any of their points, of those who started them",
           {{"lab", false},
            {"item", false},
            {"lost points", true},
            {"part of all", false},
            {"commonest finding", false}});
  for (const Row& row : rows) {
    html += fmt::format(
        "<tr><th scope=\"row\">{}</th><th scope=\"row\">{}</th><td class=\"number\">{} of "
        "{}</td><td>{}</td><td>{}</td></tr>\n",
        xml_escape(row.lab->name), xml_escape(row.item->id), row.item->lost_by_begun, row.item->begun,
        report::html_bar(part_of(row.item->lost_by_begun, row.item->begun)),
        finding_text(*row.item->commonest));
  }
  return html + kTableEnd + "</section>\n";
}

}  // namespace

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Insight insight_of(const Gradebook& book, bool best) {
  Insight insight;
  std::vector<LabData> labs;
  std::vector<std::vector<Attempt>> histories;
  for (const Student& student : book.students()) {
    ++insight.students;
    std::vector<Attempt> attempts = book.attempts(student.id);
    insight.handed_in_nothing += attempts.empty() ? 1 : 0;
    const Attempt* attempt = chosen(attempts, best);
    if (attempt != nullptr) {
      ++insight.graded;
      insight.scores.push_back((*attempt->score + attempt->late_points.value_or(0)).number());
      insight.max_score = std::max(insight.max_score, attempt->max_score.number());
      for (const LabResult& result : report::from_json(book.report(attempt->grading)).labs)
        take(lab_of(labs, result.name), result);
    }
    histories.push_back(std::move(attempts));
  }
  std::ranges::sort(labs, [](const LabData& a, const LabData& b) { return a.seen.name < b.seen.name; });
  for (LabData& lab : labs) {
    for (ItemData& item : lab.items) {
      item.seen.mean =
          item.seen.students == 0 ? 0 : item.points.number() / static_cast<double>(item.seen.students);
      const std::vector<Finding> told =
          (item.seen.lost_by_begun > 0 ? item.told_begun : item.told).commonest_first();
      if (!told.empty()) item.seen.commonest = told.front();
      lab.seen.items.push_back(std::move(item.seen));
    }
    lab.seen.findings = lab.told.commonest_first();
    Reached reached;
    for (const std::vector<Attempt>& attempts : histories) take_history(attempts, lab.seen, reached);
    lab.seen.histories.median_attempts = median(reached.attempts);
    lab.seen.histories.median_hours = median(reached.hours);
    insight.labs.push_back(std::move(lab.seen));
  }
  return insight;
}

std::string insight_table(const Insight& insight) {
  std::string table = report::csv_row({"lab", "item", "max_score", "students", "mean", "median", "full",
                                       "lost", "commonest_finding", "told", "several_attempts",
                                       "reached_full", "median_attempts", "median_hours"});
  const auto finish = [&](std::vector<std::string> cells) {
    cells.resize(14);
    table += report::csv_row(cells);
  };
  std::size_t full = 0;
  for (const double score : insight.scores) full += score >= insight.max_score ? 1 : 0;
  finish(row_of("total", "", insight.scores, insight.max_score, full));
  for (const LabInsight& lab : insight.labs) {
    std::vector<std::string> cells = row_of(lab.name, "", lab.scores, lab.max_score, lab.full);
    add_finding(cells, lab.findings.empty() ? nullptr : &lab.findings.front());
    add_histories(cells, lab.histories);
    finish(std::move(cells));
    for (const ItemInsight& item : lab.items) {
      std::vector<std::string> of_item{report::csv_cell(lab.name), report::csv_cell(item.id),
                                       figure(item.max_score),     std::to_string(item.students),
                                       figure(item.mean),          "",
                                       std::to_string(item.full),  std::to_string(item.lost)};
      add_finding(of_item, item.commonest ? &*item.commonest : nullptr);
      finish(std::move(of_item));
    }
  }
  return table;
}

// A class as a page: charts are drawings with their figures in words, and each is a table, too.

std::string insight_page(const Insight& insight, const std::string& title) {
  std::string body = fmt::format(
      "<main>\n<h1>{}</h1>\n<p class=\"quiet\">{} on the roster, {} graded, {} handed in nothing. No points "
      "are deducted here for late work.</p>\n",
      xml_escape(title), counted(insight.students, "student"), insight.graded, insight.handed_in_nothing);
  std::size_t full = 0;
  for (const double score : insight.scores) full += score >= insight.max_score ? 1 : 0;
  body += "<section>\n<h2>All labs</h2>\n" + figures(insight.scores, insight.max_score, full) +
          histogram(insight.scores, insight.max_score, "all labs") + "</section>\n" + most_lost(insight);
  for (const LabInsight& lab : insight.labs) {
    body += fmt::format("<section>\n<h2>{}</h2>\n", xml_escape(lab.name)) +
            figures(lab.scores, lab.max_score, lab.full) + histogram(lab.scores, lab.max_score, lab.name) +
            histories_text(lab.histories) + items_table(lab) + findings_table(lab) + "</section>\n";
  }
  return report::html_page(title, body + "</main>\n");
}

}  // namespace mergelab::batch
