// Inputs of labs without a kit.
#include "judge/inputs.hpp"
#include "model/npy.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

using Role = Argument::Role;

template <class Type>
std::vector<Type> values(std::span<const std::byte> bytes) {
  std::vector<Type> all(bytes.size() / sizeof(Type));
  if (!all.empty()) std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

template <class Type>
std::vector<Type> made(const char* type, const Given& given, std::size_t count = 1000) {
  Random random(7);
  return values<Type>(make_array(given, element_type_named(type), count, random));
}

TEST(ArrayGenerators, make_what_their_table_says) {
  const Given range{.generator = "uniform", .low = -2.0, .high = 3.0};
  for (const float value : made<float>("float", range)) {
    EXPECT_GE(value, -2.0F);
    EXPECT_LE(value, 3.0F);
  }
  const std::vector<std::uint8_t> all_bytes = made<std::uint8_t>(
      "unsigned char", {.generator = "uniform", .low = std::int64_t{0}, .high = std::int64_t{-1}}, 20'000);
  EXPECT_EQ(std::set(all_bytes.begin(), all_bytes.end()).size(), 256U);
  const Given dice{.generator = "integers", .low = std::int64_t{1}, .high = std::int64_t{6}};
  const std::vector<double> thrown = made<double>("double", dice);
  EXPECT_EQ(std::set(thrown.begin(), thrown.end()), (std::set<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(made<short>("short", {.generator = "index"}, 3), (std::vector<short>{0, 1, 2}));
  EXPECT_EQ(made<int>("int", {.generator = "ones"}, 2), (std::vector<int>{1, 1}));
  EXPECT_EQ(made<int>("int", {.generator = "zeros"}, 2), (std::vector<int>{0, 0}));
  const std::vector<float> sorted = made<float>("float", {.generator = "sorted", .low = -1.0, .high = 1.0});
  EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
  const std::vector<int> reversed = made<int>("int", {.generator = "reversed"});
  EXPECT_TRUE(std::is_sorted(reversed.rbegin(), reversed.rend()));
  std::vector<int> places = made<int>("int", {.generator = "permutation"}, 100);
  EXPECT_FALSE(std::is_sorted(places.begin(), places.end()));
  std::sort(places.begin(), places.end());
  EXPECT_EQ(places, made<int>("int", {.generator = "index"}, 100));
  const std::vector<int> few = made<int>("int", {.generator = "few", .distinct = 3});
  EXPECT_EQ(std::set(few.begin(), few.end()), (std::set<int>{0, 1, 2}));
  for (const double power : made<double>("double", {.generator = "powers"}))
    EXPECT_EQ(std::abs(power), std::exp2(std::ilogb(power)));
  const std::vector<float> special = made<float>("float", {.generator = "special"});
  EXPECT_TRUE(std::any_of(special.begin(), special.end(), [](float x) { return std::isnan(x); }));
  EXPECT_TRUE(std::any_of(special.begin(), special.end(), [](float x) { return std::isinf(x) && x < 0; }));
  EXPECT_EQ(made<double>("double", {.generator = "literal", .values = {1.5, std::int64_t{2}}}, 2),
            (std::vector<double>{1.5, 2}));
}

TEST(ArrayGenerators, make_halves) {
  for (const Half value : made<Half>("half", {.generator = "uniform", .low = 0.1, .high = 0.3})) {
    EXPECT_GE(value, Half(0.1));
    EXPECT_LE(value, Half(0.3));
  }
  EXPECT_EQ(made<Half>("half", {.generator = "literal", .values = {0.1, std::int64_t{-3}, 65504.0}}, 3),
            (std::vector<Half>{0.1, -3, 65504}));
  EXPECT_EQ(made<Half>("half", {.generator = "index"}, 3), (std::vector<Half>{0, 1, 2}));
  for (const Half power : made<Half>("half", {.generator = "powers"}))
    EXPECT_EQ(std::abs(power), std::exp2(std::ilogb(power)));
  const std::vector<Half> special = made<Half>("half", {.generator = "special"});
  const auto has = [&](auto is_it) { return std::any_of(special.begin(), special.end(), is_it); };
  EXPECT_TRUE(has([](float x) { return std::isnan(x); }));
  EXPECT_TRUE(has([](float x) { return std::isinf(x) && x < 0; }));
  EXPECT_TRUE(has([](float x) { return x == 65504; }));
  EXPECT_TRUE(has([](float x) { return x == 0 && std::signbit(x); }));
  EXPECT_TRUE(has([](float x) { return x == std::exp2(-24.0F); }));
}

TEST(ArrayGenerators, are_those_of_the_table) {
  Random random(1);
  const TemporaryFolder folder("mergelab-arrays-");
  for (const std::string& name : names_of(array_generators())) {
    Given given{.generator = name, .distinct = 2, .values = {1.0}};
    given.file = folder.path() / "x.npy";
    for (const ElementType& type : element_types()) {
      if (type.kind == ElementType::Kind::value) continue;
      const std::int64_t one = 1;
      write_npy(given.file, type, std::span(&one, 1), std::vector<std::byte>(type.bytes));
      EXPECT_EQ(make_array(given, type, 1, random).size(), type.bytes) << name << " " << type.name;
    }
  }
  EXPECT_THROW(static_cast<void>(make_array({.generator = "other"}, element_type_named("int"), 1, random)),
               std::invalid_argument);
}

TEST(AnyInputs, follow_numbers_constants_and_seeds) {
  Lab lab;
  lab.constants["tile"] = 16;
  lab.interface.arguments = {{.name = "A", .role = Role::in, .type = "float", .extents = {"rows", "tile"}},
                             {.name = "rows", .role = Role::size},
                             {.name = "twice", .role = Role::size},
                             {.name = "scale", .role = Role::parameter, .type = "float"},
                             {.name = "C", .role = Role::out, .type = "int", .extents = {"twice"}}};
  CaseSpec spec;
  spec.count = 50;
  spec.arguments["rows"] = {.generator = "uniform", .low = std::int64_t{1}, .high = std::int64_t{4}};
  spec.arguments["twice"] = {.generator = "size", .size = Formula("2*rows+tile")};
  spec.arguments["scale"] = {.generator = "number", .values = {0.5}};
  spec.arguments["A"] = {.generator = "uniform", .low = -1.0, .high = 1.0};
  const std::vector<Inputs> all = make_inputs(lab, spec, 3), again = make_inputs(lab, spec, 3);
  ASSERT_EQ(all.size(), 50U);
  std::set<std::int64_t> rows;
  for (std::size_t i = 0; i < all.size(); ++i) {
    rows.insert(all[i].number("rows"));
    EXPECT_EQ(all[i].number("twice"), 2 * all[i].number("rows") + 16);
    EXPECT_EQ(std::get<double>(all[i].numbers.at("scale")), 0.5);
    EXPECT_EQ(all[i].arrays[0].bytes().size(),
              static_cast<std::size_t>(all[i].number("rows")) * 16 * sizeof(float));
    EXPECT_TRUE(all[i].arrays[4].empty());
    for (std::size_t a = 0; a < all[i].arrays.size(); ++a)
      EXPECT_TRUE(std::ranges::equal(all[i].arrays[a].bytes(), again[i].arrays[a].bytes()));
  }
  EXPECT_EQ(rows, (std::set<std::int64_t>{1, 2, 3, 4}));
  const std::vector<Inputs> others = make_inputs(lab, spec, 4);
  EXPECT_FALSE(std::ranges::equal(others.front().arrays[0].bytes(), all.front().arrays[0].bytes()));
}

TEST(AnyInputs, that_no_longer_fit_their_file_are_refused) {
  const TemporaryFolder folder("mergelab-arrays-");
  Lab lab;
  lab.interface = {.arguments = {{.name = "x", .role = Role::in, .extents = {"2"}}}, .returns = "int"};
  CaseSpec spec;
  spec.arguments["x"] = {.generator = "file"};
  spec.arguments["x"].file = folder.path() / "x.npy";
  write_npy(folder.path() / "x.npy", {4, 5});
  EXPECT_EQ(values<int>(make_inputs(lab, spec, 1).front().arrays[0]), (std::vector<int>{4, 5}));
  write_npy(folder.path() / "x.npy", {4, 5, 6});
  EXPECT_THROW(static_cast<void>(make_inputs(lab, spec, 1)), std::runtime_error);
}

TEST(AnyInputs, of_structs_are_drawn_by_field) {
  struct Point {
    float x;
    int cell;
  };
  Lab lab;
  lab.interface = {.arguments = {{.name = "points",
                                  .role = Role::in,
                                  .type = "Point",
                                  .extents = {"3"},
                                  .fields = {{"x", "float"}, {"cell", "int"}}}},
                   .returns = "int"};
  CaseSpec spec;
  spec.arguments["points.x"] = {.generator = "literal", .values = {0.5, 1.5, 2.5}};
  spec.arguments["points.cell"] = {.generator = "index"};
  const std::vector<Inputs> all = make_inputs(lab, spec, 1);
  const std::span<const Point> points = all.front().arrays[0].as<Point>();
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[2].x, 2.5F);
  EXPECT_EQ(points[2].cell, 2);
}

}  // namespace
}  // namespace mergelab::judge
