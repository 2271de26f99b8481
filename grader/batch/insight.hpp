// The results of a whole class: distributions, the most frequent losses, and how long full marks took.
#pragma once

#include "batch/gradebook.hpp"

namespace mergelab::batch {

/// The message that several students read first about a lab or an item, without one student's own data.
struct Finding {
  std::string text;  // "ties: wrong answer"
  std::string hint;  // that came with it most often; may be empty
  std::size_t students = 0;
};

struct ItemInsight {
  std::string id, about;
  double max_score = 0;                                    // the most that anybody could have
  std::size_t students = 0, full = 0, lost = 0, none = 0;  // lost: any of its points; none: all of them
  std::size_t begun = 0, lost_by_begun = 0;                // of those who handed in more than the skeleton
  double mean = 0;                                         // points
  std::optional<Finding> commonest;                        // of those, if there are some
};

/// Of students who handed a lab in several times.
struct Histories {
  std::size_t students = 0, reached = 0;         // full marks
  double median_attempts = 0, median_hours = 0;  // of those who reached them; hours since the first attempt
};

struct LabInsight {
  std::string name;
  double max_score = 0;
  std::vector<double> scores;  // points, without what late work lost
  std::size_t full = 0;
  std::vector<ItemInsight> items;  // in the rubric's order
  std::vector<Finding> findings;   // the commonest first
  Histories histories;
};

struct Insight {
  std::size_t students = 0, graded = 0, handed_in_nothing = 0;  // of the roster
  double max_score = 0;
  std::vector<double> scores;
  std::vector<LabInsight> labs;
};

/// Of each student's last graded attempt, or of the best. Late work is not deducted: it says nothing about a
/// lab.
[[nodiscard]] Insight insight_of(const Gradebook& book, bool best);

[[nodiscard]] double mean(const std::vector<double>& values);  // 0 for none
[[nodiscard]] double median(std::vector<double> values);       // likewise

/// RFC 4180: a row for the total, each lab and each item. No student is named.
[[nodiscard]] std::string insight_table(const Insight& insight);

/// The same with charts, as a page for a browser.
[[nodiscard]] std::string insight_page(const Insight& insight, const std::string& title);

}  // namespace mergelab::batch
