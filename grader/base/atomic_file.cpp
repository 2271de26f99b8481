#include "base/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <ctime>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>

#include "base/descriptor.hpp"

namespace mergelab::base {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryBegins = ".mergelab-", kTemporaryEnds = ".tmp";
constexpr std::time_t kAbandonedS = 3600;

bool is_own(const std::string& folder) {
  struct stat status {};
  return ::stat(folder.c_str(), &status) == 0 && status.st_uid == ::geteuid();
}

std::string remedy(const fs::path& file, int error) {
  const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
  switch (error) {
    case EACCES:
    case EPERM:
      return "choose a folder where you can write" +
             (is_own(folder) ? fmt::format(", or allow it: chmod u+wx {}", folder) : "");
    case EROFS:
      return "this file system is read-only; choose another folder";
    case ENOENT:
      if (fs::exists(folder)) return "no file can be created there; choose another folder";
      return fmt::format("create its folder first: mkdir -p {}", folder);
    case ENOTDIR:
      return fmt::format("{} is not a folder; choose another one", folder);
    case EISDIR:
      return "a folder has that name; choose another name";
    case ENOSPC:
    case EDQUOT:
      return "free some space there, or choose another disk; an existing file was kept";
    case EFBIG:
      return "raise the limit on file sizes (ulimit -f); an existing file was kept";
    case ENAMETOOLONG:
      return "choose a shorter name";
    default:
      return "choose another place; an existing file was kept";
  }
}

[[noreturn]] void fail(const fs::path& file, int error) {
  throw WriteError(fmt::format("cannot write {}: {}\n  {}", file.string(),
                               std::generic_category().message(error), remedy(file, error)));
}

/// Devices, pipes and sockets, such as /dev/stdout, are written to as they are: replacing them would destroy
/// them.
void write_through(const fs::path& file, std::string_view bytes) {
  const Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!out) fail(file, errno);
  if (const int error = write_all(out.get(), bytes)) fail(file, error);
}

/// Removes the temporary file unless it was renamed.
class Temporary {
 public:
  explicit Temporary(fs::path path) : path_(std::move(path)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (!renamed_) ::unlink(path_.c_str());
  }
  [[nodiscard]] const fs::path& path() const { return path_; }
  void renamed() { renamed_ = true; }

 private:
  fs::path path_;
  bool renamed_ = false;
};

/// A new file next to `target`. Its name is taken with O_EXCL, so that no other writer's file or link is
/// followed.
std::pair<fs::path, Descriptor> create_beside(const fs::path& target, const fs::path& asked) {
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    fs::path path = target.parent_path() /
                    fmt::format("{}{}-{}{}", kTemporaryBegins, ::getpid(), attempt, kTemporaryEnds);
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file) return {path, std::move(file)};
    if (errno != EEXIST) fail(asked, errno);
  }
  fail(asked, EEXIST);
}

/// Files of writers that were killed on the way to their rename. A write takes moments, so the writer of one
/// of an hour ago is gone.
void remove_abandoned(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
    const std::string name = entry.path().filename().string();
    struct stat status {};
    const bool ours = name.starts_with(kTemporaryBegins) && name.ends_with(kTemporaryEnds) &&
                      ::lstat(entry.path().c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
                      status.st_uid == ::geteuid();
    if (ours && std::time(nullptr) - status.st_mtime > kAbandonedS) ::unlink(entry.path().c_str());
  }
}

/// Makes the rename survive a power cut. The file is whole either way, so failing to open or synchronise the
/// folder is not an error.
void sync_folder(const fs::path& folder) {
  const Descriptor directory(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory) ::fsync(directory.get());
}

/// A path's target: the file to replace, or a device to write to directly.
struct Target {
  fs::path path;
  std::optional<mode_t> mode;  // of the file that is there
  bool write_through = false;
};

Target find_target(const fs::path& file) {
  struct stat existing {};
  if (::stat(file.c_str(), &existing) != 0) return {file, std::nullopt, false};
  if (S_ISDIR(existing.st_mode)) fail(file, EISDIR);
  // A link stays a link: what it points to is replaced.
  std::error_code ignored;
  const fs::path resolved = fs::canonical(file, ignored);
  return {resolved.empty() ? file : resolved, existing.st_mode & 07777U, !S_ISREG(existing.st_mode)};
}

}  // namespace

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = TEMP_FAILURE_RETRY(::write(descriptor, bytes.data(), bytes.size()));
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void write_atomically(const fs::path& file, std::string_view bytes) {
  const Target target = find_target(file);
  if (target.write_through) return write_through(file, bytes);
  auto [path, out] = create_beside(target.path, file);
  Temporary temporary(path);
  if (target.mode) (void)::fchmod(out.get(), *target.mode);  // who may read it does not change
  if (const int error = write_all(out.get(), bytes)) fail(file, error);
  if (::fsync(out.get()) != 0) fail(file, errno);
  if (const int error = out.close()) fail(file, error);
  if (::rename(temporary.path().c_str(), target.path.c_str()) != 0) fail(file, errno);
  temporary.renamed();
  sync_folder(target.path.parent_path());
}

void check_writable(const fs::path& file) {
  const Target target = find_target(file);
  if (target.write_through) return write_through(file, "");
  const Temporary temporary(create_beside(target.path, file).first);
  remove_abandoned(target.path.parent_path());
}

bool is_replaceable(const fs::path& file, std::string_view mark) {
  constexpr std::size_t kHeadBytes = 1024;
  if (!fs::exists(file)) return true;
  std::ifstream in(file, std::ios::binary);
  std::string head(kHeadBytes, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head.empty() || head.find(mark) != std::string::npos;
}

}  // namespace mergelab::base
