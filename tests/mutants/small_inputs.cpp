#include "small_inputs.hpp"

#include <exception>

#include "app/grading/reference_objects.hpp"
#include "kits/keys/problems.hpp"
#include "kits/keys/terms.hpp"
#include "kits/kits.hpp"

namespace mergelab::mutants {
namespace {

using judge::Arrays;

// Shapes in which a block has several rounds, and whole, cut and empty tiles.
constexpr std::array<judge::Shape, 4> kSmallShapes{{{3, 2}, {5, 3}, {4, 4}, {2, 7}}};
// Shapes in which a thread's share is more than one output, next to where it grows.
constexpr std::array<judge::Shape, 8> kWideShapes{
    {{100, 7}, {401, 128}, {1000, 129}, {300, 256}, {1024, 257}, {2048, 384}, {900, 513}, {4096, 1024}}};
constexpr std::array<int, 20> kWideSizes{0,   1,   7,   8,   9,   63,  65,   127,  128,  129,
                                         255, 256, 257, 511, 513, 777, 1023, 1025, 2047, 2049};
constexpr std::array<const char*, 5> kWideGenerators{"distinct", "few", "a_first", "b_first", "alternating"};

std::vector<Arrays> exhaustive(int longest) {
  judge::KeysCase spec;
  spec.generator = "exhaustive";
  spec.m = spec.n = judge::Size(std::to_string(longest));
  spec.distinct = 3;
  return judge::generate(spec, {}, 1);
}

/// Each size for A once with each of a few for B.
std::vector<Arrays> wide() {
  std::vector<Arrays> pairs;
  for (std::size_t i = 0; i < kWideSizes.size(); ++i) {
    for (std::size_t g = 0; g < kWideGenerators.size(); ++g) {
      judge::KeysCase spec;
      spec.generator = kWideGenerators[g];
      spec.m = judge::Size(std::to_string(kWideSizes[i]));
      spec.n = judge::Size(std::to_string(kWideSizes[(7 * i + 3 * g + 3) % kWideSizes.size()]));
      spec.distinct = 3;
      pairs.push_back(judge::generate(spec, {}, i).front());
    }
  }
  return pairs;
}

judge::Query all_ranks(const judge::ProblemSet& set, std::size_t inputs) {
  const judge::Keys keys = judge::keys_of(set, inputs);
  std::vector<int> k(keys.a.size() + keys.b.size() + 1);
  std::iota(k.begin(), k.end(), 0);
  return judge::ranks_query(set, inputs, k);
}

/// All pairs in one request.
Input together(std::vector<Arrays> pairs, judge::Shape shape, ValueType value, bool ranks) {
  Input input{
      fmt::format("all pairs of {}, section = {}, tile = {}", to_string(value), shape.section, shape.tile),
      value,
      {}};
  input.set = ranks ? judge::problems_of(std::move(pairs), rank_kit())
                    : judge::problems_of(std::move(pairs), merge_kit(),
                                         *merge_kit().usual_interface(Runs::device), shape);
  for (std::size_t i = 0; ranks && i < input.set.inputs.size(); ++i)
    input.set.queries[i] = all_ranks(input.set, i);
  return input;
}

/// Each pair in a separate request, since traffic is counted for one.
void one_by_one(std::vector<Input>& inputs, const std::vector<Arrays>& pairs, judge::Shape shape) {
  for (const Arrays& pair : pairs) {
    Input input = together({pair}, shape, ValueType::int32, false);
    input.name = fmt::format("m = {}, n = {}, section = {}, tile = {}", pair.a.size(), pair.b.size(),
                             shape.section, shape.tile);
    input.counts = true;
    inputs.push_back(std::move(input));
  }
}

std::vector<Input> host_inputs(bool ranks) {
  std::vector<Input> inputs;
  for (const ValueType value : {ValueType::int32, ValueType::record})
    inputs.push_back(together(exhaustive(6), {1, 1}, value, ranks));
  // Fewer, as each comparison takes two messages.
  inputs.push_back(together(exhaustive(5), {1, 1}, ValueType::counted, ranks));
  return inputs;
}

std::vector<Input> kernel_inputs(bool shaped) {
  std::vector<Input> inputs;
  const std::vector<Arrays> small = exhaustive(4), large = wide();
  const auto ask = [&](const std::vector<Arrays>& pairs, judge::Shape shape) {
    inputs.push_back(together(pairs, shape, ValueType::record, false));
    one_by_one(inputs, pairs, shape);
  };
  if (!shaped) {
    ask(large, {1, 1});
    ask(small, {1, 1});
    return inputs;
  }
  for (const judge::Shape& shape : kWideShapes) ask(large, shape);
  for (const judge::Shape& shape : kSmallShapes) ask(small, shape);
  return inputs;
}

/// One array each, of all kinds and around what threads, blocks and several of them take.
std::vector<Input> sort_inputs() {
  constexpr std::array<int, 12> kSizes{0, 1, 2, 22, 23, 24, 1000, 2944, 5889, 11775, 11777, 30000};
  constexpr std::array<const char*, 6> kKinds{"shuffled",   "unsorted_few", "reversed",
                                              "organ_pipe", "sawtooth",     "one_displaced"};
  std::vector<Arrays> all;
  for (const int size : kSizes) {
    for (const char* kind : kKinds) {
      judge::KeysCase spec;
      spec.generator = kind;
      spec.m = judge::Size(std::to_string(size));
      spec.distinct = 3;
      spec.run = judge::Size("37");
      all.push_back(judge::generate(spec, {}, 1).front());
    }
  }
  std::vector<Input> inputs{together(all, {1, 1}, ValueType::record, false)};
  one_by_one(inputs, all, {1, 1});
  return inputs;
}

/// Lists of all kinds, few and many, or what ranks begin with, around what a thread, a share and several of
/// them take.
std::vector<Input> list_inputs(bool of_ranks) {
  constexpr std::array<int, 6> kSizes{0, 1, 18, 700, 4353, 20000};
  const std::vector<int> lists = of_ranks ? std::vector<int>{1, 2, 5} : std::vector<int>{1, 5, 33, 1000};
  std::vector<Arrays> all;
  for (const int size : kSizes) {
    for (const int k : lists) {
      for (const std::string& lengths : names_of(judge::list_lengths())) {
        judge::KeysCase spec;
        spec.generator = of_ranks ? "unsorted_few" : "few";
        spec.m = judge::Size(std::to_string(size));
        spec.distinct = 300;
        spec.lists = judge::ListsSpec{k, lengths, all.size() % 2 == 0 ? "mixed" : "backward"};
        all.push_back(judge::generate(spec, {}, 1).front());
      }
    }
  }
  std::vector<Input> inputs{together(all, {1, 1}, ValueType::record, false)};
  one_by_one(inputs, all, {1, 1});
  return inputs;
}

// Numbers in whose place a function may go wrong: next to nothing, a warp and a block.
constexpr std::array<int, 11> kOwnNumbers{0, 1, 2, 3, 31, 32, 33, 63, 255, 256, 257};
constexpr std::array<std::uint64_t, 2> kOwnSeeds{1001, 1002};  // no test has them

/// The problems of a case, one in each request. None where its arrays can't have this number.
void add_case(const Lab& lab, app::OwnCases& cases, const Family& family, const CaseSpec& spec,
              std::uint64_t seed, const std::string& with, bool counts, std::vector<Input>& inputs) try {
  for (judge::Inputs& problem : cases.inputs(family, spec, seed)) {
    Input input{fmt::format("{}/{}{}", family.name, spec.name, with), ValueType::int32,
                judge::own_problems(lab, {std::move(problem)})};
    input.counts = counts;
    input.may_fail = !with.empty();
    inputs.push_back(std::move(input));
  }
} catch (const std::exception&) {
  if (with.empty()) throw;
}

std::vector<Input> own_inputs(const Course& course, const Lab& lab) {
  std::map<std::string, bool> counted;  // by family: whether an item counts something in it
  for (const Item& item : lab.items) {
    if (!item.is_timed()) counted[item.family] |= !item.metric.empty();
  }
  std::vector<Input> inputs;
  app::OwnCases cases(course, lab);
  for (const auto& [name, counts] : counted) {
    const Family* family = course.find_family(name);
    if (!family) continue;
    for (const CaseSpec& spec : family->cases) {
      for (const std::uint64_t seed : kOwnSeeds)
        add_case(lab, cases, *family, spec, seed, "", counts, inputs);
    }
    for (const Argument& argument : lab.interface.arguments) {
      if (argument.is_array()) continue;
      for (const int number : kOwnNumbers) {
        CaseSpec spec = family->cases.front();
        spec.arguments[argument.name] = {.generator = "number", .values = {std::int64_t{number}}};
        add_case(lab, cases, *family, spec, kOwnSeeds.front(),
                 fmt::format(", {} = {}", argument.name, number), false, inputs);
      }
    }
  }
  return inputs;
}

}  // namespace

std::vector<Input> small_inputs(const Course& course, const Lab& lab) {
  std::vector<Input> inputs;
  if (!lab.kit)
    inputs = own_inputs(course, lab);
  else if (lab.kit == &lists_kit())
    inputs = list_inputs(lab.on_ranks());
  else if (lab.kit == &sort_kit())
    inputs = sort_inputs();
  else
    inputs =
        lab.on_host() ? host_inputs(lab.kit == &rank_kit()) : kernel_inputs(lab.interface.has("section"));
  for (Input& input : inputs) {
    input.set.kit = lab.kit;
    input.set.interface = &lab.interface;
  }
  return inputs;
}

}  // namespace mergelab::mutants
