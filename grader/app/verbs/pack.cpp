// mergelab pack: makes the file to hand in, with only the labs' files, and lists them.
#include <archive.h>
#include <archive_entry.h>

#include <ctime>

#include "app/course_files/hand_out.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/lines.hpp"
#include "base/read_file.hpp"

namespace mergelab::app {
namespace {

struct PackOptions {
  fs::path course, dir, out = "submission.tar";
};

/// The numbers of the LAB_TODO() that a file still has, except in line comments.
std::vector<std::string> todos_left(const std::string& text) {
  std::vector<std::string> numbers;
  for (const std::string& whole : base::lines_of(text)) {
    const std::string line = whole.substr(0, whole.find("//"));
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

/// A tar file of files by name, all of them written now. Throws std::runtime_error for a name that is too
/// long.
std::string tar_of(const std::vector<std::pair<std::string, std::string>>& files) {
  std::string bytes;
  const std::unique_ptr<archive, int (*)(archive*)> out(::archive_write_new(), ::archive_write_free);
  const auto check = [&](la_ssize_t code) {
    if (code < ARCHIVE_WARN)  // it warns of letters outside ASCII
      throw std::runtime_error(
          fmt::format("the archive can't be written: {}", ::archive_error_string(out.get())));
  };
  const auto append = [](archive*, void* to, const void* from, std::size_t size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(from), size);
    return static_cast<la_ssize_t>(size);
  };
  check(::archive_write_set_format_ustar(out.get()));
  check(::archive_write_set_bytes_in_last_block(out.get(), 1));
  check(::archive_write_open(out.get(), &bytes, nullptr, append, nullptr));
  for (const auto& [name, text] : files) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(::archive_entry_new(),
                                                                         ::archive_entry_free);
    ::archive_entry_copy_pathname(entry.get(), name.c_str());
    ::archive_entry_set_filetype(entry.get(), AE_IFREG);
    ::archive_entry_set_perm(entry.get(), 0644);
    ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
    ::archive_entry_set_mtime(entry.get(), std::time(nullptr), 0);
    check(::archive_write_header(out.get(), entry.get()));
    check(::archive_write_data(out.get(), text.data(), text.size()));
  }
  check(::archive_write_close(out.get()));
  return bytes;
}

int pack(const PackOptions& options) {
  const Course course = course::load(course_root(options.course));
  const fs::path folder = submission_folder(options.dir, course);
  const std::string top = options.out.stem().string();
  std::vector<std::pair<std::string, std::string>> packed;
  for (const Lab& lab : course.labs) {
    const submission::LabFile file = submission::find_lab_file(folder, lab);
    const std::string name = lab.name + "/" + lab.file;
    std::string remark = file.reason.empty() ? "missing" : "missing; " + file.reason;
    if (file.state == submission::FileState::refused) remark = "left out: " + file.reason;
    if (file.state == submission::FileState::present) {
      const std::string text = base::read_file(file.path).value_or("");
      remark = remark_on(text, find_skeleton(course, lab));
      packed.emplace_back(top + "/" + name, text);
    }
    say::print("  {}\n", remark.empty() ? name : fmt::format("{:<42}  {}", name, remark));
  }
  if (packed.empty())
    throw UsageError(
        fmt::format("{} contains no lab file, such as {}/{}\n  --dir names the folder with your files",
                    folder.string(), course.labs.front().name, course.labs.front().file));
  base::write_atomically(options.out, tar_of(packed));
  const std::string out = quoted(options.out.string());
  say::print("\n{} contains the files of {} of {} labs\n  to grade it: tar -xf {} && {}\n",
             options.out.string(), packed.size(), course.labs.size(), out,
             base::command("grade", quoted(top)));
  return kGraded;
}

}  // namespace

Run pack(CommandOptions& command) {
  const auto options = std::make_shared<PackOptions>();
  command.dir(options->dir);
  command.option("--out", options->out, "File to write instead of submission.tar", "FILE");
  command.course(options->course);
  return [options] { return pack(*options); };
}

}  // namespace mergelab::app
