#include "judge/findings.hpp"

#include <cctype>
#include <cstdlib>

#include "base/lines.hpp"
#include "base/read_file.hpp"
#include "base/regex.hpp"
#include "finding/messages.hpp"
#include "model/terms.hpp"

namespace mergelab::judge {
namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
}

std::string without_blanks(std::string_view text) {
  std::string rest(text);
  std::erase_if(rest, [](unsigned char c) { return std::isspace(c) != 0; });
  return rest;
}

}  // namespace

StudentFiles::StudentFiles(const std::vector<std::filesystem::path>& files, const Interface& function) {
  for (const Argument& argument : function.arguments) words_.insert(argument.name);
  for (const std::filesystem::path& path : files) {
    const std::string content = base::read_file(path).value_or("");
    std::vector<std::string>& lines = files_[path.filename().string()];
    for (const std::string& line : base::lines_of(content)) {
      lines.push_back(base::trimmed(line));
      whole_files_[path.filename().string()].push_back(line);
    }
    all_ += without_blanks(content);
    for (std::string_view left = content; !left.empty();) {
      const std::size_t end = letters(left);
      if (end > 0) words_.emplace(left.substr(0, end));
      left.remove_prefix(std::max<std::size_t>(end, 1));
    }
  }
}

bool StudentFiles::has_word(std::string_view word) const {
  static const std::set<std::string_view> ours{"ranks",   "heap",   "memcpy", "memset",
                                               "memmove", "printf", "strlen"};
  return words_.contains(word) || ours.contains(word);
}

bool StudentFiles::has_expression(std::string_view expression) const {
  return all_.find(without_blanks(expression)) != std::string::npos;
}

std::string StudentFiles::file(std::string_view name) const {
  if (files_.find(name) != files_.end()) return std::string(name);
  const bool is_plain =
      !name.empty() && std::ranges::all_of(name, [](char c) { return is_letter(c) || c == '.' || c == '-'; });
  const std::string included = "\"" + std::string(name) + "\"";
  return is_plain && all_.find(included) != std::string::npos ? std::string(name) : "";
}

std::string StudentFiles::text(std::string_view file, int line) const {
  const auto known = files_.find(file);
  if (known == files_.end() || line < 1 || static_cast<std::size_t>(line) > known->second.size()) return "";
  return known->second[static_cast<std::size_t>(line) - 1];
}

const std::vector<std::string>* StudentFiles::lines(std::string_view file) const {
  const auto known = whole_files_.find(file);
  return known == whole_files_.end() ? nullptr : &known->second;
}

bool StudentFiles::has_code_in_todo(std::string_view file, int number) const {
  const auto known = files_.find(file);
  if (known == files_.end()) return false;
  const std::string marker = "// TODO " + std::to_string(number);
  bool inside = false;
  for (const std::string& line : known->second) {
    if (line.starts_with(marker + " begin")) inside = true;
    if (line.starts_with(marker + " end")) inside = false;
    const bool skeletons = line.empty() || line.starts_with("//") ||
                           line.find("LAB_TODO(") != std::string::npos || line == "return 0;";
    if (inside && !skeletons) return true;
  }
  return false;
}

int StudentFiles::first_todo(std::string_view file, int reached) const {
  constexpr std::string_view kOpen = "LAB_TODO(";
  const auto known = files_.find(file);
  if (known == files_.end()) return reached;
  int first = reached;
  for (const std::string& line : known->second) {
    const std::size_t at = line.substr(0, line.find("//")).find(kOpen);
    if (at == std::string::npos || line.starts_with('#')) continue;
    const int number = std::atoi(line.c_str() + at + kOpen.size());
    if (number > 0) first = std::min(first, number);
  }
  return first;
}

namespace {

using finding::Access;
using finding::Advice;
using finding::Agent;
using finding::Memory;
using finding::Message;
using finding::Name;
using finding::Rule;
using finding::Site;

constexpr std::int32_t kMostLines = 10'000'000;

/// Names that are the framework's.
constexpr std::string_view kOurNames[] = {"the dynamic shared array",
                                          "the variables of the object",
                                          "the call",
                                          "stdout",
                                          "stderr",
                                          "std::cout",
                                          "barriers"};
/// What the worker calls by itself, or for the student.
constexpr std::string_view kOurCalls[] = {"kernel launch",
                                          "cudaMemcpy to the device",
                                          "cudaMemcpy from the device",
                                          "starting the device",
                                          "cudaMalloc",
                                          "cudaMemset",
                                          "cudaDeviceSynchronize",
                                          "cudaSetDeviceFlags",
                                          "all_gather",
                                          "all_to_all",
                                          "a launch",
                                          "a read",
                                          "__pipeline_memcpy_async"};
constexpr std::string_view kBasicTypes[] = {"unsigned", "signed", "int",   "long", "short",  "char",
                                            "float",    "double", "const", "bool", "value_t"};

/// Calls `allows` for each word of a text, and `between` for each other letter; whether all returned true.
bool all_words(std::string_view text, const auto& allows, const auto& between) {
  while (!text.empty()) {
    const std::size_t end = letters(text);
    if (end == 0 ? !between(text[0]) : !allows(text.substr(0, end))) return false;
    text.remove_prefix(std::max<std::size_t>(end, 1));
  }
  return true;
}

/// Takes out of a finding what is not the student's.
class Check {
 public:
  explicit Check(const StudentFiles& files) : files_(files) {}

  [[nodiscard]] bool is_name(std::string_view name) const {
    return base::is_one_of(kOurNames, name) ||
           (!name.empty() && all_words(
                                 name, [&](std::string_view word) { return files_.has_word(word); },
                                 [](char c) { return c == '.'; }));
  }

  [[nodiscard]] bool is_call(std::string_view call) const {
    return base::is_one_of(kOurCalls, call) || files_.has_word(call);
  }

  /// "int[16]"
  [[nodiscard]] bool is_type(std::string_view type) const {
    const auto allows = [&](std::string_view word) {
      const bool is_number = std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
      return is_number || base::is_one_of(kBasicTypes, word) || files_.has_word(word);
    };
    return all_words(type, allows,
                     [](char c) { return std::string_view("[]<>:, *&'").find(c) != std::string_view::npos; });
  }

  [[nodiscard]] bool allows_word(Message message, std::string_view word) const {
    switch (message) {
      case Message::assertion:
      case Message::host_assertion:
        return files_.has_expression(word);
      case Message::array_index:
      case Message::array_index_alone:
        return true;
      default:
        return word.empty() || is_call(word);
    }
  }

  [[nodiscard]] Site check(const Site& site) const {
    const std::string file = files_.file(site.file.view());
    return file.empty() || site.line < 1 || site.line > kMostLines ? Site() : Site{file, site.line};
  }

  void check(Memory& memory) const {
    if (memory.form > Memory::Form::unshared_barrier) memory.form = Memory::Form::unknown;
    const auto own = [&](Name name) { return is_name(name.view()) ? Name(name.string()) : Name(); };
    const bool was_named = !memory.name.empty();
    memory.name = own(memory.name);
    if (was_named && memory.name.empty() && memory.form != Memory::Form::nameless) memory = {};
    for (finding::CallOf& call : memory.calls) {
      call.site = check(call.site);
      call.function = own(call.function);
    }
    for (finding::Part& part : memory.parts) part.name = own(part.name);
    memory.past = own(memory.past);
  }

  static void check(Agent& agent) {
    if (agent.kind > Agent::Kind::call) agent.kind = Agent::Kind::none;
    if (agent.in > Agent::In::kernel_before) agent.in = Agent::In::none;
  }

  void check(Access& access) const {
    check(access.by);
    if (access.verb > Access::Verb::update) access.verb = Access::Verb::read;
    if (access.wait > Access::Wait::cluster) access.wait = Access::Wait::none;
    check(access.memory);
    access.at = check(access.at);
    access.caller = check(access.caller);
  }

 private:
  const StudentFiles& files_;
};

/// What is known of a rule without a message; "" of no symptom.
std::string meaning_of(std::string_view symptom) {
  for (const Term& term : symptoms()) {
    if (term.name != symptom) continue;
    constexpr std::string_view kKind = "violation: ";
    return std::string(term.meaning.substr(term.meaning.starts_with(kKind) ? kKind.size() : 0));
  }
  return "";
}

using Form = finding::Memory::Form;
using Verb = finding::Access::Verb;

/// Of an access that misses its array.
void add_clues_of_miss(const Finding& found, std::set<std::string>& clues) {
  const finding::Access& access = found.access;
  const finding::Memory& memory = access.memory;
  const bool misses =
      found.message == Message::outside_array || found.message == Message::outside_dynamic_shared;
  if (!misses || memory.form != Form::element) return;
  clues.emplace(access.verb == Verb::write ? "outside" : "read_outside");
  if (memory.index == static_cast<std::int64_t>(memory.extent)) clues.emplace("one_past");
  if (memory.index < 0) clues.emplace("before_start");
}

/// The array of which the line assigns an element: "right" of `right[j] = y[j];`.
std::string assigned_array(const std::string& line) {
  static const base::Regex assignment(R"re(\b(\w+)\[[^=]*\] = )re");
  std::smatch found;
  return base::regex_search(line, found, assignment) ? found[1] : std::string();
}

void add_clues_of_race(const Finding& race, const StudentFiles& files, std::set<std::string>& clues) {
  const finding::Access &access = race.access, &other = race.other;
  const bool same_block = other.by.in == Agent::In::same_block;
  const bool both_write = same_block && race.is_of_two_writes();
  const bool of_blocks = other.by.in == Agent::In::block || other.by.in == Agent::In::another_block;
  if (both_write) clues.emplace("both_write");
  if (of_blocks) clues.emplace("blocks_race");
  if (race.is_with_kernel_before()) clues.emplace("kernel_before");
  if (!both_write && !of_blocks && !race.is_with_kernel_before()) clues.emplace("one_reads");
  // In a function of another file the arrays have other names.
  if (access.caller.is_known() || !(access.at.file == other.at.file)) return;
  const std::string array = assigned_array(files.text(access.at.file.view(), access.at.line)),
                    other_array = assigned_array(files.text(other.at.file.view(), other.at.line));
  if (array.empty() || other_array.empty() || array == other_array) return;
  clues.emplace("two_arrays");
  // "left.slots[136] (shared, buffer[136])": which part of shared memory has the element.
  if (access.memory.part_count() != 1) return;
  const std::string part = access.memory.parts[0].name.string();
  const std::string name = part.substr(0, part.find('.'));
  if (access.verb == Verb::write && (name == array || name == other_array)) clues.emplace("out_of_part");
}

}  // namespace

Finding checked(Finding found, const StudentFiles& files) {
  const Check check(files);
  if (static_cast<std::size_t>(found.message) >= finding::kMessages) found.message = Message::none;
  if (static_cast<std::size_t>(found.advice) >= finding::kAdvices) found.advice = Advice::none;
  if (static_cast<std::size_t>(found.rule) >= std::size(finding::kRuleNames)) found.rule = Rule::fault;
  check.check(found.access);
  check.check(found.other);
  Check::check(found.returned);
  // The type of an element may be the framework's.
  if (found.message == Message::array_index && !check.is_type(found.word.view()))
    found.message = Message::array_index_alone;
  if (!check.allows_word(found.message, found.word.view()) ||
      (!found.other_word.empty() && !check.is_call(found.other_word.view())))
    found.message = Message::none;
  if (found.message == Message::none || found.message == Message::array_index_alone) found.word = {};
  return found;
}

std::string text_of(const Finding& found, const StudentFiles& files) {
  const auto line_text = [&](const Site& site) { return files.text(site.file.view(), site.line); };
  if (found.message != Message::none) return finding::text_of(found, line_text);
  const std::string line = line_of(found.access.at, files);
  return meaning_of(symptom_of(found.rule)) + (line.empty() ? "" : ", at " + line);
}

std::string text_of(const Explanation& why, const StudentFiles& files) {
  const std::string text = text_of(why, [&](const Finding& found) { return text_of(found, files); });
  const std::string advice = advice_of(why);
  return advice.empty() ? text : text + "\n" + advice;
}

void write_messages(Outcome& outcome, const StudentFiles& files) {
  outcome.message = text_of(outcome.why, files);
  for (Violation& violation : outcome.violations) {
    violation.text = text_of(violation.why, [&](const Finding& found) { return text_of(found, files); });
    violation.hint = advice_of(violation.why);
  }
}

std::string line_of(const Site& site, const StudentFiles& files) {
  const std::string text = files.text(site.file.view(), site.line);
  return text.empty() ? "" : site.file.string() + ":" + std::to_string(site.line) + " `" + text + "`";
}

std::string symptom_of(Rule rule) {
  constexpr Rule kInternal[] = {Rule::step_limit, Rule::too_slow, Rule::slow_launch, Rule::no_memory};
  const std::string_view symptom = finding::name(rule);
  const bool is_known =
      std::find(std::begin(kInternal), std::end(kInternal), rule) != std::end(kInternal) ||
      std::ranges::any_of(symptoms(), [&](const Term& term) { return term.name == symptom; });
  return std::string(is_known ? symptom : "fault");
}

Clues clues_of_violations(const std::vector<Violation>& violations, const StudentFiles& files) {
  // The first one is reported; the others may be its consequences.
  if (violations.empty()) return {};
  const Violation& violation = violations.front();
  std::set<std::string> clues{violation.rule};
  for (const Finding& found : violation.why.findings()) {
    add_clues_of_miss(found, clues);
    if (found.message == Message::far_outside) clues.emplace("far_outside");
    if (found.returned.kind != Agent::Kind::none) clues.emplace("returned_early");
  }
  if (violation.why.findings().empty()) return {clues.begin(), clues.end()};
  const Finding& first = violation.why.findings().front();
  const finding::Access& access = first.access;
  const std::size_t parts = access.memory.part_count();
  if (first.message == Message::race) add_clues_of_race(first, files, clues);
  if (parts > 1) clues.emplace("two_names");
  if (access.memory.is_shared != 0 && access.memory.form == Form::variable && access.verb != Verb::update)
    clues.emplace("one_variable");
  if (parts == 1 && access.verb == Verb::read) clues.emplace("in_a_part");
  const bool by_itself = !access.caller.is_known();  // not in a function that was given the part
  if (first.message == Message::uninitialised_read && parts == 1 && access.memory.parts[0].index == 0 &&
      by_itself)
    clues.emplace("not_loaded");
  return {clues.begin(), clues.end()};
}

}  // namespace mergelab::judge
