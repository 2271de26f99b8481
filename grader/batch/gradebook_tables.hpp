// The tables and views of a gradebook, and what makes one of an earlier version into one of this.
#pragma once

#include "batch/sqlite.hpp"

namespace mergelab::batch {

/// Makes the tables of an empty file where `make` allows, and renews those of an earlier version. Throws
/// Error for a file that is no gradebook or of a later version, StorageError.
void prepare_tables(const Database& database, bool make);

}  // namespace mergelab::batch
