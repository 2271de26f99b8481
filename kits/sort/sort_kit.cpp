// The kits of sorts, of one array and of sorted lists.
#include "kits/sort/sort_kit.hpp"

#include "kits/keys/keys_kit.hpp"
#include "kits/keys/problems.hpp"
#include "kits/kits.hpp"

namespace mergelab {
namespace judge {
namespace {

/// Which element of A comes where. Sorted byte by byte of the key, which goes in front of the place.
std::vector<std::size_t> stable_order(std::span<const int> keys) {
  constexpr std::size_t kByte = 0xff;
  std::vector<std::size_t> order(keys.size()), next(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    order[i] = std::size_t{static_cast<unsigned>(keys[i]) ^ 1U << 31} << 32 | i;
  for (unsigned shift = 32; shift < 64; shift += 8) {
    std::array<std::size_t, kByte + 2> begins{};
    for (const std::size_t each : order) ++begins[(each >> shift & kByte) + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    for (const std::size_t each : order) next[begins[each >> shift & kByte]++] = each;
    order.swap(next);
  }
  for (std::size_t& each : order) each &= 0xffff'ffffU;
  return order;
}

/// "A[7]", of lists "list 3, element 5", or of ranks "A[5] of rank 3". `origin` may be anything that a
/// submission wrote.
std::string source_of(std::int64_t origin, const Keys& arrays, bool of_ranks) {
  if (origin < 0 || origin >= static_cast<std::int64_t>(arrays.a.size())) return say(Sentence::nowhere);
  if (arrays.starts.empty()) return say(Sentence::element_of, "A", origin);
  return place_in_lists(arrays, static_cast<std::size_t>(origin), of_ranks);
}

/// "C[7]", or of ranks "C[2] of rank 1".
std::string place_in_c(std::size_t k, std::span<const int> kept) {
  if (kept.empty()) return say(Sentence::element_of, "C", k);
  std::size_t rank = 0;
  while (rank + 1 < kept.size() && k >= static_cast<std::size_t>(kept[rank]))
    k -= static_cast<std::size_t>(kept[rank++]);
  return say(Sentence::element_of_c_of_rank, k, rank);
}

/// The length of the sorted runs that keys consist of, which begin at its multiples; 0: there are none.
std::size_t length_of_runs(const std::vector<int>& keys) {
  constexpr std::size_t kShortest = 2;
  const auto first_end = std::is_sorted_until(keys.begin(), keys.end());
  const auto length = static_cast<std::size_t>(first_end - keys.begin());
  if (length < kShortest || length == keys.size()) return 0;
  for (std::size_t k = length + 1; k < keys.size(); ++k) {
    if (k % length != 0 && keys[k] < keys[k - 1]) return 0;
  }
  return length;
}

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
        !std::ranges::is_sorted(keys.starts)) {
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

Outcome check_sort(const Keys& arrays, std::span<const std::byte> c, ValueType type, const Labels& labels,
                   std::span<const int> kept) {
  const std::span<const int> keys = arrays.a;
  const std::vector<std::size_t> order = stable_order(keys);
  std::vector<int> right(keys.size()), got(keys.size());
  std::vector<bool> written(keys.size());
  std::size_t wrong = 0, first = 0;
  bool keys_differ = false;
  Explanation why;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const Element element = read_element(c, k, type, labels);
    right[k] = keys[order[k]];
    got[k] = element.key;
    written[k] = !holds_only(kPoison, c, k, type);
    const bool key_right = got[k] == right[k];
    if (key_right && (type == ValueType::int32 || element.origin == static_cast<int>(order[k]))) continue;
    keys_differ |= !key_right;
    if (wrong++ > 0) continue;
    first = k;
    const std::string source = source_of(static_cast<std::int64_t>(order[k]), arrays, !kept.empty()),
                      place = place_in_c(k, kept);
    const bool is_record = key_right && written[k];
    why = Statement(is_record ? Sentence::expected_record : Sentence::expected_key, place, right[k], source);
    why += is_record ? Statement(Sentence::got_record, source_of(element.origin, arrays, !kept.empty()))
                     : what_is_there(c, k, type, labels);
  }
  if (wrong == 0) return {};
  why += first_of(static_cast<std::int64_t>(wrong));
  why += arrays.starts.empty() ? Statement(Sentence::length, keys.size())
                               : Statement(kept.empty() ? Sentence::list_lengths : Sentence::rank_lengths,
                                           arrays.starts.size() - 1, keys.size());
  Outcome outcome{Verdict::wrong_answer, std::move(why), "payload"};
  if (keys_differ) {
    outcome.clues = clues_of_keys({right, {}}, got, right, written, first, {});
    std::vector<int> in_order = got;
    std::ranges::sort(in_order);
    outcome.symptom = !written[first] ? "unwritten" : in_order == right ? "order" : "lost_keys";
    const std::size_t length = arrays.starts.empty() ? length_of_runs(got) : 0;
    if (length > 0 && outcome.symptom == "order") {
      outcome.clues.emplace_back("runs_left");
      outcome.why += Statement(Sentence::sorted_runs, length);
    }
  }
  return outcome;
}

Outcome check_sort_of_ints(const Keys& arrays, std::span<const std::byte> c) {
  if (holds_keys_in_order(arrays, c)) return {};
  return check_sort(arrays, c, ValueType::int32, Labels());
}

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
