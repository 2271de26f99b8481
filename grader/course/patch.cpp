#include "course/patch.hpp"

#include "base/lines.hpp"
#include "course/course.hpp"

namespace mergelab::course {
namespace {

/// Each line with its line break; a break is added where the last line lacks it.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines = base::lines_of(text);
  for (std::string& line : lines) line += '\n';
  return lines;
}

class PatchReader {
 public:
  PatchReader(std::string_view text, const std::string& name) : lines_(lines_of(text)), name_(name) {}

  Patch read() {
    Patch patch;
    while (at_ < lines_.size() && !starts_with("--- ")) patch.header += lines_[at_++];
    if (at_ == lines_.size()) fail("expected a unified diff, which begins with '--- FILE'");
    patch.base = lines_[at_].substr(4, lines_[at_].find_first_of("\t\n") - 4);
    ++at_;
    if (!starts_with("+++ ")) fail("expected '+++ FILE'");
    ++at_;
    while (at_ < lines_.size()) patch.hunks.push_back(read_hunk(patch.hunks.size() + 1));
    if (patch.hunks.empty()) fail("expected '@@ -LINE,COUNT +LINE,COUNT @@'");
    return patch;
  }

 private:
  Hunk read_hunk(std::size_t number) {
    std::size_t before = 1, after = 1;  // a count of 1 may be left out
    const std::string& head = starts_with("@@ -") ? lines_[at_] : "";
    const std::size_t plus = head.find(" +");
    if (plus == std::string::npos || head.find(" @@", plus) == std::string::npos)
      fail("expected '@@ -LINE,COUNT +LINE,COUNT @@'");
    std::sscanf(head.c_str(), "@@ -%*u,%zu", &before);
    std::sscanf(head.c_str() + plus, " +%*u,%zu", &after);
    ++at_;
    Hunk hunk;
    while (at_ < lines_.size() && !starts_with("@@")) {
      const std::string& line = lines_[at_];
      const char kind = line[0] == '\n' ? ' ' : line[0];  // an empty line may lack its blank
      if (kind != ' ' && kind != '-' && kind != '+') fail("a line of a hunk begins with ' ', '-' or '+'");
      const std::string rest = line[0] == '\n' ? line : line.substr(1);
      if (kind != '+') hunk.before.push_back(rest);
      if (kind != '-') hunk.after.push_back(rest);
      ++at_;
    }
    if (hunk.before.size() != before || hunk.after.size() != after)
      throw Error(fmt::format("{}: hunk {} has {} lines before and {} after, its '@@' line says {} and {}",
                              name_, number, hunk.before.size(), hunk.after.size(), before, after));
    return hunk;
  }

  [[nodiscard]] bool starts_with(std::string_view word) const {
    return at_ < lines_.size() && lines_[at_].starts_with(word);
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(fmt::format("{}:{}: {}", name_, at_ + 1, message));
  }

  std::vector<std::string> lines_;
  const std::string& name_;
  std::size_t at_ = 0;
};

}  // namespace

Patch read_patch(std::string_view text, const std::string& name) { return PatchReader(text, name).read(); }

std::string apply_patch(const Patch& patch, std::string_view text, const std::string& name) {
  const std::vector<std::string> lines = lines_of(text);
  std::string result;
  auto rest = lines.begin();
  for (std::size_t i = 0; i < patch.hunks.size(); ++i) {
    const Hunk& hunk = patch.hunks[i];
    const auto found = std::search(rest, lines.end(), hunk.before.begin(), hunk.before.end());
    const bool again = found != lines.end() && std::search(found + 1, lines.end(), hunk.before.begin(),
                                                           hunk.before.end()) != lines.end();
    if (found == lines.end() || again) {
      throw Error(fmt::format("{}: hunk {} {} {}; remake the patch against it", name, i + 1,
                              again ? "matches more than one place of" : "does not match", patch.base));
    }
    for (; rest != found; ++rest) result += *rest;
    for (const std::string& line : hunk.after) result += line;
    rest += static_cast<std::ptrdiff_t>(hunk.before.size());
  }
  for (; rest != lines.end(); ++rest) result += *rest;
  return result;
}

}  // namespace mergelab::course
