#include "kits/pairs/figure/canvas.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mergelab::judge {
namespace {

// One hue for A, one for B, as in the microscope's page; shapes also tell them apart.
constexpr std::string_view kStyle = R"(
  svg { --ground: #ffffff; --ink: #1c1e21; --quiet: #5a6068; --rule: #d9dad5; --a: #0b5fae; --a-soft: #dbeafa;
    --a-faint: #f0f6fd; --b: #a64b00; --b-soft: #fde7d0; --b-faint: #fef6ec; --search: #6a2fd0; --spent: #6b727b; }
  @media (prefers-color-scheme: dark) { svg { --ground: #1e2125; --ink: #e9eaec; --quiet: #a9b0b9; --rule: #41474f;
    --a: #74b4ff; --a-soft: #173556; --a-faint: #1b2731; --b: #ffab5e; --b-soft: #4d2f10; --b-faint: #2b261f;
    --search: #c3a6ff; --spent: #98a0a9; } }
  text { font: 13px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; fill: var(--ink); }
  .ground { fill: var(--ground); stroke: var(--rule); }
  .quiet { fill: var(--quiet); } .small { font-size: 11px; } .strong { font-weight: 700; }
  .halo { paint-order: stroke; stroke: var(--ground); stroke-width: 4px; }
  .a { fill: var(--a); } .b { fill: var(--b); } .sought { fill: var(--search); font-weight: 700; }
  .a-first { fill: var(--a-faint); } .b-first { fill: var(--b-faint); }
  .cells { stroke: var(--rule); stroke-width: 1; }
  .from-a, .from-b { stroke: var(--a); stroke-width: 4; stroke-linecap: round; } .from-b { stroke: var(--b); }
  .diagonal { stroke: var(--ink); stroke-width: 1.3; stroke-dasharray: 6 3; }
  .round { stroke: var(--quiet); stroke-width: 1; stroke-dasharray: 2 3; }
  .searched { stroke: var(--search); stroke-width: 1.3; stroke-dasharray: 6 3; }
  .window { fill: var(--ink); fill-opacity: .07; stroke: var(--ink); stroke-opacity: .6; }
  .corner { fill: var(--ground); stroke: var(--ink); stroke-width: 2; }
  .probe { fill: var(--ground); stroke: var(--search); stroke-width: 1.5; }
  .slot { fill: none; stroke: var(--rule); }
  .new-a { fill: var(--a-soft); stroke: var(--a); stroke-width: 2; } .new-b { fill: var(--b-soft); stroke: var(--b); stroke-width: 2; }
  .kept-a { fill: none; stroke: var(--a); } .kept-b { fill: none; stroke: var(--b); }
  .kept-a, .kept-b { stroke-width: 2; stroke-dasharray: 4 3; }
  .spent { fill: var(--spent); } .head { fill: var(--ink); }
)";

std::string escaped(std::string_view text) {
  std::string clean;
  for (const char c : text) {
    switch (c) {
      case '<':
        clean += "&lt;";
        break;
      case '>':
        clean += "&gt;";
        break;
      case '&':
        clean += "&amp;";
        break;
      case '"':
        clean += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= ' ') clean += c;
    }
  }
  return clean;
}

}  // namespace

std::string pixels(double length) {
  const double tenths = std::round(length * 10) / 10;
  return fmt::format("{}", tenths == 0 ? 0 : tenths);
}

void Canvas::line(std::string_view look, Point from, Point to) {
  shapes_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", look,
                         pixels(from.x), pixels(from.y), pixels(to.x), pixels(to.y));
}

void Canvas::rectangle(std::string_view look, Point corner, double width, double height) {
  shapes_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", look,
                         pixels(corner.x), pixels(corner.y), pixels(width), pixels(height));
}

void Canvas::circle(std::string_view look, Point centre, double radius) {
  shapes_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", look, pixels(centre.x),
                         pixels(centre.y), pixels(radius));
}

void Canvas::polygon(std::string_view look, const std::string& points) {
  shapes_ += fmt::format("<polygon class=\"{}\" points=\"{}\"/>\n", look, points);
}

void Canvas::text(std::string_view look, Point at, std::string_view anchor, std::string_view words) {
  shapes_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", look,
                         pixels(at.x), pixels(at.y), anchor, escaped(words));
}

std::string Canvas::take(double width, double height, std::string_view title,
                         std::string_view description) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title description\" "
      "viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n"
      "<title id=\"title\">{2}</title>\n<desc id=\"description\">{3}</desc>\n<style>{4}</style>\n"
      "<rect class=\"ground\" x=\"0.5\" y=\"0.5\" width=\"{5}\" height=\"{6}\" rx=\"8\"/>\n{7}</svg>\n",
      pixels(width), pixels(height), escaped(title), escaped(description), kStyle, pixels(width - 1),
      pixels(height - 1), shapes_);
}

}  // namespace mergelab::judge
