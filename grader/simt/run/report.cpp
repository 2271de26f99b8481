#include "report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "finding/messages.hpp"

namespace simt::run {
namespace {

using mergelab::finding::Site;

constexpr std::size_t kMostPairs = 6;  // of lines of one cause

/// Whether both are about the same array, as far as its name tells.
bool is_same_memory(const finding::Memory& a, const finding::Memory& b) {
  return a.is_shared == b.is_shared && a.name == b.name && a.allocation == b.allocation && a.calls == b.calls;
}

bool has_same_cause(const Finding& a, const Finding& b) {
  if (a.rule != b.rule || a.message != b.message) return false;
  const bool is_of_memory = a.rule == Rule::race || a.rule == Rule::uninitialised_read;
  return is_of_memory && is_same_memory(a.access.memory, b.access.memory);
}

std::string words_of(const Site& site) {
  return site.is_known() ? site.file.string() + ":" + std::to_string(site.line) : "an unknown line";
}

std::string lines_of(const Finding& found) {
  const std::string line = words_of(found.access.at);
  return found.rule == Rule::race ? line + " and " + words_of(found.other.at) : line;
}

/// The other lines of a cause, each once.
std::vector<std::string> further_lines(const Cause& cause) {
  std::vector<std::string> lines{lines_of(cause.findings.front())};
  for (const Finding& found : cause.findings) {
    if (std::find(lines.begin(), lines.end(), lines_of(found)) == lines.end())
      lines.push_back(lines_of(found));
  }
  lines.erase(lines.begin());
  return lines;
}

std::string paragraph(const Cause& cause) {
  const Finding& first = cause.findings.front();
  std::string text = std::string(name(first.rule)) + ": " + host::text_of(first) + "\n";
  const std::string advice = finding::advice_of(first);
  if (!advice.empty()) text += "  " + advice + "\n";
  const std::vector<std::string> further = further_lines(cause);
  for (std::size_t i = 0; i < std::min(further.size(), kMostPairs); ++i)
    text += (i == 0 ? "  the same at " : "              ") + further[i] + "\n";
  if (further.size() > kMostPairs)
    text += "              and " + std::to_string(further.size() - kMostPairs) + " more\n";
  return text;
}

nlohmann::json as_json(const Site& site) {
  return site.is_known() ? nlohmann::json{{"file", site.file.string()}, {"line", site.line}}
                         : nlohmann::json();
}

}  // namespace

std::vector<Cause> causes_of(const std::vector<Finding>& findings) {
  std::vector<Cause> causes;
  for (const Finding& found : findings) {
    if (found.rule == Rule::unasked_error) continue;
    const auto cause = std::find_if(causes.begin(), causes.end(), [&](const Cause& known) {
      return has_same_cause(known.findings.front(), found);
    });
    if (cause == causes.end())
      causes.push_back({{found}});
    else
      cause->findings.push_back(found);
  }
  return causes;
}

std::string text_of(const std::vector<Cause>& causes, std::uint64_t dropped) {
  if (causes.empty()) return "";
  std::string text = causes.size() == 1 ? "1 finding\n" : std::to_string(causes.size()) + " findings\n";
  for (const Cause& cause : causes) text += "\n" + paragraph(cause);
  if (dropped > 0) text += "\n" + std::to_string(dropped) + " more accesses are not listed\n";
  return text;
}

std::string json_of(const std::vector<Cause>& causes) {
  nlohmann::json all = nlohmann::json::array();
  for (const Cause& cause : causes) {
    nlohmann::json places = nlohmann::json::array();
    for (const Finding& found : cause.findings) {
      nlohmann::json place{{"at", as_json(found.access.at)}, {"threads", found.more_threads + 1}};
      if (found.rule == Rule::race) place["other"] = as_json(found.other.at);
      places.push_back(std::move(place));
    }
    const Finding& first = cause.findings.front();
    all.push_back({{"rule", name(first.rule)},
                   {"text", host::text_of(first)},
                   {"advice", finding::advice_of(first)},
                   {"places", std::move(places)}});
  }
  return nlohmann::json{{"schema", "simt.findings/1"}, {"findings", std::move(all)}}.dump(2) + "\n";
}

}  // namespace simt::run
