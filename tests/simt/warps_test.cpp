// Warp operations and atomics.
#include "module.hpp"
#include "support/test.hpp"

namespace {

Module warps() { return Module(KERNELS_DIR "/warps.so"); }

TEST(Warp, reduces_by_shuffles) {
  const int blocks = 3, threads = 256;
  std::vector<int> in(blocks * threads), out(blocks);
  std::iota(in.begin(), in.end(), 1);
  warps().call("run_reduce", in.data(), out.data(), blocks, threads);
  for (int b = 0; b < blocks; ++b) {
    EXPECT_EQ(out[b], std::accumulate(in.begin() + b * threads, in.begin() + (b + 1) * threads, 0))
        << "block " << b;
  }
}

TEST(Warp, shuffles_in_segments) {
  std::vector<int> out(128);
  warps().call("run_kinds", out.data());
  for (int lane = 0; lane < 32; ++lane) {
    const int place = lane % 8;
    EXPECT_EQ(out[lane], lane - place + 3) << lane;
    EXPECT_EQ(out[32 + lane], place < 2 ? lane : lane - 2) << lane;
    EXPECT_EQ(out[64 + lane], place > 5 ? lane : lane + 2) << lane;
    EXPECT_EQ(out[96 + lane], lane ^ 1) << lane;
  }
}

TEST(Warp, shuffles_eight_bytes) {
  std::vector<double> out(32);
  warps().call("run_wide", out.data());
  EXPECT_EQ(out, std::vector<double>(32, 31.5));
}

TEST(Warp, lets_parts_of_a_warp_shuffle_apart) {
  std::vector<int> out(32);
  warps().call("run_halves", out.data());
  for (int lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], lane < 16 ? 5 : 200) << lane;
}

TEST(Warp, votes) {
  std::vector<unsigned> out(3);
  warps().call("run_votes", out.data());
  EXPECT_EQ(out, (std::vector<unsigned>{0xaaaaaaaaU, 0b1010U, 0x0000ff00U}));
}

TEST(Warp, does_not_wait_for_lanes_that_returned) {
  std::vector<int> out(20);
  warps().call("run_after_return", out.data());
  for (int lane = 0; lane < 20; ++lane) EXPECT_EQ(out[lane], lane < 19 ? lane + 1 : -1) << lane;
}

TEST(Warp, finds_a_caller_outside_its_mask) {
  std::vector<int> out(2);
  EXPECT_EQ(warps().violation("run_outside_mask", out.data()),
            "warp_mask: mask_without_caller: thread 1 at warps.cu:68 `__global__ void outside_mask(int* out) "
            "{ out[threadIdx.x] = __shfl_sync(0x1U, 1, 0); }`");
}

TEST(Atomics, count_a_histogram) {
  std::vector<unsigned> in(1000), bins(16), expected(16);
  for (unsigned i = 0; i < in.size(); ++i) {
    in[i] = i * i % 23;
    ++expected[in[i] % 16];
  }
  Module(KERNELS_DIR "/atomics.so").call("run_histogram", in.data(), 1000, bins.data());
  EXPECT_EQ(bins, expected);
}

TEST(Atomics, keep_extremes_exchange_compare_and_wrap) {
  std::vector<int> out(37);
  out[0] = -100;
  out[1] = 100;
  out[3] = -1;
  float sum = 0;
  unsigned long long wide = 0;
  Module(KERNELS_DIR "/atomics.so").call("run_others", out.data(), &sum, &wide);
  EXPECT_EQ(out[0], 31);
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 31 * 7 % 32);
  EXPECT_EQ(out[3], 0);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[4 + i], i % 5) << i;
  EXPECT_EQ(sum, 16.0F);
  EXPECT_EQ(wide, 32ULL << 32);
}

}  // namespace
