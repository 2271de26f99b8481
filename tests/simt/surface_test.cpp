// Features of CUDA programs besides launches and barriers: atomics of every type, asynchronous copies,
// vectors, lambdas, the rest of the runtime API.
#include "module.hpp"
#include "support/test.hpp"

namespace {

Module atomics() { return Module(KERNELS_DIR "/atomics_all.so"); }
Module copies() { return Module(KERNELS_DIR "/async_copies.so"); }
Module surface() { return Module(KERNELS_DIR "/surface.so"); }

// Threads 0..63 and: min, max, and, or, xor, add, exchange, sum by compare and swap.
template <class T>
void expect_integer_atomics(const char* name, bool shared) {
  std::vector<T> r = {100, 3, static_cast<T>(~T{0}), 64, 5, 1000, 0, 2000};
  if constexpr (sizeof(T) == 8) {
    r[5] = T{1} << 40;  // sums beyond 32 bits
  }
  const T start = r[5];
  atomics().call(name, r.data(), shared);
  EXPECT_EQ(r[0], T{0});
  EXPECT_EQ(r[1], T{63});
  EXPECT_EQ(r[2], static_cast<T>(~T{63}));
  EXPECT_EQ(r[3], T{127});
  EXPECT_EQ(r[4], T{5});  // every bit is flipped 32 times
  EXPECT_EQ(r[5], start + 2016);
  EXPECT_GE(r[6], T{1});
  EXPECT_LE(r[6], T{64});
  EXPECT_EQ(r[7], T{2000 + 2016});
}

class Memory : public testing::TestWithParam<bool> {};
TEST_P(Memory, has_atomics_of_int) { expect_integer_atomics<int>("run_int", GetParam()); }
TEST_P(Memory, has_atomics_of_unsigned) { expect_integer_atomics<unsigned>("run_unsigned", GetParam()); }
TEST_P(Memory, has_atomics_of_unsigned_long_long) {
  expect_integer_atomics<unsigned long long>("run_wide", GetParam());
}
INSTANTIATE_TEST_SUITE_P(Atomics, Memory, testing::Bool(),
                         [](const auto& info) { return info.param ? "shared" : "global"; });

TEST(Atomics, of_long_long_order_and_combine) {
  std::vector<long long> r = {100, -1, ~0LL, 64, 5};
  atomics().call("run_signed_wide", r.data());
  EXPECT_EQ(r, (std::vector<long long>{0, 63, ~63LL, 127, 5}));
}

TEST(Atomics, of_floating_point_add_and_exchange) {
  std::vector<float> r(3);
  atomics().call("run_floats", r.data());
  EXPECT_EQ(r, (std::vector<float>{2016.0F, 7.0F, 16.0F}));
  std::vector<double> d(3);
  atomics().call("run_doubles", d.data());
  EXPECT_NEAR(d[0], 0.128, 1e-15);
  EXPECT_EQ(d[1], 32.0);
  EXPECT_EQ(d[2], 64.0);
}

TEST(Atomics, subtract_and_wrap) {
  std::vector<int> i = {0};
  std::vector<unsigned> u = {10, 0, 3};
  atomics().call("run_counting", i.data(), u.data());
  EXPECT_EQ(i[0], -128);
  EXPECT_EQ(u[0], 10U - 64U);
  EXPECT_EQ(u[1], 64U % 10U);
  EXPECT_EQ(u[2], 9U);  // 3, 2, 1, 0, and then six rounds of 9, ..., 0
}

TEST(Atomics, of_two_bytes_compare_and_swap) {
  std::vector<unsigned short> r = {5, 5};
  unsigned short old = 0;
  atomics().call("run_halves", r.data(), &old);
  EXPECT_EQ(old, 5);
  EXPECT_EQ(r, (std::vector<unsigned short>{6, 5}));
}

template <class T>
void expect_reversed(const char* name, int words) {
  std::vector<T> in(128 * words), out(128 * words);
  std::iota(in.begin(), in.end(), T{1});
  copies().call(name, in.data(), out.data());
  for (int i = 0; i < 128; ++i) {
    const int from = i / 64 * 64 + 63 - i % 64;
    for (int w = 0; w < words; ++w) ASSERT_EQ(out[i * words + w], in[from * words + w]) << i;
  }
}
TEST(AsyncCopy, moves_4_8_and_16_bytes) {
  expect_reversed<int>("run_reverse_4", 1);
  expect_reversed<double>("run_reverse_8", 1);
  alignas(16) static float in[512], out[512];
  std::iota(in, in + 512, 0.0F);
  copies().call("run_reverse_16", in, out);
  EXPECT_EQ(out[0], in[63 * 4]);
  EXPECT_EQ(out[511], in[64 * 4 + 3]);
}

TEST(AsyncCopy, runs_in_stages) {
  std::vector<int> in(32 * 5), out(32);
  for (int i = 0; i < 160; ++i) in[i] = i * i;
  copies().call("run_double_buffered", in.data(), 5, out.data());
  for (int t = 0; t < 32; ++t) {
    int sum = 0;
    for (int tile = 0; tile < 5; ++tile) sum += in[tile * 32 + 31 - t];
    EXPECT_EQ(out[t], sum) << t;
  }
}

TEST(AsyncCopy, is_not_there_before_it_is_waited_for) {
  const std::vector<int> in = {7, 8};
  std::vector<int> out(2);
  copies().call("run_too_early", in.data(), out.data());
  EXPECT_EQ(out, (std::vector<int>{7, -1}));
}

TEST(AsyncCopy, fills_up_with_zeros) {
  alignas(16) const int in[4] = {1, 2, 3, 4};
  alignas(16) int out[4] = {9, 9, 9, 9};
  copies().call("run_zero_filled", static_cast<const int*>(in), static_cast<int*>(out));
  EXPECT_EQ(std::vector<int>(out, out + 4), (std::vector<int>{1, 2, 0, 0}));
}

TEST(AsyncCopy, names_a_wrong_size_or_address) {
  alignas(16) const char in[32] = {};
  const std::string copy =
      "thread 0 of block 0 at async_copies.cu:65 `__pipeline_memcpy_async(&value, in, bytes);`; word: "
      "__pipeline_memcpy_async; numbers: ";
  const char *const begin = in, *const odd = in + 4;
  EXPECT_EQ(copies().violation("run_copy_bytes", begin, 12), "async_copy: copy_size: " + copy + "12 12");
  EXPECT_EQ(copies().violation("run_copy_bytes", odd, 8),
            "async_copy: copy_source_misaligned: " + copy + "8 8");
}

TEST(Surface, makes_vectors_of_every_type) { EXPECT_EQ(surface().call<int>("vectors_made"), 12); }

TEST(Surface, moves_vectors_of_16_bytes) {
  alignas(16) static float in[400], out[400];
  std::iota(in, in + 400, 1.0F);
  surface().call("run_copy_wide", static_cast<const float*>(in), static_cast<float*>(out), 400);
  for (int i = 0; i < 400; ++i) ASSERT_EQ(out[i], in[i / 4 * 4 + 3 - i % 4]) << i;
}

TEST(Surface, takes_lambdas_and_functors_as_arguments) {
  std::vector<int> out(100);
  surface().call("run_lambda", out.data(), 100, 7);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(out[i], 14 * i) << i;
}

TEST(Surface, takes_0_and_null_for_pointers_and_nothing_else) {
  bool answer = false;
  EXPECT_EQ(surface().call<int>("nulls", &answer), 3);
  EXPECT_EQ(surface().violation("run_integer_for_pointer", &answer), "integer_for_pointer:; numbers: 5");
}

TEST(Surface, computes_intrinsics_as_cuda_does) {
  std::vector<int> ok(6);
  surface().call("run_intrinsics", ok.data());
  EXPECT_EQ(ok, std::vector<int>(6, 1));
}

TEST(Surface, has_pitched_and_pinned_memory_on_streams) {
  const int width = 21, height = 10;
  std::vector<int> out(width * height);
  EXPECT_EQ(surface().call<int>("pitched", out.data(), width, height), 1);
  for (int i = 0; i < width * height; ++i) ASSERT_EQ(out[i], i / width * 100 + i % width) << i;
}

TEST(Surface, knows_what_kind_of_memory_it_is) { EXPECT_EQ(surface().call<int>("kinds_of_memory"), 0); }

TEST(Surface, copies_parts_of_symbols) { EXPECT_EQ(surface().call<int>("symbols"), 1); }
TEST(Surface, tells_the_same_of_the_model_everywhere) {
  EXPECT_EQ(surface().call<int>("attributes_agree"), 1);
}

}  // namespace
