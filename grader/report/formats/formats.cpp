// The table of formats, and the preparation of a report for all writers.
#include "report/formats/format.hpp"
#include "report/report.hpp"

namespace mergelab::report {

// In the files next to this one.
Writer annotations, autolab, classroom50, csv, csv_items, github_classroom, gradescope, html, junit,
    leaderboard, markdown, prairielearn;

namespace {

constexpr std::size_t kKiB = 1024, kMiB = 1024 * kKiB;
constexpr std::size_t kOutputBytes = 16 * kKiB;  // for one test: the least that any of them takes
constexpr std::size_t kUnlimited = 64 * kMiB;    // where no limit is known

const std::array<Format, 12> kFormats{{
    {"annotations", "standard output", "GitHub Actions", kMiB, {}, {"GITHUB_WORKSPACE"}, annotations},
    {"autolab", "end of standard output", "Autolab", 512 * kKiB, {}, {}, autolab},
    {"classroom50",
     "result.json",
     "Classroom 50",
     10 * kMiB,
     {"CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"},
     {"REVIEW_URL"},
     classroom50},
    {"csv", "grades.csv", "spreadsheets", kUnlimited, {}, {}, csv},
    {"csv-items", "items.csv", "spreadsheets", kUnlimited, {}, {}, csv_items},
    {"github-classroom", "step output result", "GitHub Classroom", 127 * kKiB, {}, {}, github_classroom},
    {"gradescope", "results/results.json", "Gradescope", 10 * kMiB, {}, {}, gradescope},
    {"html", "report.html", "browsers", kUnlimited, {}, {}, html},
    {"junit", "junit.xml", "GitLab, Jenkins, CodeGrade", 10 * kMiB, {}, {}, junit},
    {"leaderboard", "leaderboard.json", "a course's web page", kMiB, {}, {}, leaderboard},
    {"markdown", "GITHUB_STEP_SUMMARY", "GitHub Actions", kMiB - kKiB, {}, {}, markdown},
    {"prairielearn", "results/results.json", "PrairieLearn", 1'000'000, {}, {}, prairielearn},
}};

/// A grading that can't be true must not become a grade.
void require_possible_score(std::string_view what, Points score, Points max_score) {
  if (score >= 0 && score <= max_score) return;
  throw std::runtime_error(
      fmt::format("this report can't be true: {} has {} of {} points", what, score, max_score));
}

void require_possible_scores(const Grading& grading) {
  Points score, max_score;
  for (const LabResult& lab : grading.labs) {
    require_possible_score(lab.name, lab.score.value_or(0), lab.max_score);
    for (const ItemResult& item : lab.items)
      require_possible_score(lab.name + "/" + item.id, item.score, item.max_score);
    score += lab.score.value_or(0);
    max_score += lab.max_score;
  }
  require_possible_score("the total", grading.score.value_or(0), grading.max_score);
  if (max_score != grading.max_score || score != grading.score.value_or(score))
    throw std::runtime_error(
        fmt::format("this report can't be true: its labs have {} of {} points, its total {} of {}", score,
                    max_score, grading.score.value_or(0), grading.max_score));
}

/// Labs without a result that were asked for are named, and then there is no total.
void fail_closed(Grading& grading) {
  for (const std::string& name : grading.asked) {
    const auto is_it = [&](const LabResult& lab) { return lab.name == name; };
    if (std::ranges::any_of(grading.labs, is_it)) continue;
    LabResult missing;
    missing.name = name;
    missing.status = Verdict::grader_error;
    missing.message = "not graded: the grader did not reach it, or was stopped";
    grading.labs.push_back(std::move(missing));
  }
  const bool whole =
      grading.complete && !grading.labs.empty() &&
      std::ranges::all_of(grading.labs, [](const LabResult& lab) { return lab.score.has_value(); });
  if (!whole) grading.score.reset();
}

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format* find_format(std::string_view name) {
  const auto* found =
      std::ranges::find_if(kFormats, [&](const Format& format) { return format.name == name; });
  return found == kFormats.end() ? nullptr : &*found;
}

std::string write_as(const Format& format, const Grading& grading,
                     const std::map<std::string, std::string>& variables) {
  require_possible_scores(grading);
  Grading shown = public_part(grading);
  fail_closed(shown);
  for (std::size_t bytes = kOutputBytes;; bytes /= 4) {
    std::string text = format.write(shown, {bytes, variables});
    if (text.size() <= format.most_bytes) return text;
    if (bytes == 0)
      throw std::runtime_error(fmt::format("as {} this report takes {} bytes, but {} takes at most {}",
                                           format.name, text.size(), format.reader, format.most_bytes));
  }
}

}  // namespace mergelab::report
