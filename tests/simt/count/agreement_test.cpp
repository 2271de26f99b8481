// g++ and clang generate different code for a kernel; the graded counters must not differ by it.
#include <cmath>

#include "counted.hpp"
#include "support/test.hpp"

namespace {

using simt::Counters;

/// What both compilers must agree on within 3%.
std::map<std::string, double> graded(const Counters& counters) {
  std::map<std::string, double> values;
  for (std::size_t i = 0; i < counters.buffers.size(); ++i) {
    const simt::BufferCounters& buffer = counters.buffers[i];
    const std::string name = "buffer " + std::to_string(i) + " ";
    values[name + "loads"] = static_cast<double>(buffer.loads);
    values[name + "stores"] = static_cast<double>(buffer.stores);
    values[name + "narrow loads"] = static_cast<double>(buffer.narrow_loads);
    values[name + "fetched"] = static_cast<double>(buffer.fetched);
    values[name + "narrow fetched"] = static_cast<double>(buffer.narrow_fetched);
    values[name + "ideal sectors"] = static_cast<double>(buffer.ideal_sectors);
    values[name + "load bytes"] = static_cast<double>(buffer.load_bytes);
    values[name + "store bytes"] = static_cast<double>(buffer.store_bytes);
    values[name + "load sectors"] = static_cast<double>(buffer.load_sectors);
    values[name + "store sectors"] = static_cast<double>(buffer.store_sectors);
    values[name + "atomics"] = static_cast<double>(buffer.atomics);
  }
  values["shared loads"] = static_cast<double>(counters.shared_loads);
  values["shared stores"] = static_cast<double>(counters.shared_stores);
  values["shared load wavefronts"] = static_cast<double>(counters.shared_load_wavefronts);
  const std::uint64_t turns = counters.shared_wavefronts - counters.shared_load_wavefronts;
  const std::uint64_t ideal_turns = counters.shared_ideal_wavefronts - counters.shared_load_ideal_wavefronts;
  values["turns of shared stores over ideal ones"] =
      static_cast<double>(turns) / static_cast<double>(std::max<std::uint64_t>(1, ideal_turns));
  values["barriers"] = static_cast<double>(counters.barriers);
  values["span accesses"] = static_cast<double>(counters.span_accesses);
  return values;
}

void expect_agreement(const std::string& kernel, const std::function<Counters(const CountedModule&)>& run) {
  const std::vector<std::string> names = compilers();
  if (names.size() < 2) GTEST_SKIP() << "only " COMPILERS " is here; the other compiler is missing";
  std::map<std::string, double> values[2];
  for (int i = 0; i < 2; ++i) values[i] = graded(run(CountedModule(names[i], kernel)));
  ASSERT_EQ(values[0].size(), values[1].size()) << kernel;
  for (const auto& [name, value] : values[0])
    EXPECT_NEAR(values[1][name], value, 0.03 * value) << kernel << ": " << name;
}

std::vector<int> staircase(int count, int step) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i / step * step;  // runs of equal elements
  return values;
}

TEST(Agreement, of_merges) {
  constexpr int kA = 40'000, kB = 9'000;
  const DeviceArray<int> A(staircase(kA, 7)), B(staircase(kB, 300)), C(kA + kB);
  for (const char* kernel : {"tiled", "circular"}) {
    for (const int tile : {256, 1024}) {
      expect_agreement(kernel, [&](const CountedModule& module) {
        return module.count("run_merge", A.get(), kA, B.get(), kB, C.get(), 8 * tile, tile);
      });
    }
  }
  expect_agreement("basic", [&](const CountedModule& module) {
    return module.count("run_merge", A.get(), kA, B.get(), kB, C.get());
  });
}

// clang, left to itself, puts the blocks of such a loop in an order in which lanes don't meet again.
TEST(Agreement, of_branches_in_a_loop) {
  std::vector<int> random(1024);
  unsigned state = 1;
  for (int& value : random) value = static_cast<int>((state = state * 1664525U + 1013904223U) >> 24);
  for (std::size_t i = 0; i < random.size(); i += 16) std::sort(random.begin() + i, random.begin() + i + 16);
  const DeviceArray<int> in(random), out(1024);
  expect_agreement("patterns", [&](const CountedModule& module) {
    return module.count("run_merge_heads", in.get(), in.get() + 512, out.get());
  });
  const CountedModule module(compilers().front(), "patterns");
  const Counters counters = module.count("run_merge_heads", in.get(), in.get() + 512, out.get());
  EXPECT_EQ(counters.shared_requests - counters.shared_load_requests, 32U);  // all lanes, every time
}

// Not the histogram: clang reads a bin again when it adds it, g++ keeps it.
TEST(Agreement, of_kernels_by_others) {
  std::vector<float> in(100 * 70), out(100 * 70);
  for (const int how : {0, 1, 2}) {
    expect_agreement("transpose", [&](const CountedModule& module) {
      return module.count("transpose", in.data(), out.data(), 100, 70, 8, how);
    });
  }
  for (const int how : {0, 1, 2}) {
    const std::vector<int> ones(5000, 1);
    expect_agreement("reduction", [&](const CountedModule& module) {
      return module.count("sum_array", ones.data(), 5000, 5, 256, how);
    });
  }
  expect_agreement("matrix_product", [&](const CountedModule& module) {
    return module.count("matrix_product", in.data(), in.data(), out.data(), 50, 60, 40, 16);
  });
}

}  // namespace
