// Text for people. A full disk or a reader that went away never ends what is under way: what is lost on
// standard output, the program says at its end.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace mergelab::app::say {

/// Never throws, unlike fmt's own print.
void write(std::FILE* to, std::string_view text);

template <class... Values>
void print(std::FILE* to, fmt::format_string<Values...> text, Values&&... values) {
  write(to, fmt::format(text, std::forward<Values>(values)...));
}
template <class... Values>
void print(fmt::format_string<Values...> text, Values&&... values) {
  write(stdout, fmt::format(text, std::forward<Values>(values)...));
}

/// Lets a write to a closed pipe fail, instead of ending the program; its children are not affected.
void outlive_readers();

/// Why standard output lacks something, once all was written; empty: nothing is missing, or its reader went
/// away.
[[nodiscard]] std::string failure();

}  // namespace mergelab::app::say
