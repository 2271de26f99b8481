// Arrays of structs as columns of numbers.
#include "model/interface.hpp"
#include "support/test.hpp"

namespace mergelab {
namespace {

struct Reading {
  double time;
  short level;
  unsigned char flag, kind;
  float weight;
};
const Argument kSamples{.name = "samples",
                        .role = Argument::Role::inout,
                        .type = "Reading",
                        .extents = {"n"},
                        .fields = {{"time", "double", {.how = Compare::How::ulps, .ulps = 4}},
                                   {"level", "short"},
                                   {"flag", "unsigned char"},
                                   {"kind", "unsigned char"},
                                   {"weight", "float"}}};

TEST(Columns, lie_in_the_struct_as_the_compiler_has_it) {
  const Reading samples[] = {{1.5, -2, 3, 4, 0.25F}, {2.5, -3, 5, 6, 0.5F}};
  const auto bytes = std::as_bytes(std::span(samples));
  ASSERT_EQ(kSamples.element_bytes(0), sizeof(Reading));
  const std::vector<Argument> columns = columns_of(kSamples);
  std::vector<std::vector<std::byte>> memory(columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c)
    static_cast<void>(column_in(kSamples, c, bytes, memory[c]));
  EXPECT_EQ(std::get<double>(read_number(element_type_named("double"), memory[0].data() + 8)), 2.5);
  EXPECT_EQ(std::get<std::int64_t>(read_number(element_type_named("short"), memory[1].data())), -2);
  EXPECT_EQ(memory[3], (std::vector{std::byte{4}, std::byte{6}}));
  EXPECT_EQ(std::get<double>(read_number(element_type_named("float"), memory[4].data() + 4)), 0.5);
  EXPECT_TRUE(std::ranges::equal(of_columns(kSamples, memory), bytes));
  memory[2].pop_back();
  EXPECT_THROW(static_cast<void>(of_columns(kSamples, memory)), std::invalid_argument);
}

TEST(Columns, have_the_types_and_comparisons_of_fields) {
  const std::vector<Argument> columns = columns_of(kSamples);
  ASSERT_EQ(columns.size(), 5U);
  EXPECT_EQ(columns[0].name, "samples.time");
  EXPECT_EQ(columns[0].type, "double");
  EXPECT_EQ(columns[0].compare.ulps, 4);
  EXPECT_EQ(columns[1].compare.how, Compare::How::exact);
  EXPECT_EQ(columns[1].extents, kSamples.extents);
  EXPECT_TRUE(columns[1].is_output());
  EXPECT_TRUE(columns[1].fields.empty());
  EXPECT_EQ(element_name(columns[0].name, "[3]"), "samples[3].time");
  EXPECT_EQ(element_name("y", "[3]"), "y[3]");
}

TEST(Columns, of_numbers_are_the_array_itself) {
  const Argument array{.name = "y", .type = "short"};
  const std::vector<std::byte> bytes(6);
  std::vector<std::byte> memory;
  EXPECT_EQ(column_in(array, 0, bytes, memory).data(), bytes.data());
  EXPECT_TRUE(memory.empty());
  EXPECT_EQ(columns_of(array).front().name, "y");
  EXPECT_EQ(of_columns(array, {bytes}), bytes);
}

TEST(Columns, are_declared_as_in_cpp) {
  EXPECT_EQ(
      struct_declaration({.name = "x", .type = "Pair", .fields = {{"a", "half"}, {"b", "unsigned short"}}}),
      "struct Pair { __half a; unsigned short b; };");
  Interface interface {
    .arguments = {{.name = "n", .role = Argument::Role::size}, kSamples, kSamples}, .returns = {}
  };
  EXPECT_EQ(declaration_of(interface, "f"), "void f(int n, Reading* samples, Reading* samples)");
  EXPECT_EQ(interface.structs().size(), 1U);
  EXPECT_TRUE(interface.uses("short"));
  EXPECT_TRUE(interface.uses("Reading"));
  EXPECT_FALSE(interface.uses("half"));
  EXPECT_FALSE(interface.is_exact());
  interface.arguments[1].fields[0].compare = interface.arguments[2].fields[0].compare = {};
  EXPECT_TRUE(interface.is_exact());
}

}  // namespace
}  // namespace mergelab
