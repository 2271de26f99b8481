#include "kits/keys/keys_kit.hpp"

#include "judge/items/items.hpp"
#include "kits/keys/problems.hpp"
#include "kits/keys/terms.hpp"
#include "report/trace_text.hpp"

namespace mergelab::judge {
namespace {

/// What a case's sizes refer to.
Symbols symbols_of(const Lab& lab, const std::optional<Launch>& launch) {
  const Shape shape = shape_of(lab);
  Symbols symbols{.section = shape.section, .tile = shape.tile};
  if (launch) {
    symbols.block = launch->block;
    symbols.threads = launch->threads;
    symbols.share = launch->share;
  }
  return symbols;
}

/// Of A, B and C, and none of other arrays.
std::vector<int> offsets_of(const Interface& interface, const KeysCase& spec) {
  std::vector<int> offsets(interface.arguments.size(), spec.offset_c);
  const int a = interface.first(Argument::Role::in), b = interface.first(Argument::Role::in, a);
  if (a >= 0) offsets[static_cast<std::size_t>(a)] = spec.offset_a;
  if (b >= 0) offsets[static_cast<std::size_t>(b)] = spec.offset_b;
  return offsets;
}

/// The value of a size; 0 for one that follows a launch.
std::int64_t known_size(const Size& size, const Symbols& symbols) {
  if (size.needs_launch()) return 0;
  const std::int64_t value = size.evaluate_signed(symbols);
  if (value < 0)
    throw std::out_of_range(fmt::format("'{}' is {}, but a size must be 0 or more", size.text(), value));
  return value;
}

std::string listed(std::span<const int> keys) { return fmt::format("{}", fmt::join(keys, ", ")); }

/// What the arrays of a failure hold: of few keys.
Explanation in_words(const Keys& arrays, bool has_b) {
  const std::string a = listed(arrays.a);
  if (!arrays.starts.empty()) return Statement(Sentence::keys_of_lists, a, listed(arrays.starts));
  if (!has_b) return Statement(Sentence::keys_of_sort, a);
  return Statement(Sentence::keys_of_merge, a, listed(arrays.b));
}

Explanation in_words_by_rank(const Keys& arrays) {
  Explanation all;
  for (std::size_t r = 0; r + 1 < arrays.starts.size(); ++r) {
    const std::span keys(arrays.a.begin() + arrays.starts[r], arrays.a.begin() + arrays.starts[r + 1]);
    all += Statement(Sentence::keys_of_rank, r, listed(keys));
  }
  return all;
}

// What a lab's file may not use: it would do the lab's work.
constexpr std::string_view kExercise = R"(
refuse word std :: merge | std::merge is not allowed: writing it is the exercise
refuse word std :: inplace_merge | std::inplace_merge is not allowed: writing it is the exercise
refuse word std :: sort | std::sort is not allowed: the input is sorted already, or sorting it is the exercise
refuse word std :: stable_sort | std::stable_sort is not allowed: the input is sorted already, or sorting it is the exercise
refuse word std :: lower_bound | std::lower_bound is not allowed: writing the search is the exercise
refuse word std :: upper_bound | std::upper_bound is not allowed: writing the search is the exercise
refuse word thrust :: | thrust is not allowed: implementing it is the exercise
refuse word cub :: | cub is not allowed: implementing it is the exercise
refuse word qsort ( | qsort is not allowed: the input is sorted already, or sorting it is the exercise
)";
constexpr std::string_view kExerciseScopes = R"(
refuse scope thrust | thrust is not allowed: implementing it is the exercise
refuse scope cub | cub is not allowed: implementing it is the exercise
)";

// The standard library's own versions.
constexpr std::string_view kExerciseUses = R"(
allow use std::*is_sorted*
allow use std::*is_heap*
allow use std::*is_partitioned*
refuse use std::*merge* | {} is not allowed: writing it is the exercise
refuse use std::*set_union* | {} is not allowed: writing the merge is the exercise
refuse use std::*set_intersection* | {} is not allowed: writing the merge is the exercise
refuse use std::*set_difference* | {} is not allowed: writing the merge is the exercise
refuse use std::*set_symmetric_difference* | {} is not allowed: writing the merge is the exercise
refuse use std::*sort* | {} is not allowed: the input is sorted already, or sorting it is the exercise
refuse use std::*nth_element* | {} is not allowed: the input is sorted already, or sorting it is the exercise
refuse use std::*_heap* | {} is not allowed: the input is sorted already, or sorting it is the exercise
refuse use std::priority_queue | {} is not allowed: the input is sorted already, or sorting it is the exercise
refuse use std::*lower_bound* | {} is not allowed: writing the search is the exercise
refuse use std::*upper_bound* | {} is not allowed: writing the search is the exercise
refuse use std::*equal_range* | {} is not allowed: writing the search is the exercise
refuse use std::*binary_search* | {} is not allowed: writing the search is the exercise
refuse use std::*partition_point* | {} is not allowed: writing the search is the exercise
refuse use std::list | {} is not allowed: the lab merges arrays
refuse use std::__cxx11::list | {} is not allowed: the lab merges arrays
refuse use std::forward_list | {} is not allowed: the lab merges arrays
refuse use std::*_Rb_tree* | {} is not allowed: the lab merges arrays
refuse import qsort | qsort is not allowed: the input is sorted already, or sorting it is the exercise
refuse import bsearch | bsearch is not allowed: writing the search is the exercise
)";

}  // namespace

void KeysKit::check_sizes(const KeysCase& keys, const Lab& lab) {
  if (keys.needs_launch() && lab.on_host())
    throw std::out_of_range("its sizes depend on a launch, but this lab launches nothing");
  const bool shape_follows =
      (keys.tile && keys.tile->needs_launch()) || (keys.section && keys.section->needs_launch());
  if (shape_follows) return;
  Symbols symbols = symbols_of(lab, {});  // as KeysCase::symbols, but none below 0
  if (keys.tile) symbols.tile = known_size(*keys.tile, symbols);
  if (keys.section) symbols.section = known_size(*keys.section, symbols);
  if (symbols.tile < 1) throw std::out_of_range("its tile is empty");
  if (symbols.section < 1) throw std::out_of_range("its section is empty");
  const std::int64_t total = known_size(keys.m, symbols) + known_size(keys.n, symbols);
  if (total > kLargestSize) throw std::out_of_range(fmt::format("its m+n is {}, over 2^31-1", total));
  (void)known_size(keys.run, symbols);
}

void KeysKit::check_has_no_lists(const KeysCase& keys) {
  if (keys.lists) throw std::out_of_range("it has \"lists\", but this lab's function takes none");
}

void KeysKit::check_order(std::span<const int> keys, const std::string& name) {
  const auto drop = std::is_sorted_until(keys.begin(), keys.end());
  if (drop == keys.end()) return;
  throw std::out_of_range(fmt::format("{} is not sorted: element {} is {}, after {}", name,
                                      drop - keys.begin(), *drop, *(drop - 1)));
}

void KeysKit::check_is_sorted(const KeysCase& keys) {
  const std::span<const Generator> known = generators();
  const auto generator =
      std::ranges::find_if(known, [&](const Generator& each) { return each.name == keys.generator; });
  if (generator != known.end() && !generator->is_sorted)
    throw std::out_of_range(fmt::format(
        "its generator \"{}\" makes unsorted arrays, but this lab takes sorted ones", keys.generator));
}

std::span<const std::string_view> KeysKit::shape() const {
  static constexpr std::string_view kShape[] = {"section", "tile"};
  return kShape;
}

std::vector<Arrays> KeysKit::arrays(const KeysCase& keys, const Symbols& sizes, std::uint64_t seed) const {
  return generate(keys, sizes, seed);
}

ProblemSet KeysKit::problems(const Lab& lab, const CaseSpec& spec, const std::optional<Launch>& launch,
                             std::uint64_t seed) const {
  const Symbols of_lab = symbols_of(lab, launch);
  const KeysCase drawn = with_drawn_sizes(keys_case(spec), of_lab, seed);
  const Symbols sizes = drawn.symbols(of_lab);
  ProblemSet set = problems_of(arrays(drawn, sizes, seed), *this, lab.interface, {sizes.section, sizes.tile});
  set.offsets = offsets_of(lab.interface, drawn);
  set.adjacent = drawn.adjacent;
  ask(set, seed);
  return set;
}

void KeysKit::ask(ProblemSet&, std::uint64_t) const {}

std::int64_t KeysKit::telling_outputs(const Lab& lab) const { return shape_of(lab).section; }

CaseSpec KeysKit::ordinary_case(std::int64_t outputs) const {
  return spec_of({.generator = "distinct",
                  .m = Size(std::to_string(outputs / 2)),
                  .n = Size(std::to_string(outputs - outputs / 2))});
}

CaseSpec KeysKit::own_case(const Lab& lab, const std::map<std::string, std::vector<int>>& arrays) const {
  KeysCase keys{.generator = "literal"};
  std::vector<std::string> names;
  for (const Argument& argument : lab.interface.arguments) {
    if (!argument.is_array() || !argument.is_input()) continue;
    const auto given = arrays.find(argument.name);
    if (given == arrays.end())
      throw std::out_of_range(fmt::format("no value is given for {0}: add {0}=VALUE", argument.name));
    (names.empty() ? keys.keys_a : argument.type == "int" ? keys.starts : keys.keys_b) = given->second;
    names.push_back(argument.name);
  }
  check_own({keys.keys_a, keys.keys_b, keys.starts}, names);
  return spec_of(keys, "arrays");
}

std::vector<std::string> KeysKit::names_of_inputs(const Lab& lab) {
  std::vector<std::string> names;
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_input()) names.push_back(argument.name);
  }
  return names;
}

std::string KeysKit::output_of(const Lab& lab) {
  return lab.interface.arguments[static_cast<std::size_t>(lab.interface.first(Argument::Role::out))].name;
}

void KeysKit::check_own(const Keys&, std::span<const std::string>) const {}

std::int64_t KeysKit::most_outputs(const Lab& lab, const CaseSpec& spec) const {
  const KeysCase keys = keys_case(spec);
  if (keys.generator == "literal") return static_cast<std::int64_t>(keys.keys_a.size() + keys.keys_b.size());
  const Symbols sizes = keys.symbols(symbols_of(lab, {}));
  return keys.m.evaluate(sizes) + keys.n.evaluate(sizes);
}

std::vector<std::vector<int>> KeysKit::expected(const ProblemSet& set, std::size_t problem) const {
  const Keys keys = keys_of(set, set.queries[problem]);
  std::vector<std::vector<int>> expected(set.interface->arguments.size() + 1);
  std::vector<int>& c = expected[static_cast<std::size_t>(set.interface->first(Argument::Role::out))];
  c.assign(keys.a.begin(), keys.a.end());
  c.insert(c.end(), keys.b.begin(), keys.b.end());
  std::ranges::sort(c);  // of int keys any stable merge or sort is all keys in order
  return expected;
}

std::vector<ProblemSet> KeysKit::calls(const ProblemSet& set, const Numbers&) const {
  return calls_of(set, most_traced());
}

std::unique_ptr<report::TraceNotes> KeysKit::notes(const report::TraceFormatter&) const { return nullptr; }

std::int64_t KeysKit::outputs(const ProblemSet& set) const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < set.inputs.size(); ++i) {
    const Keys keys = keys_of(set, i);
    sum += static_cast<std::int64_t>(keys.a.size() + keys.b.size());
  }
  return sum;
}

Outcome KeysKit::check(const ProblemSet& set, const Image& image, std::span<const std::byte> returned,
                       Kept kept, bool locates) const {
  const bool has_b = set.interface->first(Argument::Role::in, set.interface->first(Argument::Role::in)) >= 0;
  Geometry geometry;
  if (locates && set.interface->has("section")) geometry = {shape_of(set).section, shape_of(set).tile};
  for (std::size_t q = 0; q < set.queries.size(); ++q) {
    const wire::Problem& problem = image.problems()[q];
    const Keys arrays = keys_of(set, set.queries[q]);
    const std::vector<int> k = ranks_asked(set, set.queries[q]);
    const wire::Buffer& buffer = image.output(problem);
    const auto c = returned.subspan(buffer.offset + buffer.margin_before, buffer.bytes);
    const std::span<const int> of_ranks = kept.empty() ? std::span<const int>() : kept[q];
    Outcome outcome = check_one({arrays, k, c, image.type(), image.labels(), geometry, of_ranks});
    const Outcome untouched = check_untouched(image, problem, returned);
    if (!untouched.passed()) outcome = untouched;
    if (outcome.passed()) continue;
    outcome.problem = static_cast<std::uint32_t>(q);
    if (arrays.a.size() + arrays.b.size() <= 16)
      outcome.why += of_ranks.empty() ? in_words(arrays, has_b) : in_words_by_rank(arrays);
    return outcome;
  }
  return {};
}

std::vector<std::string> KeysKit::metrics(const Lab& lab) const {
  std::vector<std::string> names = names_of(traffic_metrics());
  if (!lab.on_ranks()) return names;
  for (const Term& metric : transport_metrics()) names.emplace_back(metric.name);
  return names;
}

bool KeysKit::prescribes_launch(const Lab& lab) const { return lab.interface.has("section"); }

Outcome KeysKit::check_launch(const ProblemSet& set, const wire::Launches& launches) const {
  return judge::check_launch(set, launches);
}

std::vector<std::string> KeysKit::clues(const ProblemSet& set, const Image& image,
                                        const wire::Launches& launches) const {
  std::vector<std::string> clues;
  const auto same = [&](const Query& query) {
    const Keys keys = keys_of(set, query);
    return keys.a.size() == keys.b.size();
  };
  if (std::ranges::none_of(set.queries, same)) clues.emplace_back("unequal_lengths");
  const bool has_shape = set.interface->has("section");
  for (std::string& clue : clues_of_launch(launches, outputs(set), has_shape))
    clues.push_back(std::move(clue));
  const std::int64_t tiles = 3 * shape_of(set).tile * static_cast<std::int64_t>(value_bytes(image.type()));
  if (has_shape && launches.count > 0 && shared_bytes(launches) < tiles) clues.emplace_back("small_shared");
  return clues;
}

std::vector<std::string> KeysKit::clues_of_finding(const Lab& lab, const CaseSpec& spec,
                                                   const std::optional<Launch>& launch,
                                                   const Finding& finding, const std::string& line) const {
  const bool is_tiled = lab.interface.has("section");
  return judge::clues_of_finding(finding, line,
                                 is_tiled ? keys_case(spec).symbols(symbols_of(lab, launch)).tile : 0);
}

std::string KeysKit::refusals(Backend backend) const {
  std::string rules = std::string(kExercise).append(kExerciseUses);
  return backend == Backend::gpu ? rules.append(kExerciseScopes) : rules;
}

}  // namespace mergelab::judge
