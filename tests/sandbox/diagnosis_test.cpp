// A machine's settings for namespaces.
#include <gtest/gtest.h>

#include "commands.hpp"
#include "sandbox/diagnosis.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::sandbox {
namespace {

std::string told(const std::filesystem::path& root) {
  std::string text;
  for (const Obstacle& obstacle : obstacles_to_namespaces(root)) text += obstacle.what + "\n";
  return text;
}

TEST(Diagnosis, has_nothing_to_say_of_a_machine_that_allows_them) {
  const TemporaryFolder root;
  write_text(root.path() / "proc/sys/kernel/unprivileged_userns_clone", "1\n");
  write_text(root.path() / "proc/sys/kernel/apparmor_restrict_unprivileged_userns", "0\n");
  write_text(root.path() / "proc/sys/user/max_user_namespaces", "15000\n");
  EXPECT_EQ(told(root.path()), "");
}

TEST(Diagnosis, names_each_setting_that_refuses_them) {
  const TemporaryFolder debian, ubuntu, none, container;
  write_text(debian.path() / "proc/sys/kernel/unprivileged_userns_clone", "0\n");
  write_text(ubuntu.path() / "proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
  write_text(none.path() / "proc/sys/user/max_user_namespaces", "0\n");
  write_text(container.path() / ".dockerenv", "");
  EXPECT_NE(told(debian.path()).find("unprivileged_userns_clone is 0"), std::string::npos);
  EXPECT_NE(told(ubuntu.path()).find("AppArmor"), std::string::npos);
  EXPECT_NE(told(none.path()).find("max_user_namespaces is 0"), std::string::npos);
  EXPECT_NE(told(container.path()).find("container"), std::string::npos);
}

}  // namespace
}  // namespace mergelab::sandbox
