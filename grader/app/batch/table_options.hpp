// How a table of grades looks, for spreadsheets whose language has a decimal comma.
#pragma once

#include <string>

#include "app/command_line/options.hpp"
#include "model/settings.hpp"

namespace mergelab::app {

struct TableOptions {
  std::string separator, decimal;

  void add_to(CommandOptions& command);
  /// What these say; without them, `otherwise`. Throws UsageError.
  [[nodiscard]] TableFormat format(TableFormat otherwise) const;
};

}  // namespace mergelab::app
