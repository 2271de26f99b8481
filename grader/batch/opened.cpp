#include "batch/opened.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <vector>

#include "batch/error.hpp"
#include "batch/text.hpp"
#include "batch/unpack.hpp"
#include "submission/near_name.hpp"
#include "submission/submission.hpp"

namespace mergelab::batch {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 3;

bool holds_lab_file(const Course& course, const fs::path& root) {
  return std::any_of(course.labs.begin(), course.labs.end(), [&](const Lab& lab) {
    return submission::find_lab_file(root, lab).state != submission::FileState::missing;
  });
}

/// Folders and archives right below `root`.
struct Below {
  std::vector<fs::path> folders, archives;
  std::string foreign;  // an archive of another kind
};
Below look_below(const fs::path& root) {
  Below below;
  std::error_code error;
  fs::directory_iterator each(root, error);
  for (; !error && each != fs::directory_iterator(); each.increment(error)) {
    const std::string name = each->path().filename().string();
    const fs::file_status status = each->symlink_status(error);
    if (name.starts_with(".") || name == "__MACOSX") continue;
    if (fs::is_directory(status)) below.folders.push_back(each->path());
    if (fs::is_regular_file(status) && is_archive_name(name)) below.archives.push_back(each->path());
    if (fs::is_regular_file(status) && !foreign_archive(name).empty()) below.foreign = name;
  }
  return below;
}

std::time_t modified_of(const fs::path& file) {
  struct stat status {};
  return ::lstat(file.c_str(), &status) == 0 ? status.st_mtime : 0;
}

}  // namespace

Opened::Opened(const Entry& entry, const Course& course, fs::path scratch)
    : course_(course), scratch_(std::move(scratch)) {
  if (entry.kind == EntryKind::other) {
    refusal_ = entry.refusal;
    return;
  }
  if (entry.kind == EntryKind::archive) {
    unpack_into_scratch(entry.path);
    return;
  }
  root_ = entry.path;
  std::error_code error;
  const fs::directory_iterator readable(root_, error);
  if (error) {
    refusal_ = fmt::format("can't be read: {}", error.message());
    return;
  }
  find_root();
  if (has_lab_file_) {
    look_at_times();
    return;
  }
  const Below below = look_below(root_);
  if (below.archives.size() == 1) {
    unpack_into_scratch(below.archives.front());
    return;
  }
  if (below.archives.size() > 1)
    add_note(fmt::format("it contains {} archives; keep only the one that counts", below.archives.size()));
  if (!below.foreign.empty())
    add_note(fmt::format("{} is an archive, which is not unpacked; hand in a folder, a zip or a tar file",
                         printable_line(below.foreign)));
}

void Opened::add_note(const std::string& note) { note_ += (note_.empty() ? "" : "; ") + note; }

Opened::~Opened() {
  std::error_code ignored;
  fs::remove_all(scratch_, ignored);
}

void Opened::unpack_into_scratch(const fs::path& archive) {
  modified_ = modified_of(archive);
  std::error_code error;
  fs::remove_all(scratch_, error);
  fs::create_directories(scratch_, error);
  if (error) {
    throw StorageError(fmt::format(
        "cannot create {}: {}\n  free some space there; the same command then continues from here",
        scratch_.string(), error.message()));
  }
  std::set<std::string> wanted;
  for (const Lab& lab : course_.labs) wanted.insert(lab.file);
  const Unpacked unpacked = unpack(archive, wanted, scratch_);
  refusal_ = unpacked.refusal;
  note_ = unpacked.note;
  root_ = scratch_;
  if (refusal_.empty()) find_root();
}

void Opened::find_root() {
  for (int depth = 0; depth <= kDeepest; ++depth) {
    has_lab_file_ = holds_lab_file(course_, root_);
    const std::vector<fs::path> folders = look_below(root_).folders;
    if (has_lab_file_ || folders.size() != 1) break;
    root_ = folders.front();
  }
  for (const Lab& lab : course_.labs) {
    const submission::LabFile file = submission::find_lab_file(root_, lab);
    const std::string name = file.path.filename().string();
    if (file.state == submission::FileState::missing && !file.reason.empty())
      add_note(printable_line(file.reason));
    if (file.state == submission::FileState::present && name != lab.file)
      add_note(fmt::format("{} is used as {}", submission::quoted_name(printable_line(name)), lab.file));
  }
}

void Opened::look_at_times() {
  for (const Lab& lab : course_.labs) {
    const submission::LabFile file = submission::find_lab_file(root_, lab);
    if (file.state != submission::FileState::missing) modified_ = std::max(modified_, modified_of(file.path));
  }
}

std::string signature_of(const Entry& entry) {
  struct stat status {};
  if (entry.kind != EntryKind::archive || ::lstat(entry.path.c_str(), &status) != 0) return "";
  return fmt::format("{} {} {}.{} {}.{}", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

}  // namespace mergelab::batch
