#include "batch/unpack.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <clocale>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "batch/text.hpp"
#include "submission/source_file.hpp"
#include "submission/submission.hpp"

namespace mergelab::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = std::size_t{64} << 10U;
constexpr std::size_t kLongestAnswer = 64 << 10;
constexpr char kTaken = '+', kRefused = '-', kNotWritten = '!';  // first byte of the process's output

struct Refusal {
  std::string why;
};
struct NotWritten {
  std::string why;
};

using ArchiveReader = std::unique_ptr<archive, decltype(&archive_read_free)>;
using Writer = std::unique_ptr<archive, decltype(&archive_write_free)>;

std::string words_of(archive* of) {
  const char* words = archive_error_string(of);
  return words == nullptr ? "unknown reason" : printable_line(words);
}

/// Throws Refusal for a path that an honest archive doesn't have.
void check_path(const std::string& path, const UnpackLimits& limits) {
  if (path.starts_with("/"))
    throw Refusal{
        fmt::format("contains the absolute path '{}', which leads out of it", printable_line(path))};
  std::size_t depth = 0;
  for (const fs::path& part : fs::path(path)) {
    if (part == "..")
      throw Refusal{fmt::format("contains '{}', which leads out of it", printable_line(path))};
    if (++depth > limits.depth + 1)
      throw Refusal{fmt::format("has more than {} nested folders", limits.depth)};
  }
}

/// Copies one file's bytes, or counts them without a writer.
void copy_bytes(archive* from, archive* to, std::int64_t& left, const UnpackLimits& limits) {
  const void* block = nullptr;
  std::size_t size = 0;
  la_int64_t at = 0;
  for (;;) {
    const int code = archive_read_data_block(from, &block, &size, &at);
    if (code == ARCHIVE_EOF) return;
    if (code < ARCHIVE_WARN) throw Refusal{fmt::format("is damaged: {}", words_of(from))};
    left -= static_cast<std::int64_t>(size);
    if (left < 0 || at > limits.bytes)
      throw Refusal{fmt::format("contains more than {} MiB", limits.bytes >> 20U)};
    const std::int64_t kept = std::min(static_cast<std::int64_t>(size), limits.file_bytes - at);
    if (to == nullptr || kept <= 0) continue;
    if (archive_write_data_block(to, block, static_cast<std::size_t>(kept), at) < ARCHIVE_WARN)
      throw NotWritten{words_of(to)};
  }
}

/// Into the current folder. Returns the note.
std::string unpack_here(int file, const std::set<std::string>& wanted, const UnpackLimits& limits) {
  const ArchiveReader from(archive_read_new(), archive_read_free);
  const Writer to(archive_write_disk_new(), archive_write_free);
  if (!from || !to) throw Refusal{"needs too much memory to unpack"};
  // Not all that libarchive knows: for some filters it would start programs.
  archive_read_support_format_zip(from.get());
  archive_read_support_format_tar(from.get());
  archive_read_support_filter_gzip(from.get());
  archive_read_support_filter_bzip2(from.get());
  archive_read_support_filter_xz(from.get());
  archive_write_disk_set_options(to.get(), ARCHIVE_EXTRACT_SECURE_SYMLINKS | ARCHIVE_EXTRACT_SECURE_NODOTDOT |
                                               ARCHIVE_EXTRACT_SECURE_NOABSOLUTEPATHS);
  if (archive_read_open_fd(from.get(), file, kBlock) != ARCHIVE_OK)
    throw Refusal{fmt::format("is not a zip or tar file, or is damaged: {}", words_of(from.get()))};
  std::int64_t left = limits.bytes;
  std::size_t entries = 0;
  std::string links;
  std::set<std::string> taken;
  for (;;) {
    archive_entry* entry = nullptr;
    const int code = archive_read_next_header(from.get(), &entry);
    if (code == ARCHIVE_EOF) break;
    if (code < ARCHIVE_WARN) throw Refusal{fmt::format("is damaged: {}", words_of(from.get()))};
    if (++entries > limits.entries)
      throw Refusal{fmt::format("contains more than {} files and folders", limits.entries)};
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr) throw Refusal{"contains a name that can't be read"};
    const fs::path path(name);
    check_path(name, limits);
    if (archive_entry_is_encrypted(entry) != 0) throw Refusal{"is encrypted"};
    const std::string file_name = path.filename().string();
    const bool is_wanted = std::ranges::any_of(wanted, [&](const std::string& each) {
      return submission::match_name(file_name, each) != submission::NameMatch::none;
    });
    const bool is_link =
        archive_entry_hardlink(entry) != nullptr || archive_entry_filetype(entry) == AE_IFLNK;
    if (is_wanted && is_link) {
      links += fmt::format("{}'{}'", links.empty() ? "" : ", ", printable_line(name));
      if (links.size() > kLongestAnswer / 2) throw Refusal{"contains too many links"};
    }
    if (!is_wanted || is_link || archive_entry_filetype(entry) != AE_IFREG) {
      copy_bytes(from.get(), nullptr, left, limits);
      continue;
    }
    const std::string normal = path.lexically_normal().string();
    if (!taken.insert(normal).second) throw Refusal{fmt::format("contains '{}' twice", printable_line(name))};
    archive_entry_set_perm(entry, 0600);
    archive_entry_unset_size(entry);  // an entry's size may be wrong
    if (archive_write_header(to.get(), entry) < ARCHIVE_WARN) {
      const int error = archive_errno(to.get());
      if (error == ENOSPC || error == EDQUOT || error == EIO || error == EROFS)
        throw NotWritten{words_of(to.get())};
      throw Refusal{fmt::format("'{}' can't be unpacked: {}", printable_line(name), words_of(to.get()))};
    }
    copy_bytes(from.get(), to.get(), left, limits);
    if (archive_write_finish_entry(to.get()) < ARCHIVE_WARN) throw NotWritten{words_of(to.get())};
  }
  return links.empty() ? "" : fmt::format("links are left out: {}", links);
}

void limit(int what, rlim_t most) {
  const rlimit value{most, most};
  ::setrlimit(static_cast<__rlimit_resource>(what), &value);
}

/// The whole life of the process; what it says begins with a byte for what happened.
std::string work(const fs::path& file, const std::set<std::string>& wanted, const fs::path& folder,
                 const UnpackLimits& limits) try {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, limits.cpu_s);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  limit(RLIMIT_AS, limits.memory_bytes);
#endif
  ::signal(SIGXFSZ, SIG_IGN);
  std::setlocale(LC_CTYPE, "C.UTF-8");  // names in archives are UTF-8
  const base::Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!in) throw Refusal{fmt::format("can't be read: {}", std::generic_category().message(errno))};
  if (::chdir(folder.c_str()) != 0) throw NotWritten{std::generic_category().message(errno)};
  return kTaken + unpack_here(in.get(), wanted, limits);
} catch (const Refusal& refusal) {
  return kRefused + refusal.why;
} catch (const NotWritten& failure) {
  return kNotWritten + failure.why;
} catch (const std::exception&) {
  return kRefused + std::string("needs too much memory to unpack");
}

}  // namespace

Unpacked unpack(const fs::path& archive, const std::set<std::string>& wanted, const fs::path& folder,
                const UnpackLimits& limits) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const base::Descriptor read_end(ends[0]);
  base::Descriptor write_end(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    static_cast<void>(base::write_all(ends[1], work(archive, wanted, folder, limits)));
    ::_exit(0);
  }
  write_end.reset();
  const std::string answer = base::read_all(read_end.get(), kLongestAnswer).value_or("");
  int status = 0;
  static_cast<void>(TEMP_FAILURE_RETRY(::waitpid(child, &status, 0)));
  if (answer.empty()) return {"takes too much time or memory to unpack", ""};
  if (answer.front() == kRefused) return {answer.substr(1), ""};
  if (answer.front() == kNotWritten)
    throw StorageError(fmt::format(
        "cannot unpack into {}: {}\n  free some space there; the same command then continues from here",
        folder.string(), answer.substr(1)));
  return {"", answer.substr(1)};
}

namespace {

constexpr int kDeepest = 3;

bool holds_lab_file(const Course& course, const fs::path& root) {
  return std::ranges::any_of(course.labs, [&](const Lab& lab) {
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
  if (error)
    throw StorageError(fmt::format(
        "cannot create {}: {}\n  free some space there; the same command then continues from here",
        scratch_.string(), error.message()));
  std::set<std::string> wanted;
  for (const Lab& lab : course_.labs)
    wanted.insert({lab.file, fmt::format("lab{}.cuh", std::atoi(lab.name.c_str()))});
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
