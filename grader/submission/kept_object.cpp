#include "submission/kept_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <system_error>
#include <vector>

#include "base/atomic_file.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "sandbox/level.hpp"
#include "sandbox/process.hpp"
#include "submission/compile.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

/// The files below a folder, in order.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// A file of ours or of the compiler's, which only a build or an installation changes.
std::string version_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return fmt::format("{} {} {}\n", file.string(), size,
                     fs::last_write_time(file, error).time_since_epoch().count());
}

std::string tools(const Toolchain& toolchain) {
  const fs::path programs = fs::absolute(toolchain.simt_cc).parent_path();
  std::string text =
      version_of(toolchain.simt_cc) + version_of(programs.parent_path() / "lib" / "libsimt.so");
  const auto compiler = sandbox::find_program(toolchain.compiler, tool_path());
  text += version_of(compiler ? fs::weakly_canonical(*compiler) : fs::path());
  const fs::path worker = fs::absolute(toolchain.worker_dir);
  for (const fs::path& folder : {toolchain.include_dir, worker, worker.parent_path() / "simt" / "include"}) {
    for (const fs::path& file : files_below(folder)) text += version_of(file);
  }
  return text;
}

/// Takes a line off the front.
std::string next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string line(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::optional<std::string> next_bytes(std::string_view& text) {
  const std::string size = next_line(text);
  if (size.empty() || size.find_first_not_of("0123456789") != std::string::npos || size.size() > 12)
    return std::nullopt;
  const std::size_t bytes = std::stoull(size);
  if (bytes > text.size()) return std::nullopt;
  std::string part(text.substr(0, bytes));
  text.remove_prefix(bytes);
  return part;
}

std::string with_size(const std::string& bytes) { return fmt::format("{}\n{}", bytes.size(), bytes); }

}  // namespace

KeptObject::KeptObject(const CompileJob& job, const Toolchain& toolchain)
    : folder_(job.folder.string()), object_(job.object) {
  if (toolchain.kept_objects.empty() || job.kind.backend == Backend::gpu) return;
  std::string made_of;
  for (const auto& step : compile_steps(job, toolchain)) {
    for (const std::string& word : step) made_of += with_size(word);
  }
  std::vector<fs::path> files = files_below(job.folder / "src");
  files.push_back(job.folder / kPolicyFile);
  for (const fs::path& file : files) {
    const auto bytes = base::read_file(file);
    if (!bytes) return;
    made_of += with_size(file.string()) + with_size(*bytes);
  }
  // An object in a folder whose name is longer is another one: names are replaced in place.
  replace_all(made_of, folder_, fmt::format("a folder of {} letters", folder_.size()));
  made_of += fmt::format("{} {} {}\n", tool_path(), sandbox::to_string(sandbox::isolation().level),
                         job.cpu_limit_s) +
             tools(toolchain);
  made_of_ = std::move(made_of);
  file_ = toolchain.kept_objects / fmt::format("{:016x}", base::hash_text(base::kHashOfNothing, made_of_));
}

std::optional<std::string> KeptObject::take() const {
  if (file_.empty()) return std::nullopt;
  const auto kept = base::read_file(file_);
  if (!kept) return std::nullopt;
  std::string_view rest = *kept;
  const auto made_of = next_bytes(rest), folder = next_bytes(rest);
  auto said = next_bytes(rest), object = next_bytes(rest);
  if (!made_of || *made_of != made_of_ || !folder || !said || !object) return std::nullopt;
  replace_all(*object, *folder, folder_);
  replace_all(*said, *folder, folder_);
  std::ofstream stream(object_, std::ios::binary);
  stream << *object << std::flush;
  if (!stream) return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(file_, fs::file_time_type::clock::now(), ignored);
  return said;
}

void KeptObject::keep(const std::string& said) const {
  if (file_.empty()) return;
  const auto object = base::read_file(object_);
  if (!object) return;
  std::error_code ignored;
  fs::create_directories(file_.parent_path(), ignored);
  try {
    // Tests that run at once keep the same object: each reader sees a whole one.
    base::write_atomically(file_,
                           with_size(made_of_) + with_size(folder_) + with_size(said) + with_size(*object));
  } catch (const base::WriteError&) {  // then it is compiled again
  }
}

}  // namespace mergelab::submission
