#include "app/course_files/programs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "app/command_line/errors.hpp"
#include "app/course_files/wrong_file.hpp"
#include "app/machine/children.hpp"

namespace mergelab::app::releases {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLinesShown = 25, kShortestText = 4;

/// CMake's first error as a sentence; where it has none, the last lines.
std::string complaint(const std::vector<std::string>& lines) {
  const auto is_error = [](const std::string& line) { return line.starts_with("CMake Error"); };
  const auto error = std::find_if(lines.begin(), lines.end(), is_error);
  if (error == lines.end()) {
    const auto shown = std::min(lines.size(), kLinesShown);
    return fmt::format("\n  {}",
                       fmt::join(lines.end() - static_cast<std::ptrdiff_t>(shown), lines.end(), "\n  "));
  }
  std::string words;
  for (auto line = error + 1; line != lines.end() && line->starts_with("  "); ++line)
    words += line->substr(1);
  return words;
}

/// Throws EnvironmentError with what it complains of.
void run_cmake(std::vector<std::string> words, const std::function<void(const std::string&)>& on_line) {
  std::vector<std::string> lines;
  words.insert(words.begin(), {"env", "NINJA_STATUS=%f/%t ", "cmake"});
  const int code = run_lines(words, [&](const std::string& line) {
    lines.push_back(line);
    on_line(line);
  });
  if (code != 0)
    throw EnvironmentError("no hand-out was created, because its programs can't be built:" +
                           complaint(lines));
}

/// The largest N of GLIBC_2.N among the symbols that a program needs.
int glibc_of(const std::string& program) {
  constexpr std::string_view kPrefix = "GLIBC_2.";
  int newest = 0;
  for (std::size_t at = 0; (at = program.find(kPrefix, at)) != std::string::npos;) {
    at += kPrefix.size();
    newest = std::max(newest, std::atoi(program.c_str() + at));
  }
  return newest;
}

}  // namespace

fs::path build_programs(const fs::path& source, const fs::path& folder,
                        const std::function<void(const std::string&)>& progress) {
  const fs::path build = folder / "build", programs = folder / "programs";
  const auto quietly = [](const std::string&) {};
  progress("configuring the programs");
  run_cmake({"-S", source.string(), "-B", build.string(), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DMERGELAB_PORTABLE=ON", "-DMERGELAB_TESTS=OFF", "-DMERGELAB_CUDA=OFF"},
            quietly);
  run_cmake({"--build", build.string(), "--target", "mergelab_tools"}, [&](const std::string& line) {
    progress("building the programs, " + line.substr(0, line.find(' ')));
  });
  fs::remove_all(programs);
  run_cmake(
      {"--install", build.string(), "--prefix", programs.string(), "--component", "programs", "--strip"},
      quietly);
  return programs;
}

std::string machines_of(const fs::path& programs) {
  int glibc = 0;
  for (const char* folder : {"bin", "lib"}) {
    for (const auto& entry : fs::directory_iterator(programs / folder)) {
      const bool is_static = entry.path().filename() == "mergelab-init";
      if (!is_static) glibc = std::max(glibc, glibc_of(read_text(entry.path())));
    }
  }
  utsname machine{};
  ::uname(&machine);
  return fmt::format("Linux on {} with glibc 2.{} or later", machine.machine, glibc);
}

std::string texts_in(const std::string& program) {
  const auto is_text = [](char c) { return (c >= ' ' && c <= '~') || c == '\t' || c == '\n'; };
  std::string texts;
  for (auto at = program.begin(); at != program.end();) {
    const auto end = std::find_if_not(at, program.end(), is_text);
    if (static_cast<std::size_t>(end - at) >= kShortestText) texts.append(at, end).push_back('\n');
    at = std::find_if(end, program.end(), is_text);
  }
  return texts;
}

}  // namespace mergelab::app::releases
