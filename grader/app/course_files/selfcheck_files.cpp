#include "app/course_files/selfcheck_files.hpp"

#include <fmt/ranges.h>

#include "app/course_files/hand_out.hpp"
#include "base/lines.hpp"
#include "judge/protocol.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

constexpr double kLeastForPlain = 0.3;
constexpr std::ptrdiff_t kLeastWrongFiles = 3, kSkeletonLines = 120;

}  // namespace

std::string test_line(const Lab& lab, const std::string& test, Backend backend) {
  return fmt::format("{} {}{}", lab.name, test, backend == Backend::gpu ? " gpu" : "");
}

std::vector<std::string> planned_tests(const Course& course, const Lab& lab) {
  std::vector<std::string> names;
  for (const Backend backend : {Backend::cpu, Backend::gpu}) {
    judge::Job job;
    job.lab = lab;
    job.families = course.families;
    job.backend = backend;
    for (const std::string& name : judge::test_names(job)) names.push_back(test_line(lab, name, backend));
  }
  return names;
}

Failures todo_failures(const std::string& text) {
  constexpr std::string_view kMark = "TODO:";
  std::vector<std::string> lines;
  std::string first;
  int number = 0;
  for (const std::string& line : base::lines_of(text)) {
    ++number;
    const std::size_t at = line.find(kMark);
    if (at == std::string::npos) continue;
    if (lines.empty()) first = line.substr(at);
    lines.push_back(std::to_string(number));
  }
  if (lines.empty()) return {};
  return {fmt::format("is still to be written, in {} {} (\"{}\"): write it, and delete the mark",
                      lines.size() == 1 ? "line" : "lines", fmt::join(lines, ", "), first)};
}

Failures lab_list_failures(const Course& course) {
  Failures failures;
  for (const auto& entry : fs::directory_iterator(course.root / "labs")) {
    const std::string name = entry.path().filename().string();
    if (fs::exists(entry.path() / "lab.json") && course.find_lab(name) == nullptr)
      failures.push_back(fmt::format("does not name the folder labs/{}", name));
  }
  return failures;
}

Failures test_list_failures(const std::set<std::string>& committed, const std::set<std::string>& planned) {
  Failures failures;
  for (const std::string& name : committed) {
    if (!planned.contains(name))
      failures.push_back(fmt::format("the course no longer has a test '{}'; if that is intended, run: {}",
                                     name, base::command("selfcheck", "--write-tests")));
  }
  return failures;
}

Failures rubric_failures(const Lab& lab) {
  Points plain, all;
  for (const Item& item : lab.items) {
    if (item.kind != ItemKind::correctness) continue;
    all += item.points;
    if (item.id == "plain") plain = item.points;
  }
  if (plain >= all.part(kLeastForPlain)) return {};
  return {fmt::format("plain has {} of {} correctness points, expected at least {:.0f}%", plain, all,
                      100 * kLeastForPlain)};
}

Failures readme_failures(const std::string& text) {
  std::vector<std::string> headings;
  for (const std::string& line : base::lines_of(text)) {
    if (line.starts_with("## ")) headings.push_back(line.substr(3));
  }
  std::vector<std::string> expected = {"Goal", "Idea", "Task", "Grading", "Pitfalls", "Further reading"};
  if (std::ranges::find(headings, "Results") != headings.end())
    expected.insert(expected.end() - 1, "Results");
  if (headings == expected) return {};
  return {fmt::format("expected the headings {}, got {}", fmt::join(expected, ", "),
                      headings.empty() ? "none" : fmt::format("{}", fmt::join(headings, ", ")))};
}

Failures wrong_folder_failures(const Lab& lab, const std::vector<WrongFile>& files) {
  Failures failures;
  const auto wrong = std::ranges::count_if(files, [](const WrongFile& file) { return !file.is_variant(); });
  if (wrong < kLeastWrongFiles)
    failures.push_back(fmt::format("has {}, expected at least {}",
                                   report::counted(static_cast<std::size_t>(wrong), "wrong solution"),
                                   kLeastWrongFiles));
  std::vector<std::string> never_lost;
  for (const Item& item : lab.items) {
    const bool is_lost = std::ranges::any_of(files, [&](const WrongFile& file) {
      return file.on(Backend::cpu).contains(item.id) || file.on(Backend::gpu).contains(item.id);
    });
    if (item.kind == ItemKind::correctness && !is_lost) never_lost.push_back(item.id);
  }
  if (!never_lost.empty())
    failures.push_back(fmt::format("no wrong solution loses {}", fmt::join(never_lost, ", ")));
  return failures;
}

Failures skeleton_failures(const std::string& skeleton, const std::string& solution) {
  Failures failures;
  const std::string difference = skeleton_difference(skeleton, solution);
  if (!difference.empty())
    failures.push_back("differs from its solution outside the TODO regions: " + difference);
  const auto lines = std::ranges::count(skeleton, '\n');
  if (lines >= kSkeletonLines)
    failures.push_back(fmt::format("has {} lines, expected fewer than {}", lines, kSkeletonLines));
  return failures;
}

}  // namespace mergelab::app
