#include "judge/sanitizer/log.hpp"

namespace mergelab::judge {
namespace {

constexpr std::string_view kPrefix = "=========";
constexpr std::size_t kMostRecords = 100'000;
constexpr std::size_t kMostDetails = 64;       // a call chain on the host may be longer
constexpr std::size_t kMostCharacters = 1000;  // of a line: names of templates are long
constexpr std::size_t kMostInText = 1500;
constexpr std::size_t kMostViolations = 50;  // of different lines; a student fixes the first

/// "========= Invalid __global__ read of size 4 bytes" and the indented lines below it.
struct Record {
  std::string headline;
  std::vector<std::string> details;
};

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// What follows `part`; empty without it.
std::string_view after(std::string_view text, std::string_view part) {
  const std::size_t at = text.find(part);
  return at == std::string_view::npos ? std::string_view() : text.substr(at + part.size());
}

std::string printable(std::string_view line) {
  const std::size_t first = std::min(line.find_first_not_of(" \t\r"), line.size());
  std::string text(line.substr(first, kMostCharacters));
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c >= 0x7f; }, ' ');
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

/// Calls `visit` for each record. Lines without the tool's prefix are the program's own and are skipped.
template <class Visit>
void for_each_record(std::string_view log, const Visit& visit) {
  Record record;
  const auto end_record = [&] {
    if (!record.headline.empty()) visit(record);
    record = {};
  };
  for (std::size_t count = 0; !log.empty() && count < kMostRecords;) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    if (!line.starts_with(kPrefix)) continue;
    line.remove_prefix(kPrefix.size());
    const bool is_detail = line.starts_with("   ");
    std::string text = printable(line);
    if (is_detail && !record.headline.empty()) {
      if (!text.empty() && record.details.size() < kMostDetails) record.details.push_back(std::move(text));
      continue;
    }
    end_record();
    if (!is_detail) record.headline = std::move(text);
    ++count;
  }
  end_record();
}

/// "at kernel(int *)+0x90 in /tmp/scan.cuh:17": the place is "scan.cuh:17", for the text between begin and
/// end. It is empty if the code has no lines.
struct Frame {
  std::size_t begin = 0, end = 0;
  std::string place;
};

Frame frame_in(std::string_view line) {
  const std::size_t in = line.rfind(" in ");
  if (in == std::string_view::npos) return {};
  const std::size_t slash = line.rfind('/');
  const std::size_t file = slash != std::string_view::npos && slash > in ? slash + 1 : in + 4;
  const std::size_t colon = line.find(':', file);
  if (colon == std::string_view::npos || colon == file) return {};
  const std::size_t end = std::min(line.find_first_not_of("0123456789", colon + 1), line.size());
  if (end == colon + 1) return {};
  const std::size_t at = line.starts_with("at ") ? 0 : line.find(" at ") + 1;
  return {at < in ? at + 3 : file, end, std::string(line.substr(file, end - file))};
}

/// A line without the function and folder of its frame, and without " at 0x…": addresses differ in every run.
std::string shortened(std::string_view line) {
  std::string text(line);
  if (const Frame frame = frame_in(line); !frame.place.empty())
    text.replace(frame.begin, frame.end - frame.begin, frame.place);
  if (const std::size_t address = text.find(" at 0x"); address != std::string::npos)
    text.erase(address, text.find(' ', address + 4) - address);
  return text;
}

// Headlines that are not a rule's violation.
constexpr std::string_view kSummary = "summary", kIgnored = "ignored", kFailure = "failure";

struct Meaning {
  std::string_view headline, detail;  // parts of them
  std::string_view rule;
};

/// The first that fits.
constexpr Meaning kMeanings[] = {
    {"Program hit cudaErrorLaunchFailure", "", "fault"},
    {"Program hit cudaErrorIllegal", "", "fault"},
    {"Program hit cudaErrorMisalignedAddress", "", "fault"},
    {"on CUDA API call to cudaLaunch", "", "invalid_launch"},
    {"Program hit ", "", "fault"},
    {"ERROR SUMMARY", "", kSummary},
    {"RACECHECK SUMMARY", "", kSummary},
    // The target's own end: its parent process sees that, and reports it better.
    {"didn't terminate successfully", "", kIgnored},
    {"Target application returned an error", "", kIgnored},
    {"Race reported between", "", "race"},
    {"hazard detected", "", "race"},
    {"Error:", "", kFailure},
    {"Internal Sanitizer Error", "", kFailure},
    {"Target application", "", kFailure},
    {"Unable to find", "", kFailure},
    {"Failed to", "", kFailure},
    {"Invalid __", "is misaligned", "misaligned"},
    {"Invalid __shared__", "", "shared_size"},
    {"Invalid __", "", "out_of_bounds"},
    {"Uninitialized", "", "uninitialised_read"},
    {"Barrier error detected. Invalid arguments", "", "warp_mask"},
    {"Barrier error detected. Divergent", "", "divergent_barrier"},
    {"Illegal instruction", "at __syncwarp", "warp_mask"},
    {"", "by thread ", "fault"},
};

std::string_view rule_of(const Record& record) {
  for (const Meaning& meaning : kMeanings) {
    const auto has_detail = [&](const std::string& line) { return holds(line, meaning.detail); };
    if (holds(record.headline, meaning.headline) &&
        (meaning.detail.empty() || std::ranges::any_of(record.details, has_detail))) {
      return meaning.rule;
    }
  }
  return kIgnored;  // leaks and remarks
}

/// The innermost frame that is the submission's, else the place of the access itself.
std::string place_of(const Record& record, std::span<const std::string> files) {
  std::string innermost;
  for (const std::string& line : record.details) {
    if (!line.starts_with("at ") && !line.starts_with("Device Frame: ")) continue;
    std::string place = frame_in(line).place;
    if (std::ranges::find(files, place.substr(0, place.rfind(':'))) != files.end()) return place;
    if (innermost.empty()) innermost = std::move(place);
  }
  return innermost.empty() ? "an unknown line" : innermost;
}

struct Seen {
  Violation violation;
  bool is_call = false;  // a call of the CUDA runtime that failed
  std::uint64_t times = 0;
};

/// A record in one sentence. `lines` gets the lines of the source that it names.
std::string sentence(const Record& record, std::span<const std::string> files, std::string& lines) {
  std::string_view headline = record.headline;
  for (const std::string_view severity : {"Error: ", "Warning: "}) {
    if (headline.starts_with(severity)) headline.remove_prefix(severity.size());
  }
  std::string text = shortened(headline);
  lines = frame_in(headline).place;
  for (const std::string& detail : record.details) {
    if (detail.starts_with("at ")) {
      const std::string place = place_of(record, files);
      text.append(" at ").append(place);
      lines.append(" ").append(place);
    } else if (detail.starts_with("by thread ") || detail.starts_with("and is ")) {
      text.append(" ").append(shortened(detail));
    } else if (detail.starts_with("Access to 0x")) {
      text += fmt::format(" {}", after(detail.substr(12), " "));  // "is out of bounds"
    } else if (detail.starts_with("and ") || holds(detail, " Thread (")) {
      text.append(" ").append(shortened(detail));
      lines.append(" ").append(frame_in(detail).place);
    }
  }
  text.resize(std::min(text.size(), kMostInText));
  return text;
}

}  // namespace

SanitizerLog read_sanitizer_log(std::string_view text, std::span<const std::string> files) {
  SanitizerLog log;
  std::vector<Seen> all;
  std::map<std::string, std::size_t> index;
  for_each_record(text, [&](const Record& record) {
    const std::string_view rule = rule_of(record);
    if (rule == kSummary) log.complete = true;
    if (rule == kFailure && !log.failure) log.failure = record.headline;
    if (rule == kSummary || rule == kFailure || rule == kIgnored) return;
    std::string lines;
    std::string words = sentence(record, files, lines);
    const std::string what = record.headline.substr(0, record.headline.find(" at "));
    const auto [known, is_new] = index.try_emplace(fmt::format("{} {} {}", rule, what, lines), all.size());
    if (is_new && all.size() < kMostViolations)
      all.push_back({{std::string(rule), Statement(Sentence::words, std::move(words))},
                     record.headline.starts_with("Program hit ")});
    if (known->second < all.size()) ++all[known->second].times;
  });
  // After a kernel's fault every call fails, which adds nothing.
  const bool is_explained = std::ranges::any_of(
      all, [](const Seen& seen) { return !seen.is_call && seen.violation.rule != "race"; });
  for (Seen& seen : all) {
    if (seen.is_call && is_explained) continue;
    if (seen.times > 1) seen.violation.why += Statement(Sentence::times, seen.times);
    log.violations.push_back(std::move(seen.violation));
  }
  return log;
}

}  // namespace mergelab::judge
