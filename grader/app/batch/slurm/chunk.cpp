#include "app/batch/slurm/chunk.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "app/command_line/errors.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"

namespace mergelab::app::slurm {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kTooLarge = (1 << 20) + 1;

/// Makes a file that the grader takes with the same bytes, or refuses for the same reason.
void make(const fs::path& file, const batch::ContentFile& content) {
  fs::create_directories(file.parent_path());
  const std::string& refusal = content.refusal;
  if (refusal == "is a symbolic link") return fs::create_symlink("nowhere", file);
  if (refusal == "is a folder") return static_cast<void>(fs::create_directory(file));
  if (refusal == "is a named pipe") return static_cast<void>(::mkfifo(file.c_str(), 0600));
  std::string bytes = content.bytes;
  if (refusal == "contains NUL bytes") bytes.assign(1, '\0');
  if (refusal == "contains control characters") bytes.assign(1, '\1');
  if (refusal == "is larger than 1 MiB") bytes.assign(kTooLarge, ' ');
  base::write_atomically(file, bytes);
}

}  // namespace

std::string chunk_name(std::size_t index) { return fmt::format("chunk-{}.json", index); }
std::string log_name(std::size_t index) { return fmt::format("log-{}", index); }

void write_chunk(const fs::path& file, const Chunk& chunk) {
  // A path may hold bytes that are not UTF-8, which JSON can't: such a course is refused here.
  try {
    base::write_atomically(file, json{{"version", MERGELAB_VERSION},
                                      {"words", chunk.words},
                                      {"places", chunk.places},
                                      {"jobs", chunk.jobs}}
                                     .dump(1));
  } catch (const json::exception&) {
    throw UsageError("a path of this batch is not UTF-8, as the tasks of a cluster require\n  rename it");
  }
}

Chunk read_chunk(const fs::path& file) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("{} {}\n  `batch --launcher slurm` writes such files for its tasks",
                                 file.filename().string(), why));
  };
  const json read = json::parse(base::read_file(file).value_or(""), nullptr, false);
  if (!read.is_object()) refuse("is not a chunk of a batch");
  const std::string version = read.value("version", "");
  if (version != MERGELAB_VERSION) {
    refuse(fmt::format("is of mergelab {}, and this node has {}", version, MERGELAB_VERSION));
  }
  Chunk chunk;
  try {
    read.at("words").get_to(chunk.words);
    read.at("places").get_to(chunk.places);
    read.at("jobs").get_to(chunk.jobs);
  } catch (const json::exception&) {
    refuse("is not a chunk of a batch");
  }
  return chunk;
}

bool lay_out(const Course& course, const batch::Content& content, const fs::path& folder) try {
  const auto is_same = [&] { return batch::read_content(course, folder).is_same(content); };
  if (is_same()) return true;
  fs::path fresh = folder;
  fresh += ".new";
  fs::remove_all(fresh);
  for (const batch::ContentFile& file : content.files)
    make(fresh / file.lab / course.find_lab(file.lab)->file, file);
  fs::remove_all(folder);
  fs::rename(fresh, folder);
  return is_same();
} catch (const fs::filesystem_error& error) {
  throw base::WriteError(
      fmt::format("{}: {}\n  free some space there; the same command then continues from here",
                  folder.string(), error.code().message()));
}

}  // namespace mergelab::app::slurm
