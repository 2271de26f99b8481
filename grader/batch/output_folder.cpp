#include "batch/output_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "batch/text.hpp"

namespace mergelab::batch {
namespace {

namespace fs = std::filesystem;

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// A folder with other things and no gradebook was not meant.
void check_ours(const fs::path& folder) {
  if (fs::exists(folder / "gradebook.sqlite") || fs::exists(folder / ".lock")) return;
  if (fs::is_empty(folder)) return;
  throw Error(
      fmt::format("{} contains other files but no gradebook\n  give --out an empty or new folder, or that of "
                  "an earlier batch",
                  folder.string()));
}

base::Descriptor take_lock(const fs::path& folder) {
  const fs::path file = folder / ".lock";
  base::Descriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!lock) {
    throw Error(fmt::format("{} can't be written: {}\n  choose a folder where you can write", file.string(),
                            std::generic_category().message(errno)));
  }
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) {
      throw Error(
          fmt::format("{} can't be locked: {}\n  choose a folder on a file system that supports locks",
                      file.string(), std::generic_category().message(errno)));
    }
    const std::string who = base::read_file(file, 32).value_or("");
    throw Error(fmt::format("another batch writes to {}{}\n  wait until it ends, or give another --out",
                            folder.string(),
                            who.empty() ? "" : fmt::format(" (process {})", printable_line(who))));
  }
  const std::string who = std::to_string(::getpid());
  // Only for the message above; on a full disk it has none.
  if (::ftruncate(lock.get(), 0) == 0) (void)!::pwrite(lock.get(), who.data(), who.size(), 0);
  return lock;
}

Error no_folder(const fs::path& folder, const fs::filesystem_error& error) {
  return Error(fmt::format("{} can't be used for results: {}\n  choose a folder where you can write",
                           folder.string(), error.code().message()));
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& folder, const fs::path& submissions) try {
  folder_ = fs::weakly_canonical(fs::absolute(folder));
  if (is_within(folder_, fs::canonical(submissions))) {
    throw Error(fmt::format("{} is inside the submissions\n  give --out a folder outside {}", folder.string(),
                            submissions.string()));
  }
  if (fs::exists(folder_) && !fs::is_directory(folder_))
    throw Error(fmt::format("{} is not a folder\n  give --out another name", folder.string()));
  fs::create_directories(folder_);
  check_ours(folder_);
  take();
} catch (const fs::filesystem_error& error) {
  throw no_folder(folder, error);
}

OutputFolder::OutputFolder(const fs::path& folder) try {
  folder_ = fs::weakly_canonical(fs::absolute(folder));
  if (!fs::is_regular_file(gradebook())) {
    throw Error(fmt::format("{} does not exist\n  name the folder that you gave `batch` as --out",
                            (folder / "gradebook.sqlite").string()));
  }
  take();
} catch (const fs::filesystem_error& error) {
  throw no_folder(folder, error);
}

void OutputFolder::take() try {
  lock_ = take_lock(folder_);
  fs::remove_all(work());
  fs::create_directories(work());
  fs::create_directories(folder_ / "reports");
  base::check_writable(grades());
} catch (const base::WriteError& error) {
  throw Error(error.what());
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  fs::remove_all(work(), ignored);
}

std::string OutputFolder::report_name(const std::string& student) {
  return "reports/" + file_name(student) + ".json";
}

}  // namespace mergelab::batch
