// Arrays of int32 as numpy's .npy files, versions 1.0 and 2.0, so that students can look at cases and bring
// their own.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>

#include "course/course.hpp"
#include "course/npy_header.hpp"

namespace mergelab::course {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little,
              "elements are written and read as they lie in memory");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::uint64_t kLargestFile = 1ULL << 30U;
constexpr std::string_view kRemedy = "save it again: numpy.save(file, a.astype('int32'))";

[[noreturn]] void refuse(const fs::path& file, const std::string& what) {
  throw Error(fmt::format("{} {}\n  {}", file.string(), what, kRemedy));
}

/// Size in bytes of a file that can be read.
std::uint64_t checked_size(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw Error(fmt::format("{} does not exist\n  check the name", file.string()));
  if (!fs::is_regular_file(status))
    throw Error(fmt::format("{} is not a file\n  expected a .npy file", file.string()));
  const std::uint64_t size = fs::file_size(file, error);
  if (error) throw Error(fmt::format("{} cannot be read: {}", file.string(), error.message()));
  if (size > kLargestFile) {
    throw Error(
        fmt::format("{} is {} bytes long; at most {} (1 GiB) are read", file.string(), size, kLargestFile));
  }
  return size;
}

struct Layout {
  std::string header;
  std::uint64_t data_begin = 0;
};

Layout read_header(std::ifstream& in, const fs::path& file, std::uint64_t size) {
  std::array<unsigned char, 12> front{};
  in.read(reinterpret_cast<char*>(front.data()), 8);
  if (!in || std::memcmp(front.data(), kMagic.data(), kMagic.size()) != 0) {
    refuse(file, size == 0 ? "is empty; a .npy file is expected"
                           : "is no .npy file: it does not start with \\x93NUMPY");
  }
  const int major = front[6], minor = front[7];
  if ((major != 1 && major != 2) || minor != 0) {
    refuse(file, fmt::format("is of .npy version {}.{}; 1.0 or 2.0 is expected", major, minor));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  in.read(reinterpret_cast<char*>(front.data()) + 8, static_cast<std::streamsize>(length_bytes));
  std::uint64_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;) length = length << 8U | front[8 + i];
  Layout layout;
  layout.data_begin = 8 + length_bytes + length;
  if (!in || layout.data_begin > size) refuse(file, "is cut off in its header");
  layout.header.resize(length);
  in.read(layout.header.data(), static_cast<std::streamsize>(length));
  return layout;
}

/// One descriptor of a file that is being written; unlinked unless it was renamed to its target.
class NewFile {
 public:
  explicit NewFile(const fs::path& target) : target_(target) {
    path_ = target.parent_path() / fmt::format(".{}.{}.tmp", target.filename().string(), ::getpid());
    ::unlink(path_.c_str());  // left by a process of the same number that was killed
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd_ < 0) fail();
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (fd_ >= 0) ::close(fd_);
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  void write(const char* bytes, std::size_t count) {
    while (count > 0) {
      const ssize_t written = ::write(fd_, bytes, count);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      bytes += written;
      count -= static_cast<std::size_t>(written);
    }
  }
  void finish() {
    if (::fsync(fd_) != 0) fail();
    const int fd = fd_;
    fd_ = -1;
    if (::close(fd) != 0 || ::rename(path_.c_str(), target_.c_str()) != 0) fail();
    path_.clear();
  }

 private:
  [[noreturn]] void fail() const {
    const int error = errno;
    const std::string folder = target_.has_parent_path() ? target_.parent_path().string() : ".";
    const std::string remedy = error == ENOENT   ? fmt::format("make its folder first: mkdir -p {}", folder)
                               : error == EISDIR ? "there is a folder of that name; choose another one"
                               : error == ENOSPC ? "free some space there, or choose another disk"
                                                 : "choose a folder that you may write to";
    throw Error(fmt::format("cannot write {}: {}\n  {}", target_.string(),
                            std::generic_category().message(error), remedy));
  }

  fs::path target_, path_;
  int fd_ = -1;
};

}  // namespace

std::vector<int> read_npy(const fs::path& file) {
  const std::uint64_t size = checked_size(file);
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw Error(fmt::format("{} cannot be read\n  allow it: chmod u+r {}", file.string(), file.string()));
  const Layout layout = read_header(in, file, size);
  std::uint64_t count = 0;
  try {
    count = parse_npy_header(layout.header);
  } catch (const Error& error) {
    refuse(file, error.what());
  }
  const std::uint64_t bytes = size - layout.data_begin;
  if (count > kLargestFile || bytes != count * sizeof(int)) {
    refuse(file, fmt::format("has {} bytes of data; {} elements of int32 need {}", bytes, count,
                             count * sizeof(int)));
  }
  std::vector<int> values(count);
  in.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(bytes));
  if (!in) throw Error(fmt::format("{} cannot be read to its end", file.string()));
  return values;
}

void write_npy(const fs::path& file, const std::vector<int>& values) {
  constexpr std::size_t kAlignment = 64;  // where numpy wants the data to begin
  std::string header =
      fmt::format("{{'descr': '<i4', 'fortran_order': False, 'shape': ({},), }}", values.size());
  const std::size_t front = kMagic.size() + 4;
  header.append((kAlignment - (front + header.size() + 1) % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string bytes(kMagic);
  bytes += {'\x01', '\x00', static_cast<char>(header.size() & 0xFFU), static_cast<char>(header.size() >> 8U)};
  bytes += header;
  NewFile out(file);
  out.write(bytes.data(), bytes.size());
  out.write(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(int));
  out.finish();
}

}  // namespace mergelab::course
