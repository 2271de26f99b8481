// How --help is laid out: as CLI11 does it, wrapped for a terminal of 80 columns.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace mergelab::app {

class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* verb) const override;
};

}  // namespace mergelab::app
