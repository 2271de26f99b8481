// The names of the levels, their order, and the chosen one.
#include <gtest/gtest.h>

#include <filesystem>

#include "commands.hpp"
#include "sandbox/level.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::sandbox {
namespace {

TEST(Level, is_named_as_it_is_read) {
  for (const Level level : all_levels()) EXPECT_EQ(level_from_string(to_string(level)), level);
  EXPECT_EQ(to_string({Fence::namespaces, true}), "namespaces+seccomp");
  EXPECT_EQ(to_string({Fence::process, false}), "process");
  EXPECT_EQ(level_from_string("seccomp"), std::nullopt);
  EXPECT_EQ(level_from_string(""), std::nullopt);
}

TEST(Level, covers_what_does_no_more) {
  const Level user{Fence::user, false}, namespaces{Fence::namespaces, false};
  EXPECT_TRUE(covers(namespaces, user));
  EXPECT_FALSE(covers(user, namespaces));
  EXPECT_TRUE(covers(user, user));
  EXPECT_TRUE(covers({Fence::namespaces, true}, {Fence::user, true}));
  EXPECT_FALSE(covers(namespaces, {Fence::user, true}));
}

TEST(Level, process_works_everywhere) { EXPECT_EQ(why_not({Fence::process, false}), ""); }

/// Whether every user may go to this folder.
bool is_open_to_all(std::filesystem::path folder) {
  for (; folder != folder.root_path(); folder = folder.parent_path()) {
    using std::filesystem::perms;
    if ((std::filesystem::status(folder).permissions() & perms::others_exec) == perms::none) return false;
  }
  return true;
}

TEST(Level, is_refused_to_who_cannot_change_user) {
  if (::geteuid() == 0 && is_open_to_all(MERGELAB_BINARY_DIR)) {
    EXPECT_EQ(why_not({Fence::user, false}), "");
  } else if (::geteuid() == 0) {
    // A build below a private folder: the other user can't start its programs.
    EXPECT_NE(why_not({Fence::user, false}).find("mergelab-init"), std::string::npos);
  } else {
    EXPECT_EQ(why_not({Fence::user, false}), "only root can change to another user");
  }
}

TEST(Level, is_not_taken_where_a_demanded_command_fails) {
  const TemporaryFolder folder;  // only its owner enters it
  std::ofstream(folder.path() / "header") << "x";
  for (const Fence fence : {Fence::user, Fence::namespaces}) {
    const Level level{fence, false};
    if (!why_not(level).empty()) continue;
    Command cat;
    cat.argv = {"/bin/cat", (folder.path() / "header").string()};
    demand({cat});
    EXPECT_EQ(why_not({Fence::process, false}), "");
    EXPECT_NE(why_not(level).find("header"), std::string::npos) << to_string(level) << ": " << why_not(level);
    demand({reading({folder.path() / "header"})});
    EXPECT_EQ(why_not(level).empty(), fence == Fence::namespaces) << why_not(level);
    demand({});
  }
}

TEST(Isolation, says_what_is_missing_below_the_best) {
  const Isolation& best = isolation();
  EXPECT_EQ(why_not(best.level), "");
  EXPECT_EQ(best.missing.empty(), (best.level == Level{Fence::namespaces, true}));
}

TEST(Isolation, is_what_was_chosen) {
  use_isolation({Fence::process, false});
  EXPECT_EQ(isolation().level, (Level{Fence::process, false}));
}

// A machine's settings for namespaces.

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
