// The sent memory has the arrays, poison and margins at the places in its table.
#include <atomic>

#include "checked.hpp"
#include "judge/image.hpp"
#include "support/merges.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

template <class Element>
std::vector<Element> read(const Image& image, const wire::Buffer& buffer) {
  std::vector<Element> elements(buffer.bytes / sizeof(Element));
  std::memcpy(elements.data(), image.sent().data() + buffer.offset + buffer.margin_before, buffer.bytes);
  return elements;
}

const wire::Buffer& second_input(const Image& image, const wire::Problem& problem) {
  const Interface& interface = image.interface();
  const int first = interface.first(Argument::Role::in);
  return problem.arrays[static_cast<std::size_t>(interface.first(Argument::Role::in, first))];
}

/// One pair of arrays, of which these ranks are asked, each list in a query of its own.
ProblemSet ranks(Arrays arrays, const std::vector<std::vector<int>>& asked) {
  ProblemSet set = problems_of({std::move(arrays)}, rank_kit());
  set.queries.clear();
  for (const std::vector<int>& k : asked) set.queries.push_back(ranks_query(set, 0, k));
  return set;
}

TEST(Image, holds_the_arrays_and_a_poisoned_result) {
  const ProblemSet set = merges_of({{{1, 2, 3}, {4}}});
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  const wire::Problem& problem = image.problems().at(0);
  EXPECT_EQ(read<int>(image, image.first_input(problem)), (std::vector{1, 2, 3}));
  EXPECT_EQ(read<int>(image, second_input(image, problem)), (std::vector{4}));
  const auto c = read<std::byte>(image, image.output(problem));
  EXPECT_EQ(c.size(), 16U);
  EXPECT_TRUE(std::all_of(c.begin(), c.end(), [](std::byte b) { return b == kPoison; }));
  const auto* margin = image.sent().data() + image.output(problem).offset;
  EXPECT_TRUE(std::all_of(margin, margin + image.output(problem).margin_before,
                          [](std::byte b) { return b == kOutputMargin; }));
}

TEST(Image, tells_the_margins_of_inputs_from_those_of_the_result) {
  // A merge that runs past the ends of A and C copies one margin into the other, which must show.
  EXPECT_NE(kInputMargin, kOutputMargin);
  const ProblemSet set = merges_of({{{1}, {2}}});
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  const wire::Problem& problem = image.problems().at(0);
  EXPECT_EQ(image.sent()[image.first_input(problem).offset], kInputMargin);
  EXPECT_EQ(image.sent()[second_input(image, problem).offset], kInputMargin);
  EXPECT_EQ(image.sent()[image.output(problem).offset], kOutputMargin);
}

TEST(Image, has_records_whose_order_nothing_tells) {
  const ProblemSet set = merges_of({{std::vector<int>(100, 7), {7}}});
  const Image image(set, ValueType::record, wire::Memory::device, 5);
  const std::vector<int> a = read<int>(image, image.first_input(image.problems()[0]));
  std::vector<int> seen;
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(a[2 * i], 7);
    EXPECT_EQ(image.labels().find(static_cast<std::uint32_t>(a[2 * i + 1]))->origin, static_cast<int>(i));
    seen.push_back(a[2 * i + 1]);
  }
  EXPECT_FALSE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(
      image.labels()
          .find(static_cast<std::uint32_t>(read<int>(image, second_input(image, image.problems()[0])).at(1)))
          ->origin,
      100);
}

TEST(Image, sends_labels_in_place_of_counted_keys) {
  ProblemSet set = merges_of({{{7}, {8}}, {{9}, {}}});
  std::swap(set.queries[0], set.queries[1]);
  const Image image(set, ValueType::counted, wire::Memory::host, 5);
  EXPECT_EQ(
      image.labels().find(read<std::uint32_t>(image, image.first_input(image.problems()[0])).at(0))->key, 9);
  EXPECT_EQ(
      image.labels().find(read<std::uint32_t>(image, image.first_input(image.problems()[1])).at(0))->key, 7);
  EXPECT_EQ(
      image.labels().find(read<std::uint32_t>(image, second_input(image, image.problems()[1])).at(0))->key,
      8);
}

TEST(Image, of_a_timed_call_on_the_host_is_empty_until_it_is_revealed) {
  const ProblemSet set = ranks({{7}, {8}}, {{1, 2}});
  const Image image(set, ValueType::int32, wire::Memory::host, 0, true);
  const wire::Problem& problem = image.problems()[0];
  const auto first_k = [&] { return image.number(0, 0, "k"); };
  EXPECT_EQ(read<int>(image, image.first_input(problem)), std::vector{0});
  EXPECT_EQ(first_k(), 0);
  image.reveal(set);
  EXPECT_EQ(read<int>(image, image.first_input(problem)), std::vector{7});
  EXPECT_EQ(first_k(), 1);
}

TEST(Image, lets_adjacent_arrays_touch) {
  ProblemSet set = merges_of({{{1, 2, 3}, {4}}});
  set.adjacent = true;
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  const wire::Problem& problem = image.problems()[0];
  EXPECT_EQ(image.first_input(problem).offset + image.first_input(problem).margin_before +
                image.first_input(problem).bytes,
            second_input(image, problem).offset + second_input(image, problem).margin_before);
}

TEST(Image, gives_ranks_their_own_results_over_shared_arrays) {
  const ProblemSet set = ranks({{1}, {2}}, {{0, 1, 2}, {1}});
  const Image image(set, ValueType::int32, wire::Memory::host, 0);
  const auto& problems = image.problems();
  EXPECT_EQ(image.first_input(problems[0]).offset, image.first_input(problems[1]).offset);
  EXPECT_EQ(image.output(problems[0]).bytes, 12U);
  EXPECT_EQ(image.output(problems[1]).bytes, 4U);
  EXPECT_GE(image.output(problems[1]).offset,
            image.output(problems[0]).offset + image.output(problems[0]).bytes);
  EXPECT_EQ(image.number(1, 0, "k"), 1);
  EXPECT_EQ(image.number(1, 0, "m"), 1) << "of all of A";
}

TEST(Image, asks_each_rank_of_its_part_of_the_arrays) {
  ProblemSet set = ranks({{1, 2, 3}, {4, 5, 6}}, {});
  const int k = 2;
  const Part part{1, 2, 0, 3};
  set.queries = {ranks_query(set, 0, std::span(&k, 1), std::span(&part, 1))};
  const Image image(set, ValueType::int32, wire::Memory::host, 0);
  std::vector<std::int64_t> numbers;
  for (const char* name : {"k", "A", "m", "B", "n"}) numbers.push_back(image.number(0, 0, name));
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{2, 1, 2, 0, 3}));
}

TEST(Image, says_how_far_past_a_boundary_each_array_starts) {
  ProblemSet set = merges_of({{{1}, {2}}});
  set.offsets = {1, 0, 2, 0, 3};
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  EXPECT_EQ(image.first_input(image.problems()[0]).shift, 4U);
  EXPECT_EQ(second_input(image, image.problems()[0]).shift, 8U);
  EXPECT_EQ(image.output(image.problems()[0]).shift, 12U);
}

TEST(Image, sends_lists_as_a_and_where_they_start_as_b) {
  const ProblemSet set = problems_of({{{4, 6, 5}, {}, {0, 2, 2, 3}}}, lists_kit());
  const Image image(set, ValueType::record, wire::Memory::device, 0);
  const wire::Problem& problem = image.problems()[0];
  EXPECT_EQ(image.number(0, 0, "k"), 3);
  EXPECT_EQ(image.number(0, 0, "total"), 3);
  const auto label = [&](std::size_t place) { return static_cast<int>(image.labels().label(place)); };
  EXPECT_EQ(read<int>(image, image.first_input(problem)),
            (std::vector{4, label(0), 6, label(1), 5, label(2)}));
  EXPECT_EQ(read<int>(image, second_input(image, problem)), (std::vector{0, 2, 2, 3}))
      << "ints, whatever the elements are";
}

TEST(Image, says_what_each_argument_is) {
  const auto roles = [](const ProblemSet& set) {
    std::string text;
    for (const wire::Argument& argument :
         Image(set, ValueType::record, wire::Memory::device, 0).arguments()) {
      text += fmt::format("{}:{}:{}:{} ", argument.name.view(), static_cast<int>(argument.role),
                          argument.element_bytes, argument.covered);
    }
    return text;
  };
  EXPECT_EQ(roles(merges_of({{{1}, {2}}})), "A:1:8:1 m:0:0:0 B:1:8:1 n:0:0:0 C:2:8:1 ");
  EXPECT_EQ(roles(problems_of({{{1}, {}}}, sort_kit())), "A:1:8:1 m:0:0:0 C:2:8:1 scratch:3:8:0 ");
  EXPECT_EQ(roles(problems_of({{{1}, {}, {0, 1}}}, lists_kit())),
            "lists:1:8:1 starts:1:4:0 k:0:0:0 total:0:0:0 C:2:8:1 ");
}

// Labels don't reveal the order of their values, and change each time.

constexpr int kCount = 1000;

Arrays rising() {
  Arrays arrays;
  arrays.a.resize(kCount);
  arrays.b.resize(kCount);
  std::iota(arrays.a.begin(), arrays.a.end(), 0);
  std::iota(arrays.b.begin(), arrays.b.end(), kCount);
  return arrays;
}

TEST(Labels, name_each_element_once) {
  const Arrays small{{1, 1}, {1}};
  const Labels labels = labels_of({small, rising()}, 7);
  std::set<std::uint32_t> seen;
  for (std::size_t place = 0; place < 3 + 2 * kCount; ++place) seen.insert(labels.label(place));
  EXPECT_EQ(seen.size(), 3U + 2 * kCount);
  EXPECT_EQ(labels.find(labels.label(1))->origin, 1);
  EXPECT_EQ(labels.find(labels.label(2))->origin, 2);
  EXPECT_EQ(labels.find(labels.label(3 + kCount))->key, kCount) << "the second pair's B";
  EXPECT_EQ(labels.find(labels.label(3 + kCount))->origin, kCount);
  EXPECT_FALSE(labels.find(3 + 2 * kCount));
}

TEST(Labels, rise_and_fall_alike_along_the_keys) {
  const Labels labels = labels_of({rising()}, 1);
  int rises = 0;
  for (std::size_t i = 0; i + 1 < kCount; ++i) rises += labels.label(i) < labels.label(i + 1) ? 1 : 0;
  EXPECT_GT(rises, kCount * 4 / 10);
  EXPECT_LT(rises, kCount * 6 / 10);
}

TEST(Labels, are_others_for_another_seed_and_no_two_seeds_are_alike) {
  const Labels one = labels_of({rising()}, fresh_seed()), other = labels_of({rising()}, fresh_seed());
  int same = 0;
  for (std::size_t place = 0; place < 2 * kCount; ++place)
    same += one.label(place) == other.label(place) ? 1 : 0;
  EXPECT_LT(same, 20) << "about one of 2000 is expected";
}

TEST(Labels, compare_what_they_stand_for) {
  const Labels labels = labels_of({{{1, 5}, {5, std::numeric_limits<int>::max()}}}, 3);
  const std::uint32_t low = labels.label(0), a = labels.label(1), b = labels.label(2), high = labels.label(3);
  EXPECT_TRUE(labels.less(low, a));
  EXPECT_FALSE(labels.less(a, low));
  EXPECT_FALSE(labels.less(a, b) || labels.less(b, a)) << "equal keys";
  EXPECT_TRUE(labels.less(high, 1000) && labels.less(1000, 1001)) << "an invalid label comes last";
}

const Numbers kWide{{"section", 4096}}, kNarrow{{"section", 1024}};

class FreshInputsTest : public testing::Test {
 protected:
  /// A problem whose one key tells how many were made before.
  FreshInput make(const Numbers& shape) {
    if (made_ == fails_at_) throw std::runtime_error("no memory left");
    ProblemSet set = merges_of({{{made_++}, {}}}, {shape.at("section"), 1});
    Image image(set, ValueType::int32, wire::Memory::host, 0, true);
    return {std::move(set), std::move(image)};
  }
  static int key(const FreshInput& input) { return keys_of(input.set, 0).a.front(); }

  std::atomic<int> made_ = 0;
  int fails_at_ = -1;
  FreshInputs inputs_{[this](const Numbers& shape) { return make(shape); }};
};

TEST_F(FreshInputsTest, gives_another_one_each_time) {
  EXPECT_EQ(key(inputs_.take(kWide)), 0);
  inputs_.prepare(kWide);
  EXPECT_EQ(key(inputs_.take(kWide)), 1);
  EXPECT_EQ(made_, 2);  // the one that was prepared
  EXPECT_EQ(key(inputs_.take(kWide)), 2);
}

TEST_F(FreshInputsTest, makes_no_other_shape_than_it_is_asked_for) {
  inputs_.prepare(kWide);
  const FreshInput input = inputs_.take(kNarrow);
  EXPECT_EQ(shape_of(input.set).section, kNarrow.at("section"));
  EXPECT_EQ(key(input), 1);
}

TEST_F(FreshInputsTest, tells_in_take_what_went_wrong_in_the_background) {
  fails_at_ = 0;
  inputs_.prepare(kWide);
  EXPECT_THROW(static_cast<void>(inputs_.take(kWide)), std::runtime_error);
}

TEST_F(FreshInputsTest, may_end_while_one_is_being_made) { inputs_.prepare(kWide); }

}  // namespace
}  // namespace mergelab::judge
