#include "judge/yardstick.hpp"

#include <time.h>

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace mergelab::judge {
namespace {

/// How many of the first k outputs come from A: a textbook search, as the yardstick for co_rank.
int search(int k, const int* a, int m, const int* b, int n) {
  int low = std::max(0, k - n), high = std::min(k, m);
  while (low < high) {
    const int i = low + (high - low) / 2;
    if (a[i] <= b[k - i - 1]) {
      low = i + 1;
    } else {
      high = i;
    }
  }
  return low;
}

/// CPU seconds that this thread has used.
double own_cpu_s() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

Yardstick::Yardstick(const std::string& name) : is_merge_(name == "std_merge") {
  if (!is_merge_ && name != "std_search") throw std::invalid_argument("no yardstick is named '" + name + "'");
}

double Yardstick::time_s(const Arrays& arrays, const Query& query) {
  target_.assign(is_merge_ ? arrays.a.size() + arrays.b.size() : query.k.size(), -1);
  const double begin_s = own_cpu_s();
  if (is_merge_) {
    std::merge(arrays.a.begin(), arrays.a.end(), arrays.b.begin(), arrays.b.end(), target_.begin());
  } else {
    for (std::size_t q = 0; q < target_.size(); ++q) {
      const Part& part = query.parts[q];
      target_[q] = search(query.k[q], arrays.a.data() + part.a, part.m, arrays.b.data() + part.b, part.n);
    }
  }
  return own_cpu_s() - begin_s;
}

std::int64_t merge_comparisons(std::int64_t m, std::int64_t n) {
  return std::max<std::int64_t>(0, m + n - 1);
}

std::int64_t co_rank_comparisons(std::int64_t k, std::int64_t m, std::int64_t n) {
  const std::int64_t range = std::min(k, m) - std::max<std::int64_t>(0, k - n);
  // ceil(log2(r+1)) is the number of bits of r.
  return 4 * std::bit_width(static_cast<std::uint64_t>(range)) + 8;
}

}  // namespace mergelab::judge
