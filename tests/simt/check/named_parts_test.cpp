// Messages use the kernel's own names for parts of dynamic shared memory, if these are certain.
#include "simt/cxx/named_parts.hpp"

#include "checked.hpp"

namespace {

class NamedParts : public CheckedModule<"named_parts"> {
 protected:
  std::string race(const char* run, int at, int tile) { return violations(run, device(1, "out"), at, tile); }
};

constexpr int kTile = 8;

TEST_F(NamedParts, are_those_of_pointers) {
  EXPECT_TRUE(holds(race("run_pointers", 0, kTile), {"race: ", " read tile_b[0] = tiles[8] (shared) at "}));
  EXPECT_TRUE(holds(race("run_pointers", 7, kTile), {" read tile_b[7] = tiles[15] (shared) at "}));
  EXPECT_TRUE(holds(race("run_pointers", -1, kTile), {" read tile_a[7] = tiles[7] (shared) at "}));
}

TEST_F(NamedParts, follow_the_arguments_of_the_launch) {
  EXPECT_TRUE(holds(race("run_pointers", 3, 100), {" read tile_b[3] = tiles[103] (shared) at "}));
  EXPECT_TRUE(holds(race("run_pointers", 3, 5), {" read tile_b[3] = tiles[8] (shared) at "}));
  EXPECT_TRUE(holds(race("run_addresses", 4, kTile), {" read tile_b[4] = tiles[23] (shared) at "}));
  EXPECT_TRUE(holds(race("run_addresses", -3, kTile), {" read tile_a[14] = tiles[16] (shared) at "}));
}

TEST_F(NamedParts, are_marked_spans) {
  EXPECT_TRUE(holds(race("run_spans", 2, kTile), {" read tile_b[2] = tiles[10] (shared) at "}));
}

TEST_F(NamedParts, are_members_of_structs_and_count_elements) {
  EXPECT_TRUE(holds(race("run_structs", 2, kTile), {" read b.slots[2] = pairs[10] (shared) at "}));
}

TEST_F(NamedParts, tell_of_an_index_that_leaves_its_part) {
  const int* A = numbers(8, "A");
  EXPECT_TRUE(holds(violations("run_past_the_end", A, device(1, "out"), 1, kTile),
                    {" write tile_b[1] = tiles[9] (shared) past tile_a at "}) ||
              holds(violations("run_past_the_end", A, device(1, "out"), 1, kTile),
                    {" read tile_b[1] = tiles[9] (shared) at "}));
  simt::host::set_order({simt::Order::Kind::Reverse, 0});
  const std::string reverse = violations("run_past_the_end", A, device(1, "out"), 1, kTile);
  simt::host::set_order({});
  EXPECT_TRUE(holds(reverse, {" write tile_b[1] = tiles[9] (shared) past tile_a at "}));
}

TEST_F(NamedParts, that_lie_on_one_another_are_both_told) {
  EXPECT_TRUE(
      holds(race("run_overlapping", 3, kTile), {" read tile_b[3] = tile_c[3] = tiles[11] (shared) at "}));
}

TEST_F(NamedParts, do_not_guess_which_index_left_its_part) {
  const std::string found = violations("run_past_by_another", numbers(8, "A"), device(1, "out"), 1, kTile);
  EXPECT_TRUE(holds(found, {" read tile_b[1] = tiles[9] (shared) at "})) << found;
}

TEST_F(NamedParts, tell_which_one_ends_behind_the_array) {
  EXPECT_TRUE(holds(race("run_spans", kTile, kTile), {"[16] of 16 by 4 bytes past tile_b at "}));
  EXPECT_TRUE(holds(race("run_pointers", 2 * kTile, kTile), {"[24] of 24 by 4 bytes past tile_b at "}));
}

TEST_F(NamedParts, are_left_out_where_a_name_could_be_wrong) {
  for (const char* run : {"run_moved", "run_stepped", "run_assigned", "run_by_address", "run_resized",
                          "run_computed", "run_subtracted", "run_indexed_whole", "run_chosen"}) {
    const std::string found = race(run, 3, kTile);
    EXPECT_TRUE(holds(found, {"race: ", "[11] (shared) at "})) << run << ": " << found;
  }
  EXPECT_TRUE(holds(race("run_exchanged", 3, kTile), {"race: ", "[11] (shared) at "}));
  EXPECT_TRUE(holds(race("run_twice", 3, kTile), {"race: ", "[11] (shared) at "}));
  EXPECT_TRUE(holds(race("run_loose", 3, kTile), {"race: ", "[22] (shared) at "}));
  EXPECT_FALSE(holds(race("run_two_arrays", 3, kTile), {"tile_b[3]"}));
}

TEST_F(NamedParts, of_kernel_templates_are_those_of_the_instance) {
  EXPECT_TRUE(holds(race("run_templated", 3, kTile), {" read tile_b[3] = tiles[11] (shared) at "}));
  EXPECT_TRUE(holds(race("run_deduced", 3, kTile), {"[11] (shared) at "}));  // has no address
}

std::string named(const std::string& text) {
  const std::string marker = "# 1 \"k.cu\"\n";
  const std::string result =
      simt::cxx::name_parts(marker + text, [](std::string_view file) { return file == "k.cu"; });
  return result.substr(marker.size());
}

TEST(NamePartsText, adds_a_constant_to_the_line_of_the_array) {
  const std::string kernel =
      "__simt_global__ void k(const int* A, int m, int tile) {\n"
      "extern __simt_shared__ int s[];\nint* a = s; int* b = s + 2 * tile + 1;\n}\n";
  EXPECT_NE(
      named(kernel).find("s[]; static const struct { unsigned long bytes; char words[34]; } simt_parts "
                         "__attribute__((used)) = {sizeof(s[0]), \"s 3 A m tile 2 a 0 0 b 1 1 2 20 4\"};\n"),
      std::string::npos)
      << named(kernel);
  for (const char* reference : {"void f(int*& p);", "void f(int& t) { t = 1; }", "void g() { asm(\"\"); }",
                                "template <class T> void h(T&& t);"})
    EXPECT_EQ(named(reference + kernel), reference + kernel);
  for (const char* harmless : {"bool f(bool a, bool b) { return (a && b); }", "int f(const int& t);",
                               "struct S { int* p; int& operator[](int i) const { return p[i]; } };"})
    EXPECT_NE(named(harmless + kernel), harmless + kernel) << harmless;
}

TEST(NamePartsText, leaves_all_else_as_it_is) {
  for (const char* text :
       {"int x;", "extern __simt_shared__ int s[];",
        "void k(int tile) { extern __simt_shared__ int s[]; int* a = s; }",
        "__simt_global__ void k(S tile) { extern __simt_shared__ int s[]; int* a = s; }",
        "__simt_global__ void k(int n) { if (n) { extern __simt_shared__ int s[]; int* a = s; } }",
        "__simt_global__ void k(int n) { if (n) extern __simt_shared__ int s[]; }",
        "} extern __simt_shared__ int s[]; {", "int x; } extern __simt_shared__ int s[]; void f() {}",
        "__simt_global__ void k(int n] { extern __simt_shared__ int s[]; int* a = s; }",
        "__simt_global__ void k(int n) { extern __simt_shared__ int s[]; int* a = (s]; }",
        "__simt_global__ void k(int n) { extern __simt_shared__ int s[]; int* a = s; )",
        "__simt_global__ void k int n) { extern __simt_shared__ int s[]; int* a = s; }",
        "__simt_global__ void k(int n) { extern __simt_shared__"})
    EXPECT_EQ(named(text), text);
}

}  // namespace
