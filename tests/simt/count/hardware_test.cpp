// An H200's counters of kernels from the engine's tests, which no solution changes: the engine counts the
// same. The figures are bench/hardware/h200/gpu_rolled.csv, made by bench/hardware/compare.sh: by nvcc
// without unrolling, because neither g++ nor clang unrolls here.
#include "../../../bench/hardware/columns.hpp"
#include "counted.hpp"
#include "support/places.hpp"
#include "support/test.hpp"

namespace {

using Row = std::map<std::string, double>;

std::map<std::string, Row> gpu_figures() {
  std::ifstream file(MERGELAB_SOURCE_DIR "/bench/hardware/h200/gpu_rolled.csv");
  const auto cells_of = [](const std::string& line) {
    std::vector<std::string> cells;
    bool quoted = false;
    cells.emplace_back();
    for (const char c : line) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.emplace_back();
      } else {
        cells.back() += c;
      }
    }
    return cells;
  };
  std::map<std::string, Row> rows;
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = cells_of(line);
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = cells_of(line);
    for (std::size_t i = 1; i < cells.size(); ++i) rows[cells[0]][names.at(i)] = std::stod(cells[i]);
  }
  return rows;
}

/// What is left to compilers: whether a value that is there already is loaded again, and whether two
/// branches' stores to one place are one instruction. Among them, of the counters below:
const std::set<std::pair<std::string, std::string>> kCompilersOwn = {
    {"clang", "stencil of three dimensions global_store_sectors"},
};

/// What is left to the hardware: when the lanes of a warp come together again behind a loop of atomics. And
/// nvcc reads a cuda::atomic_ref by a pointer to any memory, which ncu takes for global memory.
const std::set<std::pair<std::string, std::string>> kHardwaresOwn = {
    {"hash table", "global_load_requests"}, {"hash table", "global_load_sectors"},
    {"turns by orders", "global_fetched"},  {"turns by relaxed accesses and fences", "global_fetched"},
    {"turns by tickets", "global_fetched"}, {"running minimum", "global_fetched"},
};

class Hardware : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Compilers, Hardware, testing::ValuesIn(compilers()),
                         [](const auto& info) { return info.param; });

TEST_P(Hardware, counts_as_the_engine_does) {
  const std::map<std::string, Row> gpu = gpu_figures();
  int compared = 0;
  for (const char* object : {"cases_patterns", "cases_foreign", "cases_hand_overs"}) {
    const CountedModule module(GetParam(), object);
    char name[100];
    for (int number = 0;; ++number) {
      bool there = false;
      const simt::Counters counters = module.count_result("run_case", there, number, name);
      if (!there) break;
      ASSERT_TRUE(gpu.contains(name)) << name;
      const Row& theirs = gpu.at(name);
      Row ours;
      for (const auto& [column, value] : hardware::columns(counters))
        ours[column] = static_cast<double>(value);
      for (const char* column :
           {"global_loads", "global_fetched", "global_load_requests", "global_load_sectors", "global_stores",
            "global_store_sectors", "barriers"}) {
        if (kCompilersOwn.contains({GetParam(), std::string(name) + " " + column})) continue;
        if (kHardwaresOwn.contains({name, column})) continue;
        EXPECT_NEAR(ours.at(column), theirs.at(column), 0.02 * theirs.at(column)) << name << ": " << column;
        ++compared;
      }
      // What atomics of one address cost is not counted.
      if (std::string(object) == "cases_hand_overs") continue;
      const auto over_ideal = [](const Row& row) {
        const double wavefronts = row.at("shared_store_wavefronts");
        return wavefronts == 0 ? 1 : wavefronts / (wavefronts - row.at("shared_store_conflicts"));
      };
      EXPECT_NEAR(over_ideal(ours), over_ideal(theirs), 0.02 * over_ideal(theirs)) << name;
    }
  }
  EXPECT_GT(compared, 200);
}

}  // namespace
