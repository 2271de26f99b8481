// Draws a benchmark as plain SVG: GB/s over size, one panel per distribution.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/results/rows.hpp"
#include "bench/results/writers.hpp"
#include "report/page.hpp"

namespace mergelab::bench {
namespace {

// In pixels. A panel includes a plot's surroundings: its title above, the ticks at the left and below.
constexpr double kPanelWidth = 460, kPanelHeight = 300, kLeft = 58, kRight = 24, kTop = 30, kBottom = 44;
constexpr double kHeader = 62;
constexpr int kColumns = 2;
constexpr double kPlotWidth = kPanelWidth - kLeft - kRight, kPlotHeight = kPanelHeight - kTop - kBottom;

std::string escaped(const std::string& text) {
  std::string out;
  for (const char letter : report::clean(text)) {
    switch (letter) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += letter;
    }
  }
  return out;
}

/// The coordinates of sizes and speeds, the same in all panels for comparison.
struct Scale {
  double first_log = 0, last_log = 1;  // log2 of the sizes
  double top = 1000;                   // GB/s
  double step = 250;

  [[nodiscard]] double x(double outputs) const {
    const double range = last_log - first_log;
    const double part = range > 0 ? (std::log2(outputs) - first_log) / range : 0.5;
    return kLeft + part * kPlotWidth;
  }
  [[nodiscard]] double y(double speed) const { return kTop + (1 - speed / top) * kPlotHeight; }
};

Scale scale_of(const std::vector<Panel>& panels, const std::vector<Kernel>& kernels) {
  Scale scale;
  double fastest = 0;
  bool first = true;
  for (const Panel& panel : panels) {
    for (const Row& row : panel.rows) {
      const double size = std::log2(static_cast<double>(row.outputs));
      scale.first_log = first ? size : std::min(scale.first_log, size);
      scale.last_log = first ? size : std::max(scale.last_log, size);
      first = false;
      for (const Kernel& kernel : kernels) fastest = std::max(fastest, row.speed(kernel.id).value_or(0));
    }
  }
  if (fastest > 0) {  // four to ten steps of 1, 2 or 5 times a power of ten
    const double rough = fastest / 5, power = std::pow(10, std::floor(std::log10(rough)));
    scale.step = power * (rough / power >= 5 ? 5 : rough / power >= 2 ? 2 : 1);
    scale.top = std::ceil(fastest / scale.step) * scale.step;
  }
  return scale;
}

std::string text_at(double x, double y, std::string_view anchor, const std::string& text,
                    std::string_view more = "") {
  return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}"{}>{}</text>)"
                     "\n",
                     x, y, anchor, more, escaped(text));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view style) {
  return fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" {}/>)"
                     "\n",
                     x1, y1, x2, y2, style);
}

std::string stroke_of(const Kernel& kernel) {
  return fmt::format(R"(stroke="{}" stroke-width="2"{})", kernel.colour,
                     kernel.id == "copy" ? R"( stroke-dasharray="6 4")" : "");
}

std::string axes(const Scale& scale, const Panel& panel) {
  std::string out;
  for (double speed = 0; speed <= scale.top * 1.0001; speed += scale.step) {
    out += line(kLeft, scale.y(speed), kLeft + kPlotWidth, scale.y(speed), R"(stroke="#dddddd")");
    out += text_at(kLeft - 6, scale.y(speed) + 4, "end", fmt::format("{:.0f}", speed));
  }
  const double bottom = kTop + kPlotHeight;
  constexpr std::size_t kMostTicks = 8;
  const std::size_t every = (panel.rows.size() + kMostTicks - 1) / kMostTicks;
  for (std::size_t i = 0; i < panel.rows.size(); i += std::max<std::size_t>(every, 1)) {
    const double x = scale.x(static_cast<double>(panel.rows[i].outputs));
    out += line(x, bottom, x, bottom + 4, R"(stroke="#555555")");
    out += text_at(x, bottom + 17, "middle", size_name(panel.rows[i].outputs));
  }
  out += text_at(kLeft + kPlotWidth / 2, bottom + 35, "middle", "outputs");
  return out;
}

std::string curve(const Scale& scale, const Panel& panel, const Kernel& kernel) {
  std::string points, dots;
  for (const Row& row : panel.rows) {
    const auto speed = row.speed(kernel.id);
    if (!speed) continue;
    const double x = scale.x(static_cast<double>(row.outputs)), y = scale.y(*speed);
    points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", x, y);
    const Time& time = *row.best.find(kernel.id)->second;
    const auto at = [&](double ms) { return scale.y(*speed * time.ms / ms); };
    if (kernel.id != "copy" && time.lower_ms > 0 && time.upper_ms > 0)
      dots += line(x, at(time.lower_ms), x, at(time.upper_ms), stroke_of(kernel));
    dots += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="2.5" fill="{}"/>)"
                        "\n",
                        x, y, kernel.colour);
  }
  if (points.empty()) return "";
  return fmt::format(R"(<polyline points="{}" fill="none" {}/>)"
                     "\n",
                     points, stroke_of(kernel)) +
         dots;
}

std::string legend(const std::vector<Kernel>& kernels) {
  std::string out;
  double x = kLeft;
  for (const Kernel& kernel : kernels) {
    out += line(x, kHeader - 16, x + 26, kHeader - 16, stroke_of(kernel));
    out += text_at(x + 32, kHeader - 12, "start",
                   kernel.id == "copy" ? "device copy, the ceiling" : kernel.name);
    x += kernel.id == "copy" ? 210 : 110;
  }
  return out;
}

}  // namespace

std::string to_svg(const Benchmark& benchmark) {
  const std::vector<Panel> panels = panels_of(benchmark);
  const std::vector<Kernel> kernels = kernels_of(benchmark);
  const Scale scale = scale_of(panels, kernels);
  const std::size_t rows = std::max<std::size_t>((panels.size() + kColumns - 1) / kColumns, 1);
  const double width = kColumns * kPanelWidth, height = kHeader + static_cast<double>(rows) * kPanelHeight;
  std::string out = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}" )"
      R"(font-family="sans-serif" font-size="12" fill="#222222">)"
      "\n"
      R"(<rect width="100%" height="100%" fill="#ffffff"/>)"
      "\n",
      width, height);
  out += text_at(kLeft, 24, "start", "Merging, GB/s. " + device_line(benchmark), R"( font-size="14")");
  out += legend(kernels);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const std::size_t panel_row = i / kColumns, panel_column = i % kColumns;
    out += fmt::format(R"svg(<g transform="translate({:.0f} {:.0f})">)svg"
                       "\n",
                       static_cast<double>(panel_column) * kPanelWidth,
                       kHeader + static_cast<double>(panel_row) * kPanelHeight);
    const std::string about(about_distribution(panels[i].distribution));
    out += text_at(kLeft, kTop - 10, "start", panels[i].distribution + (about.empty() ? "" : ": " + about),
                   R"( font-weight="bold")");
    out += axes(scale, panels[i]);
    for (const Kernel& kernel : kernels) out += curve(scale, panels[i], kernel);
    out += "</g>\n";
  }
  return out + "</svg>\n";
}

}  // namespace mergelab::bench
