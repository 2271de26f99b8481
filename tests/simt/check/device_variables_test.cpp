// On a GPU, host code that uses a __device__ variable by its name has a separate copy.
#include "checked.hpp"

namespace {

using DeviceVariables = CheckedModule<"device_variables">;

TEST_F(DeviceVariables, have_a_host_copy_that_host_code_may_use) {
  EXPECT_EQ(violations("run_read_own"), "");
  EXPECT_EQ(module_.call<int>("run_read_own"), 19);
  EXPECT_EQ(violations("run_copy_own"), "");
  EXPECT_EQ(module_.call<int>("run_copy_own"), 15);
}

TEST_F(DeviceVariables, are_read_by_host_code_though_a_kernel_has_written_them) {
  EXPECT_TRUE(holds(
      violations("run_read_array"),
      {"host_access: device_variable: host read count at device_variables.cu:", "return bins::count[2];"}));
  EXPECT_TRUE(holds(violations("run_read_static"), {"host_access: device_variable: host read last at"}));
}

TEST_F(DeviceVariables, are_read_by_a_kernel_though_host_code_has_written_its_copy) {
  EXPECT_TRUE(holds(violations("run_write_constant"),
                    {"host_access: host_copy_read: ", "factor at", "factor * ", "factor = 9;"}));
  EXPECT_TRUE(holds(violations("run_reset_ticket"),
                    {"host_access: host_copy_read: ", "ticket at", "atomicAdd", "ticket = 0;"}));
}

class ValuesInDeviceVariables : public DeviceVariables, public testing::WithParamInterface<bool> {};
INSTANTIATE_TEST_SUITE_P(Checked, ValuesInDeviceVariables, testing::Bool());

TEST_P(ValuesInDeviceVariables, are_no_way_round_the_limit_of_host_values) {
  const int* A = numbers(1024, "A", true);
  int* C = zeros(1024, "C");
  simt::host::set_checking(GetParam());
  for (const int is_read_by_name : {0, 1, 2}) {
    const Module fresh(CHECK_DIR "/device_variables.so");
    simt::host::limit_host_values(192, true);
    simt::host::enter_object(__builtin_frame_address(0));
    const std::string seen = violations_in(fresh, "run_merge_on_host", A, C, is_read_by_name);
    simt::host::leave_object();
    EXPECT_TRUE(holds(seen, {"host_values:"})) << seen;
  }
  simt::host::limit_host_values(~std::size_t{0}, true);
}

TEST_P(ValuesInDeviceVariables, are_not_the_hosts_if_it_does_not_read_them) {
  const int* A = numbers(1024, "A", true);
  int* C = zeros(1024, "C");
  simt::host::set_checking(GetParam());
  const Module fresh(CHECK_DIR "/device_variables.so");
  simt::host::limit_host_values(192, true);
  simt::host::enter_object(__builtin_frame_address(0));
  EXPECT_EQ(violations_in(fresh, "run_rotate_in_variable", A, C), "");
  simt::host::leave_object();
  simt::host::limit_host_values(~std::size_t{0}, true);
  EXPECT_EQ(std::vector<int>(A, A + 1024), std::vector<int>(C, C + 1024));
}

}  // namespace
