// The merge as a path through the grid of A and B, in characters.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "report/trace_formatter.hpp"

namespace mergelab::report {
namespace {

constexpr int kMostGridRows = 48;

}  // namespace

// Lattice points (i, j): a step down takes A[i], one to the right B[j].
void write_grid(Page& page, const TraceFormatter& words) {
  const Trace& trace = words.trace();
  const TextStyle& style = words.style();
  const std::vector<int>& path = words.path();
  if (trace.m + trace.n == 0) return;
  write_title(page, words, "The merge as a path: down takes from A, right from B");
  std::size_t cell = 2;
  for (const int key : trace.b) cell = std::max(cell, std::to_string(key).size() + 1);
  std::size_t margin = 1;
  for (const int key : trace.a) margin = std::max(margin, std::to_string(key).size() + 1);
  const std::size_t width = margin + 3 + cell * static_cast<std::size_t>(trace.n);
  if (trace.m > kMostGridRows || width > static_cast<std::size_t>(std::max(style.width, 40))) {
    page.put("  ", fmt::format("not drawn: {} rows and {} columns don't fit here", trace.m, trace.n),
             Colour::dim);
    return;
  }
  std::set<int> starts, diagonals;
  for (const auto& [who, k] : first_outputs(trace)) starts.insert(k);
  if (trace.section) {
    for (int k = *trace.section; k < trace.m + trace.n; k += *trace.section) diagonals.insert(k);
  }
  if (trace.k) diagonals.insert(*trace.k);
  const std::string flat = style.unicode ? "─" : "-", down = style.unicode ? "│" : "|",
                    none = style.unicode ? "·" : ".";
  const auto on_path = [&](int i, int j) {
    const int k = i + j;
    return path[static_cast<std::size_t>(k)] == i;
  };
  const auto point = [&](int i, int j) -> std::string {
    const int k = i + j;
    if (on_path(i, j)) return diagonals.contains(k) ? "#" : starts.contains(k) ? "o" : "+";
    return diagonals.contains(k) ? "/" : none;
  };
  std::string keys(margin + 3, ' ');
  for (const int key : trace.b) keys += fmt::format("{:>{}}", key, cell - 1) + " ";
  page.raw(keys);
  for (int i = 0; i <= trace.m; ++i) {
    std::string line(margin + 2, ' '), between(margin + 2, ' ');
    if (i < trace.m) between = fmt::format("{:>{}}  ", trace.a[static_cast<std::size_t>(i)], margin);
    for (int j = 0; j <= trace.n; ++j) {
      const bool right = j < trace.n && on_path(i, j) && on_path(i, j + 1);
      const bool below = i < trace.m && on_path(i, j) && on_path(i + 1, j);
      line += point(i, j);
      between += below ? down : " ";
      for (std::size_t c = 1; c < cell && j < trace.n; ++c) {
        line += right ? flat : " ";
        between += " ";
      }
    }
    page.raw(line);
    if (i < trace.m) page.raw(between);
  }
  std::vector<std::string> legend;
  if (!starts.empty()) legend.emplace_back("o: a thread's outputs begin here");
  if (!diagonals.empty())
    legend.emplace_back(trace.k ? "/ and #: the diagonal i + j = k, and the split"
                                : "/ and #: the diagonal where a section begins, and its split");
  if (!legend.empty()) page.put("  ", fmt::format("{}", fmt::join(legend, "; ")), Colour::dim);
}

}  // namespace mergelab::report
