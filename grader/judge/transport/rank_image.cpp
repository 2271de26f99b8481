#include "judge/transport/rank_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "judge/most_host_values.hpp"

namespace mergelab::judge {
namespace {

// What a rank can send: ten times all keys and their places, and of few keys also samples.
constexpr std::uint64_t kExchangePerElement = 16, kExchangeBytes = std::uint64_t{1} << 20U;

std::size_t whole_bytes(const wire::Buffer& buffer) {
  return buffer.margin_before + buffer.bytes + buffer.margin_after;
}

}  // namespace

RankImage::RankImage(const Image& whole, const wire::Problem& problem, int rank, int ranks, int begin,
                     int end)
    : interface_(whole.interface()),
      problem_(problem),
      input_at_(static_cast<std::size_t>(interface_.first(Argument::Role::in))),
      output_at_(static_cast<std::size_t>(interface_.first(Argument::Role::out))),
      value_bytes_(value_bytes(whole.type())),
      capacity_(static_cast<int>(problem.outputs)),
      exchange_bytes_(align(kExchangePerElement * problem.outputs + kExchangeBytes)) {
  const auto elements = static_cast<std::size_t>(end - begin);
  problem_.rank = rank;
  problem_.ranks = ranks;
  problem_.outputs += elements;
  problem_.most_host_values = most_host_values_of_rank(static_cast<std::size_t>(ranks),
                                                       std::max<std::size_t>(elements, 1) + problem.outputs);
  given().bytes = elements * value_bytes_;
  problem_.rows_offset = align(sizeof problem_);
  std::size_t next = align(problem_.rows_offset + problem_.row_bytes);
  for (wire::Buffer* buffer : {&given(), &result(), &problem_.returned}) {
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
    const std::string& size_of_input = interface_.arguments[input_at_].extents.front();
    write_row(interface_, memory.data() + problem_.rows_offset,
              [&](const Argument& argument) -> std::int64_t {
                if (argument.name == size_of_input)
                  return static_cast<std::int64_t>(given().bytes / value_bytes_);
                return argument.is_array() ? 0 : capacity_;
              });
    const wire::Buffer& all = whole.first_input(problem);
    const std::byte* const keys = whole.sent().data() + all.offset + all.margin_before;
    std::copy_n(keys + static_cast<std::size_t>(begin) * value_bytes_, given().bytes,
                fill_margins(memory, given(), kInputMargin));
    std::fill_n(fill_margins(memory, result(), kOutputMargin), result().bytes, kPoison);
    std::fill_n(memory.data() + problem_.returned.offset, problem_.returned.bytes, kPoison);
  }
  wire::seal_against_writing(input_);
  view_ = wire::Mapping(input_.get(), bytes_, false);
}

void RankImage::take() { taken_ = wire::taken(output_, bytes_); }

Outcome RankImage::check_untouched() const {
  Outcome untouched = judge::check_untouched(interface_, value_bytes_, problem_, view_.bytes(), taken_);
  if (!untouched.passed())
    untouched.why = Statement(Sentence::of_rank, problem_.rank) + std::move(untouched.why);
  return untouched;
}

std::span<const std::byte> RankImage::kept(int count) const {
  return std::span(taken_).subspan(result().offset + result().margin_before,
                                   static_cast<std::size_t>(count) * value_bytes_);
}

int RankImage::returned() const {
  int returned = 0;
  std::memcpy(&returned, taken_.data() + problem_.returned.offset, sizeof returned);
  return returned;
}

}  // namespace mergelab::judge
