#include "judge/image.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <utility>

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
  if (!set.kit) return set.inputs[query.arrays].number(name);
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

const Arrays& arrays_of(const ProblemSet& set, const Query& query) { return set.arrays[query.arrays]; }

/// How many sorted runs a problem begins with.
std::size_t runs_of(const ProblemSet& set, const Arrays& arrays) {
  return set.kit == Kit::lists ? arrays.starts.size() - 1 : set.kit == Kit::sort ? arrays.a.size() : 2;
}

}  // namespace

ProblemSet own_problems(const Interface& interface, std::vector<Inputs> inputs) {
  ProblemSet set;
  set.kit = std::nullopt;
  set.interface = &interface;
  for (std::size_t i = 0; i < inputs.size(); ++i) set.queries.push_back({.arrays = i});
  set.inputs = std::move(inputs);
  return set;
}

ArrayArguments ArrayArguments::of(const Interface& interface) {
  using Role = Argument::Role;
  ArrayArguments places;
  places.a = interface.first(Role::in);
  if (places.a >= 0) places.b = interface.first(Role::in, places.a);
  places.c = interface.first(Role::out);
  places.scratch = interface.first(Role::scratch);
  return places;
}

Image::Image(const ProblemSet& set, ValueType type, wire::Memory memory, std::uint64_t label_seed, bool timed,
             std::byte filler)
    : interface_(*set.interface),
      places_(ArrayArguments::of(interface_)),
      kit_(set.kit),
      type_(type),
      memory_(memory),
      timed_(timed),
      filler_(filler) {
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
      sent.role = argument.role == Argument::Role::in      ? Role::in
                  : argument.role == Argument::Role::out   ? Role::out
                  : argument.role == Argument::Role::inout ? Role::inout
                                                           : Role::scratch;
      sent.element_bytes = static_cast<std::uint32_t>(argument.element_bytes(value_bytes(type_)));
    }
    // Data from other ranks may already be in C; not all starts of lists need be read, nor what another
    // function is given.
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

std::vector<wire::Buffer> Image::results(const wire::Problem& problem) const {
  std::vector<wire::Buffer> all;
  for (std::size_t i = 0; i < interface_.arguments.size(); ++i) {
    if (interface_.arguments[i].is_output()) all.push_back(problem.arrays[i]);
  }
  if (!interface_.returns.empty() && interface_.runs != Runs::ranks) all.push_back(problem.returned);
  return all;
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
  const auto offset_of = [&](std::size_t i) {
    const int place = static_cast<int>(i);
    return place == places_.a ? set.offset_a : place == places_.b ? set.offset_b : set.offset_c;
  };
  using ByArgument = std::array<wire::Buffer, wire::kMostArguments>;
  std::vector<ByArgument> inputs(std::max(set.arrays.size(), set.inputs.size()));
  for (std::size_t index = 0; index < inputs.size(); ++index) {
    next = align(next);
    for (std::size_t i = 0; i < interface_.arguments.size(); ++i) {
      if (interface_.arguments[i].role != Argument::Role::in) continue;
      const bool is_a = static_cast<int>(i) == places_.a, is_b = static_cast<int>(i) == places_.b;
      inputs[index][i] = place(input_bytes(set, index, i), set.adjacent && is_b ? 0 : margin,
                               set.adjacent && is_a ? 0 : margin, offset_of(i));
      if (!kit_) next = align(next);
    }
  }
  problems_.reserve(set.queries.size());
  for (const Query& query : set.queries) {
    wire::Problem problem;
    problem.arrays = inputs[query.arrays];
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
    for (std::size_t i = 0; i < interface_.arguments.size(); ++i) {
      const Argument& argument = interface_.arguments[i];
      if (!argument.is_array() || argument.role == Argument::Role::in) continue;
      const auto elements = static_cast<std::size_t>(
          elements_of(argument, [&](std::string_view name) { return number_of(set, query, 0, name); }));
      const std::size_t bytes = elements * argument.element_bytes(value_bytes(type_));
      if (argument.is_output()) {
        if (!kit_) next = align(next);
        problem.arrays[i] = place(bytes, margin, margin, offset_of(i));
        problem.outputs += elements;
      } else if (memory_ == wire::Memory::host) {  // where workers keep arrays as they are here
        next = align(next);
        problem.arrays[i] = place(bytes, 0, 0, 0);
      } else {
        problem.arrays[i].bytes = bytes;
      }
    }
    if (kit_) problem.outputs = arrays_of(set, query).a.size() + arrays_of(set, query).b.size();
    problem.most_host_values = kit_ ? most_host_values(runs_of(set, arrays_of(set, query)))
                                    : most_host_values_of_any(problem.outputs);
    problem.most_host_seen = kMostHostSeen;
    if (!kit_) {
      std::uint64_t given = 0;
      for (const std::vector<std::byte>& array : set.inputs[query.arrays].arrays) given += array.size();
      problem.most_host_seen = most_host_seen_of_any(given);
    }
    problems_.push_back(problem);
    starts_.push_back(kit_ ? arrays_of(set, query).starts : std::vector<int>());
  }
  bytes_ = std::max<std::size_t>(align(next), 64);
}

void Image::fill(const ProblemSet& set, std::span<std::byte> memory) const {
  std::memcpy(memory.data(), problems_.data(), problems_.size() * sizeof(wire::Problem));
  std::vector<bool> written(std::max(set.arrays.size(), set.inputs.size()));
  std::vector<std::size_t> places{0};  // of the first element of each pair
  for (const Arrays& arrays : set.arrays) {
    places.push_back(places.back() + arrays.a.size() + arrays.b.size());
  }
  for (std::size_t p = 0; p < problems_.size(); ++p) {
    const wire::Problem& problem = problems_[p];
    const Query& query = set.queries[p];
    const bool is_new = !written[query.arrays];
    written[query.arrays] = true;
    for (std::size_t call = 0; call < problem.call_count; ++call) {
      write_row(interface_, memory.data() + problem.rows_offset + call * problem.row_bytes,
                [&](const Argument& argument) -> Number {
                  if (!argument.is_array() && !kit_)
                    return set.inputs[query.arrays].numbers.at(argument.name);
                  if (!argument.is_array()) return number_of(set, query, call, argument.name);
                  if (query.parts.empty()) return 0;
                  const int index = static_cast<int>(&argument - interface_.arguments.data());
                  return std::int64_t{index == places_.a   ? query.parts[call].a
                                      : index == places_.b ? query.parts[call].b
                                                           : 0};
                });
    }
    if (!timed_) std::fill_n(memory.data() + problem.returned.offset, problem.returned.bytes, kPoison);
    for (std::size_t i = 0; i < interface_.arguments.size(); ++i) {
      const Argument& argument = interface_.arguments[i];
      const bool is_shared = argument.role == Argument::Role::in;  // with problems of the same inputs
      if (is_shared ? !is_new : !argument.is_output() || (timed_ && !argument.is_input())) continue;
      std::byte* const at = fill_margins(memory, problem.arrays[i], is_shared ? kInputMargin : kOutputMargin);
      if (!argument.is_input()) {
        std::fill_n(at, problem.arrays[i].bytes, filler_);
      } else if (!kit_) {
        std::copy_n(set.inputs[query.arrays].arrays[i].data(), problem.arrays[i].bytes, at);
      } else if (argument.type != "value") {
        write_elements(at, arrays_of(set, query).starts, ValueType::int32, labels_, 0);
      } else {
        const Arrays& arrays = arrays_of(set, query);
        const bool is_a = static_cast<int>(i) == places_.a;
        write_elements(at, is_a ? arrays.a : arrays.b, type_, labels_,
                       places[query.arrays] + (is_a ? 0 : arrays.a.size()));
      }
    }
  }
}

std::size_t Image::input_bytes(const ProblemSet& set, std::size_t index, std::size_t argument) const {
  if (!kit_) return set.inputs[index].arrays[argument].size();
  const Arrays& arrays = set.arrays[index];
  if (interface_.arguments[argument].type != "value") return arrays.starts.size() * sizeof(int);
  return (static_cast<int>(argument) == places_.a ? arrays.a : arrays.b).size() * value_bytes(type_);
}

}  // namespace mergelab::judge
