#include "judge/image.hpp"

#include <algorithm>
#include <cstring>

namespace mergelab::judge {
namespace {

constexpr std::uint32_t kMarginBytes = 128;

/// Writes keys as elements of `type` at `target`, with the labels from `place` on.
void write_elements(std::byte* target, const std::vector<int>& keys, ValueType type, const Labels& labels,
                    std::size_t place) {
  if (type == ValueType::int32) {
    if (!keys.empty()) std::memcpy(target, keys.data(), keys.size() * sizeof(int));
    return;
  }
  for (const int key : keys) {
    const std::uint32_t token = labels.label(place++);
    if (type == ValueType::record) {
      const int record[2] = {key, static_cast<int>(token)};
      std::memcpy(target, record, sizeof record);
      target += sizeof record;
    } else {
      std::memcpy(target, &token, sizeof token);
      target += sizeof token;
    }
  }
}

}  // namespace

Image::Image(const ProblemSet& set, ValueType type, wire::Memory memory, std::uint64_t label_seed, bool timed)
    : type_(type), memory_(memory), timed_(timed) {
  if (type != ValueType::int32) labels_ = Labels(set.arrays, label_seed);
  lay_out(set);
  input_ = wire::create_memory(bytes_);
  if (timed && memory == wire::Memory::host) {
    view_ = wire::Mapping(input_.get(), bytes_, true);
    std::memcpy(view_.bytes().data(), problems_.data(), problems_.size() * sizeof(wire::Problem));
    return;
  }
  {
    const wire::Mapping writable(input_.get(), bytes_, true);
    writable.prefer_large_pages();
    wire::populate(writable.bytes());
    fill(set, writable.bytes());
  }
  wire::seal_against_writing(input_);
  view_ = wire::Mapping(input_.get(), bytes_, false);
}

void Image::lay_out(const ProblemSet& set) {
  std::size_t next = align(set.queries.size() * sizeof(wire::Problem));
  const std::uint32_t margin = memory_ == wire::Memory::device ? kMarginBytes : 0;
  const auto place = [&](std::size_t bytes, std::uint32_t before, std::uint32_t after, int offset_elements) {
    wire::Buffer buffer;
    buffer.offset = next;
    buffer.bytes = bytes;
    buffer.margin_before = before;
    buffer.margin_after = after;
    buffer.shift =
        static_cast<std::uint32_t>(static_cast<std::size_t>(offset_elements) * value_bytes(type_) % 16);
    next += before + bytes + after;
    return buffer;
  };
  std::vector<std::pair<wire::Buffer, wire::Buffer>> inputs;
  for (const Arrays& arrays : set.arrays) {
    next = align(next);
    const std::size_t a_bytes = arrays.a.size() * value_bytes(type_),
                      b_bytes = arrays.starts.empty() ? arrays.b.size() * value_bytes(type_)
                                                      : arrays.starts.size() * sizeof(int);
    const wire::Buffer a = place(a_bytes, margin, set.adjacent ? 0 : margin, set.offset_a);
    const wire::Buffer b = place(b_bytes, set.adjacent ? 0 : margin, margin, set.offset_b);
    inputs.emplace_back(a, b);
  }
  problems_.reserve(set.queries.size());
  for (const Query& query : set.queries) {
    const Arrays& arrays = set.arrays[query.arrays];
    wire::Problem problem;
    problem.a = inputs[query.arrays].first;
    problem.b = inputs[query.arrays].second;
    problem.m = static_cast<int>(arrays.a.size());
    problem.n = static_cast<int>(arrays.b.size());
    problem.section = set.section;
    problem.tile = set.tile;
    problem.adjacent = set.adjacent ? 1 : 0;
    problem.list_count = static_cast<int>(arrays.starts.size()) - 1;
    problem.has_scratch = set.output == Output::sort && problem.list_count < 0 ? 1 : 0;
    problem.k_count = static_cast<int>(query.k.size());
    next = align(next);
    problem.k_offset = next;
    next = align(next + query.k.size() * sizeof(wire::Rank));
    const std::size_t results = query.k.empty() ? (arrays.a.size() + arrays.b.size()) * value_bytes(type_)
                                                : query.k.size() * sizeof(int);
    problem.c = place(results, margin, margin, set.offset_c);
    problems_.push_back(problem);
  }
  bytes_ = std::max<std::size_t>(align(next), 64);
}

void Image::fill(const ProblemSet& set, std::span<std::byte> memory) const {
  std::memcpy(memory.data(), problems_.data(), problems_.size() * sizeof(wire::Problem));
  std::vector<bool> written(set.arrays.size());
  std::vector<std::size_t> places{0};  // of the first element of each pair
  for (const Arrays& arrays : set.arrays) {
    places.push_back(places.back() + arrays.a.size() + arrays.b.size());
  }
  for (std::size_t i = 0; i < problems_.size(); ++i) {
    const wire::Problem& problem = problems_[i];
    const Query& query = set.queries[i];
    const Arrays& arrays = set.arrays[query.arrays];
    if (!written[query.arrays]) {
      const std::size_t place = places[query.arrays];
      write_elements(fill_margins(memory, problem.a, kInputMargin), arrays.a, type_, labels_, place);
      std::byte* const b = fill_margins(memory, problem.b, kInputMargin);
      if (arrays.starts.empty()) {
        write_elements(b, arrays.b, type_, labels_, place + arrays.a.size());
      } else {
        write_elements(b, arrays.starts, ValueType::int32, labels_, 0);
      }
      written[query.arrays] = true;
    }
    for (std::size_t q = 0; q < query.k.size(); ++q) {
      const Part part = query.parts.empty() ? Part{0, problem.m, 0, problem.n} : query.parts[q];
      const wire::Rank rank{query.k[q], part.a, part.m, part.b, part.n};
      std::memcpy(memory.data() + problem.k_offset + q * sizeof rank, &rank, sizeof rank);
    }
    if (!timed_) std::fill_n(fill_margins(memory, problem.c, kOutputMargin), problem.c.bytes, kPoison);
  }
}

}  // namespace mergelab::judge
