// The kits of sorts, of one array and of sorted lists.
#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include "kits/keys/generate.hpp"
#include "kits/keys/keys_kit.hpp"
#include "kits/keys/problems.hpp"
#include "kits/kits.hpp"
#include "kits/sort/check.hpp"
#include "kits/usual.hpp"
#include "model/course.hpp"

namespace mergelab {
namespace judge {
namespace {

using usual::array, usual::number;
using Role = Argument::Role;

class SortKit : public KeysKit {
 public:
  [[nodiscard]] std::string_view name() const override { return "sort"; }
  [[nodiscard]] std::string_view verb() const override { return "sorts"; }
  [[nodiscard]] std::string_view about() const override {
    return "C is A in order, and equal elements stay in A's order";
  }
  [[nodiscard]] const Interface* usual_interface(Runs runs) const override {
    static const Interface usual{
        .arguments = {array("A", Role::in, "m"), number("m", Role::size), array("C", Role::out, "m"),
                      array("scratch", Role::scratch, "m")},
        .returns = {}};
    return runs == Runs::device ? &usual : nullptr;
  }
  [[nodiscard]] std::span<const std::string_view> numbers() const override {
    static constexpr std::string_view kNumbers[] = {"m"};
    return kNumbers;
  }
  void check_case(const CaseSpec& spec, const Lab& lab) const override {
    const KeysCase keys = keys_case(spec);
    check_has_no_lists(keys);
    check_sizes(keys, lab);
    if (keys.generator == "exhaustive" || !keys.keys_b.empty() || keys.n.text() != "0")
      throw std::out_of_range("it has a B, but a sort takes one array: \"n\": 0");
  }
  [[nodiscard]] bool has_yardstick(std::string_view name) const override {
    return name == "counters" || name == device_yardstick();
  }
  [[nodiscard]] CaseSpec ordinary_case(std::int64_t outputs) const override {
    return spec_of({.generator = "distinct", .m = Size(std::to_string(outputs))});
  }
  [[nodiscard]] Outcome check_timed(const ProblemSet& set,
                                    std::span<const std::byte> returned) const override {
    return check_sort_of_ints(keys_of(set, 0), returned);
  }
  [[nodiscard]] Program program(const Lab& lab) const override {
    const std::vector<std::string> names = names_of_inputs(lab);
    const std::string prepare = names.size() < 2
                                    ? ""  // of lists where each begins, and their order
                                    : fmt::format(
                                          "for (std::size_t i = 0; i < {1}.size(); ++i)\n"
                                          "  {1}[i] = static_cast<int>({0}.size() * i / ({1}.size() - 1));\n"
                                          "for (std::size_t i = 0; i + 1 < {1}.size(); ++i)\n"
                                          "  std::sort({0}.begin() + {1}[i], {0}.begin() + {1}[i + 1]);\n",
                                          names[0], names[1]);
    return {
        .prepare = prepare,
        .expected = fmt::format("right_{1} = {0};\nstd::stable_sort(right_{1}.begin(), right_{1}.end());\n",
                                names[0], output_of(lab)),
        .body = ""};
  }
  [[nodiscard]] std::string_view device_yardstick() const override { return "cub_sort"; }
  [[nodiscard]] std::string_view device_function() const override { return "cub::DeviceMergeSort"; }

 protected:
  [[nodiscard]] Outcome check_one(const Returned& of) const override {
    return check_sort(of.arrays, of.c, of.type, of.labels, of.kept);
  }
};

class ListsKit final : public SortKit {
 public:
  [[nodiscard]] std::string_view name() const override { return "lists"; }
  [[nodiscard]] std::string_view verb() const override { return "merges lists"; }
  [[nodiscard]] std::string_view about() const override {
    return "C is the stable merge of sorted lists, one behind another; on ranks, what a rank keeps of the "
           "stable sort of all ranks' keys";
  }
  [[nodiscard]] const Interface* usual_interface(Runs runs) const override {
    static const Interface on_device{
        .arguments = {array("lists", Role::in, "total"), array("starts", Role::in, "k+1", "int"),
                      number("k", Role::size), number("total", Role::size), array("C", Role::out, "total")},
        .returns = {}};
    static const Interface on_ranks{
        .runs = Runs::ranks,
        .arguments = {array("A", Role::in, "m"), number("m", Role::size), array("C", Role::out, "capacity"),
                      number("capacity", Role::size)},
        .returns = "int"};
    return runs == Runs::host ? nullptr : runs == Runs::ranks ? &on_ranks : &on_device;
  }
  [[nodiscard]] std::span<const std::string_view> numbers() const override {
    static constexpr std::string_view kNumbers[] = {"k", "total", "m", "capacity"};
    return kNumbers;
  }
  void check_case(const CaseSpec& spec, const Lab& lab) const override {
    const KeysCase keys = keys_case(spec);
    if (!keys.lists) throw std::out_of_range("it lacks \"lists\", but this lab's function takes them");
    if (lab.on_ranks() && (keys.lists->k < 1 || keys.lists->k > kMostRanks))
      throw std::out_of_range(fmt::format("it has {} lists, but this lab's function runs on 1 to {} ranks",
                                          keys.lists->k, kMostRanks));
    check_sizes(keys, lab);
    if (!lab.on_ranks()) check_is_sorted(keys);
  }
  [[nodiscard]] std::vector<Arrays> arrays(const KeysCase& keys, const Symbols& sizes,
                                           std::uint64_t seed) const override {
    std::vector<Arrays> all = KeysKit::arrays(keys, sizes, seed);
    std::transform(std::make_move_iterator(all.begin()), std::make_move_iterator(all.end()), all.begin(),
                   as_lists);
    return all;
  }

 protected:
  void check_own(const Keys& keys, std::span<const std::string> names) const override {
    const auto total = static_cast<int>(keys.a.size());
    if (keys.starts.empty() || keys.starts.front() != 0 || keys.starts.back() != total ||
        !std::is_sorted(keys.starts.begin(), keys.starts.end())) {
      throw std::out_of_range(fmt::format(
          "{} says where each list begins, and behind them the number of keys: 0, ..., {}", names[1], total));
    }
    for (std::size_t i = 0; i + 1 < keys.starts.size(); ++i) {
      check_order(keys.a.subspan(static_cast<std::size_t>(keys.starts[i]),
                                 static_cast<std::size_t>(keys.starts[i + 1] - keys.starts[i])),
                  fmt::format("list {}", i));
    }
  }
};

}  // namespace
}  // namespace judge

const Kit& sort_kit() {
  static const judge::SortKit kit;
  return kit;
}

const Kit& lists_kit() {
  static const judge::ListsKit kit;
  return kit;
}

}  // namespace mergelab
