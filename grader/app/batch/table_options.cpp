#include "app/batch/table_options.hpp"

#include "app/command_line/errors.hpp"

namespace mergelab::app {

void TableOptions::add_to(CommandOptions& command) {
  command.choice("--separator", separator, "Separator of the cells in the table of grades",
                 {std::begin(kSeparators), std::end(kSeparators)});
  command.choice("--decimal", decimal, "Decimal mark in that table; a comma needs another separator",
                 {std::begin(kDecimals), std::end(kDecimals)});
}

TableFormat TableOptions::format(TableFormat otherwise) const {
  if (separator.empty() && decimal.empty()) return otherwise;
  const TableFormat format = table_format(separator, decimal);
  if (!format.is_readable())
    throw UsageError("a decimal comma needs another separator\n  --separator semicolon, or tab");
  return format;
}

}  // namespace mergelab::app
