#include "report/phrases.hpp"

#include <fmt/ranges.h>

#include "report/page.hpp"

namespace mergelab::report {
namespace {

bool was_lost(const Observation& seen) {
  return seen.outcome.verdict != Verdict::passed && seen.outcome.verdict != Verdict::not_run;
}

// Whether an item's message was written for a hidden case: it must not be repeated.
bool speaks_of_hidden(const ItemResult& item) {
  const auto first = std::ranges::find_if(item.tests, was_lost);
  return first != item.tests.end() && first->hidden;
}

}  // namespace

std::string paint(std::string_view text, Colour colour, const TextStyle& style) {
  if (!style.colour || colour == Colour::none || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", static_cast<int>(colour), text);
}

Colour colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return Colour::green;
    case Verdict::too_slow:
    case Verdict::todo:
    case Verdict::not_submitted:
      return Colour::yellow;
    case Verdict::not_run:
      return Colour::dim;
    default:
      return Colour::red;
  }
}

std::string printable(std::string_view text, const TextStyle& style) {
  return style.unicode ? clean(text) : to_ascii(clean(text));
}

std::string wrapped(std::string_view text, const TextStyle& style) {
  std::string lines;
  for (const std::string& line :
       wrap(printable(text, style), static_cast<std::size_t>(std::max(style.width, 40))))
    lines += line + '\n';
  return lines;
}

std::string shortened(std::string_view text, std::size_t used, const TextStyle& style) {
  const std::string_view end = style.unicode ? " …" : " ...";
  const std::size_t width = static_cast<std::size_t>(std::max(style.width, 40)),
                    room = width - std::min(used, width);
  std::string all = printable(text, style);
  if (all.find('\n') == std::string::npos && columns(all) <= room) return all;
  const std::vector<std::string> lines = wrap(all, room - std::min(columns(end), room));
  return lines.empty() ? "" : lines.front() + std::string(end);
}

std::string_view phrase_for_figure(std::string_view symptom) {
  if (symptom == "balance") return "out of balance";
  if (symptom == "sent") return "sends too much";
  if (symptom == "exchanges") return "too many calls";
  return phrase(Verdict::too_slow);
}

std::string mark(Verdict verdict, const TextStyle& style) {
  if (verdict == Verdict::passed) return style.unicode ? "✓" : "+";
  if (verdict == Verdict::not_run) return style.unicode ? "–" : "-";
  return style.unicode ? "✗" : "x";
}

std::string points(std::optional<Points> score, const TextStyle& style) {
  if (score) return to_string(*score);
  return style.unicode ? "–" : "-";
}

std::string counted_points(Points points) {
  return fmt::format("{} point{}", points, points == 1 ? "" : "s");
}

std::string duration(double seconds) {
  if (!std::isfinite(seconds) || seconds <= 0) return "";
  if (seconds < 0.05) return "<0.1 s";
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  return fmt::format("{} min {:02} s", whole / 60, whole % 60);
}

std::string carried_note(const LabResult& lab) {
  if (lab.carried_forward.empty()) return lab.carry_note;
  std::string text = fmt::format("graded with the reference for {}: only verdicts and hints are shown",
                                 fmt::join(lab.carried_forward, ", "));
  if (lab.own_score) {
    text += fmt::format(" (own files: {} / {})", *lab.own_score, lab.max_score);
  }
  return text;
}

std::vector<std::string> deduction_lines(const LabResult& lab) {
  std::vector<std::string> lines;
  for (const Deduction& each : lab.deductions)
    lines.push_back(each.percent > 0 ? fmt::format("lost {} ({:.4g}%): {}", counted_points(each.points),
                                                   each.percent, each.message)
                                     : fmt::format("no points lost: {}", each.message));
  return lines;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

const Observation* first_shown_failure(const ItemResult& item) {
  const auto first = std::ranges::find_if(
      item.tests, [](const Observation& seen) { return !seen.hidden && was_lost(seen); });
  return first == item.tests.end() ? nullptr : &*first;
}

int hidden_failures(const ItemResult& item) {
  return static_cast<int>(std::ranges::count_if(
      item.tests, [](const Observation& seen) { return seen.hidden && was_lost(seen); }));
}

std::map<std::string, double> public_metrics(const ItemResult& item) {
  std::map<std::string, double> metrics = item.metrics;
  for (const Observation& seen : item.tests) {
    if (!seen.hidden) continue;
    for (const auto& [name, figure] : seen.outcome.metrics) metrics.erase(name);
  }
  return metrics;
}

std::string public_message(const ItemResult& item) {
  if (!speaks_of_hidden(item)) return item.message;
  if (const Observation* failure = first_shown_failure(item)) return failure->outcome.message;
  return hidden_message(item.status);
}

std::string public_message(const LabResult& lab) {
  const auto source = std::ranges::find_if(lab.items, [&](const ItemResult& item) {
    return item.message == lab.message && speaks_of_hidden(item);
  });
  return source == lab.items.end() ? lab.message : public_message(*source);
}

std::string with_code_apart(const std::string& message) {
  std::string text;
  std::size_t done = 0;
  for (std::size_t at = 0; (at = message.find(" `", at)) != std::string::npos;) {
    const std::size_t end = message.find_first_of("`\n", at + 2);
    const std::size_t digits = message.find_last_not_of("0123456789", at == 0 ? 0 : at - 1);
    const bool is_behind_line = digits != std::string::npos && digits + 1 < at && message[digits] == ':';
    if (end == std::string::npos || message[end] != '`' || !is_behind_line) {
      ++at;
      continue;
    }
    text += message.substr(done, at - done) + "\n    " + message.substr(at + 2, end - at - 2) + "\n";
    done = end + 1;
    if (done < message.size() && (message[done] == ',' || message[done] == ';')) ++done;
    if (done < message.size() && (message[done] == ' ' || message[done] == '\n')) ++done;
    at = done;
  }
  return text + message.substr(done);
}

}  // namespace mergelab::report
