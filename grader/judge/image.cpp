#include "judge/image.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

#include "judge/most_host_values.hpp"

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

/// The numbers of a problem's calls, by name.
std::int64_t number_of(const ProblemSet& set, const Query& query, std::size_t call, std::string_view name) {
  const Arrays& arrays = set.arrays[query.arrays];
  const auto elements = static_cast<std::int64_t>(arrays.a.size());
  const bool is_part = !query.parts.empty();
  if (name == "m") return is_part ? query.parts[call].m : elements;
  if (name == "n") return is_part ? query.parts[call].n : static_cast<std::int64_t>(arrays.b.size());
  if (name == "total" || name == "capacity") return elements;
  if (name == "section") return set.section;
  if (name == "tile") return set.tile;
  if (name == "k")
    return set.kit == Kit::lists ? static_cast<std::int64_t>(arrays.starts.size()) - 1 : query.k[call];
  return 0;
}

/// How many sorted runs a problem begins with.
std::size_t runs_of(const ProblemSet& set, const Arrays& arrays) {
  return set.kit == Kit::lists ? arrays.starts.size() - 1 : set.kit == Kit::sort ? arrays.a.size() : 2;
}

}  // namespace

ArrayArguments ArrayArguments::of(const Interface& interface) {
  using Role = Argument::Role;
  ArrayArguments places;
  places.a = interface.first(Role::in);
  if (places.a >= 0) places.b = interface.first(Role::in, places.a);
  places.c = interface.first(Role::out);
  places.scratch = interface.first(Role::scratch);
  return places;
}

Image::Image(const ProblemSet& set, ValueType type, wire::Memory memory, std::uint64_t label_seed, bool timed)
    : interface_(*set.interface),
      places_(ArrayArguments::of(interface_)),
      kit_(set.kit),
      type_(type),
      memory_(memory),
      timed_(timed) {
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

std::vector<wire::Argument> Image::arguments() const {
  std::vector<wire::Argument> all;
  for (const Argument& argument : interface_.arguments) {
    using Role = wire::Argument::Role;
    wire::Argument sent;
    sent.name = argument.name;
    if (argument.is_array()) {
      sent.role = argument.role == Argument::Role::in    ? Role::in
                  : argument.role == Argument::Role::out ? Role::out
                                                         : Role::scratch;
      sent.element_bytes = static_cast<std::uint32_t>(argument.element_bytes(value_bytes(type_)));
    }
    // Data from other ranks may already be in C; not all starts of lists need be read.
    const bool is_covered =
        interface_.runs == Runs::device && sent.role != Role::scratch && argument.type == "value";
    sent.covered = is_covered && argument.is_array() ? 1 : 0;
    all.push_back(sent);
  }
  return all;
}

const wire::Buffer& Image::buffer(const wire::Problem& problem, int argument) {
  static const wire::Buffer kNone;
  return argument < 0 ? kNone : problem.arrays[static_cast<std::size_t>(argument)];
}

std::int64_t Image::number(std::size_t problem, std::size_t call, std::string_view name) const {
  const wire::Problem& of = problems_.at(problem);
  if (call >= of.call_count) return 0;
  return number_in_row(interface_, sent().data() + of.rows_offset + call * of.row_bytes, name);
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
                      b_bytes = set.kit == Kit::lists ? arrays.starts.size() * sizeof(int)
                                                      : arrays.b.size() * value_bytes(type_);
    const wire::Buffer a = place(a_bytes, margin, set.adjacent ? 0 : margin, set.offset_a);
    const wire::Buffer b =
        places_.b < 0 ? wire::Buffer() : place(b_bytes, set.adjacent ? 0 : margin, margin, set.offset_b);
    inputs.emplace_back(a, b);
  }
  problems_.reserve(set.queries.size());
  for (const Query& query : set.queries) {
    const Arrays& arrays = set.arrays[query.arrays];
    const auto at = [](int argument) { return static_cast<std::size_t>(argument); };
    const auto elements = [&](int argument) {
      return static_cast<std::size_t>(
          elements_of(interface_.arguments[at(argument)],
                      [&](std::string_view name) { return number_of(set, query, 0, name); }));
    };
    wire::Problem problem;
    problem.arrays[at(places_.a)] = inputs[query.arrays].first;
    if (places_.b >= 0) problem.arrays[at(places_.b)] = inputs[query.arrays].second;
    if (set.adjacent) {
      problem.before = places_.a;
      problem.adjacent = places_.b;
    }
    problem.call_count = static_cast<std::uint32_t>(std::max<std::size_t>(query.k.size(), 1));
    problem.row_bytes = static_cast<std::uint32_t>(row_bytes(interface_));
    next = align(next);
    problem.rows_offset = next;
    next = align(next + std::size_t{problem.call_count} * problem.row_bytes);
    problem.returned = place(problem.call_count * interface_.returned_bytes(value_bytes(type_)), 0, 0, 0);
    if (places_.c >= 0)
      problem.arrays[at(places_.c)] =
          place(elements(places_.c) * value_bytes(type_), margin, margin, set.offset_c);
    if (places_.scratch >= 0)
      problem.arrays[at(places_.scratch)].bytes = elements(places_.scratch) * value_bytes(type_);
    problem.outputs = arrays.a.size() + arrays.b.size();
    problem.most_host_values = most_host_values(runs_of(set, arrays));
    problems_.push_back(problem);
    starts_.push_back(arrays.starts);
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
      write_elements(fill_margins(memory, a(problem), kInputMargin), arrays.a, type_, labels_, place);
      if (places_.b >= 0) {
        std::byte* const at = fill_margins(memory, b(problem), kInputMargin);
        if (kit_ == Kit::lists) {
          write_elements(at, arrays.starts, ValueType::int32, labels_, 0);
        } else {
          write_elements(at, arrays.b, type_, labels_, place + arrays.a.size());
        }
      }
      written[query.arrays] = true;
    }
    for (std::size_t call = 0; call < problem.call_count; ++call) {
      write_row(
          interface_, memory.data() + problem.rows_offset + call * problem.row_bytes,
          [&](const Argument& argument) -> std::int64_t {
            if (!argument.is_array()) return number_of(set, query, call, argument.name);
            if (query.parts.empty()) return 0;
            const int index = static_cast<int>(&argument - interface_.arguments.data());
            return index == places_.a ? query.parts[call].a : index == places_.b ? query.parts[call].b : 0;
          });
    }
    if (timed_) continue;
    std::fill_n(memory.data() + problem.returned.offset, problem.returned.bytes, kPoison);
    if (places_.c >= 0)
      std::fill_n(fill_margins(memory, c(problem), kOutputMargin), c(problem).bytes, kPoison);
  }
}

}  // namespace mergelab::judge
