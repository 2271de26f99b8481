#include "tally.hpp"

#include <fmt/format.h>

#include <numeric>

namespace mergelab::mutants {

std::size_t Tally::Row::all() const { return std::accumulate(count.begin(), count.end(), std::size_t{0}); }

void Tally::add(const Mutant& mutant, MutantStatus status) {
  for (Row* row : {&by_lab_[mutant.lab], &by_operator_[mutant.op], &total_})
    ++row->count[static_cast<std::size_t>(status)];
}

double Tally::rate() const {
  const std::size_t killed = total_.of(MutantStatus::killed),
                    differ = killed + total_.of(MutantStatus::survived);
  return differ == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(differ);
}

bool Tally::enough(bool of_a_sample) const {
  return rate() >= kEnough || (of_a_sample && total_.of(MutantStatus::survived) == 1);
}

std::string Tally::line(const std::string& name, const Row& row) {
  return fmt::format("{:<22}{:>9}{:>11}{:>9}{:>13}{:>10}\n", name, row.all(), row.of(MutantStatus::not_built),
                     row.of(MutantStatus::killed), row.of(MutantStatus::equivalent),
                     row.of(MutantStatus::survived));
}

std::string Tally::table() const {
  std::string text = fmt::format("{:<22}{:>9}{:>11}{:>9}{:>13}{:>10}\n", "", "mutants", "not built", "killed",
                                 "equivalent", "survived");
  for (const auto& [lab, row] : by_lab_) text += line(lab, row);
  for (const std::string& op : operator_names()) {
    if (const auto row = by_operator_.find(op); row != by_operator_.end()) text += line(op, row->second);
  }
  return text + line("all", total_);
}

}  // namespace mergelab::mutants
