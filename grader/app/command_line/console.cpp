#include "app/command_line/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "report/page.hpp"

namespace mergelab::app::say {
namespace {

std::atomic<int> lost_by{0};  // an errno of standard output

}  // namespace

void write(std::FILE* to, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), to) != text.size() && to == stdout) lost_by = errno;
}

void outlive_readers() {
  std::signal(SIGPIPE, [](int) {});  // unlike SIG_IGN, programs that are started don't inherit it
}

std::string failure() {
  if (std::fflush(stdout) != 0) lost_by = errno;
  const int error = lost_by;
  return error == 0 || error == EPIPE ? "" : std::generic_category().message(error);
}

}  // namespace mergelab::app::say

namespace mergelab::app {
namespace {

constexpr auto kRedrawEvery = std::chrono::milliseconds(80);

int terminal_width(int fd) {
  winsize size{};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 ? size.ws_col : 100;
}

/// Whether `out` is a terminal that can clear a line and show colours.
bool takes_escapes(std::FILE* out) {
  const char* kind = std::getenv("TERM");
  return ::isatty(::fileno(out)) != 0 && (kind == nullptr || std::strcmp(kind, "dumb") != 0);
}

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    return std::strstr(value, "UTF-8") != nullptr || std::strstr(value, "utf8") != nullptr ||
           std::strstr(value, "UTF8") != nullptr || std::strstr(value, "utf-8") != nullptr;
  }
  return false;
}

}  // namespace

report::TextStyle text_style(const TextOptions& options, std::FILE* out, std::string rerun) {
  report::TextStyle style;
  const bool terminal = takes_escapes(out);
  const char* no_colour = std::getenv("NO_COLOR");
  style.colour = terminal && !options.plain && (no_colour == nullptr || *no_colour == '\0');
  style.unicode = !options.plain && locale_is_utf8();
  style.verbose = options.verbose;
  style.width = terminal ? std::clamp(terminal_width(::fileno(out)), 40, 120) : 100;
  style.rerun = std::move(rerun);
  return style;
}

std::string laid_out(const std::string& message) {
  if (::isatty(STDERR_FILENO) == 0) return message + '\n';
  std::string text;
  for (const std::string& line :
       report::wrap(report::clean(message), static_cast<std::size_t>(terminal_width(STDERR_FILENO))))
    text += line + '\n';
  return text;
}

std::string command_for(const std::string& verb, const std::filesystem::path& folder) {
  return base::command(folder.empty() ? verb : verb + " --dir " + quoted(folder.string()));
}

std::string rerun_command(const GradingOptions& options, const std::filesystem::path& folder) {
  std::string command = command_for("run", folder);
  const auto add = [&](const char* name, const std::string& value, const std::string& otherwise) {
    if (value != otherwise) command += fmt::format(" {} {}", name, quoted(value));
  };
  const GradingOptions defaults;
  add("--backend", options.backend, defaults.backend);
  add("--seed", std::to_string(options.seed), std::to_string(defaults.seed));
  add("--order", options.order, defaults.order);
  if (options.sanitizer) command += " --sanitizer";
  return command;
}

Progress::Progress(const TextOptions& options)
    : enabled_(!options.quiet), terminal_(takes_escapes(stderr) && !options.plain) {}

Progress::~Progress() { clear(); }

void Progress::show(const Lab& lab, const Step& step) {
  if (!enabled_) return;
  const std::lock_guard lock(mutex_);
  std::string text = "compiling";
  if (step.what == Step::What::testing) {
    text = fmt::format("test {}/{}", std::min(step.done + 1, step.total), step.total);
    if (!step.running.empty()) text += fmt::format(" {}", step.running);
  }
  active_[lab.name] = text;
  if (terminal_) {
    const auto now = std::chrono::steady_clock::now();
    if (step.done > 0 && now - last_drawn_ < kRedrawEvery) return;
    last_drawn_ = now;
    redraw();
  } else if (step.what == Step::What::building || step.done == 0) {
    say::print(stderr, "{}: {}\n", lab.name,
               step.what == Step::What::building ? text : "running " + report::counted(step.total, "test"));
  }
}

void Progress::finish(const std::string& lab) {
  const std::lock_guard lock(mutex_);
  active_.erase(lab);
  if (terminal_ && enabled_) redraw();
}

void Progress::note(const std::string& what, const std::string& text) {
  if (!enabled_) return;
  const std::lock_guard lock(mutex_);
  active_[what] = text;
  if (terminal_) {
    redraw();
  } else {
    say::print(stderr, "{}: {}\n", what, text);
  }
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  if (drawn_) say::print(stderr, "\r\x1b[K");
  drawn_ = false;
  std::fflush(stderr);
}

void Progress::redraw() {
  std::string line;
  for (const auto& [lab, text] : active_)
    line += fmt::format("{}{}: {}", line.empty() ? "" : "   ", lab, text);
  const auto width = static_cast<std::size_t>(terminal_width(STDERR_FILENO));
  if (line.size() >= width) line.resize(width - 1);
  say::print(stderr, "\r\x1b[K{}", line);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace mergelab::app
