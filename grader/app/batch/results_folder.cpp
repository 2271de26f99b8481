#include "app/batch/results_folder.hpp"

#include <fmt/format.h>

#include <system_error>

#include "app/command_line/errors.hpp"

namespace mergelab::app {

namespace fs = std::filesystem;

batch::Gradebook open_gradebook(const fs::path& folder) {
  std::error_code error;
  const fs::path file = fs::is_directory(folder, error) ? folder / "gradebook.sqlite" : folder;
  if (!fs::is_regular_file(file, error)) {
    throw UsageError(
        fmt::format("{} does not exist\n  name the folder that you gave `batch` as --out", file.string()));
  }
  return {fs::canonical(file), false};
}

}  // namespace mergelab::app
