// Every access is counted, in any spelling and for any compiled code.
#include "kernels/spellings.hpp"
#include "counted.hpp"
#include "support/test.hpp"

namespace {

std::vector<Spelling> found;

class Spellings : public testing::TestWithParam<std::string> {
 protected:
  Spellings() : module_(GetParam(), "spellings") { simt::host::name_allocation(elements_.get(), "elements"); }

  void SetUp() override {
#if !defined(__x86_64__)
    GTEST_SKIP() << "simt-cc reads the assembly of x86-64 only";
#endif
  }

  std::vector<Spelling> all(const char* function) {
    found.clear();
    const auto find = +[](const Spelling& each) { found.push_back(each); };
    simt::host::allow_calls(reinterpret_cast<const void*>(find));
    module_.count(function, find);
    return found;
  }
  simt::BufferCounters count(const Spelling& spelling) {
    simt::host::reset_counters();
    spelling.launch(elements_.get(), nothing_.get());
    for (const simt::BufferCounters& buffer : simt::host::counters().buffers) {
      if (buffer.name == "elements") return buffer;
    }
    return {};
  }

  CountedModule module_;
  DeviceArray<char> elements_{32 * 256};
  DeviceArray<int> nothing_{32};
};

TEST_P(Spellings, loads_and_stores_are_all_counted_as_plain_ones) {
  for (const bool loads : {true, false}) {
    const std::vector<Spelling> spellings = all(loads ? "loads" : "stores");
    ASSERT_GT(spellings.size(), 100U);
    for (const Spelling& each : spellings) {
      const simt::BufferCounters counted = count(each);
      EXPECT_EQ(counted.load_bytes, loads ? 32 * each.bytes : 0)
          << each.name << " of " << each.bytes << " bytes";
      EXPECT_EQ(counted.store_bytes, loads ? 0 : 32 * each.bytes)
          << each.name << " of " << each.bytes << " bytes";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Compilers, Spellings, testing::ValuesIn(compilers()));

}  // namespace
