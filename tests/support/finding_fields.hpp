// A finding's fields on one line, for tests. Their words are the enumerators' names, and none is of a
// message.
#pragma once

#include <string>
#include <vector>

#include "finding/messages.hpp"
#include "finding/names.hpp"

namespace mergelab {

class FindingFields {
 public:
  FindingFields(const Finding& found, const finding::LineText& line_text)
      : found_(found), line_text_(line_text) {}

  [[nodiscard]] std::string line() const {
    const std::string rule(to_string(found_.rule)), message(to_string(found_.message));
    std::string text = rule + ":" + (message == rule ? "" : " " + message + ":") + shown(found_.access);
    if (const std::string other = shown(found_.other); other != shown(finding::Access()))
      text += "; other:" + other;
    if (!found_.word.empty()) text += "; word: " + found_.word.string();
    if (!found_.other_word.empty()) text += "; other word: " + found_.other_word.string();
    std::size_t numbers = found_.numbers.size();
    while (numbers > 0 && found_.numbers[numbers - 1] == 0) --numbers;
    if (numbers > 0) text += "; numbers:";
    for (std::size_t i = 0; i < numbers; ++i) text += " " + std::to_string(found_.numbers[i]);
    if (found_.returned.kind != Agent::Kind::none) text += "; returned:" + shown(found_.returned);
    if (found_.advice != finding::Advice::none)
      text.append("; advice: ").append(kAdvices[static_cast<std::size_t>(found_.advice)]);
    if (found_.more_threads > 0) text += "; more: " + std::to_string(found_.more_threads);
    return text;
  }

 private:
  using Access = finding::Access;
  using Agent = finding::Agent;
  using Form = finding::Memory::Form;
  using Message = finding::Message;
  using Rule = finding::Rule;
  static constexpr std::string_view kWaits[] = {"none", "block", "tile", "warp", "phase", "grid"};
  static constexpr std::string_view kAdvices[] = {
      "none",
#define MERGELAB_ADVICE(id, text) #id,
#include "finding/advice.inc"
#undef MERGELAB_ADVICE
  };

  [[nodiscard]] bool is_of_an_access() const {
    return found_.rule <= Rule::wild_pointer ||
           (found_.rule >= Rule::outside && found_.rule <= Rule::input_changed) ||
           found_.message == Message::bad_address;
  }
  [[nodiscard]] bool is_past_an_end() const {
    return found_.message == Message::outside_array || found_.message == Message::outside_dynamic_shared ||
           found_.message == Message::passed_array_end;
  }

  static std::string shown(const finding::Coordinates& at) {
    std::string text = std::to_string(at.x);
    if (at.dimensions > 1) text += "," + std::to_string(at.y);
    if (at.dimensions > 2) text += "," + std::to_string(at.z);
    return at.dimensions > 1 ? " (" + text + ")" : " " + text;
  }

  static std::string shown(const Agent& by) {
    if (by.kind == Agent::Kind::none) return "";
    std::string text = " " + std::string(to_string(by.kind));
    if (by.kind != Agent::Kind::host && by.kind != Agent::Kind::another_thread) text += shown(by.thread);
    if (by.in == Agent::In::none) return text;
    return text + " of " + std::string(to_string(by.in)) + (by.in == Agent::In::block ? shown(by.block) : "");
  }

  [[nodiscard]] std::string shown(const Access& access) const {
    std::string text = shown(access.by);
    if (access.wait != Access::Wait::none)
      text.append(" waits for ").append(kWaits[static_cast<std::size_t>(access.wait)]);
    else if (is_of_an_access())
      text.append(" ").append(to_string(access.verb));
    if (access.memory.form != Form::unknown) text += shown(access.memory);
    if (access.at.is_known()) text += " at " + finding::text_of(access.at, line_text_);
    if (access.caller.is_known()) text += ", called at " + finding::text_of(access.caller, line_text_);
    return text;
  }

  /// "tile_b[3] = tiles[11] (shared)", "A[64] of 64 by 4 bytes"
  [[nodiscard]] std::string shown(const finding::Memory& memory) const {
    std::string text = " ";
    for (std::size_t i = 0; i < memory.part_count(); ++i)
      text += memory.parts[i].name.string() + "[" + std::to_string(memory.parts[i].index) + "] = ";
    text += memory.form == Form::nameless           ? "nameless"
            : memory.form == Form::unshared_barrier ? "unshared_barrier"
                                                    : finding::array_name(memory, line_text_);
    const std::string index = std::to_string(memory.index);
    if (memory.form == Form::element) text += "[" + index + "]";
    if (memory.form == Form::byte || memory.form == Form::nameless) text += " byte " + index;
    if (memory.is_shared != 0) text += " (shared)";
    if (is_past_an_end()) text += " of " + std::to_string(memory.extent);
    if (is_past_an_end() && memory.bytes > 0) text += " by " + std::to_string(memory.bytes) + " bytes";
    return text + (memory.past.empty() ? "" : " past " + memory.past.string());
  }

  const Finding& found_;
  const finding::LineText& line_text_;
};

/// "race: thread 1 of block 2 write sum[3] (shared) at k.cu:7 `...`; other: thread 0 of same_block read at
/// ...; advice: barrier_between; more: 9". The rule, the message if its name is another, and what is not 0.
inline std::string fields_of(const Finding& found, const finding::LineText& line_text = {}) {
  return FindingFields(found, line_text).line();
}

/// Of each, one a line.
inline std::string fields_of(const std::vector<Finding>& all, const finding::LineText& line_text = {}) {
  std::string text;
  for (const Finding& found : all) text += (text.empty() ? "" : "\n") + fields_of(found, line_text);
  return text;
}

}  // namespace mergelab
