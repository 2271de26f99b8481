#include "judge/transport/rank_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace mergelab::judge {
namespace {

// What a rank can send: ten times all keys and their places, and of few keys also samples.
constexpr std::uint64_t kExchangePerElement = 16, kExchangeBytes = std::uint64_t{1} << 20U;

std::size_t whole_bytes(const wire::Buffer& buffer) {
  return buffer.margin_before + buffer.bytes + buffer.margin_after;
}

}  // namespace

std::vector<int> starts_of(const Image& whole, const wire::Problem& problem) {
  std::vector<int> starts(static_cast<std::size_t>(problem.list_count) + 1);
  std::memcpy(starts.data(), whole.sent().data() + problem.b.offset + problem.b.margin_before,
              starts.size() * sizeof(int));
  return starts;
}

RankImage::RankImage(const Image& whole, const wire::Problem& problem, int rank, int ranks, int begin,
                     int end)
    : problem_(problem),
      value_bytes_(value_bytes(whole.type())),
      exchange_bytes_(align(kExchangePerElement * static_cast<std::uint64_t>(problem.m) + kExchangeBytes)) {
  problem_.rank = rank;
  problem_.ranks = ranks;
  problem_.capacity = problem.m;
  problem_.m = end - begin;
  problem_.list_count = -1;
  problem_.a.bytes = static_cast<std::size_t>(end - begin) * value_bytes_;
  problem_.b.bytes = 0;
  std::size_t next = align(sizeof problem_);
  for (wire::Buffer* buffer : {&problem_.a, &problem_.b, &problem_.c}) {
    buffer->offset = next;
    next = align(next + whole_bytes(*buffer));
  }
  bytes_ = next;
  input_ = wire::create_memory(bytes_);
  fill(whole, problem, begin);
  output_ = wire::create_memory(bytes_);
  exchange_ = wire::create_memory(2 * exchange_bytes_);
  exchange_view_ = wire::Mapping(exchange_.get(), 2 * exchange_bytes_, true);
}

void RankImage::fill(const Image& whole, const wire::Problem& problem, int begin) {
  {
    const wire::Mapping writable(input_.get(), bytes_, true);
    const std::span<std::byte> memory = writable.bytes();
    std::memcpy(memory.data(), &problem_, sizeof problem_);
    const std::byte* const keys = whole.sent().data() + problem.a.offset + problem.a.margin_before;
    std::copy_n(keys + static_cast<std::size_t>(begin) * value_bytes_, problem_.a.bytes,
                fill_margins(memory, problem_.a, kInputMargin));
    fill_margins(memory, problem_.b, kInputMargin);
    std::fill_n(fill_margins(memory, problem_.c, kOutputMargin), problem_.c.bytes, kPoison);
  }
  wire::seal_against_writing(input_);
  view_ = wire::Mapping(input_.get(), bytes_, false);
}

void RankImage::take() { taken_ = wire::taken(output_, bytes_); }

Outcome RankImage::check_untouched() const {
  const auto size = static_cast<std::int64_t>(value_bytes_);
  for (const NamedBuffer& buffer :
       {NamedBuffer{"A", problem_.a, true, size}, NamedBuffer{"C", problem_.c, false, size}}) {
    Outcome untouched = judge::check_untouched(buffer, view_.bytes(), taken_);
    if (untouched.passed()) continue;
    untouched.why = Statement(Sentence::of_rank, problem_.rank) + std::move(untouched.why);
    return untouched;
  }
  return {};
}

std::span<const std::byte> RankImage::c(int count) const {
  return std::span(taken_).subspan(problem_.c.offset + problem_.c.margin_before,
                                   static_cast<std::size_t>(count) * value_bytes_);
}

}  // namespace mergelab::judge
