#include "app/command_line/key_terminal.hpp"

#include <unistd.h>

#include <cerrno>

namespace mergelab::app {

KeyTerminal::KeyTerminal() {
  termios now{};
  if (::tcgetattr(STDIN_FILENO, &now) == 0 && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp()) before_ = now;
  take_keys();
}

void KeyTerminal::take_keys() const {
  if (!before_ || ::tcgetpgrp(STDIN_FILENO) != ::getpgrp()) return;
  termios keys = *before_;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  (void)::tcsetattr(STDIN_FILENO, TCSANOW, &keys);
}

void KeyTerminal::restore() const {
  if (before_) (void)::tcsetattr(STDIN_FILENO, TCSANOW, &*before_);
}

std::optional<char> KeyTerminal::read_key() {
  char key = 0;
  const ssize_t count = ::read(STDIN_FILENO, &key, 1);
  if (count == 1) return key;
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return '\0';
  return std::nullopt;
}

}  // namespace mergelab::app
