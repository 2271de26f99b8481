// The common parts of the course systems' formats: a row's text, whole points, places in files.
#pragma once

#include "model/result.hpp"

namespace mergelab::report {

/// Cleaned text of at most `bytes` bytes, whole characters, with a last line that says so where it was cut
/// and there is room for it.
[[nodiscard]] std::string fit(const std::string& text, std::size_t bytes);

/// The first line of a text.
[[nodiscard]] std::string first_line(const std::string& text);

/// An item's text for the student: its message, its hint, how many hidden cases it has and how many failed.
[[nodiscard]] std::string item_text(const ItemResult& item);
/// A lab's text for the student, besides its items: whether it is carried forward, and the compiler's message
/// if it refused the file.
[[nodiscard]] std::string lab_notes(const LabResult& lab);
/// For each lab a line with its points and verdict, and its notes.
[[nodiscard]] std::string summary(const Grading& grading);
/// "ada: 82.5 / 100", or why it has no score.
[[nodiscard]] std::string headline(const Grading& grading);

/// Cleaned text as XML 1.0 and HTML may hold it, in an element or an attribute.
[[nodiscard]] std::string xml_escape(std::string_view text);

/// How long an item's shown tests took.
[[nodiscard]] double shown_seconds(const ItemResult& item);

/// Points of a system that takes whole ones: each to the nearest, but full points only for full points.
struct WholePoints {
  int score = 0, max_score = 0;
};
[[nodiscard]] WholePoints whole(Points score, Points max_score);

/// A line of a student's file.
struct Place {
  std::string file;  // relative to the submission
  int line = 0;      // 0: unknown
};
/// The first place in one of the labs' files that an item's message names, else its build's log; the lab's
/// file without a line where none is named; nothing if not even the file is known.
[[nodiscard]] std::optional<Place> place_of(const Grading& grading, const LabResult& lab,
                                            const ItemResult& item);

/// A figure by which submissions are compared.
struct Figure {
  std::string name;  // "score", or "04_tiled_kernel loads"
  double value = 0;
  bool less_is_better = false;
};
/// The total first, then each performance figure of an item that ran on cases that are all shown. Empty
/// without a total.
[[nodiscard]] std::vector<Figure> figures(const Grading& grading);

// Cells of tables for spreadsheets (RFC 4180), of which none is a formula.

/// One line of text as a cell. Spreadsheets take one that begins with = + - @ for a formula, also behind
/// blanks; an apostrophe in front makes it text.
[[nodiscard]] std::string csv_cell(std::string text);

/// Cells as they are, with commas between and the end of the line.
[[nodiscard]] std::string csv_row(const std::vector<std::string>& cells, char separator = ',');

/// The whole page. `title` is text, which is escaped here; `body` is HTML, in which every text has been
/// escaped with xml_escape(). `more_style` is CSS that follows the page's own.
[[nodiscard]] std::string html_page(const std::string& title, const std::string& body,
                                    const std::string& more_style = "");

/// A bar as long as this part of its width, in [0, 1]; decoration: the figure itself is next to it.
[[nodiscard]] std::string html_bar(double part);

}  // namespace mergelab::report
