// What compilers print, put into the same words and at the student's lines.
#include "submission/compiler_log.hpp"
#include "base/lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <utility>

namespace mergelab::submission {
namespace {

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

/// Whether it is the file with which simt-cc compiles once more, "int.so.2.hpp", or no file.
bool is_drivers(std::string_view place) {
  const auto has = [&](std::string_view part) { return place.find(part) != std::string_view::npos; };
  return place.starts_with('<') || (!has("/") && has(".so.") && has(".hpp:"));
}

/// Takes the adapter's and the driver's entries out of include stacks; a student never wrote these files.
Lines without_adapter_stack(const Lines& lines) {
  Lines kept;
  Lines stack;
  for (const std::string& line : lines) {
    const StackEntry entry = stack_entry(line);
    if (!entry.is_entry) {
      kept.push_back(line);
      continue;
    }
    if (!is_adapter(entry.place) && !is_drivers(entry.place)) stack.emplace_back(entry.place);
    if (entry.goes_on) continue;
    for (std::size_t i = 0; i < stack.size(); ++i) {
      kept.push_back((i == 0 ? "In file included from " : "                 from ") + stack[i] +
                     (i + 1 < stack.size() ? "," : ":"));
    }
    stack.clear();
  }
  return kept;
}

/// Takes out that a message's function was inlined into the adapter's: after "In function 'void f()'," comes
/// "    inlined from 'void g()' at x.cuh:7:3:" for each caller.
Lines without_adapter_inlining(const Lines& lines) {
  Lines kept;
  for (const std::string& line : lines) {
    const std::size_t at = line.rfind("' at ");
    if (!line.starts_with("    inlined from '") || at == std::string::npos ||
        !is_adapter(line.substr(at + 5))) {
      kept.push_back(line);
    } else if (line.ends_with(':') && !kept.empty() && kept.back().ends_with(',')) {
      kept.back().back() = ':';
    }
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
  const auto is_one = [&](std::string_view name) { return std::ranges::find(files, name) != files.end(); };
  const auto names_one = [&](const std::string& line) {
    return std::ranges::any_of(
        files, [&](const std::string& file) { return line.find(file + ":") != std::string::npos; });
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
  if (has_error)
    kept.push_back(
        fmt::format("error: errors in {} are not shown, because the grader used the reference's file: "
                    "look at what stands before its #include, and at the calls of its functions",
                    fmt::join(files, " and ")));
  return kept;
}

/// Takes out what a message may show of a reference: quoted words and numbers that the student did not write.
/// A student's line can make the compiler print any constant and any type of a file that it includes.
std::string without_foreign_words(const std::string& line, const std::string& own_text) {
  static const base::Regex kSource(R"(^ *[0-9]* \|)");
  static const base::Regex kForeign(R"((^|[^:0-9A-Za-z_.])('[^']*'|"[^"]*"|`[^`]*`|[0-9][0-9a-zA-Z_.]*))");
  if (line.size() > kLongestMatched) return "...";
  if (base::regex_search(line, kSource)) return line;
  const std::size_t colon = line.find(": ");
  const std::size_t head = file_of(line).empty() || colon == std::string::npos ? 0 : colon;
  std::string kept = line.substr(0, head);
  auto from = line.begin() + static_cast<std::ptrdiff_t>(head);
  std::smatch found;
  for (; base::regex_search(from, line.end(), found, kForeign); from = found.suffix().first) {
    kept.append(from, found[2].first);
    const std::string word = found[2];
    const bool is_number = std::isdigit(static_cast<unsigned char>(word.front())) != 0;
    const std::string own = is_number ? word : word.substr(1, word.size() - 2);
    if (own_text.find(own) != std::string::npos)
      kept += word;
    else
      kept.append(is_number ? "..." : word.front() + std::string("...") + word.back());
  }
  return kept.append(from, line.end());
}

/// A brace that a file of the student's never closes is an error behind that file, in the adapter. In its
/// place stands the brace, which the compiler's note names; nothing that is said of the adapter says more.
Lines with_open_brace(const Lines& lines) {
  static constexpr std::string_view kNote = "note: to match this '{'";
  constexpr std::ptrdiff_t kQuoteLines = 2;
  const auto has = [](const std::string& line, std::string_view words) {
    return line.find(words) != std::string::npos;
  };
  const auto error = std::ranges::find_if(
      lines, [&](const std::string& line) { return is_adapter(line) && has(line, "error: expected '}'"); });
  const auto note =
      std::find_if(error, lines.end(), [&](const std::string& line) { return has(line, kNote); });
  if (note == lines.end() || is_adapter(*note)) return lines;
  Lines told{note->substr(0, note->find(kNote)) +
             "error: a '}' is missing: the block that starts with this '{' never ends"};
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

/// An include of another lab's file that is not there says what to do.
Lines with_words_on_absent(const std::map<std::string, std::string>& absent, const Lines& lines) {
  Lines told;
  for (const std::string& line : lines) {
    told.push_back(line);
    const std::size_t error = line.find("error: ");
    if (error == std::string::npos ||
        (line.find("No such file") == std::string::npos && line.find("file not found") == std::string::npos &&
         line.find("cannot open source file") == std::string::npos))
      continue;
    const auto named = std::ranges::find_if(absent, [&](const auto& file) {
      const std::size_t at = line.find(file.first, error);
      return at != std::string::npos && std::string_view(" '\"/").find(line[at - 1]) != std::string::npos;
    });
    if (named != absent.end()) told.back() = line.substr(0, error) + "error: " + named->second;
  }
  return told;
}

/// Takes out notes on the engine's headers and on what they include, whose places say nothing to a student.
Lines without_notes_on_engine(const Lines& lines) {
  Lines kept, before;  // a message: include stack, and function
  bool leaves_out = false;
  for (const std::string& line : lines) {
    before.push_back(line);
    if (stack_entry(line).is_entry || (!file_of(line).empty() && line.find(": In ") != std::string::npos))
      continue;
    if (!file_of(line).empty()) {
      leaves_out = line.find(": note: ") != std::string::npos &&
                   std::ranges::any_of(before, [](const std::string& each) {
                     return each.find("/simt/include/") < each.find(": note: ");
                   });
    }
    if (!leaves_out) kept.insert(kept.end(), before.begin(), before.end());
    before.clear();
  }
  kept.insert(kept.end(), before.begin(), before.end());
  return kept;
}

std::vector<Message> messages_in(const Lines& lines) {
  static const base::Regex kHead(R"(^([^ :]+:[0-9]+(?::[0-9]+)?): (error|fatal error|warning|note): +(.*))");
  std::vector<Message> messages(1);  // the first one has the lines before any
  std::smatch head;
  Lines lead_in;
  for (const std::string& line : lines) {
    if (matches(line, head, kHead)) {
      messages.push_back({std::move(lead_in), head[1], head[2], head[3], {}});
      lead_in.clear();
    } else if (lead_in.empty() && file_of(line).empty() && !stack_entry(line).is_entry) {
      messages.back().quote.push_back(line);
    } else {
      lead_in.push_back(line);
    }
  }
  for (std::string& line : lead_in) messages.back().quote.push_back(std::move(line));
  return messages;
}

Lines lines_of(const std::vector<Message>& messages) {
  Lines lines;
  for (const Message& message : messages) {
    lines.insert(lines.end(), message.lead_in.begin(), message.lead_in.end());
    if (!message.kind.empty())
      lines.push_back(fmt::format("{}: {}: {}", message.place, message.kind, message.text));
    lines.insert(lines.end(), message.quote.begin(), message.quote.end());
  }
  return lines;
}

/// The line of the student's that a template was used in, by what g++ writes in front of an error:
/// "a.cuh:3:1: required from here".
std::string place_required_from(const Lines& lead_in) {
  for (const std::string& line : lead_in) {
    const std::size_t end =
        std::min(line.find(":   required from"), line.find(":   recursively required from"));
    if (end != std::string::npos && is_students(line.substr(0, end))) return line.substr(0, end);
  }
  return "";
}

/// Errors in headers at the line of the student's that uses them, where the compiler names it.
std::vector<Message> at_students_lines(std::vector<Message> messages) {
  std::vector<Message> told;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    Message& message = messages[i];
    std::size_t end = i + 1;
    while (end < messages.size() && messages[end].kind == "note") ++end;
    if (!message.kind.ends_with("error") || is_students(message.place)) {
      told.push_back(std::move(message));
      continue;
    }
    Message moved{{}, place_required_from(message.lead_in), "error", message.text, {}};
    for (std::size_t note = i + 1; note < end && moved.place.empty(); ++note) {
      if (!messages[note].text.starts_with("in instantiation of ") || !is_students(messages[note].place))
        continue;
      moved.place = messages[note].place;
      moved.quote = messages[note].quote;
    }
    if (moved.place.empty()) {
      told.push_back(std::move(message));
      continue;
    }
    told.push_back(std::move(moved));
    i = end - 1;
  }
  return told;
}

/// Why the adapter's call of the lab's function does not compile: `error`, and the compiler's notes on the
/// student's declarations.
Message expected_declaration(const Message& error, const Message* declared, const LogContext& context) {
  static const base::Regex kSignature(R"('([^']*\([^']*)')");
  Message told{{}, context.file, "error", fmt::format("the lab calls `{}`", context.declaration), {}};
  if (declared != nullptr) {
    std::smatch found;
    const bool is_named = holds(declared->text, found, kSignature) || holds(error.text, found, kSignature);
    told.text += ", but this is " + (is_named ? fmt::format("`{}`", found[1].str()) : "another function");
    told.place = declared->place;
    told.quote = declared->quote;
  } else if (error.text.find("was not declared") != std::string::npos ||
             error.text.find("undeclared identifier") != std::string::npos) {
    told.text +=
        ", which does not exist" + error.text.substr(std::min(error.text.find(';'), error.text.size()));
  } else if (error.text.find("void") != std::string::npos) {
    told.text += fmt::format(", but this {} returns nothing", context.function);
  } else {
    told.text += ": " + error.text;
  }
  return told;
}

/// The struct that the adapter misses, or finds with other fields; empty for another error of its.
std::optional<Message> expected_struct(const Message& error, const LogContext& context) {
  for (const auto& [name, declaration] : context.structs) {
    const auto says = [&](const std::string& words) { return error.text.find(words) != std::string::npos; };
    const bool is_other = says("expected " + declaration);
    const bool is_missing = says("'" + name + "' was not declared") ||
                            says("undeclared identifier '" + name) || says("unknown type name '" + name);
    if (!is_other && !is_missing) continue;
    return Message{
        {},
        context.file,
        "error",
        fmt::format("the lab's arrays have elements of `{}`, {}", declaration,
                    is_other ? "but this file has a " + name + " with other fields" : "which does not exist"),
        {}};
  }
  return std::nullopt;
}

/// The adapter calls the lab's function. If that does not compile, the message compares the student's
/// declaration with the expected one, without the adapter; there is none if the student's own lines have
/// errors.
std::vector<Message> without_adapter_errors(std::vector<Message> messages, const LogContext& context) {
  std::vector<Message> told, candidates;
  std::optional<Message> error, declared, structure;
  bool is_own = false;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!messages[i].kind.ends_with("error") || !is_adapter(messages[i].place)) {
      is_own |= messages[i].kind.ends_with("error");
      told.push_back(std::move(messages[i]));
      continue;
    }
    const Message& failed = messages[i];
    if (!structure) structure = expected_struct(failed, context);
    const bool is_first = !declared;
    for (; i + 1 < messages.size() && messages[i + 1].kind == "note"; ++i) {
      Message& note = messages[i + 1];
      if (!is_first || !is_students(note.place)) continue;
      if (!declared) error = failed;
      declared ? candidates.push_back(note) : void(declared = note);
    }
    if (!error) error = failed;
  }
  if (!error || is_own) return told;
  if (structure) return told.push_back(*structure), told;
  told.push_back(expected_declaration(*error, declared ? &*declared : nullptr, context));
  std::move(candidates.begin(), candidates.end(), std::back_inserter(told));
  return told;
}

/// A function that is declared and not defined is missed by the linker.
Lines with_missing_definition(Lines lines, const LogContext& context) {
  const std::string missing = "undefined reference to `" + context.function + "(";
  const bool is_missing = std::ranges::any_of(
      lines, [&](const std::string& line) { return line.find(missing) != std::string::npos; });
  if (is_missing)
    lines.insert(lines.begin(), fmt::format("{} does not define `{}`", context.file, context.declaration));
  return lines;
}

/// Drops what a crashed compiler prints: the request for a bug report, and its stack trace.
void drop_crash_report(Lines& lines) {
  const auto begin = std::ranges::find_if(lines, [](const std::string& line) {
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
  for (const std::string& line : base::lines_of(words)) {
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
  const Lines lines = base::lines_of(words);
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
  std::ranges::sort(folders, [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (std::string folder : folders) {
    if (folder.empty()) continue;
    if (folder.back() != '/') folder += '/';
    base::replace_all(text, folder, "");
  }
  // The student knows neither the generated file nor the driver.
  base::replace_all(text, "simt-cc: error: 'adapter.cu'", "error: " + context.file);
  base::replace_all(text, "simt-cc: error: ", "error: ");
  Lines lines = without_messages_about(context.references,
                                       without_adapter_inlining(without_adapter_stack(base::lines_of(text))));
  drop_crash_report(lines);
  lines = with_words_on_absent(context.absent, with_words_on_std(with_open_brace(lines)));
  std::vector<Message> messages = with_words_on_arguments(at_students_lines(messages_in(lines)));
  lines = without_notes_on_engine(lines_of(without_adapter_errors(std::move(messages), context)));
  if (!context.references.empty()) {
    for (std::string& line : lines) line = without_foreign_words(line, context.own_text);
  }
  return joined_within_limit(with_missing_definition(lines, context));
}

}  // namespace mergelab::submission
