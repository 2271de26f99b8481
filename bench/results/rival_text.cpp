// The table of device_merge and two versions of CUB: ratios of medians, and their ranges.
#include "bench/results/rival_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace mergelab::bench {
namespace {

constexpr int kLeastWidth = 9, kShareWidth = 8, kRatioWidth = 19;

int width_of(const Kernel& kernel) { return std::max(kLeastWidth, static_cast<int>(kernel.name.size()) + 2); }

bool is_cub(const Kernel& kernel) {
  return kernel.id == "cub" || kernel.id == "rival" || kernel.id == "tuned";
}

const Time* time_of(const Row& row, std::string_view kernel) {
  const auto found = row.best.find(kernel);
  return found == row.best.end() || !(found->second->lower_ms > 0) ? nullptr : found->second;
}

/// "1.15 [1.14, 1.16]": the ratio of the medians, and those of opposite quartiles.
std::string ratio(const Time* rival, const Time* mine) {
  if (rival == nullptr || mine == nullptr) return "-";
  return fmt::format("{:.2f} [{:.2f}, {:.2f}]", rival->ms / mine->ms, rival->lower_ms / mine->upper_ms,
                     rival->upper_ms / mine->lower_ms);
}

}  // namespace

void put_rival_panel(report::Page& page, const Panel& panel, const std::vector<Kernel>& kernels,
                     const report::TextStyle& style) {
  std::string head = fmt::format("{:>{}}", "outputs", kSizeWidth);
  for (const Kernel& kernel : kernels) head += fmt::format("{:>{}}", kernel.name, width_of(kernel));
  head += fmt::format("{:>{}}", "% copy", kShareWidth);
  for (const Kernel& kernel : kernels) {
    if (is_cub(kernel)) head += fmt::format("{:>{}}", "x " + kernel.name, kRatioWidth);
  }
  page.raw(report::paint(head, report::Colour::dim, style));
  for (const Row& row : panel.rows) {
    const Time* mine = time_of(row, "device_merge");
    std::string line = fmt::format("{:>{}}", size_name(row.outputs), kSizeWidth);
    for (const Kernel& kernel : kernels) {
      const Time* time = time_of(row, kernel.id);
      line +=
          fmt::format("{:>{}}", time == nullptr ? "-" : fmt::format("{:.4f}", time->ms), width_of(kernel));
    }
    const auto share = row.of_copy("device_merge");
    line += fmt::format("{:>{}}", share ? fmt::format("{:.1f}", 100 * *share) : "-", kShareWidth);
    for (const Kernel& kernel : kernels) {
      if (is_cub(kernel)) line += fmt::format("{:>{}}", ratio(time_of(row, kernel.id), mine), kRatioWidth);
    }
    page.raw(line);
  }
  page.gap();
}

}  // namespace mergelab::bench
