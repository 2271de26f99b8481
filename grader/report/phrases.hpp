// How results are worded for people: points, times, verdicts, marks and colours, the same in every text.
#pragma once

#include "report/report.hpp"

namespace mergelab::report {

/// By their codes in a terminal.
enum class Colour { none, bold, dim, red = 31, green, yellow };

/// `text` in a colour, where the style has colours.
[[nodiscard]] std::string paint(std::string_view text, Colour colour, const TextStyle& style);
[[nodiscard]] Colour colour_of(Verdict verdict);

/// Text that is safe to print, in the style's alphabet.
[[nodiscard]] std::string printable(std::string_view text, const TextStyle& style);

/// Sentences on lines of the style's width, each ended.
[[nodiscard]] std::string wrapped(std::string_view text, const TextStyle& style);

/// As much of `text` as fits on a line behind `used` columns; an ellipsis is the end of what is cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t used, const TextStyle& style);

/// Of the verdict too_slow, if the figure is not a time.
[[nodiscard]] std::string_view phrase_for_figure(std::string_view symptom);

/// "✓", "✗" or "–"; in ASCII "+", "x" or "-".
[[nodiscard]] std::string mark(Verdict verdict, const TextStyle& style);

/// "17.5", or a dash without a score.
[[nodiscard]] std::string points(std::optional<Points> score, const TextStyle& style = {});
/// "0.5 points", "1 point".
[[nodiscard]] std::string counted_points(Points points);

/// "0.8 s", "14 s", "2 min 05 s"; empty for 0.
[[nodiscard]] std::string duration(double seconds);

/// "graded with the reference for 02_transpose (own files: 4 / 20)", or the note why it was not tried, or
/// empty.
[[nodiscard]] std::string carried_note(const LabResult& lab);

/// "lost 4.6 points (20%): 2 days late: it was due 2026-10-02 23:59 -04:00", for each deduction.
[[nodiscard]] std::vector<std::string> deduction_lines(const LabResult& lab);

/// "1 case", "3 cases".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

/// The first test of an item that lost points and may be shown, or nullptr.
[[nodiscard]] const Observation* first_shown_failure(const ItemResult& item);
/// How many of an item's hidden tests lost points, as far as they are listed.
[[nodiscard]] int hidden_failures(const ItemResult& item);

/// An item's figures except those that a hidden case may have set: each is the worst of all cases.
[[nodiscard]] std::map<std::string, double> public_metrics(const ItemResult& item);

/// The message of an item or a lab; from a hidden case only its verdict.
[[nodiscard]] std::string public_message(const ItemResult& item);
[[nodiscard]] std::string public_message(const LabResult& lab);

/// A message with each line of code that it quotes on a separate line.
[[nodiscard]] std::string with_code_apart(const std::string& message);

}  // namespace mergelab::report
