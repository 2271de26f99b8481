// The tables and views of a gradebook, and what makes one of an earlier version into one of this.
#pragma once

#include "batch/sqlite.hpp"

namespace mergelab::batch {

/// Makes the tables of an empty file if `make`, and renews those of an earlier version. Throws Error for
/// another file or a later version, and StorageError.
void prepare_tables(const Database& database, bool make);

}  // namespace mergelab::batch
