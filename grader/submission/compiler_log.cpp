#include "submission/compiler_log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>

namespace mergelab::submission {
namespace {

using Lines = std::vector<std::string>;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  if (from.empty()) return;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

Lines split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// The entry of an include stack that a line holds, "merge_tiled.cuh:3", and whether the stack goes on.
/// g++ writes "In file included from x:1," and "                 from y:2:", clang one "In file included from
/// x:1:" each.
struct StackEntry {
  bool is_entry = false, is_first = false, goes_on = false;
  std::string_view place;
};

StackEntry stack_entry(std::string_view line) {
  static constexpr std::string_view kFirst = "In file included from ", kNext = "                 from ";
  StackEntry entry;
  entry.is_first = line.starts_with(kFirst);
  entry.is_entry = entry.is_first || line.starts_with(kNext);
  if (!entry.is_entry || !(line.ends_with(',') || line.ends_with(':'))) return {};
  entry.goes_on = line.ends_with(',');
  line.remove_prefix(entry.is_first ? kFirst.size() : kNext.size());
  line.remove_suffix(1);
  entry.place = line;
  return entry;
}

bool is_adapter(std::string_view place) {
  return place.starts_with("adapter.") || place.starts_with("transport.inc:") ||
         place.starts_with("signatures/") || place.starts_with("call.h:");
}

/// Takes the adapter's entries out of include stacks; a student never wrote that file.
Lines without_adapter_stack(const Lines& lines) {
  Lines kept;
  Lines stack;
  for (const std::string& line : lines) {
    const StackEntry entry = stack_entry(line);
    if (!entry.is_entry) {
      kept.push_back(line);
      continue;
    }
    if (!is_adapter(entry.place)) stack.emplace_back(entry.place);
    if (entry.goes_on) continue;
    for (std::size_t i = 0; i < stack.size(); ++i) {
      kept.push_back((i == 0 ? "In file included from " : "                 from ") + stack[i] +
                     (i + 1 < stack.size() ? "," : ":"));
    }
    stack.clear();
  }
  return kept;
}

/// The name of the file that a line is placed in, without folders: "a.cuh" of "x/a.cuh:3:1: error: ...", of
/// "a.cuh(3): error: ...", of "a.cuh: In function ..." and of an entry of an include stack; empty for a line
/// that continues another. Only clang and nvcc quote source without a margin; no line of it has a name with a
/// dot there.
std::string_view file_of(std::string_view line) {
  const StackEntry entry = stack_entry(line);
  if (entry.is_entry) line = entry.place;
  const std::size_t end = line.find_first_of(" :(");
  if (end == std::string_view::npos || line.substr(0, end).find('.') == std::string_view::npos) return {};
  const std::string_view rest = line.substr(end), number = rest.substr(std::min(rest.size(), std::size_t{1}));
  const std::size_t digits = std::min(number.find_first_not_of("0123456789"), number.size());
  const std::string_view after = number.substr(digits);
  const bool colons = rest.front() == ':' && digits > 0 && (after.empty() || after.front() == ':');
  const bool brackets = rest.front() == '(' && digits > 0 && after.starts_with("):");
  const bool context = rest.starts_with(": In ") || rest.starts_with(": At ");
  if (!colons && !brackets && !context) return {};
  line = line.substr(0, end);
  return line.substr(line.rfind('/') + 1);
}

/// Takes out the lines that are placed in `files`, with those that continue them.
Lines without_messages_about(const std::vector<std::string>& files, const Lines& lines) {
  if (files.empty()) return lines;
  const auto is_one = [&](std::string_view name) {
    return std::find(files.begin(), files.end(), name) != files.end();
  };
  const auto names_one = [&](const std::string& line) {
    return std::any_of(files.begin(), files.end(),
                       [&](const std::string& file) { return line.find(file + ":") != std::string::npos; });
  };
  Lines kept;
  bool leaves_out = false, has_error = false;
  for (const std::string& line : lines) {
    const std::string_view file = file_of(line);
    if (!file.empty()) leaves_out = is_one(file);
    if (leaves_out || (file.empty() && names_one(line))) {
      has_error |= line.find("error: ") != std::string::npos;
    } else {
      kept.push_back(line);
    }
  }
  if (has_error) {
    kept.push_back(
        fmt::format("error: errors in {} are not shown, because the grader used the reference's file: "
                    "look at what stands before its #include, and at the calls of its functions",
                    fmt::join(files, " and ")));
  }
  return kept;
}

/// Whether the first error is at the adapter's call, which names the student's function.
bool adapter_failed(const Lines& lines, const std::string& function) {
  for (const std::string& line : lines) {
    if (line.find("undefined reference to `" + function + "(") != std::string::npos) return true;
    const std::size_t error = line.find("error: ");
    if (error == std::string::npos) continue;
    return is_adapter(line.substr(0, error));
  }
  return false;
}

/// A brace that a file of the student's never closes is an error behind that file, in the adapter. In its
/// place stands the brace, which the compiler's note names; nothing that is said of the adapter says more.
Lines with_open_brace(const Lines& lines) {
  static constexpr std::string_view kNote = "note: to match this '{'";
  constexpr std::ptrdiff_t kQuoteLines = 2;
  const auto has = [](const std::string& line, std::string_view words) {
    return line.find(words) != std::string::npos;
  };
  const auto error = std::find_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return is_adapter(line) && has(line, "error: expected '}'");
  });
  const auto note =
      std::find_if(error, lines.end(), [&](const std::string& line) { return has(line, kNote); });
  if (note == lines.end() || is_adapter(*note)) return lines;
  Lines told{note->substr(0, note->find(kNote)) +
             "error: a '}' is missing: what begins with this '{' never ends"};
  const auto quote_end = note + 1 + std::min(kQuoteLines, lines.end() - (note + 1));
  told.insert(told.end(), note + 1, quote_end);
  bool leaves_out = false;
  for (auto line = lines.begin(); line != note; ++line) {
    if (!file_of(*line).empty()) leaves_out = is_adapter(*line);
    if (!leaves_out) told.push_back(*line);
  }
  return told;
}

/// CUDA's functions that the student looked for in std, where a lab file can't have them: no header that
/// declares them there may be included.
Lines with_words_on_std(const Lines& lines) {
  Lines told;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    told.push_back(lines[i]);
    for (const char* name : {"max", "min"}) {
      const std::string quoted = fmt::format("'{}' is not a member of 'std'", name),
                        clangs = fmt::format("no member named '{}' in namespace 'std'", name);
      const std::size_t error = lines[i].find("error: ");
      if (error == std::string::npos ||
          (lines[i].find(quoted) == std::string::npos && lines[i].find(clangs) == std::string::npos))
        continue;
      told.back() = fmt::format(
          "{}{} is CUDA's own here, without std:: and without #include <algorithm>: write {}(...)",
          lines[i].substr(0, error) + "error: ", name, name);
    }
  }
  return told;
}

/// Takes out notes on the engine's headers, whose places say nothing to a student.
Lines without_notes_on_engine(const Lines& lines) {
  Lines kept, stack;
  bool leaves_out = false;
  for (const std::string& line : lines) {
    const StackEntry entry = stack_entry(line);
    if (entry.is_entry) {
      stack.push_back(line);
      continue;
    }
    if (!file_of(line).empty())
      leaves_out =
          line.find("/simt/include/") < line.find(": note: ") && line.find(": note: ") != std::string::npos;
    if (!leaves_out) {
      kept.insert(kept.end(), stack.begin(), stack.end());
      kept.push_back(line);
    }
    stack.clear();
  }
  kept.insert(kept.end(), stack.begin(), stack.end());
  return kept;
}

/// Drops what a crashed compiler prints: the request for a bug report, and its stack trace.
void drop_crash_report(Lines& lines) {
  const auto begin = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.starts_with("Please submit a full bug report") ||
           line.starts_with("PLEASE submit a bug report");
  });
  lines.erase(begin, lines.end());
}

std::string joined_within_limit(const Lines& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (text.size() + lines[i].size() + 1 > kMostLogBytes - 64) {
      const std::size_t room = kMostLogBytes - 64 - text.size();
      if (i == 0) text += lines[i].substr(0, room) + "\n";
      return text + fmt::format("... and {} more lines\n", lines.size() - i);
    }
    text += lines[i] + "\n";
  }
  return text;
}

/// Whether a line without a location holds one of `sayings`. "/a/b.cuh:3:2: error: ..." is about the source,
/// which can say anything with #error; "cc1plus: out of memory" is not.
bool has_line_without_location(std::string_view words, std::initializer_list<std::string_view> sayings) {
  for (const std::string& line : split(words)) {
    const std::size_t colon = line.find(':');
    const bool located = colon != std::string::npos && colon + 1 < line.size() && line[colon + 1] >= '0' &&
                         line[colon + 1] <= '9';
    if (located || line.starts_with(' ')) continue;
    for (const std::string_view saying : sayings) {
      if (line.find(saying) != std::string::npos) return true;
    }
  }
  return false;
}

}  // namespace

bool reports_out_of_memory(std::string_view words) {
  return has_line_without_location(
      words, {"out of memory", "memory exhausted", "'std::bad_alloc'", "Cannot allocate memory"});
}

bool reports_file_too_large(std::string_view words) {
  return has_line_without_location(words, {"File size limit exceeded", "File too large"});
}

bool reports_time_limit(std::string_view words) {
  return has_line_without_location(words, {"CPU time limit exceeded"});
}

bool reports_kill(std::string_view words) {
  return has_line_without_location(words, {"Killed signal terminated program", "terminated with signal 9",
                                           "died due to signal 9", "unable to execute command: Killed"});
}

bool reports_broken_installation(std::string_view words) {
  const Lines lines = split(words);
  if (lines.empty()) return false;
  const std::string_view last = lines.back();
  return last.starts_with("simt-cc: error: no C++ compiler '") ||
         last.starts_with("simt-cc: error: cannot run the C++ compiler '") ||
         last.starts_with("simt-cc: error: the engine's headers are not in '") ||
         (last.starts_with("simt-cc: error: '/") && last.ends_with("' is missing; build the target simt"));
}

std::string clean_log(std::string_view words, const LogContext& context) {
  std::string text(words);
  std::vector<std::string> folders = context.folders;
  std::sort(folders.begin(), folders.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (std::string folder : folders) {
    if (folder.empty()) continue;
    if (folder.back() != '/') folder += '/';
    replace_all(text, folder, "");
  }
  // The student knows neither the generated file nor the driver.
  replace_all(text, "simt-cc: error: 'adapter.cu'", "error: " + context.file);
  replace_all(text, "simt-cc: error: ", "error: ");
  Lines lines = without_messages_about(context.references, without_adapter_stack(split(text)));
  drop_crash_report(lines);
  lines = without_notes_on_engine(with_words_on_std(with_open_brace(lines)));
  if (adapter_failed(lines, context.function)) {
    lines.insert(lines.begin(), fmt::format("{} does not define {} with the expected signature", context.file,
                                            context.function));
  }
  return joined_within_limit(lines);
}

}  // namespace mergelab::submission
