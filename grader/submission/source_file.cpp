#include "submission/source_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "base/read_file.hpp"

namespace mergelab::submission {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;

std::string refusal_of_kind(mode_t mode) {
  if (S_ISREG(mode)) return {};
  if (S_ISLNK(mode)) return "is a symbolic link";
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISFIFO(mode)) return "is a named pipe";
  if (S_ISSOCK(mode)) return "is a socket";
  return "is a device";
}

std::string refusal_of_error(int error) { return fmt::format("can't be read ({})", std::strerror(error)); }

SourceFile unreadable(int error) {
  SourceFile source;
  source.unreadable = true;
  source.refusal = refusal_of_error(error);
  return source;
}

/// By its mark, or as every second byte of plain English is 0.
bool is_utf16(const std::string& bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  std::size_t even = 0, odd = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) (i % 2 == 0 ? even : odd) += bytes[i] == '\0' ? 1 : 0;
  const std::size_t half = bytes.size() / 2;
  return half > 1 && ((even == 0 && odd * 10 > half * 9) || (odd == 0 && even * 10 > half * 9));
}

/// Letters of any encoding are allowed; bytes that no editor writes into source are not.
std::string refusal_of_bytes(const std::string& bytes) {
  if (bytes.size() > kMostBytes) return "is larger than 1 MiB";
  if (bytes.empty()) return "is empty";
  if (is_utf16(bytes)) return "is UTF-16 text: save it as UTF-8";
  if (bytes.find('\0') != std::string::npos) return "contains NUL bytes";
  const bool binary = std::any_of(bytes.begin(), bytes.end(), [](unsigned char c) {
    return (c < 0x20 && (c < '\t' || c > '\r')) || c == 0x7f;
  });
  return binary ? "contains control characters" : "";
}

}  // namespace

SourceFile look_at_source(const std::filesystem::path& path) {
  SourceFile source;
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    source.missing = errno == ENOENT || errno == ENOTDIR;
    return source.missing ? source : unreadable(errno);
  }
  source.refusal = refusal_of_kind(status.st_mode);
  return source;
}

bool may_include(std::string_view text, const std::string& file) {
  for (std::size_t at = 0; (at = text.find(file + '"', at)) != std::string_view::npos; ++at) {
    const std::size_t begin = text.rfind('\n', at) + 1;  // 0 in the first line
    const std::string_view before = text.substr(begin, at - begin);
    const std::size_t block = before.rfind("/*");
    const bool in_block =
        block != std::string_view::npos && before.find("*/", block) == std::string_view::npos;
    if (!in_block && before.find("//") == std::string_view::npos) return true;
  }
  return false;
}

SourceFile read_source(const std::filesystem::path& path) {
  SourceFile source = look_at_source(path);  // before opening, because opening a device may have an effect
  if (!source.good()) return source;
  struct stat status {};
  const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file && errno != ELOOP) return unreadable(errno);
  if (!file) {
    source.refusal = "is a symbolic link";
    return source;
  }
  if (::fstat(file.get(), &status) != 0) return unreadable(errno);
  source.refusal = refusal_of_kind(status.st_mode);
  if (!source.refusal.empty()) return source;
  std::optional<std::string> bytes = base::read_all(file.get(), kMostBytes + 1);
  if (!bytes) return unreadable(errno);
  source.refusal = refusal_of_bytes(*bytes);
  source.bytes = *std::move(bytes);
  return source;
}

}  // namespace mergelab::submission
