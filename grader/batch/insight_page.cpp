// A class as a page: charts are drawings with their figures in words, and each is a table, too.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "batch/insight.hpp"
#include "report/formats/rows.hpp"
#include "report/html_page.hpp"
#include "report/phrases.hpp"

namespace mergelab::batch {
namespace {

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
  const std::size_t most = std::max<std::size_t>(1, *std::max_element(bins.begin(), bins.end()));
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
  if (histories.reached > 0) {
    html += fmt::format(": median attempt {:.3g}, {:.3g} hours after the first", histories.median_attempts,
                        histories.median_hours);
  }
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
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.item->lost_by_begun > b.item->lost_by_begun; });
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
