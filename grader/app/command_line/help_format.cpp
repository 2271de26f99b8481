#include "app/command_line/help_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/plain_text.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kColumn = 28, kWidth = 80;  // where descriptions begin, and end

/// With the first line for the place behind a name, and the others as CLI11 puts them: in the same column.
std::string wrapped(const std::string& text) {
  return fmt::format("{}", fmt::join(report::wrap(text, kWidth - kColumn), "\n"));
}

}  // namespace

HelpFormat::HelpFormat() { column_width(kColumn); }

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  return wrapped(CLI::Formatter::make_option_desc(option));
}

std::string HelpFormat::make_subcommand(const CLI::App* verb) const {
  std::string text;
  const std::string name = "  " + verb->get_display_name();
  const std::string gap(kColumn, ' ');
  for (const std::string& line : report::wrap(verb->get_description(), kWidth - kColumn))
    text += (text.empty() ? fmt::format("{:<{}}", name, kColumn) : gap) + line + '\n';
  return text.empty() ? name + '\n' : text;
}

}  // namespace mergelab::app
