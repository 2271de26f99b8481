// mergelab watch: grades a lab whenever the student saves, and shows the first thing to fix.
#include <poll.h>
#include <termios.h>

#include <fmt/chrono.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#include <ctime>
#include <exception>
#include <system_error>

#include "app/learning/run_record.hpp"
#include "app/machine/children.hpp"
#include "app/verbs/verbs.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

/// Standard input, if it is a terminal with this program in its foreground; else without keys.
class KeyTerminal {
 public:
  KeyTerminal() {
    termios now{};
    if (::tcgetattr(STDIN_FILENO, &now) == 0 && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp()) before_ = now;
    take_keys();
  }
  ~KeyTerminal() { restore(); }
  KeyTerminal(const KeyTerminal&) = delete;
  KeyTerminal& operator=(const KeyTerminal&) = delete;

  [[nodiscard]] bool has_keys() const { return before_.has_value(); }
  /// Keys at once and unseen; Ctrl-C and Ctrl-Z do what they always do.
  void take_keys() const {
    if (!before_ || ::tcgetpgrp(STDIN_FILENO) != ::getpgrp()) return;
    termios keys = *before_;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    (void)::tcsetattr(STDIN_FILENO, TCSANOW, &keys);
  }
  void restore() const {
    if (before_) (void)::tcsetattr(STDIN_FILENO, TCSANOW, &*before_);
  }
  /// The key that was pressed; 0 when none was, nothing when there will be no more.
  [[nodiscard]] static std::optional<char> read_key() {
    char key = 0;
    const ssize_t count = ::read(STDIN_FILENO, &key, 1);
    if (count == 1) return key;
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return '\0';
    return std::nullopt;
  }

 private:
  std::optional<termios> before_;
};

/// While it lives, signals that would end or stop this process, and those of children, come as a number from
/// `next_signal`. Work gets them as usual, and ends with this process.
class OneChild {
 public:
  OneChild() {
    sigset_t set{};
    ::sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGCHLD})
      ::sigaddset(&set, signal);
    signals_ = base::Descriptor(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
    if (!signals_) throw std::system_error(errno, std::generic_category(), "signalfd");
    ::sigaddset(&set, SIGTTOU);  // a terminal can be put back from the background too
    ::sigprocmask(SIG_BLOCK, &set, &before_);
  }
  ~OneChild() {
    stop();
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  OneChild(const OneChild&) = delete;
  OneChild& operator=(const OneChild&) = delete;

  /// Ends the running child and starts `work`, which returns the exit code. Only for a process without other
  /// threads. Throws std::system_error.
  void start(const std::function<int()>& work) {
    stop();
    std::fflush(nullptr);
    child_ = ::fork();
    if (child_ < 0) {
      child_ = 0;
      throw std::system_error(errno, std::generic_category(), "fork");
    }
    if (child_ > 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
    const int code = work();
    std::fflush(nullptr);
    ::_exit(code);
  }
  void stop() {
    if (!is_running()) return;
    ::kill(child_, SIGKILL);
    static_cast<void>(TEMP_FAILURE_RETRY(::waitpid(child_, nullptr, 0)));
    child_ = 0;
  }
  [[nodiscard]] bool is_running() const { return child_ > 0; }
  /// Readable when a signal has come.
  [[nodiscard]] int descriptor() const { return signals_.get(); }
  [[nodiscard]] std::optional<int> next_signal() const {
    signalfd_siginfo info{};
    if (::read(signals_.get(), &info, sizeof info) != sizeof info) return std::nullopt;
    return static_cast<int>(info.ssi_signo);
  }
  /// Once the work is done, what exit_code() says of it.
  [[nodiscard]] std::optional<int> poll() {
    int status = 0;
    if (!is_running() || ::waitpid(child_, &status, WNOHANG) != child_) return std::nullopt;
    child_ = 0;
    return exit_code(status);
  }

 private:
  sigset_t before_{};
  base::Descriptor signals_;
  pid_t child_ = 0;
};

struct WatchOptions {
  GradingOptions grading;
  std::string lab;
  fs::path folder;
  bool with_reference = false;
};

class Watch {
 public:
  explicit Watch(const WatchOptions& options)
      : options_(options),
        setup_(options.grading),
        folder_(submission_folder(options.folder, course())),
        state_(course(), folder_),
        style_(text_style(options.grading.text, stdout)) {
    setup_.progress().only_on_terminal();
    style_.lines -= kOwnLines;
    lab_ = &lab_or_next(course(), options.lab, state_);
  }

  /// Until the user quits. Returns the exit code.
  [[nodiscard]] int run() {
    std::optional<int> code;
    while (!code) {
      if (files_.look(watched()) != graded_) {
        graded_ = files_.settled(watched());
        grade();
      }
      code = wait();
    }
    child_.stop();
    // The child's line of progress, which it could not take away.
    if (setup_.progress().is_terminal()) say::print(stderr, "\r\x1b[K");
    return *code;
  }

 private:
  [[nodiscard]] const Course& course() const { return setup_.course(); }
  [[nodiscard]] Place place() const { return {course(), options_.folder}; }

  /// The lab's file, and those of earlier labs that it uses or includes.
  [[nodiscard]] std::vector<fs::path> watched() const {
    std::vector<fs::path> files{submission::find_lab_file(folder_, *lab_).path};
    std::vector<const Lab*> others = submission::used_labs(course(), *lab_);
    for (const Lab* each : submission::included_labs(course(), *lab_, files.front(), folder_))
      others.push_back(each);
    for (const Lab* each : others) files.push_back(submission::find_lab_file(folder_, *each).path);
    return files;
  }

  /// A new page on a terminal that can, else a new paragraph.
  void turn_page() {
    std::fflush(stdout);
    if (setup_.progress().is_terminal()) {
      say::print(stderr, "\r\x1b[K\x1b[H\x1b[2J");
      std::fflush(stderr);
    } else {
      say::print("\n");
    }
  }

  void show_title() {
    turn_page();
    say::print("{}\n\n",
               report::paint(fmt::format("{:%H:%M:%S}  lab {}, {}: {}", fmt::localtime(std::time(nullptr)),
                                         lab_number(*lab_), lab_->title, place().file(*lab_)),
                             report::Colour::bold, style_));
  }

  void grade() {
    child_.stop();
    // The folder that the work before has built in, if it was ended; its name is not given again.
    std::error_code ignored;
    fs::remove_all(setup_.folder().fresh(lab_->name), ignored);
    show_title();
    grading_ = true;
    child_.start([this] { return grade_now(); });
  }

  /// Shows the first test that fails as soon as it does, on a page that the whole result will replace.
  void tell_first_failure(const submission::Sources& sources) {
    if (!submission::references_in(sources).empty() || !setup_.progress().is_terminal()) return;
    setup_.also_tell([this](const Lab&, const Step& step) {
      if (told_ || step.seen == nullptr) return;
      const std::string text = report::failure_text(*step.seen, style_);
      if (text.empty()) return;
      setup_.progress().clear();
      say::print("{}\n", text);
      std::fflush(stdout);
      told_ = true;
    });
  }

  /// In the child.
  int grade_now() try {
    const submission::Sources sources = graded_sources(course(), *lab_, folder_, options_.with_reference);
    tell_first_failure(sources);
    LabResult result = setup_.grader().grade(*lab_, sources);
    const bool told = std::exchange(told_, true);  // what is tried from here on tells nothing by itself
    std::string earlier = unfinished_words(place(), *lab_, sources, result);
    if (earlier.empty())
      earlier = suspicion_words(setup_.grader(), place(), state_.read(), *lab_, sources, result);
    earlier = report::wrapped(earlier, style_);
    report::TextStyle style = style_;
    style.first = missing_lab_words(place(), *lab_, sources, options_.with_reference, result);
    style.lines -= static_cast<int>(std::ranges::count(earlier, '\n'));
    if (told) show_title();  // in place of the earlier text
    setup_.progress().clear();
    say::print("{}{}", report::first_text(result, style), earlier);
    const bool counts = is_own_score(course(), options_.with_reference);
    const StudentState state =
        record_run(state_, place(), *lab_, sources, result,
                   {.on_screen = true, .keeps_score = counts, .with_reference = options_.with_reference});
    const bool is_full = result.score && *result.score >= result.max_score;
    if (is_full && !counts) say::print("\n{}", not_kept_words(*lab_));
    const Lab* next = is_full ? next_lab(course(), state, lab_) : nullptr;
    if (next != nullptr && terminal_.has_keys()) {
      say::print("\nnext: lab {}, {}: press n, and edit {}\n", lab_number(*next), next->title,
                 place().file(*next));
    } else if (is_full) {
      say::print("\n{}", next_words(place(), state, lab_));
    }
    return kGraded;
  } catch (const std::exception& error) {
    setup_.progress().clear();
    say::print("error: {}\n", error.what());
    return kGraded;  // the next save may fix it
  }

  /// In a child: it may have to grade first.
  void hint() {
    turn_page();
    grading_ = false;
    child_.start([this] {
      try {
        return show_hint({options_.grading, std::to_string(lab_number(*lab_)), options_.folder,
                          options_.with_reference, true});
      } catch (const std::exception& error) {
        say::print("error: {}\n", error.what());
        return static_cast<int>(kGraderFailed);
      }
    });
  }

  /// Another verb of this program.
  void call(const char* verb, bool of_lab) {
    turn_page();
    grading_ = false;
    std::vector<std::string> words{"mergelab", verb};
    if (of_lab) words.push_back(std::to_string(lab_number(*lab_)));
    if (!options_.folder.empty()) words.insert(words.end(), {"--dir", options_.folder.string()});
    if (!options_.grading.course.empty())
      words.insert(words.end(), {"--course", options_.grading.course.string()});
    if (of_lab && options_.with_reference) words.emplace_back("--with-reference");
    if (options_.grading.text.plain) words.emplace_back("--plain");
    child_.start([&words] {
      ::execv("/proc/self/exe", argv_of(words).data());
      return kGraderFailed;
    });
  }

  void go_on() {
    const Lab* next = next_lab(course(), state_.read(), lab_);
    if (next != nullptr) lab_ = next;
    graded_.clear();
  }

  /// The exit code for a key that quits.
  std::optional<int> press(char key) {
    switch (key) {
      case 'q':
        return kGraded;
      case 'r':
        grade();
        break;
      case 'n':
        go_on();
        break;
      case 'h':
      case 'l':
      case 'p':
        if (child_.is_running() && grading_) {
          asked_ = key;  // once the grading is over
          break;
        }
        if (key == 'h')
          hint();
        else
          call(key == 'l' ? "list" : "profile", key != 'l');
        break;
      default:
        break;
    }
    return std::nullopt;
  }

  void show_keys() const {
    if (!terminal_.has_keys()) return;
    say::print("\n{}\n", report::paint("h hint   r run again   l list   p profile   n next lab   q quit",
                                       report::Colour::dim, style_));
  }

  /// The exit code for a signal that ends the program.
  std::optional<int> take_signal(int signal) {
    switch (signal) {
      case SIGCHLD:
        return std::nullopt;
      case SIGTSTP:
        terminal_.restore();
        ::raise(SIGSTOP);
        return std::nullopt;
      case SIGCONT:
        terminal_.take_keys();
        return std::nullopt;
      default:
        return kSignalled + signal;
    }
  }

  /// Until something happens, or it is time to look at the files: some file systems send no events.
  std::optional<int> wait() {
    constexpr int kLookEveryMs = 1000;
    std::fflush(stdout);
    std::array<pollfd, 3> happens{{{child_.descriptor(), POLLIN, 0},
                                   {files_.descriptor(), POLLIN, 0},
                                   {terminal_.has_keys() ? STDIN_FILENO : -1, POLLIN, 0}}};
    (void)::poll(happens.data(), happens.size(), kLookEveryMs);
    while (const std::optional<int> signal = child_.next_signal()) {
      if (const std::optional<int> code = take_signal(*signal)) return code;
    }
    if (const std::optional<int> ended = child_.poll()) {
      if (grading_ && *ended != kGraded)
        say::print("error: the grader itself failed; save the file or run again\n");
      if (const char key = std::exchange(asked_, '\0'); key != '\0') return press(key);
      show_keys();
    }
    if (happens[2].revents == 0) return std::nullopt;
    const std::optional<char> key = KeyTerminal::read_key();
    return key ? press(*key) : std::optional<int>(kGraded);  // the terminal is gone
  }

  static constexpr int kOwnLines = 3;  // the title, and the keys: a run has its command and the prompt

  const WatchOptions& options_;
  Setup setup_;
  fs::path folder_;
  StateFile state_;
  report::TextStyle style_;
  const Lab* lab_ = nullptr;
  std::string graded_;    // how the files looked that were graded last
  bool grading_ = false;  // the child grades
  bool told_ = false;     // in the child: whether a failure was shown before the result
  char asked_ = '\0';     // a key that waits for the grading
  SavedFiles files_;
  OneChild child_;
  KeyTerminal terminal_;
};

}  // namespace

Run watch(CommandOptions& command) {
  const auto options = std::make_shared<WatchOptions>();
  options->grading.local = true;
  command.positional("N", options->lab, "The lab; by default the first that lacks full marks", false);
  command.dir(options->folder);
  add_with_reference(command, options->with_reference);
  command.plain(options->grading.text.plain);
  command.course(options->grading.course);
  add_backend(command, options->grading);
  return [options] { return Watch(*options).run(); };
}

}  // namespace mergelab::app
