// The merge in the text of a trace: the search for a co-rank, what a block has completed, and the path
// through the grid of A and B, in characters.
#include <fmt/ranges.h>

#include "kits/pairs/merged.hpp"
#include "kits/pairs/pairs_kit.hpp"
#include "report/trace_text.hpp"

namespace mergelab::judge {
namespace {

using report::Cell;
using report::Colour;
using report::Page;
using report::TextStyle;
using report::TraceFormatter;

constexpr int kMostGridRows = 48;

// Lattice points (i, j): a step down takes A[i], one to the right B[j].
void write_grid(Page& page, const TraceFormatter& words, const Merged& merged) {
  const TextStyle& style = words.style();
  const std::vector<int>& path = merged.path;
  if (merged.m + merged.n == 0) return;
  write_title(page, words, "The merge as a path: down takes from A, right from B");
  std::size_t cell = 2;
  for (const int key : merged.b) cell = std::max(cell, std::to_string(key).size() + 1);
  std::size_t margin = 1;
  for (const int key : merged.a) margin = std::max(margin, std::to_string(key).size() + 1);
  const std::size_t width = margin + 3 + cell * static_cast<std::size_t>(merged.n);
  if (merged.m > kMostGridRows || width > static_cast<std::size_t>(std::max(style.width, 40))) {
    page.put("  ", fmt::format("not drawn: {} rows and {} columns don't fit here", merged.m, merged.n),
             Colour::dim);
    return;
  }
  std::set<int> starts, diagonals;
  for (const auto& [who, k] : merged.first_outputs()) starts.insert(k);
  if (merged.section) {
    for (int k = *merged.section; k < merged.m + merged.n; k += *merged.section) diagonals.insert(k);
  }
  if (merged.k) diagonals.insert(*merged.k);
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
  for (const int key : merged.b) keys += fmt::format("{:>{}}", key, cell - 1) + " ";
  page.raw(keys);
  for (int i = 0; i <= merged.m; ++i) {
    std::string line(margin + 2, ' '), between(margin + 2, ' ');
    if (i < merged.m) between = fmt::format("{:>{}}  ", merged.a[static_cast<std::size_t>(i)], margin);
    for (int j = 0; j <= merged.n; ++j) {
      const bool right = j < merged.n && on_path(i, j) && on_path(i, j + 1);
      const bool below = i < merged.m && on_path(i, j) && on_path(i + 1, j);
      line += point(i, j);
      between += below ? down : " ";
      for (std::size_t c = 1; c < cell && j < merged.n; ++c) {
        line += right ? flat : " ";
        between += " ";
      }
    }
    page.raw(line);
    if (i < merged.m) page.raw(between);
  }
  std::vector<std::string> legend;
  if (!starts.empty()) legend.emplace_back("o: a thread's outputs begin here");
  if (!diagonals.empty())
    legend.emplace_back(merged.k ? "/ and #: the diagonal i + j = k, and the split"
                                 : "/ and #: the diagonal where a section begins, and its split");
  if (!legend.empty()) page.put("  ", fmt::format("{}", fmt::join(legend, "; ")), Colour::dim);
}

class Notes final : public report::TraceNotes {
 public:
  explicit Notes(const TraceFormatter& words) : words_(words), merged_(words.trace()) {}

  [[nodiscard]] int outputs() const override { return merged_.k ? -1 : kTracedC; }
  [[nodiscard]] std::string source(int output) const override {
    const int i = merged_.path[static_cast<std::size_t>(output)];
    const bool from_a = merged_.path[static_cast<std::size_t>(output) + 1] > i;
    return fmt::format("{}[{}]", from_a ? "A" : "B", from_a ? i : output - i);
  }
  [[nodiscard]] std::string begins_at(int output) const override { return merged_.split(output); }
  [[nodiscard]] std::int64_t row(std::int64_t elements) const override {
    const std::int64_t tile = merged_.tile.value_or(0);
    return tile > 0 && elements % tile == 0 ? tile : elements;
  }
  bool write_host(Page& page) const override {
    if (merged_.k) write_search(page);
    return merged_.k.has_value();
  }
  void write_completed(Page& page, int block, int count) const override {
    if (!merged_.section) return;
    const std::int64_t begin = std::int64_t{block} * *merged_.section, end = begin + count;
    if (end > merged_.m + merged_.n) return;
    const int from = merged_.path[static_cast<std::size_t>(begin)],
              to = merged_.path[static_cast<std::size_t>(end)];
    page.put("  ",
             fmt::format("completed: {} of C's section; the merge takes {} from A and {} from B for these",
                         count, to - from, count - (to - from)));
  }

  void write_end(Page& page) const override { write_grid(page, words_, merged_); }

 private:
  /// ", but the code reads A[0] next", ", but the answer is 1": where it goes on at the other side of
  /// A[index] than what was read there says. `after`: the next read.
  [[nodiscard]] std::string other_way(const std::vector<Cell>& reads, std::size_t after, int index,
                                      bool is_above) const {
    for (std::size_t r = after; r < reads.size(); ++r) {
      if (reads[r].array != 0 || reads[r].index == index) continue;
      const bool goes_above = reads[r].index > index;
      return goes_above == is_above ? "" : fmt::format(", but the code reads A[{}] next", reads[r].index);
    }
    if (!merged_.rank || (*merged_.rank > index) == is_above) return "";
    return fmt::format(", but the answer is {}", *merged_.rank);
  }

  // What A[i] <= B[j] says of the answer, where i + j + 1 = k, and whether the code went on so.
  void write_search(Page& page) const {
    write_title(page, words_, fmt::format("The search for k = {}: what was compared", *merged_.k));
    const int k = *merged_.k;
    std::vector<Cell> reads;
    for (const auto& [kind, cell] : report::host_accesses(merged_.trace)) {
      if (kind == 'r' && cell.array < 2) reads.push_back(cell);
    }
    int low = std::max(0, k - merged_.n), high = std::min(k, merged_.m), count = 0;
    page.raw(fmt::format("      i lies in [{}, {}] at first: max(0, k-n) to min(k, m)", low, high));
    for (std::size_t r = 0; r < reads.size(); ++r) {
      const bool pair = r + 1 < reads.size() && reads[r].array != reads[r + 1].array;
      if (!pair) {
        page.raw(fmt::format("{:>4}  {} alone", ++count, words_.cell_text(reads[r])));
        continue;
      }
      const Cell& a = reads[r].array == 0 ? reads[r] : reads[r + 1];
      const Cell& b = reads[r].array == 0 ? reads[r + 1] : reads[r];
      ++r;
      const bool takes_a = a.value && b.value && *a.value <= *b.value;
      std::string says;
      if (a.index + b.index + 1 != k) {
        says = fmt::format("{} + {} + 1 is {} and not k", a.index, b.index, a.index + b.index + 1);
      } else if (takes_a) {
        low = std::max(low, a.index + 1);
        says = fmt::format("A[{}] is in the prefix: i in [{}, {}]", a.index, low, high);
        says += other_way(reads, r + 1, a.index, true);
      } else {
        high = std::min(high, a.index);
        says = fmt::format("A[{}] is not: i in [{}, {}]", a.index, low, high);
        says += other_way(reads, r + 1, a.index, false);
      }
      page.raw(fmt::format("{:>4}  {:<12} {} {:<12}  {}", ++count, words_.cell_text(a),
                           takes_a ? words_.at_most() : "> ", words_.cell_text(b), says));
    }
    page.raw(fmt::format("      answer: i = {}, j = {}{}",
                         merged_.rank ? std::to_string(*merged_.rank) : "none",
                         merged_.rank ? std::to_string(k - *merged_.rank) : "none",
                         merged_.rank == merged_.path[static_cast<std::size_t>(k)]
                             ? ""
                             : fmt::format("; right is {}", merged_.split(k))));
  }

  const TraceFormatter& words_;
  Merged merged_;
};

}  // namespace

std::unique_ptr<report::TraceNotes> PairsKit::notes(const TraceFormatter& words) const {
  return std::make_unique<Notes>(words);
}

}  // namespace mergelab::judge
