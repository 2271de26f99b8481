// Archives that tar(1) unpacks, written without a library.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

namespace mergelab::app {

/// One file of a ustar archive. Throws std::invalid_argument for a name of more than 100 bytes.
[[nodiscard]] std::string tar_file(std::string_view name, std::string_view bytes, std::time_t modified);

/// What ends the archive.
[[nodiscard]] std::string tar_end();

}  // namespace mergelab::app
