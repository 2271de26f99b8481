#include "app/batch/table_options.hpp"

#include "app/command_line/errors.hpp"

namespace mergelab::app {

void TableOptions::add_to(Words& words) {
  words.choice("--separator", separator, "Between the cells of the table of grades",
               {std::begin(kSeparators), std::end(kSeparators)});
  words.choice("--decimal", decimal, "In its numbers; a decimal comma goes with semicolons",
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
