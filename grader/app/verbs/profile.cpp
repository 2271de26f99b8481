// mergelab profile N: the lines of a student's kernel, by how much memory they move.
#include "app/verbs/verbs.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

struct ProfileOptions {
  GradingOptions grading;
  std::string lab;
  std::filesystem::path folder;
};

bool is_counted(const Item& item) { return item.measure() == Measure::traffic; }

/// The lab with the one item whose case is profiled: all items that grade counters share their counted cases.
Lab counted_lab(const Course& course, const Lab& lab) {
  const auto item = std::ranges::find_if(lab.items, is_counted);
  if (item == lab.items.end()) {
    std::vector<std::string> numbers;
    for (const Lab& other : course.labs) {
      if (std::ranges::any_of(other.items, is_counted)) numbers.push_back(std::to_string(lab_number(other)));
    }
    throw UsageError(
        fmt::format("{} launches no kernel, but a profile shows the memory accesses of kernels\n  labs with "
                    "a profile: {}",
                    lab.name, fmt::join(numbers, ", ")));
  }
  Lab part = lab;
  part.items = {*item};
  part.points = item->points;
  return part;
}

int profile(const ProfileOptions& options) {
  Setup setup(options.grading);
  const Lab& lab = course::find_lab(setup.course(), options.lab);
  const Lab part = counted_lab(setup.course(), lab);
  const submission::Sources sources =
      own_sources(setup.course(), lab, submission_folder(options.folder, setup.course()));
  LabResult result = setup.grader().grade(part, sources);
  setup.progress().clear();
  const ItemResult& item = result.items.front();
  const std::string again = rerun_command(options.grading, options.folder);
  const bool counted = item.status == Verdict::passed || item.status == Verdict::too_slow;
  if (item.status == Verdict::todo) {
    say::print(
        "{}: a profile needs a correct run, whose memory accesses it shows\n`{} {}` shows the next step\n",
        report::public_message(item), again, lab_number(lab));
    return kGraded;
  }
  if (!counted || item.tests.empty()) {
    say::print("{}\n", report::lab_text(result, text_style(options.grading.text, stdout, again)));
    if (!result.score) return kGraderFailed;
    say::print("A wrong run has no profile.\n");
    return kGraded;
  }
  say::print("{}", report::profile_text(lab.title, item.tests.front(), text_style(options.grading.text)));
  return kGraded;
}

}  // namespace

Run profile(CommandOptions& command) {
  const auto options = std::make_shared<ProfileOptions>();
  options->grading.profile = true;
  command.positional("N", options->lab, "The lab: a number or a name");
  command.dir(options->folder);
  add_text(command, options->grading.text, "No progress");
  command.course(options->grading.course);
  return [options] { return profile(*options); };
}

}  // namespace mergelab::app
