// A watch session at a terminal and without one: an error, a fix, a pass, and the ways to end it.
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>

#include <csignal>

#include "command.hpp"

namespace mergelab {
namespace {

using Clock = std::chrono::steady_clock;

/// mergelab at a separate terminal.
class Session {
 public:
  explicit Session(const std::vector<std::string>& words) {
    winsize size{40, 100, 0, 0};
    child_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (child_ != 0) {
      ::tcgetattr(terminal_, &before_);
      return;
    }
    ::setenv("TERM", "xterm", 1);
    ::setenv("LANG", "C.UTF-8", 1);
    ::setenv("NO_COLOR", "1", 1);
    ::setenv("CUDA_VISIBLE_DEVICES", "", 1);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments.front(), arguments.data());
    ::_exit(127);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    if (child_ > 0) ::kill(child_, SIGKILL);
    if (child_ > 0) ::waitpid(child_, nullptr, 0);
    ::close(terminal_);
  }

  /// What appears up to `text`. A failure when it does not come.
  std::string until(const std::string& text) {
    const auto end = Clock::now() + std::chrono::seconds(100);
    while (seen_.find(text) == std::string::npos) {
      pollfd ready{terminal_, POLLIN, 0};
      if (Clock::now() > end || (::poll(&ready, 1, 1000) > 0 && !read_some(seen_))) {
        ADD_FAILURE() << "expected \"" << text << "\" in:\n" << seen_;
        return "";
      }
    }
    const std::size_t length = seen_.find(text) + text.size();
    std::string before = seen_.substr(0, length);
    seen_.erase(0, length);
    return before;
  }
  void press(char key) const { EXPECT_EQ(::write(terminal_, &key, 1), 1); }
  void send(int signal) const { ::kill(child_, signal); }

  /// The exit code, once it has ended.
  int end() {
    std::string rest;
    while (read_some(rest)) {
    }
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// Whether keys are handed over at once, as the program asks for.
  [[nodiscard]] bool takes_keys() const { return (flags() & (ICANON | ECHO)) == 0; }
  [[nodiscard]] bool is_as_before() const { return flags() == before_.c_lflag; }

 private:
  [[nodiscard]] tcflag_t flags() const {
    termios now{};
    ::tcgetattr(terminal_, &now);
    return now.c_lflag;
  }
  /// False at the end.
  bool read_some(std::string& text) const {
    std::array<char, 4096> part{};
    const ssize_t count = ::read(terminal_, part.data(), part.size());
    if (count > 0) text.append(part.data(), static_cast<std::size_t>(count));
    return count > 0;
  }

  int terminal_ = -1;
  pid_t child_ = 0;
  termios before_{};
  std::string seen_;  // and not asked for yet
};

class WatchTest : public CommandTest {
 protected:
  [[nodiscard]] std::vector<std::string> words() const {
    return {kProgram, "watch", "--course", course_.string(), "--dir", folder_.string() + "/mine"};
  }
  /// As editors do that never leave a half-written file.
  void save(const std::string& text) const {
    write(folder_ / "mine/01_merge/.merge.cuh.swp", text);
    fs::rename(folder_ / "mine/01_merge/.merge.cuh.swp", own_);
  }

  fs::path own_ = folder_ / "mine/01_merge/merge.cuh";
  std::string solution_ = read(source() / "tests/fake_course/solutions/01_merge/merge.cuh");
};
using WatchTestSlow = WatchTest;

TEST_F(WatchTestSlow, sees_an_error_a_fix_and_a_pass) {
  fs::copy(course_ / "labs", folder_ / "mine", fs::copy_options::recursive);
  Session session(words());
  session.until(todo_text(1, "merge.cuh"));
  session.until("q quit");
  EXPECT_TRUE(session.takes_keys());

  std::string text = solution_;
  text.replace(text.find("int i = 0, j = 0;"), 17, "int i = 0, j = 0");
  write(own_, text);
  session.until("error: expected");
  text.insert(text.find("j = 0") + 5, ";\n  if (n == 0) return;");
  save(text);
  session.until("edges/b_empty: C[0] ");  // told at once, and with the whole result
  session.until("edges/b_empty: C[0] ");
  session.press('h');
  session.until("hint 2 of 2");  // the first is on the screen

  fs::remove_all(folder_ / "mine/01_merge");
  session.until("merge.cuh does not exist");
  fs::create_directories(folder_ / "mine/01_merge");
  // Wrong for as long as anybody waits; the next save ends it.
  text.replace(text.find("if (n == 0) return;"), 19, "for (;;) C[0] = A[0]; ");
  write(own_, text);
  session.until("test 1/");
  save(solution_);
  const std::string fixed = session.until("press n");
  EXPECT_FALSE(contains(fixed, "still running after"));
  EXPECT_TRUE(contains(fixed, "4 / 4    passed"));

  session.send(SIGTSTP);
  for (int i = 0; i < 100 && !session.is_as_before(); ++i) ::usleep(50'000);
  EXPECT_TRUE(session.is_as_before());
  session.send(SIGCONT);
  for (int i = 0; i < 100 && !session.takes_keys(); ++i) ::usleep(50'000);
  EXPECT_TRUE(session.takes_keys());
  session.press('n');
  session.until("lab 2, Launch");
  session.press('q');
  EXPECT_EQ(session.end(), 0);
  expect_says(tiny({"list", "--dir", "mine"}), 0, "1  Merge                      4 /   4");
}

TEST_F(WatchTest, leaves_the_terminal_as_it_was) {
  fs::create_directories(own_.parent_path());
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, 0}) {
    Session session(words());
    session.until("does not exist");
    session.until("q quit");
    EXPECT_FALSE(session.is_as_before());
    if (signal == 0)
      session.press('q');
    else
      session.send(signal);
    for (int i = 0; i < 100 && !session.is_as_before(); ++i) ::usleep(50'000);
    EXPECT_TRUE(session.is_as_before()) << signal;
    EXPECT_EQ(session.end(), signal == 0 ? 0 : 128 + signal);
  }
}

TEST_F(WatchTestSlow, prints_plain_lines_without_a_terminal) {
  submit_solutions();
  const Ran ran = shell(
      "$MERGELAB watch 1 --course \"$COURSE\" --dir mine >out 2>&1 </dev/null & pid=$!\n"
      "for i in $(seq 300); do grep -q 'next: lab 2' out && break; sleep 0.2; done\n"
      "kill $pid; wait $pid; code=$?; cat out; exit $code");
  expect_says(ran, 128 + SIGTERM, "4 / 4    passed");
  EXPECT_FALSE(contains(ran.text, '\x1b'));
  EXPECT_FALSE(contains(ran.text, "q quit"));
}

}  // namespace
}  // namespace mergelab
