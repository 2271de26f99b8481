// What host code may read from the device and write back: with checks and without, since large merges run
// without.
#include "checked.hpp"

namespace {

constexpr std::size_t kCount = 1024;
constexpr std::size_t kMost = 192;  // bytes that a call may give

class HostValues : public Checked, public testing::WithParamInterface<bool> {
 protected:
  HostValues() : Checked("host_values") {}
  void SetUp() override {
    Checked::SetUp();
    simt::host::set_checking(GetParam());
  }

  /// With the inputs of the call before.
  template <class... A>
  std::string calling_again(const char* name, A... arguments) {
    simt::host::limit_host_values(kMost, false);
    return calling(name, arguments...);
  }

  int* A_ = numbers(kCount, "A", true);
  int* C_ = zeros(kCount, "C");
};

INSTANTIATE_TEST_SUITE_P(Checked, HostValues, testing::Bool());

TEST_P(HostValues, are_not_given_back_by_any_way) {
  const int ways = module_.call<int>("ways_to_give");
  for (int way = 0; way < ways; ++way) {
    EXPECT_TRUE(holds(calling_again("run_give", way, static_cast<const int*>(A_), C_),
                      {"host_values: at host_values.cu:",
                       "`cudaMemcpy(values, A, sizeof(values), cudaMemcpyDeviceToHost);`",
                       "; other: at host_values.cu:", "; word: cudaMemcpy; ", "; numbers: ", " 192;"}))
        << way;
  }
}

TEST_P(HostValues, are_not_given_back_in_a_later_call) {
  EXPECT_EQ(calling_again("run_give_what_was_got", C_), "") << "no value has come from the device";
  const int ways = module_.call<int>("ways_to_get");
  for (int way = 0; way < ways; ++way) {
    const Module fresh(CHECK_DIR "/host_values.so");
    EXPECT_EQ(calling_again("run_get", way, static_cast<const int*>(A_)), "") << way;
    EXPECT_TRUE(holds(calling_again("run_give_what_was_got", C_), {"host_values: ", "; numbers: 4"})) << way;
  }
}

TEST_P(HostValues, are_counted_over_a_call) {
  // Each time 16 bytes for the copy to a variable and 8 for the launch; 1 for each array and 4 for a length,
  // or 8 with what lies beside it.
  simt::host::limit_host_values(340, false);
  int launches = 0;
  while (calling("run_look_before", static_cast<const int*>(A_), C_).empty() && launches < 100) ++launches;
  EXPECT_GE(launches, 10);
  EXPECT_LE(launches, 11);
  EXPECT_EQ(calling_again("run_look_before", static_cast<const int*>(A_), C_), "");
}

TEST_P(HostValues, of_earlier_inputs_are_forgotten) {
  const int ways = module_.call<int>("ways_to_get");
  for (int way = 0; way < ways; ++way) {
    EXPECT_EQ(calling_again("run_get", way, static_cast<const int*>(A_)), "") << way;
    simt::host::limit_host_values(kMost, true);
    EXPECT_EQ(calling("run_give_what_was_got", C_), "") << way;
  }
}

TEST_P(HostValues, may_be_looked_at) {
  for (int call = 0; call < 3; ++call) {
    int wrong = -1;
    simt::host::allow_host(&wrong, sizeof wrong, "wrong", false);
    EXPECT_EQ(calling_again("run_look_at_C", static_cast<const int*>(A_), C_, &wrong), "");
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(calling_again("run_look_before", static_cast<const int*>(A_), C_), "");
    simt::host::clear_host_arguments();
  }
}

TEST_P(HostValues, may_be_looked_at_by_a_call_that_gives_the_same_each_time) {
  for (int call = 0; call < 3; ++call) {
    simt::host::limit_host_values(1, call == 0);
    EXPECT_EQ(calling("run_scratch_and_look", static_cast<const int*>(A_), C_), "") << call;
  }
  int wrong = -1;
  simt::host::allow_host(&wrong, sizeof wrong, "wrong", false);
  for (int call = 0; call < 3; ++call) {
    simt::host::limit_host_values(1, call == 0);
    EXPECT_EQ(calling("run_look_at_C", static_cast<const int*>(A_), C_, &wrong), "") << call;
  }
  simt::host::limit_host_values(1, false);
  EXPECT_TRUE(holds(calling("run_bounds", static_cast<const int*>(A_), C_), {"host_values: "}))
      << "gives something else";
  simt::host::limit_host_values(1, true);
  EXPECT_TRUE(holds(calling("run_look_before", static_cast<const int*>(A_), C_), {"host_values: "}));
}

TEST_P(HostValues, may_be_lengths_and_parameters) {
  for (int call = 0; call < 3; ++call) {
    for (const char* run : {"run_bounds", "run_copy_on_device", "run_parameters", "run_scratch"}) {
      EXPECT_EQ(calling_again(run, static_cast<const int*>(A_), C_), "") << run;
      EXPECT_EQ(C_[kCount - 1], static_cast<int>(kCount) - 1) << run;
    }
  }
}

using HostValuesChecked = HostValues;
INSTANTIATE_TEST_SUITE_P(Checked, HostValuesChecked, testing::Values(true));

TEST_P(HostValuesChecked, go_no_other_way_than_by_copies) {
  EXPECT_TRUE(holds(
      calling_again("run_pool_reads", static_cast<const int*>(A_)),
      {"host_access: call_of_device_memory: read A at host_values.cu:", "; word: cudaMemPoolSetAttribute;"}));
  EXPECT_TRUE(holds(calling_again("run_pool_writes", C_),
                    {"host_access: call_of_device_memory: write C at host_values.cu:",
                     "; word: cudaMemPoolGetAttribute;"}));
  EXPECT_TRUE(holds(calling_again("run_write_builtin", static_cast<const int*>(A_)),
                    {"host_pointer: host_memory: thread 0 of block 0 write at host_values.cu:"}));
  EXPECT_TRUE(holds(calling_again("run_write_arguments", static_cast<const int*>(A_)),
                    {"host_pointer: host_variable: thread 0 of block 0 write at"}));
}

}  // namespace
