#include "app/learning/standalone.hpp"

#include "app/grading/setup.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

fs::path whole_path(const fs::path& file) { return fs::absolute(file).lexically_normal(); }

}  // namespace

StandaloneFiles standalone_files(const Course& course, const Lab& lab, const fs::path& folder) {
  StandaloneFiles files;
  for (const auto& [name, source] : own_sources(course, lab, folder)) {
    if (name == lab.name) {
      files.file = whole_path(source.file);
    } else {
      files.folders.push_back(whole_path(source.file.parent_path()));
    }
  }
  return files;
}

std::vector<std::string> engine_command(const StandaloneFiles& files, const Programs& programs,
                                        const fs::path& main_file, const fs::path& object) {
  std::vector<std::string> command{whole_path(programs.toolchain.simt_cc).string(), "-O0", "-g"};
  const auto add = [&](const char* option, const fs::path& folder) {
    command.insert(command.end(), {option, folder.string()});
  };
  add("-I", whole_path(programs.toolchain.include_dir));
  for (const fs::path& folder : files.folders) add("-I", folder);
  // Where kernels are launched.
  for (const fs::path& file : {main_file, files.file}) add("--user-folder", whole_path(file).parent_path());
  for (const fs::path& folder : files.folders) add("--user-folder", folder);
  command.insert(command.end(), {"-o", object.string(), main_file.string()});
  return command;
}

}  // namespace mergelab::app
