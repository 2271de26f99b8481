// `mergelab doctor` on this machine, and on one with missing programs.
#include "app/machine/toolchain.hpp"
#include "command.hpp"
#include "sandbox/level.hpp"

namespace mergelab {
namespace {

class DoctorTest : public CommandTest {};

using DoctorTestSlow = DoctorTest;

TEST_F(DoctorTest, finds_that_grading_works_here) {
  const Ran ran = mergelab({"doctor"});
  expect_says(ran, 0, "grading works on this machine");
  expect_says(ran, 0, to_string(sandbox::isolation().level));
}

TEST_F(DoctorTestSlow, says_how_to_get_a_compiler) {
  const Ran ran = mergelab({"doctor"}, {{"PATH", "/nowhere"}});
  expect_says(ran, 3, "no C++ compiler found");
  expect_says(ran, 3, "apt-get install g++");
  expect_says(ran, 3, "grading does not work on this machine yet");
  expect_says(mergelab({"doctor"}, {{"CXX", "nonsense"}}), 3, "the compiler 'nonsense' that CXX names");
}

TEST_F(DoctorTest, takes_a_compiler_that_is_not_too_old) {
  const fs::path bin = folder_ / "bin";
  const auto write_compiler = [&](const char* name, const std::string& version) {
    write(bin / name, "#!/bin/sh\necho '" + version + "'\n");
    fs::permissions(bin / name, fs::perms::owner_all);
  };
  write_compiler("c++", "c++ (Ubuntu 11.2.0-19ubuntu1) 11.2.0");
  const std::map<std::string, std::string> environment = {{"PATH", bin.string()}};
  expect_says(mergelab({"doctor"}, environment), 3, "the C++ compiler is too old: c++ (Ubuntu");
  expect_says(mergelab({"doctor"}, {{"CXX", (bin / "c++").string()}}), 3,
              "that CXX names is too old: c++ (Ubuntu");
  write_compiler("g++-12", "g++-12 (Ubuntu 12.3.0-1ubuntu1~22.04) 12.3.0");
  expect_says(mergelab({"doctor"}, environment), 0, "g++-12: g++-12 (Ubuntu 12.3.0");
  for (const char* old :
       {"g++ (GCC) 4.8.5 20150623", "clang version 13.0.1", "Ubuntu clang version 9.0.1-12"})
    EXPECT_TRUE(app::is_too_old(old)) << old;
  for (const char* good :
       {"g++ (GCC) 14.2.1", "Debian clang version 14.0.6", "clang version 20.1.2 (Fedora 1.0)",
        "Intel(R) oneAPI DPC++/C++ Compiler 2023.1.0 (2023.1.0)"})
    EXPECT_FALSE(app::is_too_old(good)) << good;
}

TEST_F(DoctorTest, says_how_to_get_bubblewrap_and_that_it_is_not_needed) {
  // A PATH with a compiler and no more.
  fs::create_directory(folder_ / "bin");
  fs::create_symlink("/usr/bin/c++", folder_ / "bin" / "c++");
  const Ran ran = mergelab({"doctor"}, {{"PATH", (folder_ / "bin").string()}});
  expect_says(ran, 0, "not installed: submissions get no separate namespaces");
  expect_says(ran, 0, "apt-get install bubblewrap");
}

TEST_F(DoctorTest, is_plain_when_asked) {
  const Ran ran = mergelab({"doctor", "--plain"});
  expect_says(ran, 0, "+ compiler");
}

TEST_F(DoctorTestSlow, says_when_the_temporary_folder_can_not_be_used) {
  const Ran ran = mergelab({"doctor"}, {{"TMPDIR", "/proc"}});
  expect_says(ran, 3, "the temporary folder /proc/");
}

}  // namespace
}  // namespace mergelab
