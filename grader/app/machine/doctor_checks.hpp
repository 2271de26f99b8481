// What `mergelab doctor` looks at, one function per thing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mergelab::app {

struct Check {
  enum class State {
    good,
    less,  // grading works without
    bad,   // and not without this
  };
  std::string name;
  State state = State::good;
  std::string found;
  std::vector<std::string> remedies = {};
};

[[nodiscard]] Check check_compiler();
[[nodiscard]] Check check_programs();
[[nodiscard]] Check check_course(const std::filesystem::path& root);
[[nodiscard]] Check check_disk();
[[nodiscard]] Check check_machine();
[[nodiscard]] Check check_libraries();
[[nodiscard]] Check check_schema_checker();
[[nodiscard]] Check check_bubblewrap();
[[nodiscard]] Check check_namespaces();
[[nodiscard]] Check check_seccomp();
[[nodiscard]] Check check_isolation();
[[nodiscard]] Check check_memory_control();
[[nodiscard]] Check check_gpu();

}  // namespace mergelab::app
