// mergelab release DIR: makes the student's copy of the course.
#include "app/course_files/release.hpp"
#include "app/course_files/hand_out.hpp"
#include "app/verbs/verbs.hpp"

namespace mergelab::app {
namespace {

struct ReleaseVerbOptions {
  std::filesystem::path course, folder;
  std::vector<std::string> more;  // courses that go along
  bool with_detective = false, with_programs = false;
  TextOptions text;
};

/// As it is: an instructor's settings are not handed out.
Course with_solutions(const std::filesystem::path& root) {
  Course course = course::load(root, std::filesystem::path());
  if (is_hand_out(course.root))
    throw in_a_hand_out(
        "run `release` in the course's own repository, which contains the solutions\n  only there can it "
        "check that a hand-out contains none of them");
  return course;
}

int release(const ReleaseVerbOptions& options) {
  if (base::is_installed())
    throw UsageError(
        "a hand-out contains the grader's source, which an installed mergelab lacks\n  run ./lab release in "
        "a checkout of the source; --course names the course");
  std::vector<releases::HandedOut> courses = {{with_solutions(course_root(options.course)), ""}};
  for (const std::string& folder : options.more) {
    Course more = with_solutions(std::filesystem::canonical(course_root(folder)));
    const std::filesystem::path at = std::filesystem::path("courses") / more.root.filename();
    for (const auto& [other, other_at] : courses) {
      if (at == other_at || std::filesystem::equivalent(more.root, other.root))
        throw UsageError(fmt::format(
            "--with-course {}: a course of that folder's name is in the hand-out already\n  name each "
            "course once, and give their folders different names",
            folder));
    }
    courses.push_back({std::move(more), at});
  }
  releases::check_place(options.folder, courses, source_root());
  Progress progress(options.text);
  progress.only_on_terminal();
  const auto note = [&](const std::string& what) { progress.note("release", what); };
  releases::ReleaseOptions parts{source_root(), options.with_detective};
  if (options.with_programs)
    parts.programs = releases::build_programs(source_root(), build_root() / "portable", note);
  const releases::Released released = releases::make_hand_out(options.folder, courses, parts, note);
  progress.clear();
  if (!options.text.quiet)
    say::print(
        "{} is a hand-out: {} files, commit {:.12}; it contains no part of a solution{}\n{}  try it as a "
        "student would: cd {} && ./lab && ./lab test\n",
        options.folder.string(), released.files, released.commit,
        options.with_detective ? ", except the bugs in detective/, which are almost solutions" : "",
        released.machines.empty() ? "" : fmt::format("  its programs run on {}\n", released.machines),
        quoted(options.folder.string()));
  return kGraded;
}

}  // namespace

Run release(CommandOptions& command) {
  const auto options = std::make_shared<ReleaseVerbOptions>();
  command.positional("DIR", options->folder, "The folder to create");
  command.flag("--with-detective", options->with_detective,
               "Include the bugs of `detective`, which are almost solutions");
  command.flag("--with-programs", options->with_programs,
               "Include the built programs, so that students build nothing");
  command.option("--with-course", options->more, "Add another course to it, in courses/; may be repeated",
                 "DIR");
  command.flag("--quiet", options->text.quiet, "Print only errors");
  command.course(options->course);
  return [options] { return release(*options); };
}

}  // namespace mergelab::app
