#include "app/processes/child_lines.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "app/command_line/errors.hpp"

namespace mergelab::app {

int run_lines(std::vector<std::string> command, const std::function<void(const std::string&)>& on_line) {
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  std::array<int, 2> ends{};
  int error = ::pipe2(ends.data(), O_CLOEXEC) == 0 ? 0 : errno;
  pid_t child = 0;
  if (error == 0) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    error = ::posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), ::environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
  }
  if (error != 0)
    throw EnvironmentError(fmt::format("{} can't be started: {}", command.front(), std::strerror(error)));

  std::FILE* stream = ::fdopen(ends[0], "r");
  char* line = nullptr;
  std::size_t size = 0;
  for (ssize_t length = 0; (length = ::getline(&line, &size, stream)) >= 0;) {
    std::string text(line, static_cast<std::size_t>(length));
    if (text.ends_with('\n')) text.pop_back();
    on_line(text);
  }
  std::free(line);
  std::fclose(stream);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace mergelab::app
