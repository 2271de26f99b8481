// The sent memory has the arrays, poison and margins at the places in its table.
#include "judge/image.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace mergelab::judge {
namespace {

template <class Element>
std::vector<Element> read(const Image& image, const wire::Buffer& buffer) {
  std::vector<Element> elements(buffer.bytes / sizeof(Element));
  std::memcpy(elements.data(), image.sent().data() + buffer.offset + buffer.margin_before, buffer.bytes);
  return elements;
}

TEST(Image, holds_the_arrays_and_a_poisoned_result) {
  const ProblemSet set{.arrays = {{{1, 2, 3}, {4}}}, .queries = {{0, {}}}};
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  const wire::Problem& problem = image.problems().at(0);
  EXPECT_EQ(read<int>(image, image.a(problem)), (std::vector{1, 2, 3}));
  EXPECT_EQ(read<int>(image, image.b(problem)), (std::vector{4}));
  const auto c = read<std::byte>(image, image.c(problem));
  EXPECT_EQ(c.size(), 16U);
  EXPECT_TRUE(std::all_of(c.begin(), c.end(), [](std::byte b) { return b == kPoison; }));
  const auto* margin = image.sent().data() + image.c(problem).offset;
  EXPECT_TRUE(std::all_of(margin, margin + image.c(problem).margin_before,
                          [](std::byte b) { return b == kOutputMargin; }));
}

TEST(Image, tells_the_margins_of_inputs_from_those_of_the_result) {
  // A merge that runs past the ends of A and C copies one margin into the other, which must show.
  EXPECT_NE(kInputMargin, kOutputMargin);
  const ProblemSet set{.arrays = {{{1}, {2}}}, .queries = {{0, {}}}};
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  const wire::Problem& problem = image.problems().at(0);
  EXPECT_EQ(image.sent()[image.a(problem).offset], kInputMargin);
  EXPECT_EQ(image.sent()[image.b(problem).offset], kInputMargin);
  EXPECT_EQ(image.sent()[image.c(problem).offset], kOutputMargin);
}

TEST(Image, has_records_whose_order_nothing_tells) {
  const ProblemSet set{.arrays = {{std::vector<int>(100, 7), {7}}}, .queries = {{0, {}}}};
  const Image image(set, ValueType::record, wire::Memory::device, 5);
  const std::vector<int> a = read<int>(image, image.a(image.problems()[0]));
  std::vector<int> seen;
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(a[2 * i], 7);
    EXPECT_EQ(image.labels().find(static_cast<std::uint32_t>(a[2 * i + 1]))->origin, static_cast<int>(i));
    seen.push_back(a[2 * i + 1]);
  }
  EXPECT_FALSE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(image.labels()
                .find(static_cast<std::uint32_t>(read<int>(image, image.b(image.problems()[0])).at(1)))
                ->origin,
            100);
}

TEST(Image, sends_labels_in_place_of_counted_keys) {
  const ProblemSet set{.arrays = {{{7}, {8}}, {{9}, {}}}, .queries = {{1}, {0}}};
  const Image image(set, ValueType::counted, wire::Memory::host, 5);
  EXPECT_EQ(image.labels().find(read<std::uint32_t>(image, image.a(image.problems()[0])).at(0))->key, 9);
  EXPECT_EQ(image.labels().find(read<std::uint32_t>(image, image.a(image.problems()[1])).at(0))->key, 7);
  EXPECT_EQ(image.labels().find(read<std::uint32_t>(image, image.b(image.problems()[1])).at(0))->key, 8);
}

TEST(Image, of_a_timed_call_on_the_host_is_empty_until_it_is_revealed) {
  const ProblemSet set{.arrays = {{{7}, {8}}},
                       .queries = {{0, {1, 2}}},
                       .kit = Kit::co_rank,
                       .interface = &usual_interface(Kit::co_rank)};
  const Image image(set, ValueType::int32, wire::Memory::host, 0, true);
  const wire::Problem& problem = image.problems()[0];
  const auto first_k = [&] { return image.number(0, 0, "k"); };
  EXPECT_EQ(read<int>(image, image.a(problem)), std::vector{0});
  EXPECT_EQ(first_k(), 0);
  image.reveal(set);
  EXPECT_EQ(read<int>(image, image.a(problem)), std::vector{7});
  EXPECT_EQ(first_k(), 1);
}

TEST(Image, lets_adjacent_arrays_touch) {
  const ProblemSet set{.arrays = {{{1, 2, 3}, {4}}}, .queries = {{0, {}}}, .adjacent = true};
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  const wire::Problem& problem = image.problems()[0];
  EXPECT_EQ(image.a(problem).offset + image.a(problem).margin_before + image.a(problem).bytes,
            image.b(problem).offset + image.b(problem).margin_before);
}

TEST(Image, gives_ranks_their_own_results_over_shared_arrays) {
  const ProblemSet set{.arrays = {{{1}, {2}}},
                       .queries = {{0, {0, 1, 2}}, {0, {1}}},
                       .kit = Kit::co_rank,
                       .interface = &usual_interface(Kit::co_rank)};
  const Image image(set, ValueType::int32, wire::Memory::host, 0);
  const auto& problems = image.problems();
  EXPECT_EQ(image.a(problems[0]).offset, image.a(problems[1]).offset);
  EXPECT_EQ(image.c(problems[0]).bytes, 12U);
  EXPECT_EQ(image.c(problems[1]).bytes, 4U);
  EXPECT_GE(image.c(problems[1]).offset, image.c(problems[0]).offset + image.c(problems[0]).bytes);
  EXPECT_EQ(image.number(1, 0, "k"), 1);
  EXPECT_EQ(image.number(1, 0, "m"), 1) << "of all of A";
}

TEST(Image, asks_each_rank_of_its_part_of_the_arrays) {
  const ProblemSet set{.arrays = {{{1, 2, 3}, {4, 5, 6}}},
                       .queries = {{0, {2}, {{1, 2, 0, 3}}}},
                       .kit = Kit::co_rank,
                       .interface = &usual_interface(Kit::co_rank)};
  const Image image(set, ValueType::int32, wire::Memory::host, 0);
  std::vector<std::int64_t> numbers;
  for (const char* name : {"k", "A", "m", "B", "n"}) numbers.push_back(image.number(0, 0, name));
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{2, 1, 2, 0, 3}));
}

TEST(Image, says_how_far_past_a_boundary_each_array_starts) {
  const ProblemSet set{
      .arrays = {{{1}, {2}}}, .queries = {{0, {}}}, .offset_a = 1, .offset_b = 2, .offset_c = 3};
  const Image image(set, ValueType::int32, wire::Memory::device, 0);
  EXPECT_EQ(image.a(image.problems()[0]).shift, 4U);
  EXPECT_EQ(image.b(image.problems()[0]).shift, 8U);
  EXPECT_EQ(image.c(image.problems()[0]).shift, 12U);
}

TEST(Image, sends_lists_as_a_and_where_they_start_as_b) {
  const ProblemSet set{.arrays = {{{4, 6, 5}, {}, {0, 2, 2, 3}}},
                       .queries = {{0, {}}},
                       .kit = Kit::lists,
                       .interface = &usual_interface(Kit::lists)};
  const Image image(set, ValueType::record, wire::Memory::device, 0);
  const wire::Problem& problem = image.problems()[0];
  EXPECT_EQ(image.number(0, 0, "k"), 3);
  EXPECT_EQ(image.number(0, 0, "total"), 3);
  EXPECT_EQ(image.starts(0), (std::vector{0, 2, 2, 3}));
  const auto label = [&](std::size_t place) { return static_cast<int>(image.labels().label(place)); };
  EXPECT_EQ(read<int>(image, image.a(problem)), (std::vector{4, label(0), 6, label(1), 5, label(2)}));
  EXPECT_EQ(read<int>(image, image.b(problem)), (std::vector{0, 2, 2, 3}))
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
  EXPECT_EQ(roles({.arrays = {{{1}, {2}}}, .queries = {{0, {}}}}),
            "A:1:8:1 m:0:0:0 B:1:8:1 n:0:0:0 C:2:8:1 ");
  EXPECT_EQ(roles({.arrays = {{{1}, {}}},
                   .queries = {{0, {}}},
                   .kit = Kit::sort,
                   .interface = &usual_interface(Kit::sort)}),
            "A:1:8:1 m:0:0:0 C:2:8:1 scratch:3:8:0 ");
  EXPECT_EQ(roles({.arrays = {{{1}, {}, {0, 1}}},
                   .queries = {{0, {}}},
                   .kit = Kit::lists,
                   .interface = &usual_interface(Kit::lists)}),
            "lists:1:8:1 starts:1:4:0 k:0:0:0 total:0:0:0 C:2:8:1 ");
}

}  // namespace
}  // namespace mergelab::judge
