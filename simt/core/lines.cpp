// The compilers' debug information, read with libbacktrace, GCC's library. Nothing is read before a line is
// needed.
#include "lines.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <simt/engine.hpp>
#include <string_view>
#include <vector>

#include "finding/messages.hpp"
#include "simt/elf/object_file.hpp"

// libbacktrace's interface; only GCC searches its header's folder.
extern "C" {
struct backtrace_state;
using backtrace_error_callback = void (*)(void* data, const char* message, int error);
using backtrace_full_callback = int (*)(void* data, std::uintptr_t pc, const char* file, int line,
                                        const char* function);
backtrace_state* backtrace_create_state(const char* file, int threaded, backtrace_error_callback on_error,
                                        void* data);
int backtrace_pcinfo(backtrace_state* state, std::uintptr_t pc, backtrace_full_callback on_frame,
                     backtrace_error_callback on_error, void* data);
using backtrace_simple_callback = int (*)(void* data, std::uintptr_t pc);
int backtrace_simple(backtrace_state* state, int skip, backtrace_simple_callback on_frame,
                     backtrace_error_callback on_error, void* data);
int backtrace_full(backtrace_state* state, int skip, backtrace_full_callback on_frame,
                   backtrace_error_callback on_error, void* data);
}

namespace simt::core {
namespace {

backtrace_state* trace = nullptr;  // knows the modules loaded at its first use

struct Known {
  std::map<std::uintptr_t, Line> lines;
  std::map<std::string, std::vector<std::string>> files;
  std::map<std::pair<std::string, int>, std::string> texts;
  std::map<std::string, std::string> paths;  // of the files that findings name
};
Known& known() {
  static Known& state = *new Known;
  return state;
}

std::vector<std::string>& library_folders() {  // of the host program
  static auto& folders = *new std::vector<std::string>;
  return folders;
}

// "co_rank" of "_Z7co_rankiPKiiS0_i".
std::string plain_name(const char* symbol) {
  std::string name = elf::demangled(symbol);
  // "std::unique_ptr<int [], Free> make<int>(int)": a template's name begins with its result.
  std::size_t begin = 0, end = 0;
  int depth = 0;
  for (; end < name.size() && (name[end] != '(' || depth > 0 || end == begin); ++end) {
    if (name[end] == '<' || name[end] == '(') ++depth;
    if (name[end] == '>' || name[end] == ')') --depth;
    if (name[end] == ' ' && depth == 0) begin = end + 1;
  }
  name = name.substr(begin, end - begin);
  name.erase(std::min(name.find('<'), name.size()));
  const std::size_t scope = name.rfind(':');
  return scope == std::string::npos ? name : name.substr(scope + 1);
}

/// Of Thrust's or CUB's headers, wherever they are installed, of libcu++'s beside them, or of the engine's
/// part of Thrust and cuBLAS.
bool is_of_cuda_library(const std::string& file) {
  static auto& known_folders = *new std::map<std::string, bool>;
  for (const char* const own : {"/simt/thrust.hpp", "/simt/for_each_thread.hpp", "/cublas_v2.h"}) {
    if (file.ends_with(own)) return true;
  }
  for (const char* const part : {"/thrust/", "/cub/", "/cuda/"}) {
    const std::size_t at = file.rfind(part);
    if (at == std::string::npos) continue;
    const auto [entry, is_new] = known_folders.try_emplace(file.substr(0, at), false);
    if (is_new) {
      entry->second = std::ifstream(entry->first + "/thrust/version.h").good() ||
                      std::ifstream(entry->first + "/cub/version.cuh").good();
    }
    if (entry->second) return true;
  }
  return false;
}

// Headers whose code is attributed to the line that uses it.
bool is_library(const std::string& file) {
  const std::string folder = file.substr(0, std::min(file.rfind('/'), file.size()));
  const auto holds = [&](const std::string& end) { return folder.ends_with(end); };
  return holds("include/simt") || holds("include/cooperative_groups") || holds("include/cuda") ||
         file.ends_with("/cooperative_groups.h") || file.ends_with("/cuda_pipeline.h") ||
         file.ends_with("/mma.h") || is_of_cuda_library(file) ||
         std::any_of(library_folders().begin(), library_folders().end(),
                     [&](const std::string& end) { return holds(end) || file.ends_with(end); });
}

Line line_from(const char* file, int number, const char* function) {
  return {file, number, function != nullptr ? plain_name(function) : ""};
}

/// Whether it copies or moves a struct: an assignment, or a constructor such as "_ZN8ParticleC4ERKS_".
bool copies(std::string_view symbol, const Line& line) {
  constexpr std::string_view kConstructors[] = {"C1ERKS", "C2ERKS", "C4ERKS", "C1EOS", "C2EOS", "C4EOS"};
  return line.function.starts_with("operator=") ||
         std::any_of(std::begin(kConstructors), std::end(kConstructors),
                     [&](std::string_view part) { return symbol.find(part) != std::string_view::npos; });
}

int visit_line(void* found, std::uintptr_t, const char* file, int number, const char* function) {
  Line& line = *static_cast<Line*>(found);
  if (file == nullptr) return 0;
  line = line_from(file, number, function);
  // 0: continue with the caller that this was inlined into. An implicit copy of a struct has the struct's
  // line.
  return is_library(line.file) || is_of_cpp_library(line) || copies(function != nullptr ? function : "", line)
             ? 0
             : 1;
}

void ignore(void*, const char*, int) {}

std::string folder_of(const std::string& file) { return file.substr(0, file.rfind('/') + 1); }

struct CallerSearch {
  Line called, found;
  bool is_inside = false;  // the engine's frames are behind
};

int visit_frame(void* data, std::uintptr_t, const char* file, int number, const char*) {
  CallerSearch& search = *static_cast<CallerSearch*>(data);
  if (file == nullptr || is_library(file)) return 0;
  if (search.called.file == file) {
    search.is_inside = true;
    return 0;
  }
  if (!search.is_inside) return 0;
  if (search.called.file.starts_with(folder_of(file))) search.found = {file, number};
  return 1;
}

int add_line(void* lines, std::uintptr_t, const char* file, int number, const char* function) {
  if (file == nullptr || is_library(file)) return 0;
  static_cast<std::vector<Line>*>(lines)->push_back(line_from(file, number, function));
  return 0;
}

int add_address(void* addresses, std::uintptr_t pc) {
  static_cast<std::vector<std::uintptr_t>*>(addresses)->push_back(pc);
  return 0;
}

backtrace_state* known_trace() {
  if (trace == nullptr) trace = backtrace_create_state(nullptr, 0, &ignore, nullptr);
  return trace;
}

const std::vector<std::string>& file_text(const std::string& file) {
  const auto [entry, is_new] = known().files.try_emplace(file);
  if (is_new) {
    std::ifstream stream(file);
    for (std::string text; std::getline(stream, text);) entry->second.push_back(text);
  }
  return entry->second;
}

}  // namespace

bool is_of_cpp_library(const Line& line) {
  // /usr/include/c++/12/vector, and what stands for its compiled code.
  return line.file.find("/c++/") != std::string::npos || line.file.ends_with("/simt/host_library.cpp") ||
         is_of_cuda_library(line.file);
}

std::uintptr_t use_lines_of(void* module) {
  trace = nullptr;
  known() = {};
  link_map* map = nullptr;
  return dlinfo(module, RTLD_DI_LINKMAP, &map) == 0 ? map->l_addr : 0;
}

Line line_of(std::uintptr_t pc) {
  const auto [entry, is_new] = known().lines.try_emplace(pc);
  if (!is_new) return entry->second;
  if (known_trace() == nullptr) return {};
  // Code of several lines has number 0; the code just before it is of one of them.
  for (std::uintptr_t at = pc - 1; entry->second.number == 0 && pc - at < 64; at -= 4) {
    backtrace_pcinfo(trace, at, &visit_line, &ignore, &entry->second);
    if (!entry->second.known()) break;
  }
  return entry->second;
}

Line caller_of(std::uintptr_t pc, const std::vector<std::uintptr_t>& launched_by) {
  CallerSearch search{line_of(pc), {}};
  if (trace == nullptr || !search.called.known()) return {};
  backtrace_full(trace, 0, &visit_frame, &ignore, &search);
  if (search.found.known()) return search.found;
  search.is_inside = true;
  for (const std::uintptr_t call : launched_by) {
    if (backtrace_pcinfo(trace, call, &visit_frame, &ignore, &search) != 0) break;
  }
  return search.found;
}

bool is_merge_of_cub(std::uintptr_t pc) {
  const std::vector<Line> lines = lines_at(pc - 1);
  return !lines.empty() && lines.front().file.ends_with("/cub/block/block_merge_sort.cuh") &&
         is_of_cuda_library(lines.front().file);
}

std::vector<Line> lines_at(std::uintptr_t pc) {
  std::vector<Line> lines;
  if (known_trace() != nullptr) backtrace_pcinfo(trace, pc, &add_line, &ignore, &lines);
  return lines;
}

std::vector<std::uintptr_t> addresses_of_calls() {
  std::vector<std::uintptr_t> addresses;
  if (known_trace() != nullptr) backtrace_simple(trace, 0, &add_address, &ignore, &addresses);
  return addresses;
}

const std::string& text_of(const Line& line) {
  static const std::string& none = *new std::string;
  if (!line.known()) return none;
  const auto [entry, is_new] = known().texts.try_emplace({line.file, line.number});
  if (is_new) {
    const std::vector<std::string>& file = file_text(line.file);
    if (line.number >= 1 && static_cast<std::size_t>(line.number) <= file.size()) {
      const std::string& text = file[static_cast<std::size_t>(line.number) - 1];
      const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t\r");
      if (first != std::string::npos) entry->second = text.substr(first, last - first + 1);
    }
  }
  return entry->second;
}

finding::Site site_of(const Line& line) {
  if (!line.known()) return {};
  const std::string name = line.file.substr(line.file.find_last_of('/') + 1);
  known().paths[name] = line.file;
  return {name, line.number};
}

std::string text_of(const finding::Site& site) {
  const auto path = known().paths.find(site.file.string());
  return path == known().paths.end() ? "" : text_of(Line{path->second, site.line});
}

}  // namespace simt::core

std::string simt::host::text_of(const Finding& found) {
  return finding::text_of(found, [](const finding::Site& site) { return core::text_of(site); });
}

void simt::host::set_library_folders(const std::vector<std::string>& path_ends) {
  simt::core::library_folders() = path_ends;
}
