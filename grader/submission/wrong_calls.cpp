// Which argument of a call or a launch is wrong, by what g++ and clang print of it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/regex.hpp"
#include "submission/compiler_log.hpp"

namespace mergelab::submission {
namespace {

/// What stands between a bracket and its end, "a, b<c, d>)": the parts between commas that no bracket holds.
struct Listed {
  Lines parts;
  bool ends = false;
};
Listed listed(std::string_view text) {
  Listed list;
  std::string part;
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
    list.ends = depth < 0;
    if (list.ends) break;
    if (c == ',' && depth == 0) {
      list.parts.push_back(std::move(part));
      part.clear();
    } else if (c != ' ' || !part.empty()) {
      part += c;
    }
  }
  if (list.ends && !part.empty()) list.parts.push_back(std::move(part));
  return list;
}

/// "f" and the parameters of "void f(int, T*) [with T = int]".
struct Declared {
  std::string name;
  Lines parameters;
};
Declared declared_in(const std::string& signature) {
  const std::size_t open = signature.find('(');
  if (open == std::string::npos) return {};
  const std::size_t begin = signature.find_last_of(" *&", open) + 1;
  return {signature.substr(begin, open - begin), listed(std::string_view(signature).substr(open + 1)).parts};
}

/// The configuration of a launch in a quoted line of source; clang quotes the blanks in its place.
const base::Regex& configuration() {
  static const base::Regex kConfiguration("<<<.*>>>| {6,}(?=\\()");
  return kConfiguration;
}

/// What is in the brackets of a function's name in a quoted line of source.
Listed listed_behind(const std::string& name, const Message& message) {
  if (message.quote.empty() || message.quote[0].size() > kLongestMatched) return {};
  const std::string source = base::regex_replace(message.quote[0], configuration(), "");
  const std::size_t open = source.find(name + "(");
  return open == std::string::npos ? Listed()
                                   : listed(std::string_view(source).substr(open + name.size() + 1));
}

/// A parameter as its declaration has it, "int m", where the quoted line shows all of it; else its type.
std::string parameter_as_written(const Message& note, const std::string& name, std::size_t index,
                                 const std::string& type) {
  const Lines written = listed_behind(name, note).parts;
  if (index < written.size()) return written[index];
  if (note.quote.size() < 2) return type;
  const std::string &source = note.quote[0], &marks = note.quote[1];  // g++ underlines it
  static const base::Regex kParameter(R"([ (,]([A-Za-z_].*[\w*&\]])[ ,)=])");
  const std::size_t begin = marks.find_first_of("~^");
  const std::size_t end = std::min(marks.find_first_not_of("~^", begin), marks.size());
  std::smatch parts;
  const bool is_marked = begin != std::string::npos && begin > 0 && end < source.size();
  const std::string around = is_marked ? source.substr(begin - 1, end - begin + 2) : "";
  return matches(around, parts, kParameter) ? parts[1].str() : type;
}

/// What is wrong with the arguments of a call.
struct WrongCall {
  std::string function = {};
  std::size_t argument = 0;  // from 1; 0 if their number is wrong
  std::string passed = {}, parameter = {};
  std::string number = {};  // "few" or "many" of them, if that is what is wrong
  std::size_t parameters = 0;
};

/// By what g++ says: `error` and the note behind it.
std::optional<WrongCall> wrong_call_of_gcc(const Message& error, const Message& note) {
  static const base::Regex kType(
      R"((?:invalid conversion from|cannot convert) '([^']*)'(?: \{aka '[^']*'\})? to '([^']*)'.*)"),
      kArgument(R"(initializing argument ([0-9]+) of '(.*)')"),
      kCount(R"(too (few|many) arguments to function '(.*)'.*)");
  std::smatch parts, of_note;
  if (matches(error.text, parts, kCount)) {
    const Declared declared = declared_in(parts[2]);
    return WrongCall{.function = declared.name, .number = parts[1], .parameters = declared.parameters.size()};
  }
  if (!matches(error.text, parts, kType) || !matches(note.text, of_note, kArgument)) return {};
  WrongCall wrong{
      .function = declared_in(of_note[2]).name, .argument = std::stoul(of_note[1]), .passed = parts[1]};
  wrong.parameter = parameter_as_written(note, wrong.function, wrong.argument - 1, parts[2]);
  return wrong;
}

/// By what clang says of a function that has no other of its name.
std::optional<WrongCall> wrong_call_of_clang(const Message& error, const Message& note) {
  static const base::Regex kCall(R"(no matching function for call to '(.*)')"),
      kType(R"(candidate function.* not viable: no known conversion from '([^']*)'(?: \(aka '[^']*'\))? to )"
            R"('([^']*)'(?: \(aka '[^']*'\))? for ([0-9]+)(?:st|nd|rd|th) argument.*)"),
      kConst(
          R"(candidate function.* not viable: ([0-9]+)(?:st|nd|rd|th) argument \('const ([^']*)'.*\) would )"
          R"(lose const qualifier)"),
      kCount(R"(candidate function.* not viable: requires (?:at least )?(single|[0-9]+) arguments?)"
             R"((?: '[^']*')?, but (no|[0-9]+) (?:arguments )?(?:was|were) provided)");
  std::smatch call, parts;
  if (!matches(error.text, call, kCall)) return {};
  WrongCall wrong{.function = call[1]};
  if (matches(note.text, parts, kCount)) {
    wrong.parameters = parts[1] == "single" ? 1 : std::stoul(parts[1]);
    const std::size_t given = parts[2] == "no" ? 0 : std::stoul(parts[2]);
    wrong.number = given < wrong.parameters ? "few" : "many";
    return wrong;
  }
  std::string type;
  if (matches(note.text, parts, kType)) {
    wrong.passed = parts[1];
    wrong.argument = std::stoul(parts[3]);
    type = parts[2];
  } else if (matches(note.text, parts, kConst)) {
    wrong.passed = "const " + parts[2].str();
    wrong.argument = std::stoul(parts[1]);
    type = parts[2];
  } else {
    return {};
  }
  wrong.parameter = parameter_as_written(note, wrong.function, wrong.argument - 1, type);
  return wrong;
}

}  // namespace

std::vector<Message> with_words_on_arguments(std::vector<Message> messages) {
  constexpr std::size_t kQuoteLines = 2;  // the source, and a mark below it
  for (std::size_t i = 0; i < messages.size(); ++i) {
    Message& error = messages[i];
    if (error.kind != "error" || !is_students(error.place)) continue;
    if (error.text.find("simt::LaunchConfig") != std::string::npos ||
        error.text.find("LaunchConfig::LaunchConfig") != std::string::npos)
      error.text = "this is not a launch configuration: write <<<blocks, threads>>>";
    if (i + 1 == messages.size() || messages[i + 1].kind != "note") continue;
    Message& note = messages[i + 1];
    const bool has_other = i + 2 < messages.size() && messages[i + 2].kind == "note";
    std::smatch parts;
    const bool is_launch = !error.quote.empty() && holds(error.quote[0], parts, configuration());
    if (is_launch && !is_students(note.place)) continue;  // about the configuration
    std::optional<WrongCall> wrong = wrong_call_of_gcc(error, note);
    if (!wrong && !has_other) wrong = wrong_call_of_clang(error, note);
    if (!wrong) continue;
    const std::string whose = is_launch ? "the kernel" : wrong->function;
    if (wrong->number.empty()) {
      error.text = fmt::format("argument {0} is `{1}`, but parameter {0} of {2} is `{3}`", wrong->argument,
                               wrong->passed, whose, wrong->parameter);
    } else {
      error.text = fmt::format("too {} arguments: {} has {} parameter{}", wrong->number, whose,
                               wrong->parameters, wrong->parameters == 1 ? "" : "s");
      const Listed passed = listed_behind(wrong->function, error);
      if (passed.ends) error.text += fmt::format(", and gets {}", passed.parts.size());
    }
    error.quote.resize(std::min(error.quote.size(), kQuoteLines));
    note.text = wrong->function + " is declared here";
  }
  return messages;
}

}  // namespace mergelab::submission
