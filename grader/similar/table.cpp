// The lists of all labs: the order of pairs, the words about what to expect, and the CSV.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/formats/rows.hpp"
#include "report/phrases.hpp"
#include "similar/page.hpp"

namespace mergelab::similar {
namespace {

constexpr double kPercent = 100;
constexpr std::size_t kManyPairs = 100;  // for a share in 100 of them to mean something

std::string row(const Compared& lab, std::size_t first, std::size_t second,
                const std::vector<std::string>& rest) {
  std::vector<std::string> cells{report::csv_cell(lab.code.lab),
                                 report::csv_cell(lab.code.files[first].student),
                                 report::csv_cell(lab.code.files[second].student)};
  cells.insert(cells.end(), rest.begin(), rest.end());
  return report::csv_row(cells);
}

std::string at_most(double part) { return part == 0 ? "nothing" : "at most " + percent(part); }

}  // namespace

std::string percent(double part) {
  double rounded = std::round(part * kPercent);
  if (rounded == 0 && part > 0) rounded = 1;
  if (rounded == kPercent && part < 1) rounded = kPercent - 1;
  return fmt::format("{:.0f} %", rounded);
}

std::vector<Listed> ranked(const std::vector<Compared>& labs) {
  std::vector<Listed> all;
  for (const Compared& lab : labs) {
    for (const Pair& pair : lab.found.pairs) all.push_back({&lab, &pair});
  }
  std::stable_sort(all.begin(), all.end(), [](const Listed& one, const Listed& other) {
    if (one.pair->shared != other.pair->shared) return one.pair->shared > other.pair->shared;
    return one.pair->greater_part() > other.pair->greater_part();
  });
  return all;
}

std::string expected_text(const Compared& lab) {
  const Expected& expected = lab.found.expected;
  std::string text;
  if (expected.solutions >= 2) {
    text = fmt::format("The course's {} solutions, by one author, share at most {}, {} of one. ",
                       expected.solutions, report::counted(expected.most_shared, "fingerprint"),
                       percent(expected.most_of_solutions));
  } else {
    text = "The course has one solution of this lab, so there are none to compare. ";
  }
  if (expected.pairs > 0) {
    text += fmt::format("Of the {} here, half share {}", report::counted(expected.pairs, "pair"),
                        at_most(expected.half));
    if (expected.pairs >= kManyPairs) text += fmt::format(" and 95 of 100 {}", at_most(expected.most));
    text += '.';
  }
  if (lab.found.common > 0) {
    text += fmt::format(" {} in more than {} files each {} left out as common.",
                        report::counted(lab.found.common, "fingerprint"), lab.found.most_files,
                        lab.found.common == 1 ? "is" : "are");
  }
  return text;
}

std::string table_of(const std::vector<Compared>& labs) {
  std::string table = report::csv_row({"lab", "first", "second", "shared", "of_first", "of_second",
                                       "percent_of_first", "percent_of_second", "same", "expected_percent"});
  for (const Compared& lab : labs) {
    for (const std::vector<std::size_t>& same : lab.found.identical) {
      for (std::size_t i = 0; i < same.size(); ++i) {
        for (std::size_t j = i + 1; j < same.size(); ++j)
          table += row(lab, same[i], same[j], {"", "", "", "100", "100", "bytes", ""});
      }
    }
  }
  for (const Listed& each : ranked(labs)) {
    const Pair& pair = *each.pair;
    table += row(*each.lab, pair.first, pair.second,
                 {std::to_string(pair.shared), std::to_string(pair.of_first), std::to_string(pair.of_second),
                  fmt::format("{:.1f}", kPercent * pair.part_of_first()),
                  fmt::format("{:.1f}", kPercent * pair.part_of_second()), pair.same_tokens ? "tokens" : "",
                  fmt::format("{:.1f}", kPercent * each.lab->found.expected.most_of_solutions)});
  }
  return table;
}

}  // namespace mergelab::similar
