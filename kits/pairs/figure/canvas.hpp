// Writes the shapes of an SVG picture that stands alone: its own ground, and its own colours for light and
// dark.
#pragma once

#include <string>
#include <string_view>

namespace mergelab::judge {

struct Point {
  double x = 0, y = 0;
};

/// Shapes have classes; their colours are in canvas.cpp. Lengths are pixels at full size.
class Canvas {
 public:
  void line(std::string_view look, Point from, Point to);
  void rectangle(std::string_view look, Point corner, double width, double height);
  void circle(std::string_view look, Point centre, double radius);
  void polygon(std::string_view look, const std::string& points);
  /// `anchor`: start, middle or end. The text may be anything that a student wrote.
  void text(std::string_view look, Point at, std::string_view anchor, std::string_view words);

  /// All of it, below the title and what it describes in words, which screen readers say.
  [[nodiscard]] std::string take(double width, double height, std::string_view title,
                                 std::string_view description) const;

 private:
  std::string shapes_;
};

/// A number with at most one decimal.
[[nodiscard]] std::string pixels(double length);

}  // namespace mergelab::judge
