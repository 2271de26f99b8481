// The labs' solutions keep the rules; without any one of their barriers they don't.
#include "checked.hpp"

namespace {

class Labs : public CheckedModule<"labs"> {
 protected:
  std::string merge(const char* name, int without) {
    return violations(name, numbers(500, "A", true), 500, numbers(400, "B", true), 400, device(900, "C"),
                      without);
  }
};

TEST_F(Labs, keep_the_rules) {
  for (const char* name : {"run_basic", "run_tiled", "run_circular"}) EXPECT_EQ(merge(name, -1), "") << name;
}

TEST_F(Labs, race_without_any_one_barrier) {
  for (const char* name : {"run_tiled", "run_circular"}) {
    for (const int without : {0, 1, 2}) {
      const std::string found = merge(name, without);
      EXPECT_TRUE(holds(found, {"merge_", ".cuh:"})) << name << ", barrier " << without;
      EXPECT_TRUE(found.find("race: ") == 0 || found.find("uninitialised_read: ") == 0 ||
                  found.find("out_of_bounds: ") == 0)
          << name << ", barrier " << without << "\n"
          << found;
    }
    EXPECT_EQ(merge(name, 3), "") << name;  // they have no more
  }
}

using LabsWithRecords = CheckedModule<"labs_record">;

TEST_F(LabsWithRecords, keep_the_rules) {
  // Records are pairs of ints: these come at odd places too.
  for (const char* name : {"run_basic", "run_tiled", "run_circular"}) {
    int* A = numbers(1002, "A", true);
    int* C = device(1802, "C");
    EXPECT_EQ(violations(name, A + 1, 500, numbers(800, "B", true), 400, C + 1, -1), "") << name;
  }
}

}  // namespace
