#include "judge/transport/rank_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace mergelab::judge {
namespace {

// What a rank can send: ten times all keys and their places would fit, of few keys samples as well.
constexpr std::uint64_t kExchangePerElement = 16, kExchangeBytes = std::uint64_t{1} << 20U;

std::size_t align(std::size_t offset) { return (offset + 63) / 64 * 64; }

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
    std::byte* const memory = writable.bytes().data();
    std::memcpy(memory, &problem_, sizeof problem_);
    const auto margins = [&](const wire::Buffer& buffer, std::byte margin) {
      std::byte* const start = memory + buffer.offset;
      std::fill_n(start, buffer.margin_before, margin);
      std::fill_n(start + buffer.margin_before + buffer.bytes, buffer.margin_after, margin);
      return start + buffer.margin_before;
    };
    const std::byte* const keys = whole.sent().data() + problem.a.offset + problem.a.margin_before;
    std::copy_n(keys + static_cast<std::size_t>(begin) * value_bytes_, problem_.a.bytes,
                margins(problem_.a, kInputMargin));
    margins(problem_.b, kInputMargin);
    std::fill_n(margins(problem_.c, kOutputMargin), problem_.c.bytes, kPoison);
  }
  wire::seal_against_writing(input_);
  view_ = wire::Mapping(input_.get(), bytes_, false);
}

void RankImage::take() { taken_ = wire::taken(output_, bytes_); }

Outcome RankImage::check_untouched() const {
  const auto touched = [&](const wire::Buffer& buffer, std::size_t from, std::size_t bytes) {
    const std::byte* const sent = view_.bytes().data() + buffer.offset + from;
    const std::byte* const got = taken_.data() + buffer.offset + from;
    return static_cast<std::size_t>(std::mismatch(sent, sent + bytes, got).first - sent);
  };
  const auto size = static_cast<std::int64_t>(value_bytes_);
  const wire::Buffer& a = problem_.a;
  if (const std::size_t at = touched(a, a.margin_before, a.bytes); at < a.bytes) {
    return {Verdict::wrong_answer,
            fmt::format("rank {}: A[{}] was changed, but A is an input", problem_.rank, at / value_bytes_),
            "input_changed",
            {}};
  }
  for (const auto& [name, buffer] : {std::pair("A", &problem_.a), std::pair("C", &problem_.c)}) {
    const std::size_t before = touched(*buffer, 0, buffer->margin_before);
    const std::size_t after = touched(*buffer, buffer->margin_before + buffer->bytes, buffer->margin_after);
    if (before == buffer->margin_before && after == buffer->margin_after) continue;
    const std::int64_t elements = static_cast<std::int64_t>(buffer->bytes) / size;
    const std::int64_t index =
        before < buffer->margin_before
            ? -((static_cast<std::int64_t>(buffer->margin_before - before) + size - 1) / size)
            : elements + static_cast<std::int64_t>(after) / size;
    return {Verdict::wrong_answer,
            fmt::format("rank {0}: wrote to {1}[{2}], outside {1}, which has {3} elements", problem_.rank,
                        name, index, elements),
            "outside",
            {}};
  }
  return {};
}

std::span<const std::byte> RankImage::c(int count) const {
  return std::span(taken_).subspan(problem_.c.offset + problem_.c.margin_before,
                                   static_cast<std::size_t>(count) * value_bytes_);
}

}  // namespace mergelab::judge
