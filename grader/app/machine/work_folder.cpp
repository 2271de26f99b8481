#include "app/machine/work_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <ctime>
#include <system_error>

#include "app/command_line/console.hpp"
#include "sandbox/process.hpp"

namespace mergelab::app {
namespace {

constexpr std::string_view kWorkFolder = "mergelab-";
constexpr std::time_t kOldS = 60;
constexpr std::uintmax_t kMegabyte = 1'000'000, kLeastFreeBytes = 100 * kMegabyte;

/// The file that is locked as long as its folder is in use, and its name until it is locked: others must
/// never see it free.
constexpr const char *kLock = "lock", *kLockBefore = "lock.new";

/// The descriptor of a file, locked, or -1 when another process holds the lock or there is no such file.
int locked(const fs::path& file, int create) {
  const int lock = ::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | create, S_IRUSR | S_IWUSR);
  if (lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  if (lock >= 0) ::close(lock);
  return -1;
}

/// The lock goes last, so that a killed process leaves a folder that the next one finds.
void remove_folder(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().filename() != kLock) fs::remove_all(entry.path(), error);
  }
  fs::remove_all(folder, error);
}

/// Work folders of ours that no process uses any more. One without a lock is just being made, or was when its
/// maker was killed: it goes when it is old.
void remove_abandoned(const fs::path& parent) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    struct stat status {};
    const bool ours = entry.path().filename().string().starts_with(kWorkFolder) &&
                      ::lstat(entry.path().c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
                      status.st_uid == ::geteuid();
    if (!ours) continue;
    if (!fs::exists(entry.path() / kLock, error)) {
      if (std::time(nullptr) - status.st_mtime <= kOldS) continue;
      ::unlink((entry.path() / kLockBefore).c_str());
      ::rmdir(entry.path().c_str());  // leaves what holds anything else: somebody's folder of such a name
      continue;
    }
    const int lock = locked(entry.path() / kLock, 0);
    if (lock < 0) continue;
    remove_folder(entry.path());
    ::close(lock);
  }
}

/// A new folder. Throws EnvironmentError.
fs::path make_folder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  std::string pattern =
      ((error ? fs::path("/tmp") : parent) / (std::string(kWorkFolder) + "XXXXXX")).string();
  if (::mkdtemp(pattern.data()) != nullptr) return pattern;
  throw EnvironmentError(
      fmt::format("the temporary folder {} can't be created: {}\n  set TMPDIR to a writable folder with "
                  "about 100 MB free",
                  pattern, std::strerror(errno)));
}

}  // namespace

WorkFolder::WorkFolder() {
  path_ = make_folder();
  // Without locks, no folder counts as free.
  lock_ = locked(path_ / kLockBefore, O_CREAT);
  ::rename((path_ / kLockBefore).c_str(), (path_ / kLock).c_str());
  // Commands use the folders below it; their user may pass, but not list.
  if (sandbox::isolation().level.fence == sandbox::Fence::user)
    fs::permissions(path_, fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add);
  remove_abandoned(path_.parent_path());
}

WorkFolder::~WorkFolder() {
  remove_folder(path_);
  if (lock_ >= 0) ::close(lock_);
}

fs::path WorkFolder::fresh(const std::string& name) {
  // Asked before a student's code is compiled, so that a full disk is never taken for a mistake of the
  // student's.
  std::error_code error;
  const fs::space_info space = fs::space(path_, error);
  if (error)
    throw EnvironmentError(
        fmt::format("{} can no longer be used: {}\n  was it removed? Run the command again", path_.string(),
                    error.message()));
  if (space.available < kLeastFreeBytes)
    throw EnvironmentError(
        fmt::format("{} has {} MB free, but a build needs {} MB\n  free some space there, or set TMPDIR to "
                    "another folder",
                    path_.parent_path().string(), space.available / kMegabyte, kLeastFreeBytes / kMegabyte));
  return path_ / fmt::format("{}-{}", next_++, name);
}

}  // namespace mergelab::app
