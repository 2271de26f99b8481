// Cooperative groups, and a warp's operations on the same exchanges.
#include "module.hpp"
#include "support/test.hpp"

namespace {

Module groups() { return Module(KERNELS_DIR "/groups.so"); }

TEST(Groups, know_their_ranks_in_a_3d_block) {
  std::vector<unsigned> out(96 * 8);
  groups().call("run_ranks", out.data());
  for (unsigned t = 0; t < 96; ++t) {
    const std::vector<unsigned> mine(out.begin() + t * 8, out.begin() + t * 8 + 8);
    const std::vector<unsigned> expected = {t, t % 16, t / 16, 6, t % 8, t % 32 / 8, 4, 96160};
    EXPECT_EQ(mine, expected) << "thread " << t;
  }
}

class TileSize : public testing::TestWithParam<int> {};
TEST_P(TileSize, sums_by_a_group_of_any_kind) {
  std::vector<int> in(128), out(1 + 128 / GetParam()), expected;
  for (int i = 0; i < 128; ++i) in[i] = i * i % 37;
  groups().call("run_sum_by_groups", in.data(), out.data(), GetParam());
  expected.push_back(std::accumulate(in.begin(), in.end(), 0));
  for (auto from = in.begin(); from != in.end(); from += GetParam())
    expected.push_back(std::accumulate(from, from + GetParam(), 0));
  EXPECT_EQ(out, expected);
}
INSTANTIATE_TEST_SUITE_P(Groups, TileSize, testing::Values(1, 2, 4, 8, 16, 32));

TEST(Groups, exchange_within_their_tile) {
  std::vector<int> out(640);
  groups().call("run_exchanges", out.data());
  for (int id = 0; id < 64; ++id) {
    const int rank = id % 8, first = id - rank;
    int before = 0;
    for (int i = first; i < id; ++i) before += i;
    EXPECT_EQ(out[id], first + 1) << id;
    EXPECT_EQ(out[64 + id], rank == 0 ? id : id - 1) << id;
    EXPECT_EQ(out[128 + id], rank == 7 ? id : id + 1) << id;
    EXPECT_EQ(out[192 + id], id ^ 2) << id;
    EXPECT_EQ(out[256 + id], (id < 8) * 2 + (id < 32)) << id;
    EXPECT_EQ(out[320 + id], 0b00100010) << id;
    EXPECT_EQ(out[384 + id], id % 2 == 0 ? 0b01010101 : 0b10101010) << id;
    EXPECT_EQ(out[448 + id], first + 7) << id;
    EXPECT_EQ(out[512 + id], before + id) << id;
    EXPECT_EQ(out[576 + id], before) << id;
  }
}

TEST(Groups, let_tiles_of_a_warp_go_different_ways) {
  std::vector<int> out(32);
  groups().call("run_apart", out.data());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], t / 4 == 0 ? t : t / 4 * 4 + t / 4) << t;
}

TEST(Groups, number_the_threads_of_the_grid) {
  std::vector<unsigned long long> out(48);
  groups().call("run_whole_grid", out.data());
  for (unsigned t = 0; t < 48; ++t) EXPECT_EQ(out[t], 48000 + t);
}

TEST(Groups, name_the_lines_where_a_block_waits) {
  EXPECT_EQ(groups().violation("run_divergent"),
            "divergent_barrier: thread 0 waits for block at groups.cu:90 `block.sync();`; other: thread 32 "
            "waits for block at groups.cu:92 `cg::sync(block);`; advice: all_reach_barrier");
}

TEST(Warp, reduces_and_matches_in_one_call) {
  std::vector<int> out(128);
  groups().call("run_reductions", out.data());
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(out[lane], 496 - 7000) << lane;
    EXPECT_EQ(out[32 + lane], 31) << lane;
    EXPECT_EQ(out[64 + lane], 1) << lane;
    EXPECT_EQ(out[96 + lane], 1) << lane;
  }
}

}  // namespace
