// Data exchange between the lanes of a warp.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "calls.hpp"
#include "matrix_products.hpp"
#include "scheduler.hpp"
#include "watch.hpp"

namespace simt::core {
namespace {

std::uint32_t reduced(Reduction by, std::uint32_t a, std::uint32_t b) {
  const auto a_signed = static_cast<std::int32_t>(a), b_signed = static_cast<std::int32_t>(b);
  switch (by) {
    case Reduction::Add:
      return a + b;
    case Reduction::Min:
      return std::min(a, b);
    case Reduction::Max:
      return std::max(a, b);
    case Reduction::SignedMin:
      return static_cast<std::uint32_t>(std::min(a_signed, b_signed));
    case Reduction::SignedMax:
      return static_cast<std::uint32_t>(std::max(a_signed, b_signed));
    case Reduction::And:
      return a & b;
    case Reduction::Or:
      return a | b;
    case Reduction::Xor:
      return a ^ b;
  }
  return a;
}

/// The first one of the process.
Finding& undefined() {
  static Finding& first = *new Finding;
  return first;
}

}  // namespace

// Kernels may leave such a value unused.
void Scheduler::note_undefined(unsigned thread, int source) const {
  Finding& first = undefined();
  if (first.message != Message::none) return;
  first = Finding(Message::undefined_shuffle);
  first.access.by = agent(thread);
  first.access.at = site_of(sites_[thread]);
  first.numbers[0] = source;
}

void Scheduler::refuse_part_of_warp(unsigned warp, unsigned members) {
  const unsigned first = warp * 32 + static_cast<unsigned>(std::countr_zero(members));
  Finding found(Message::matrix_by_part_of_warp);
  found.access.by = agent(first);
  found.access.at = site_of(sites_[first]);
  found.numbers[0] = std::popcount(members);
  fail(found);
}

// Results are computed at once: a lane may enter its next operation before another has read.
void Scheduler::exchange(unsigned warp, unsigned members) {
  Lane* lanes = lanes_ + warp * 32;
  const auto for_each = [&](const auto& visit) {
    for (unsigned left = members; left != 0; left &= left - 1) visit(std::countr_zero(left));
  };
  switch (lanes[std::countr_zero(members)].op) {
    case WarpOp::Sync:
      break;
    case WarpOp::Shuffle:
      for_each([&](int i) {
        const int source = lanes[i].source & 31;
        const bool takes_part = (members >> source & 1) != 0;
        // CUDA leaves it undefined otherwise; an H200 gives 0.
        lanes[i].result = takes_part ? lanes[source].value : 0;
        if (!takes_part && watch.checking) note_undefined(warp * 32 + static_cast<unsigned>(i), source);
      });
      break;
    case WarpOp::Ballot: {
      unsigned votes = 0;
      for_each([&](int i) { votes |= static_cast<unsigned>(lanes[i].value != 0) << i; });
      for_each([&](int i) { lanes[i].result = votes; });
      break;
    }
    case WarpOp::Reduce: {
      const int first = std::countr_zero(members);
      const auto by = static_cast<Reduction>(lanes[first].source);
      auto total = static_cast<std::uint32_t>(lanes[first].value);
      for (unsigned left = members & (members - 1); left != 0; left &= left - 1)
        total = reduced(by, total, static_cast<std::uint32_t>(lanes[std::countr_zero(left)].value));
      for_each([&](int i) { lanes[i].result = total; });
      break;
    }
    case WarpOp::Match:
      for_each([&](int i) {
        unsigned same = 0;
        for_each([&](int j) { same |= static_cast<unsigned>(lanes[j].value == lanes[i].value) << j; });
        lanes[i].result = same;
      });
      break;
    case WarpOp::Matrix: {
      if (watch.in_object) break;  // a lab's code has no use of it
      const MatrixProduct* products[32];
      for_each([&](int i) { products[i] = reinterpret_cast<const MatrixProduct*>(lanes[i].value); });
      if (members != ~0U || !multiply_matrices(products)) refuse_part_of_warp(warp, members);
      break;
    }
  }
}

}  // namespace simt::core

const simt::Finding* simt::host::undefined_shuffle() {
  const Finding& first = core::undefined();
  return first.message == Message::none ? nullptr : &first;
}
