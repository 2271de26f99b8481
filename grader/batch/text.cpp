#include "batch/text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/hash.hpp"
#include "report/plain_text.hpp"

namespace mergelab::batch {
namespace {

constexpr std::size_t kLongestShown = 200, kLongestName = 180, kKeptOfName = 150;

bool is_plain(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_@+=,").find(static_cast<char>(c)) != std::string_view::npos;
}

}  // namespace

std::string printable_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      line += fmt::format("\\x{:02x}", byte);
    else
      line += c;
  }
  line = report::clean(line);
  if (line.size() <= kLongestShown) return line;
  std::size_t end = kLongestShown;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0U) == 0x80U) --end;
  line.resize(end);
  line += "...";
  return line;
}

std::string file_name(std::string_view id) {
  std::string name;
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(byte) || (c == '.' && !name.empty()))
      name += c;
    else
      name += fmt::format("%{:02X}", byte);
  }
  if (name.size() <= kLongestName) return name;
  name.resize(kKeptOfName);
  name += fmt::format("%-{:016x}", base::hash_text(base::kHashOfNothing, id));
  return name;
}

std::string unseen_character(std::string_view text) {
  struct Unseen {
    std::string_view bytes;
    const char* name;
  };
  static constexpr Unseen kUnseen[] = {{"\u00a0", "a no-break space (U+00A0)"},
                                       {"\u202f", "a no-break space (U+202F)"},
                                       {"\u2007", "a no-break space (U+2007)"},
                                       {"\u2060", "an invisible character (U+2060)"},
                                       {"\u200b", "an invisible character (U+200B)"},
                                       {"\u200c", "an invisible character (U+200C)"},
                                       {"\u200d", "an invisible character (U+200D)"},
                                       {"\u200e", "an invisible character (U+200E)"},
                                       {"\u200f", "an invisible character (U+200F)"},
                                       {"\u00ad", "a soft hyphen (U+00AD)"},
                                       {"\ufeff", "an invisible character (U+FEFF)"},
                                       {"\u2002", "a wide space (U+2002)"},
                                       {"\u2003", "a wide space (U+2003)"},
                                       {"\u2009", "a thin space (U+2009)"},
                                       {"\u3000", "a wide space (U+3000)"}};
  const auto* found = std::find_if(std::begin(kUnseen), std::end(kUnseen), [&](const Unseen& each) {
    return text.find(each.bytes) != std::string_view::npos;
  });
  return found == std::end(kUnseen) ? "" : found->name;
}

std::string utc_text(std::time_t time) { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time)); }

}  // namespace mergelab::batch
