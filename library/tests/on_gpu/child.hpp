// A process that a test on a GPU starts.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

/// A program of which standard output is read; nothing where it can't be started.
class Child {
 public:
  explicit Child(std::vector<std::string> words, const char* variable = nullptr) {
    std::vector<char*> arguments, environment;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    for (char** one = ::environ; *one != nullptr; ++one) environment.push_back(*one);
    std::string more = variable == nullptr ? "" : variable;
    if (variable != nullptr) environment.push_back(more.data());
    environment.push_back(nullptr);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (::posix_spawnp(&id_, arguments.front(), &actions, nullptr, arguments.data(), environment.data()) != 0)
      id_ = -1;
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    output_ = ::fdopen(ends[0], "r");
  }
  ~Child() {
    if (output_ != nullptr) std::fclose(output_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  [[nodiscard]] bool reads(const std::string& wanted) {
    std::array<char, 4096> line{};
    while (std::fgets(line.data(), line.size(), output_) != nullptr) {
      seen_ += line.data();
      if (seen_.find(wanted) != std::string::npos) return true;
    }
    return false;
  }
  void kill() const { ::kill(id_, SIGKILL); }
  /// Its exit status, or 128 and the signal that ended it.
  [[nodiscard]] int wait() {
    while (!reads("\x01")) {
      if (std::feof(output_) != 0) break;
    }
    int status = 0;
    if (id_ < 0 || ::waitpid(id_, &status, 0) < 0) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  [[nodiscard]] const std::string& seen() const { return seen_; }

 private:
  pid_t id_ = -1;
  std::FILE* output_ = nullptr;
  std::string seen_;
};
