// A finding as JSON: who did what to which element, and where; without what only its sentence needs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "finding/explanation.hpp"
#include "finding/names.hpp"

namespace mergelab::finding {

template <class Value, class Type>
concept IsA = std::is_same_v<std::remove_const_t<Value>, Type>;

/// Whether `fields` reads into `Value`.
template <class Value>
inline constexpr bool is_read = !std::is_const_v<Value>;

void text_field(auto& io, const char* name, auto& text) {
  std::string value(text.view());
  io(name, value);
  if constexpr (is_read<std::remove_reference_t<decltype(text)>>) text = value;
}

void fields(auto& io, IsA<Site> auto& site) {
  text_field(io, "file", site.file);
  io("line", site.line);
}

void fields(auto& io, IsA<Coordinates> auto& at) {
  io("x", at.x);
  io("y", at.y);
  io("z", at.z);
}

void fields(auto& io, IsA<Access> auto& access) {
  io("by", access.by.kind);
  io("thread", access.by.thread);
  io("in", access.by.in);
  io("block", access.by.block);
  io("does", access.verb);
  text_field(io, "memory", access.memory.name);
  io("index", access.memory.index);
  io("at", access.at);
  io("caller", access.caller);
}

void fields(auto& io, IsA<Finding> auto& finding) {
  std::vector<std::int64_t> numbers(finding.numbers.begin(), finding.numbers.end());
  io("id", finding.message);
  io("rule", finding.rule);
  io("access", finding.access);
  io("other", finding.other);
  text_field(io, "word", finding.word);
  io("numbers", numbers);
  if constexpr (is_read<std::remove_reference_t<decltype(finding)>>)
    std::copy_n(numbers.begin(), std::min(numbers.size(), finding.numbers.size()), finding.numbers.begin());
}

void fields(auto& io, IsA<Statement> auto& statement) {
  io("id", statement.id);
  io("arguments", statement.arguments);
}

void fields(auto& io, IsA<Explanation> auto& why) {
  std::vector<Statement> statements = why.statements();
  std::vector<Finding> findings = why.findings();
  io("statements", statements);
  io("findings", findings);
  if constexpr (is_read<std::remove_reference_t<decltype(why)>>)
    why = {std::move(statements), std::move(findings)};
}

}  // namespace mergelab::finding
