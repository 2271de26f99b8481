#include "judge/image.hpp"

#include <fmt/ranges.h>

#include <numeric>

namespace mergelab::judge {

Labels::Labels(const std::vector<std::vector<std::span<const int>>>& keys, std::uint64_t seed) {
  std::vector<Element> in_order;
  for (const std::vector<std::span<const int>>& call : keys) {
    int origin = 0;
    for (const std::span<const int> array : call) {
      for (const int key : array) in_order.push_back({key, origin++});
    }
  }
  labels_.resize(in_order.size());
  std::iota(labels_.begin(), labels_.end(), 0U);
  Random random(seed);
  for (std::size_t left = labels_.size(); left > 1; --left)
    std::swap(labels_[left - 1], labels_[random.below(left)]);
  elements_.resize(in_order.size());
  for (std::size_t place = 0; place < in_order.size(); ++place) elements_[labels_[place]] = in_order[place];
}

std::optional<Labels::Element> Labels::find(std::uint32_t label) const {
  if (label >= elements_.size()) return std::nullopt;
  return elements_[label];
}

bool Labels::less(std::uint32_t a, std::uint32_t b) const {
  const auto place = [&](std::uint32_t label) {
    const std::optional<Element> element = find(label);
    return element ? std::int64_t{element->key} : std::int64_t{std::numeric_limits<int>::max()} + 1 + label;
  };
  return place(a) < place(b);
}

namespace {

Outcome check_untouched(const Argument& argument, std::size_t element_bytes, const wire::Buffer& buffer,
                        std::span<const std::byte> sent, std::span<const std::byte> returned) {
  const std::string& name = argument.name;
  const auto size = static_cast<std::int64_t>(element_bytes);
  const auto touched = [&, at = buffer.offset](std::size_t from, std::size_t bytes) {
    const auto was = sent.subspan(at + from, bytes), is = returned.subspan(at + from, bytes);
    return static_cast<std::size_t>(std::mismatch(was.begin(), was.end(), is.begin()).first - was.begin());
  };
  if (argument.role == Argument::Role::in) {
    const std::size_t at = touched(buffer.margin_before, buffer.bytes);
    if (at < buffer.bytes)
      return {Verdict::wrong_answer,
              Statement(Sentence::input_changed, name, static_cast<std::int64_t>(at) / size),
              "input_changed"};
  }
  const std::size_t before = touched(0, buffer.margin_before);
  const std::size_t after = touched(buffer.margin_before + buffer.bytes, buffer.margin_after);
  if (before == buffer.margin_before && after == buffer.margin_after) return {};
  const std::int64_t elements = static_cast<std::int64_t>(buffer.bytes) / size;
  const std::int64_t index =
      before < buffer.margin_before
          ? -((static_cast<std::int64_t>(buffer.margin_before - before) + size - 1) / size)
          : elements + static_cast<std::int64_t>(after) / size;
  return {Verdict::wrong_answer, Statement(Sentence::write_outside, name, index, elements), "outside"};
}

constexpr std::uint32_t kMarginBytes = 128;

/// Whether it is an input of value_t.
bool is_of_values(const Argument& argument) { return argument.is_input() && argument.type == "value"; }

const wire::Buffer& buffer(const wire::Problem& problem, int argument) {
  static const wire::Buffer kNone;
  return argument < 0 ? kNone : problem.arrays[static_cast<std::size_t>(argument)];
}

/// The labels of all elements of value_t.
Labels labels_of(const ProblemSet& set, std::uint64_t seed) {
  std::vector<std::vector<std::span<const int>>> keys;
  for (const Inputs& inputs : set.inputs) {
    keys.emplace_back();
    for (std::size_t i = 0; i < set.interface->arguments.size(); ++i) {
      if (is_of_values(set.interface->arguments[i])) keys.back().push_back(inputs.arrays[i].as<int>());
    }
  }
  return {keys, seed};
}

}  // namespace

std::byte* fill_margins(std::span<std::byte> memory, const wire::Buffer& buffer, std::byte margin) {
  std::byte* const start = memory.data() + buffer.offset;
  std::fill_n(start, buffer.margin_before, margin);
  std::fill_n(start + buffer.margin_before + buffer.bytes, buffer.margin_after, margin);
  return start + buffer.margin_before;
}

Outcome check_untouched(const Interface& interface, std::size_t value_bytes, const wire::Problem& problem,
                        std::span<const std::byte> sent, std::span<const std::byte> returned) {
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    if (!argument.is_input() && !argument.is_output()) continue;
    Outcome untouched =
        check_untouched(argument, argument.element_bytes(value_bytes), problem.arrays[i], sent, returned);
    if (!untouched.passed()) return untouched;
  }
  return {};
}

ProblemSet own_problems(const Interface& interface, std::vector<Inputs> inputs) {
  ProblemSet set;
  set.interface = &interface;
  for (std::size_t i = 0; i < inputs.size(); ++i) set.queries.push_back({.inputs = i});
  set.inputs = std::move(inputs);
  return set;
}

ProblemSet own_problems(const Lab& lab, std::vector<Inputs> inputs) {
  ProblemSet set = own_problems(lab.interface, std::move(inputs));
  for (Query& query : set.queries) query.most_host_values = static_cast<std::uint64_t>(lab.limits.host_bytes);
  return set;
}

Outcome check_untouched(const Image& image, const wire::Problem& problem,
                        std::span<const std::byte> returned) {
  return check_untouched(image.interface(), value_bytes(image.type()), problem, image.sent(), returned);
}

Image::Image(const ProblemSet& set, ValueType type, wire::Memory memory, std::uint64_t label_seed, bool timed,
             std::byte filler)
    : interface_(*set.interface), type_(type), memory_(memory), timed_(timed), filler_(filler) {
  if (type != ValueType::int32) labels_ = labels_of(set, label_seed);
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

const wire::Buffer& Image::first_input(const wire::Problem& problem) const {
  return buffer(problem, interface_.first(Argument::Role::in));
}

const wire::Buffer& Image::output(const wire::Problem& problem) const {
  const int first = interface_.first(Argument::Role::out);
  return first < 0 ? problem.returned : buffer(problem, first);
}

std::int64_t Image::number(std::size_t problem, std::size_t call, std::string_view name) const {
  const wire::Problem& of = problems_.at(problem);
  if (call >= of.call_count) return 0;
  return number_in_row(interface_, sent().data() + of.rows_offset + call * of.row_bytes, name);
}

std::string Image::numbers(std::size_t problem, std::size_t call) const {
  const wire::Problem& of = problems_.at(problem);
  if (call >= of.call_count) return "";
  const std::byte* row = sent().data() + of.rows_offset + call * of.row_bytes;
  std::vector<std::string> all;
  for (const Argument& argument : interface_.arguments) {
    if (!argument.is_array()) {
      const Number number = read_number(element_type_named(argument.type), row);
      all.push_back(
          std::visit([&](auto value) { return fmt::format("{} = {}", argument.name, value); }, number));
    }
    row += bytes_in_row(argument);
  }
  return fmt::format("{}", fmt::join(all, ", "));
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
  const auto offset_of = [&](std::size_t i) { return set.offsets.empty() ? 0 : set.offsets.at(i); };
  const std::vector<Argument>& arguments = interface_.arguments;
  const int first = set.adjacent ? interface_.first(Argument::Role::in) : -1;
  const int second = set.adjacent ? interface_.first(Argument::Role::in, first) : -1;
  using ByArgument = std::array<wire::Buffer, wire::kMostArguments>;
  std::vector<ByArgument> inputs(set.inputs.size());
  for (std::size_t index = 0; index < inputs.size(); ++index) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].role != Argument::Role::in) continue;
      const bool is_first = static_cast<int>(i) == first, is_second = static_cast<int>(i) == second;
      if (!is_second) next = align(next);
      const std::size_t bytes = set.inputs[index].arrays[i].bytes().size();
      inputs[index][i] = place(is_of_values(arguments[i]) ? bytes / sizeof(int) * value_bytes(type_) : bytes,
                               is_second ? 0 : margin, is_first ? 0 : margin, offset_of(i));
    }
  }
  problems_.reserve(set.queries.size());
  for (const Query& query : set.queries) {
    const Inputs& given = set.inputs[query.inputs];
    wire::Problem problem;
    problem.arrays = inputs[query.inputs];
    if (set.adjacent) {
      problem.before = first;
      problem.adjacent = second;
    }
    problem.row_bytes = static_cast<std::uint32_t>(row_bytes(interface_));
    problem.call_count =
        query.rows.empty() ? 1 : static_cast<std::uint32_t>(query.rows.size() / problem.row_bytes);
    next = align(next);
    problem.rows_offset = next;
    next = align(next + std::size_t{problem.call_count} * problem.row_bytes);
    problem.returned = place(problem.call_count * interface_.returned_bytes(value_bytes(type_)), 0, 0, 0);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!arguments[i].is_array() || arguments[i].role == Argument::Role::in) continue;
      const auto elements = static_cast<std::size_t>(given.elements_of(arguments[i]));
      const std::size_t bytes = elements * arguments[i].element_bytes(value_bytes(type_));
      if (arguments[i].is_output()) {
        next = align(next);
        problem.arrays[i] = place(bytes, margin, margin, offset_of(i));
        problem.outputs += elements;
      } else if (memory_ == wire::Memory::host) {  // where workers keep arrays as they are here
        next = align(next);
        problem.arrays[i] = place(bytes, 0, 0, 0);
      } else {
        problem.arrays[i].bytes = bytes;
      }
    }
    std::uint64_t bytes = 0, output_bytes = 0;
    for (const Elements& array : given.arrays) bytes += array.bytes().size();
    for (const wire::Buffer& buffer : results(problem)) output_bytes += buffer.bytes;
    const HostLimits limits = host_limits_of_any(problem.outputs, output_bytes, bytes, interface_.is_exact());
    const bool is_limited = query.most_host_values > 0;
    problem.most_host_values = is_limited ? query.most_host_values : limits.given;
    problem.most_host_seen = is_limited && set.kit ? kMostHostSeen : limits.seen;
    problems_.push_back(problem);
    parts_.push_back(given.parts);
  }
  bytes_ = std::max<std::size_t>(align(next), 64);
}

void Image::fill(const ProblemSet& set, std::span<std::byte> memory) const {
  std::memcpy(memory.data(), problems_.data(), problems_.size() * sizeof(wire::Problem));
  std::vector<bool> written(set.inputs.size());
  std::vector<std::size_t> places{0};  // of the first element of each of the inputs, among the labels
  for (const Inputs& inputs : set.inputs) {
    std::size_t elements = 0;
    for (std::size_t i = 0; i < interface_.arguments.size(); ++i) {
      if (is_of_values(interface_.arguments[i])) elements += inputs.arrays[i].as<int>().size();
    }
    places.push_back(places.back() + elements);
  }
  for (std::size_t p = 0; p < problems_.size(); ++p) {
    const wire::Problem& problem = problems_[p];
    const Query& query = set.queries[p];
    const Inputs& given = set.inputs[query.inputs];
    const bool is_new = !written[query.inputs];
    written[query.inputs] = true;
    if (query.rows.empty()) {
      write_row(interface_, memory.data() + problem.rows_offset, [&](const Argument& argument) -> Number {
        return argument.is_array() ? Number() : given.numbers.at(argument.name);
      });
    } else {
      std::ranges::copy(query.rows, memory.data() + problem.rows_offset);
    }
    if (!timed_) std::fill_n(memory.data() + problem.returned.offset, problem.returned.bytes, kPoison);
    std::size_t place = places[query.inputs];
    for (std::size_t i = 0; i < interface_.arguments.size(); ++i) {
      const Argument& argument = interface_.arguments[i];
      const std::size_t labelled = place;
      if (is_of_values(argument)) place += given.arrays[i].as<int>().size();
      const bool is_shared = argument.role == Argument::Role::in;  // with problems of the same inputs
      if (is_shared ? !is_new : !argument.is_output() || (timed_ && !argument.is_input())) continue;
      std::byte* const at = fill_margins(memory, problem.arrays[i], is_shared ? kInputMargin : kOutputMargin);
      if (argument.is_input())
        write_elements(at, argument, given.arrays[i], labelled);
      else
        std::fill_n(at, problem.arrays[i].bytes, filler_);
    }
  }
}

void Image::write_elements(std::byte* target, const Argument& argument, const Elements& elements,
                           std::size_t place) const {
  if (!is_of_values(argument) || type_ == ValueType::int32) {
    std::ranges::copy(elements.bytes(), target);
    return;
  }
  for (const int key : elements.as<int>()) {
    const std::uint32_t token = labels_.label(place++);
    if (type_ == ValueType::record) {
      const int record[2] = {key, static_cast<int>(token)};
      std::memcpy(target, record, sizeof record);
      target += sizeof record;
    } else {
      std::memcpy(target, &token, sizeof token);
      target += sizeof token;
    }
  }
}

void FreshInputs::prepare(const Numbers& shape) {
  if (next_.valid()) next_.wait();
  prepared_ = shape;
  next_ = std::async(std::launch::async, make_, shape);
}

FreshInput FreshInputs::take(const Numbers& shape) {
  if (next_.valid()) {
    FreshInput next = next_.get();
    if (prepared_ == shape) return next;
  }
  return make_(shape);
}

}  // namespace mergelab::judge
