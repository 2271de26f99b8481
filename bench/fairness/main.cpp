// Compares reports of one submission: `fairness [--full] FIRST OTHER...` exits with 1 if their grades differ,
// or, with --full, if one is less than full marks.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/read_file.hpp"
#include "differences.hpp"
#include "report/report.hpp"

namespace {

using mergelab::Grading;

Grading read(const std::string& file) {
  return mergelab::report::from_json(mergelab::base::read_file(file).value_or(""));
}

/// An item's times over all reports.
struct Range {
  double low_points = 0, high_points = 0, low_figure = 0, high_figure = 0;
};

void print_timed(const std::vector<Grading>& gradings) {
  std::map<std::string, std::vector<std::pair<double, double>>> seen;
  for (const Grading& grading : gradings) {
    for (const mergelab::LabResult& lab : grading.labs) {
      for (const mergelab::ItemResult& item : lab.items) {
        if (!mergelab::bench::is_timed(item)) continue;
        const bool on_device = item.metrics.contains("slowdown");
        seen[lab.name + " " + item.id].emplace_back(item.score.number(),
                                                    item.metrics.at(on_device ? "slowdown" : "time_ratio"));
      }
    }
  }
  for (const auto& [name, figures] : seen) {
    Range range{figures[0].first, figures[0].first, figures[0].second, figures[0].second};
    for (const auto& [points, figure] : figures) {
      range.low_points = std::min(range.low_points, points);
      range.high_points = std::max(range.high_points, points);
      range.low_figure = std::min(range.low_figure, figure);
      range.high_figure = std::max(range.high_figure, figure);
    }
    fmt::print("{:28} {:.4g} to {:.4g} points, ratio {:.2f} to {:.2f}\n", name, range.low_points,
               range.high_points, range.low_figure, range.high_figure);
  }
}

}  // namespace

int main(int count, char** words) try {
  std::vector<std::string> files(words + 1, words + count);
  const bool full = !files.empty() && files.front() == "--full";
  if (full) files.erase(files.begin());
  if (files.size() < 2) {
    fmt::print(stderr, "usage: fairness [--full] FIRST OTHER...\n  expected at least two reports\n");
    return 2;
  }
  std::vector<Grading> gradings;
  bool same = true;
  for (const std::string& file : files) {
    gradings.push_back(read(file));
    const Grading& now = gradings.back();
    for (const std::string& line : mergelab::bench::differences(gradings.front(), now)) {
      fmt::print("{}: {}\n", file, line);
      same = false;
    }
    if (full && (!now.score || *now.score < now.max_score)) {
      fmt::print("{}: not full marks\n", file);
      same = false;
    }
  }
  print_timed(gradings);
  fmt::print("{} reports, {}\n", files.size(), same ? "the same grade" : "NOT the same grade");
  return same ? 0 : 1;
} catch (const std::exception& error) {
  fmt::print(stderr, "error: {}\n", error.what());
  return 2;
}
