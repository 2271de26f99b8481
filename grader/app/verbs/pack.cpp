// mergelab pack: makes the file to hand in, with only the labs' files, and lists them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ctime>
#include <filesystem>
#include <memory>
#include <sstream>

#include "app/command_line/console.hpp"
#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "app/course_files/skeleton.hpp"
#include "app/grading/setup.hpp"
#include "app/learning/tar.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/program_name.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

struct PackOptions {
  fs::path course, dir, out = "submission.tar";
};

/// The numbers of the LAB_TODO() that a file still has, except in line comments.
std::vector<std::string> todos_left(const std::string& text) {
  std::vector<std::string> numbers;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.size(), line.find("//")));
    const std::size_t at = line.find("LAB_TODO(");
    if (at != std::string::npos) numbers.push_back(line.substr(at + 9, line.find(')', at) - at - 9));
  }
  return numbers;
}

/// A remark about a lab's file; empty: none.
std::string remark_on(const std::string& text, const std::optional<std::string>& skeleton) {
  if (text == skeleton) return "untouched";
  const std::vector<std::string> left = todos_left(text);
  if (left.empty()) return "";
  return fmt::format("TODO {} {} not done", fmt::join(left, ", "), left.size() == 1 ? "is" : "are");
}

int pack(const PackOptions& options) {
  const Course course = course::load(course_root(options.course));
  const fs::path folder = submission_folder(options.dir, course);
  const std::string top = options.out.stem().string();
  std::string archive;
  std::size_t packed = 0;
  for (const Lab& lab : course.labs) {
    const submission::LabFile file = submission::find_lab_file(folder, lab);
    const std::string name = lab.name + "/" + lab.file;
    std::string remark = file.reason.empty() ? "missing" : "missing; " + file.reason;
    if (file.state == submission::FileState::refused) remark = "left out: " + file.reason;
    if (file.state == submission::FileState::present) {
      const std::string text = base::read_file(file.path).value_or("");
      archive += tar_file(top + "/" + name, text, std::time(nullptr));
      remark = remark_on(text, find_skeleton(course, lab));
      ++packed;
    }
    say::print("  {}\n", remark.empty() ? name : fmt::format("{:<42}  {}", name, remark));
  }
  if (packed == 0) {
    throw UsageError(
        fmt::format("{} contains no lab file, such as {}/{}\n  --dir names the folder with your files",
                    folder.string(), course.labs.front().name, course.labs.front().file));
  }
  base::write_atomically(options.out, archive + tar_end());
  const std::string out = quoted(options.out.string());
  say::print("\n{} contains the files of {} of {} labs\n  to grade it: tar -xf {} && {} grade {}\n",
             options.out.string(), packed, course.labs.size(), out, base::program_name(), quoted(top));
  return kGraded;
}

}  // namespace

Run pack(CommandOptions& command) {
  const auto options = std::make_shared<PackOptions>();
  command.option("--dir", options->dir, "Folder with your files instead of labs/", "DIR");
  command.option("--out", options->out, "File to write instead of submission.tar", "FILE");
  command.course(options->course);
  return [options] { return pack(*options); };
}

}  // namespace mergelab::app
