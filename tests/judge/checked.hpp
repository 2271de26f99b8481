// The inputs of tests of the checks.
#pragma once

#include "judge/findings.hpp"
#include "judge/image.hpp"
#include "kits/keys/generate.hpp"
#include "support/finding_fields.hpp"

namespace mergelab::judge {

struct Record {
  int key, origin;
};

/// Labels of pairs of arrays.
inline Labels labels_of(const std::vector<Arrays>& all, std::uint64_t seed) {
  std::vector<std::vector<std::span<const int>>> keys;
  for (const Arrays& arrays : all) keys.push_back({arrays.a, arrays.b});
  return {keys, seed};
}
/// Of one pair, by any seed.
inline Labels labels_of(const Arrays& arrays) { return labels_of({arrays}, 5); }

/// An output of records that name their origins, with these labels in place of them.
inline std::vector<std::byte> bytes_of(std::vector<Record> records, const Arrays& arrays) {
  const Labels labels = labels_of(arrays);
  const int total = static_cast<int>(arrays.a.size() + arrays.b.size());
  for (Record& record : records) {
    if (record.origin < total)
      record.origin = static_cast<int>(labels.label(static_cast<std::size_t>(record.origin)));
  }
  std::vector<std::byte> bytes(records.size() * sizeof(Record));
  if (!bytes.empty()) std::memcpy(bytes.data(), records.data(), bytes.size());
  return bytes;
}

/// What a student of these files reads of it.
inline std::string message_of(const Outcome& outcome, const StudentFiles& files = {}) {
  return text_of(outcome.why, files);
}
/// The same as data: "got_key(9) lengths(3, 2)"; a finding as its fields.
inline std::string facts_of(const Outcome& outcome) {
  std::string text;
  for (const Statement& statement : outcome.why.statements()) {
    text += text.empty() ? "" : " ";
    if (const Finding* const found = outcome.why.finding_of(statement); found != nullptr) {
      text += fields_of(*found);
      continue;
    }
    std::string arguments;
    for (const finding::Argument& argument : statement.arguments) {
      arguments += arguments.empty() ? "" : ", ";
      if (const auto* figure = std::get_if<double>(&argument))
        arguments += fmt::format("{:.6g}", *figure);
      else if (const auto* count = std::get_if<std::int64_t>(&argument))
        arguments += std::to_string(*count);
      else
        arguments += std::get<std::string>(argument);
    }
    text += fmt::format("{}({})", to_string(statement.id), arguments);
  }
  return text;
}

/// "SYMPTOM: FACTS".
inline std::string told_of(const Outcome& outcome) { return outcome.symptom + ": " + facts_of(outcome); }

/// "VERDICT, SYMPTOM: FACTS".
inline std::string verdict_of(const Outcome& outcome) {
  return std::string(to_string(outcome.verdict)) + ", " + told_of(outcome);
}

/// An output's bytes in memory.
template <class Element>
std::vector<std::byte> bytes_of(const std::vector<Element>& elements) {
  std::vector<std::byte> bytes(elements.size() * sizeof(Element));
  if (!bytes.empty()) std::memcpy(bytes.data(), elements.data(), bytes.size());
  return bytes;
}

}  // namespace mergelab::judge
