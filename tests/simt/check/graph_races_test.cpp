// What a graph's edges order, and what its launches come after.
#include "checked.hpp"

namespace {

class Graphs : public CheckedModule<"graph_races"> {
 protected:
  template <class... A>
  std::string found(const char* name, A... how) {
    return violations(name, zeros(32, "A"), device(32, "C"), how...);
  }
  testing::AssertionResult race(const std::string& found) {
    return holds(found, {"race: thread 0 of block 0 ", "A[0] at graph_races.cu:", "; other: ",
                         " of kernel_before ", "; advice: kernels_in_streams"});
  }
};

TEST_F(Graphs, have_races_of_nodes_without_a_path_between_them) {
  for (const int kind : {0, 4}) EXPECT_TRUE(race(found("run_nodes", kind))) << kind;
}

TEST_F(Graphs, order_nodes_by_paths) {
  for (const int kind : {1, 2, 3}) EXPECT_EQ(found("run_nodes", kind), "") << kind;
}

TEST_F(Graphs, have_the_edges_of_events_that_were_captured) {
  for (const bool fills : {false, true}) {
    EXPECT_TRUE(race(found("run_captured", 0, fills))) << fills;
    EXPECT_EQ(found("run_captured", 1, fills), "") << fills;
  }
}

TEST_F(Graphs, are_work_of_the_stream_that_they_are_launched_into) {
  for (const int kind : {0, 2, 4}) EXPECT_TRUE(race(found("run_beside", kind))) << kind;
  for (const int kind : {1, 3, 5}) EXPECT_EQ(found("run_beside", kind), "") << kind;
}

}  // namespace
