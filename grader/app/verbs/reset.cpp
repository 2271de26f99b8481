// mergelab reset N: makes a student's file the skeleton again, with a copy of the old one.
#include <system_error>

#include "app/course_files/hand_out.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"

namespace mergelab::app {
namespace {

struct ResetOptions {
  fs::path course, folder;
  std::string lab;
};

/// A second name for the file, which is kept when the first one gets another content: no moment and no
/// failure loses a byte. Where the file system has no links, a copy. Never takes a name that is in use.
fs::path back_up(const fs::path& file) {
  for (int number = 1;; ++number) {
    fs::path backup = fmt::format("{}.{}.bak", file.string(), number);
    std::error_code error;
    fs::create_hard_link(file, backup, error);
    if (!error) return backup;
    if (error != std::errc::file_exists && !fs::exists(backup)) fs::copy_file(file, backup, error);
    if (!error) return backup;
    if (error == std::errc::file_exists) continue;
    throw UsageError(fmt::format("{} can't be written: {}\n  nothing was reset, because there is no backup",
                                 backup.string(), error.message()));
  }
}

int reset(const ResetOptions& options) {
  const Course course = course::load(course_root(options.course));
  const Lab& lab = course::find_lab(course, options.lab);
  const std::string skeleton = skeleton_text(course, lab);
  const fs::path folder = submission_folder(options.folder, course);
  const submission::LabFile own = submission::find_lab_file(folder, lab);
  const fs::path file = own.path.parent_path() / lab.file;  // found under another name, perhaps
  const std::string name = file.lexically_normal().string();
  if (own.state == submission::FileState::refused) throw UsageError(fmt::format("{} {}", name, own.reason));
  if (own.state == submission::FileState::present) {
    if (base::read_file(own.path) == skeleton) {
      say::print("{} is the skeleton already\n", name);
      return kGraded;
    }
    say::print("your file is kept as {}\n", back_up(own.path).lexically_normal().string());
  }
  try {
    fs::create_directories(file.parent_path());
    base::write_atomically(file, skeleton);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  say::print("{} is the skeleton again\n", name);
  return kGraded;
}

}  // namespace

Run reset(CommandOptions& command) {
  const auto options = std::make_shared<ResetOptions>();
  command.positional("N", options->lab, "The lab: a number or a name");
  command.dir(options->folder);
  command.course(options->course);
  return [options] { return reset(*options); };
}

}  // namespace mergelab::app
