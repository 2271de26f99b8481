#include "finding/messages.hpp"

#include <cstdio>

#include "base/allocated_variable.hpp"
#include "simt/include/simt/errors.hpp"
#include "simt/include/simt/refused_launch.hpp"

namespace mergelab::finding {
namespace {

constexpr std::string_view kTexts[] = {
    "",
#define MERGELAB_MESSAGE(id, rule, text) text,
#include "finding/messages.inc"
#undef MERGELAB_MESSAGE
};

constexpr Rule kRules[] = {
    Rule::race,
#define MERGELAB_MESSAGE(id, rule, text) Rule::rule,
#include "finding/messages.inc"
#undef MERGELAB_MESSAGE
};

constexpr std::string_view kAdviceTexts[] = {
    "",
#define MERGELAB_ADVICE(id, text) text,
#include "finding/advice.inc"
#undef MERGELAB_ADVICE
};

constexpr std::string_view kReturned =
    "{returned} returned before other threads reached a barrier: should it have loaded or stored something "
    "first?";

static_assert(std::size(kTexts) == kMessages && std::size(kAdviceTexts) == kAdvices, "the last of each list");

struct ErrorName {
  int number;
  std::string_view name, text;
};
constexpr ErrorName kErrors[] = {
#define MERGELAB_ERROR(name, number, text) {number, "cuda" #name, text},
    SIMT_ERRORS(MERGELAB_ERROR)
#undef MERGELAB_ERROR
};

const ErrorName* find_error(std::int64_t number) {
  const auto* const found = std::find_if(std::begin(kErrors), std::end(kErrors),
                                         [&](const ErrorName& error) { return error.number == number; });
  return found == std::end(kErrors) ? nullptr : found;
}

std::string error_name(std::int64_t number) {
  const ErrorName* error = find_error(number);
  return error == nullptr ? "error " + std::to_string(number) : std::string(error->name);
}

std::string error_text(std::int64_t number) {
  const ErrorName* error = find_error(number);
  return error == nullptr ? "no error of this name is known" : std::string(error->text);
}

std::string hexadecimal(std::int64_t number) {
  char digits[20];
  std::snprintf(digits, sizeof digits, "0x%08llx", static_cast<unsigned long long>(number));
  return digits;
}

std::string show(const char* what, const Coordinates& at) {
  std::string text = what;
  if (at.dimensions <= 1) return text + " " + std::to_string(at.x);
  text.append(" (").append(std::to_string(at.x)).append(",").append(std::to_string(at.y));
  if (at.dimensions > 2) text.append(",").append(std::to_string(at.z));
  return text.append(")");
}

std::string thread(const Agent& agent) { return show("thread", agent.thread); }

std::string show(const Agent& agent, const std::string& call) {
  std::string text;
  switch (agent.kind) {
    case Agent::Kind::none:
      break;
    case Agent::Kind::host:
      return "host code";
    case Agent::Kind::thread:
      text = thread(agent);
      break;
    case Agent::Kind::another_thread:
      text = "another thread";
      break;
    case Agent::Kind::bulk_copy:
      text = "a bulk copy by " + thread(agent);
      break;
    case Agent::Kind::async_copy:
      text = "an asynchronous copy by " + thread(agent);
      break;
    case Agent::Kind::call:
      return call;
  }
  switch (agent.in) {
    case Agent::In::none:
      break;
    case Agent::In::block:
      return text + " of " + show("block", agent.block);
    case Agent::In::same_block:
      return text + " of the same block";
    case Agent::In::another_block:
      return text + " of another block";
    case Agent::In::kernel_before:
      return text + " of an earlier kernel";
  }
  return text;
}

const char* verb(Access::Verb which) {
  return which == Access::Verb::read    ? "reads"
         : which == Access::Verb::write ? "writes"
                                        : "updates (atomically)";
}

const char* past_tense(Access::Verb which) {
  return which == Access::Verb::read ? "read" : which == Access::Verb::write ? "wrote to" : "accessed";
}

const char* wait(Access::Wait which) {
  switch (which) {
    case Access::Wait::none:
    case Access::Wait::phase:
      break;
    case Access::Wait::block:
      return "its block";
    case Access::Wait::tile:
      return "its tile";
    case Access::Wait::warp:
      return "its warp";
    case Access::Wait::grid:
      return "its grid";
    case Access::Wait::cluster:
      return "its cluster";
  }
  return "";
}

std::string element(const std::string& name, std::int64_t index) {
  return name + "[" + std::to_string(index) + "]";
}

std::string place(const Memory& memory, const LineText& line_text) {
  std::string name = array_name(memory, line_text);
  switch (memory.form) {
    case Memory::Form::variable:
      return name;
    case Memory::Form::element:
      return element(name, memory.index);
    case Memory::Form::byte:
      return name + ", byte " + std::to_string(memory.index);
    case Memory::Form::nameless:
      return "shared memory, byte " + std::to_string(memory.index);
    case Memory::Form::unshared_barrier:
      return "a barrier outside shared memory";
    case Memory::Form::unknown:
      break;
  }
  return "memory";
}

std::string past(const Memory& memory) {
  return memory.past.empty() ? "" : ", past the end of " + memory.past.string();
}

std::string show(const Memory& memory, const LineText& line_text) {
  if (memory.is_shared == Memory::kOfAnotherBlock)
    return place(memory, line_text) + " of another block of its cluster";
  if (memory.is_shared == 0 || memory.form == Memory::Form::nameless) return place(memory, line_text);
  if (memory.part_count() == 0) return place(memory, line_text) + " (shared)";
  std::string text;
  for (std::size_t i = 0; i < memory.part_count(); ++i)
    text += (i == 0 ? "" : " and ") + element(memory.parts[i].name.string(), memory.parts[i].index);
  return text + " (shared, " + place(memory, line_text) + past(memory) + ")";
}

std::string elements(const Memory& memory) { return counted(std::to_string(memory.extent), "element"); }
std::string bytes(std::uint64_t count) { return counted(std::to_string(count), "byte"); }

/// "A[5000], but A has 4096 elements of 4 bytes"
std::string beyond(const Memory& memory, const LineText& line_text) {
  const std::string name = array_name(memory, line_text);
  if (memory.form == Memory::Form::element)
    return place(memory, line_text) + ", but " + name + " has " + elements(memory) + " of " +
           bytes(memory.bytes);
  return bytes(memory.bytes) + " at byte " + std::to_string(memory.index) + " of " + name + ", which has " +
         bytes(memory.extent);
}

/// Of a barrier for which `missing` of `arrivals` have not come, and bytes.
std::string lacks(std::int64_t missing, std::int64_t arrivals, std::int64_t byte_count) {
  std::string text;
  if (missing != 0)
    text = "still expects " + std::to_string(missing) + " of " + counted(std::to_string(arrivals), "arrival");
  if (byte_count > 0)
    text += (text.empty() ? "still expects " : " and ") + bytes(static_cast<std::uint64_t>(byte_count));
  if (byte_count < 0)
    text += (text.empty() ? "received " : ", but received ") +
            bytes(static_cast<std::uint64_t>(-byte_count)) + " that no thread expected";
  return text;
}

const char* use(std::int64_t which) {
  switch (static_cast<BarrierUse>(which)) {
    case BarrierUse::wait:
      return "waits for";
    case BarrierUse::expect_bytes:
      return "expects bytes on";
    case BarrierUse::start_copy:
      return "starts a copy that signals";
    case BarrierUse::arrive:
      break;
  }
  return "arrives on";
}

/// Fills a text's placeholders.
class Writer {
 public:
  Writer(const Finding& finding, const LineText& line_text) : finding_(finding), line_text_(line_text) {}

  [[nodiscard]] std::string write(std::string_view text) const {
    return filled(text, [this](std::string_view name) { return field(name); });
  }

 private:
  [[nodiscard]] std::string at(const Site& site) const { return text_of(site, line_text_); }
  [[nodiscard]] std::string at_known(const char* before, const Site& site) const {
    return site.is_known() ? before + at(site) : "";
  }

  [[nodiscard]] std::string field(std::string_view name) const {
    const Access &access = finding_.access, &other = finding_.other;
    if (name[0] >= '0' && name[0] <= '9') return number(name);
    if (name == "who") return show(access.by, finding_.word.string());
    if (name == "thread") return thread(access.by);
    if (name == "does") return verb(access.verb);
    if (name == "did") return past_tense(access.verb);
    if (name == "memory") return show(access.memory, line_text_);
    if (name == "name") return array_name(access.memory, line_text_);
    if (name == "beyond") return beyond(access.memory, line_text_);
    if (name == "elements") return elements(access.memory);
    if (name == "past")
      return access.memory.past.empty() ? "" : "; the access is" + past(access.memory).substr(1);
    if (name == "at") return at(access.at);
    if (name == ", at") return at_known(", at ", access.at);
    if (name == " at") return at_known(" at ", access.at);
    if (name == "called")
      return at_known(finding_.is_with_kernel_before() ? ", launched at " : ", called at ", access.caller);
    if (name == "other launched") return launched(other.caller);
    if (name == "wait") return waiting(access);
    if (name == "other") return show(other.by, finding_.other_word.string());
    if (name == "other thread") return thread(other.by);
    if (name == "other does") return verb(other.verb);
    if (name == "other at") return at(other.at);
    if (name == "other by at") return at_known(" at ", other.at);
    if (name == "other wait") return waiting(other);
    if (name == "other word") return finding_.other_word.string();
    if (name == "awaited")
      return other.wait == Access::Wait::phase ? show(other.memory, line_text_) : wait(other.wait);
    if (name == "returned") return thread(finding_.returned);
    if (name == "word") return finding_.word.string();
    if (name == "copy") return finding_.word.empty() ? "the bulk copy" : finding_.word.string();
    if (name == "use") return use(finding_.numbers[0]);
    if (name == "lacks") return lacks(finding_.numbers[0], finding_.numbers[1], finding_.numbers[2]);
    if (name == "refusal") return refusal();
    if (name == "after error") return after_error(finding_.numbers[1]);
    if (name.starts_with("error text ")) return error_text(numbered(name.back()));
    if (name.starts_with("error ")) return error_name(numbered(name.back()));
    return "{" + std::string(name) + "}";  // a test finds it
  }

  [[nodiscard]] std::string launched(const Site& site) const {
    return finding_.is_with_kernel_before() && site.is_known() ? ", launched at " + at(site) + "," : "";
  }

  [[nodiscard]] std::int64_t numbered(char digit) const {
    return finding_.numbers[static_cast<std::size_t>(digit - '0') % finding_.numbers.size()];
  }

  /// "0", "0x", "0,", "0 byte", "0,block", "0 block has|blocks have"
  [[nodiscard]] std::string number(std::string_view name) const {
    const std::int64_t value = numbered(name[0]);
    if (name.size() == 1) return std::to_string(value);
    if (name[1] == 'x') return hexadecimal(value);
    const std::string digits =
        name[1] == ',' ? grouped(static_cast<std::uint64_t>(value)) : std::to_string(value);
    const std::string_view noun = name.substr(2);
    return noun.empty() ? digits : counted(digits, noun);
  }

  /// Of two that wait for different things.
  [[nodiscard]] std::string waiting(const Access& access) const {
    if (finding_.access.wait == finding_.other.wait) return "";
    return std::string(" for ") + wait(access.wait);
  }

  [[nodiscard]] std::string refusal() const {
    const auto& [why, axis, asked, most, unused] = finding_.numbers;
    return simt::in_words({.why = static_cast<simt::Refusal>(why),
                           .axis = static_cast<std::uint32_t>(axis),
                           .asked = asked,
                           .most = most});
  }

  static std::string after_error(std::int64_t error) {
    if (error < 0) return "";
    if (error == 0) return "; no CUDA call had failed before";
    return "; the last CUDA error was " + error_name(error) + " (" + error_text(error) + ")";
  }

  const Finding& finding_;
  const LineText& line_text_;
};

}  // namespace

Finding::Finding(Message which, Advice what) : message(which), advice(what), rule(rule_of(which)) {}

Rule rule_of(Message message) { return kRules[static_cast<std::size_t>(message)]; }

std::string text_of(const Finding& finding, const LineText& line_text) {
  std::string text = Writer(finding, line_text).write(kTexts[static_cast<std::size_t>(finding.message)]);
  const std::uint64_t more = finding.more_threads;
  if (more > 0) text += "; and " + grouped(more) + (more == 1 ? " more thread" : " more threads");
  return text;
}

std::string advice_of(const Finding& finding) {
  const LineText no_lines;
  const Writer writer(finding, no_lines);
  std::string text = writer.write(kAdviceTexts[static_cast<std::size_t>(finding.advice)]);
  if (finding.returned.kind == Agent::Kind::none) return text;
  return (text.empty() ? "" : text + "\n") + writer.write(kReturned);
}

std::string text_of(const Site& site, const LineText& line_text) {
  if (!site.is_known()) return "an unknown line";
  std::string text = site.file.string() + ":" + std::to_string(site.line);
  const std::string code = line_text ? line_text(site) : "";
  return code.empty() ? text : text + " `" + code + "`";
}

std::string array_name(const Memory& memory, const LineText& line_text) {
  if (!memory.name.empty()) return memory.name.string();
  std::vector<base::CallLine> calls;
  for (const CallOf& call : memory.calls) {
    if (!call.site.is_known()) break;
    calls.push_back({line_text ? line_text(call.site) : "", call.function.string(), call.place, call.places});
  }
  const std::string variable = base::allocated_variable(calls);
  return variable.empty() ? "buffer " + std::to_string(memory.allocation) : variable;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string counted(const std::string& number, std::string_view noun) {
  const bool is_one = number == "1";
  const std::size_t bar = noun.find('|');
  if (bar == std::string_view::npos) return number + " " + std::string(noun) + (is_one ? "" : "s");
  return number + " " + std::string(is_one ? noun.substr(0, bar) : noun.substr(bar + 1));
}

std::string filled(std::string_view text, const std::function<std::string(std::string_view name)>& field) {
  std::string sentence;
  for (std::size_t brace = 0; (brace = text.find('{')) != std::string_view::npos;) {
    const std::size_t end = text.find('}', brace);
    sentence += text.substr(0, brace);
    sentence += field(text.substr(brace + 1, end - brace - 1));
    text.remove_prefix(end + 1);
  }
  return sentence.append(text);
}

}  // namespace mergelab::finding
