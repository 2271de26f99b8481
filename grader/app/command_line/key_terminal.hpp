// A terminal that hands over single keys, restored however the program ends.
#pragma once

#include <termios.h>

#include <optional>

namespace mergelab::app {

/// Standard input, if it is a terminal with this program in its foreground; else without keys.
class KeyTerminal {
 public:
  KeyTerminal();
  ~KeyTerminal() { restore(); }
  KeyTerminal(const KeyTerminal&) = delete;
  KeyTerminal& operator=(const KeyTerminal&) = delete;

  [[nodiscard]] bool has_keys() const { return before_.has_value(); }
  /// Keys at once and unseen; Ctrl-C and Ctrl-Z do what they always do.
  void take_keys() const;
  void restore() const;
  /// The key that was pressed; 0 when none was, nothing when there will be no more.
  [[nodiscard]] static std::optional<char> read_key();

 private:
  std::optional<termios> before_;
};

}  // namespace mergelab::app
