#include "sandbox/proc_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "base/read_file.hpp"

namespace mergelab::sandbox {
namespace {

/// A file of /proc; empty when it can't be read.
std::string read_proc_file(const std::string& path) { return base::read_file(path).value_or(""); }

std::string folder_of(pid_t pid) { return "/proc/" + std::to_string(pid); }

/// The number after `key` in the text of /proc/<pid>/status, 0 when it isn't there.
std::int64_t status_number(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return 0;
  return std::strtoll(std::string(text.substr(at + key.size(), 32)).c_str(), nullptr, 10);
}

std::vector<pid_t> numeric_entries(const std::string& folder) {
  std::vector<pid_t> numbers;
  DIR* stream = ::opendir(folder.c_str());
  if (stream == nullptr) return numbers;
  while (const dirent* entry = ::readdir(stream)) {
    char* end = nullptr;
    const long number = std::strtol(entry->d_name, &end, 10);
    if (end != entry->d_name && *end == '\0' && number > 0) numbers.push_back(static_cast<pid_t>(number));
  }
  ::closedir(stream);
  return numbers;
}

}  // namespace

std::optional<ProcStat> read_stat(pid_t pid) {
  const std::string text = read_proc_file(folder_of(pid) + "/stat");
  // The name in parentheses may hold anything, a parenthesis too; the last one ends it.
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos || name_end + 2 >= text.size()) return std::nullopt;
  ProcStat stat;
  stat.state = text[name_end + 2];
  const char* at = text.c_str() + name_end + 3;
  // Fields after the state: 1 parent, 3 session, 11 and 12 own user and system time, 13 and 14 that of
  // children.
  const double tick_s = 1.0 / static_cast<double>(::sysconf(_SC_CLK_TCK));
  for (int field = 1; field <= 14; ++field) {
    char* end = nullptr;
    const long long value = std::strtoll(at, &end, 10);
    if (end == at) return std::nullopt;
    at = end;
    if (field == 1) stat.parent = static_cast<pid_t>(value);
    if (field == 3) stat.session = static_cast<pid_t>(value);
    if (field == 11 || field == 12) stat.own_cpu_s += static_cast<double>(value) * tick_s;
    if (field == 13 || field == 14) stat.waited_cpu_s += static_cast<double>(value) * tick_s;
  }
  return stat;
}

ProcMemory read_memory(pid_t pid) {
  const std::string text = read_proc_file(folder_of(pid) + "/status");
  return {status_number(text, "\nVmRSS:") << 10, status_number(text, "\nVmHWM:") << 10,
          status_number(text, "\nVmPeak:") << 10};
}

std::optional<std::int64_t> out_of_memory_kills() {
  const std::string text = read_proc_file("/proc/vmstat");
  constexpr std::string_view kKey = "\noom_kill ";
  if (text.find(kKey) == std::string::npos) return std::nullopt;
  return status_number(text, kKey);
}

bool has_no_new_privileges(pid_t pid) {
  return status_number(read_proc_file(folder_of(pid) + "/status"), "\nNoNewPrivs:") == 1;
}

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  const std::string tasks = folder_of(pid) + "/task";
  for (const pid_t task : numeric_entries(tasks)) {
    const std::string text = read_proc_file(tasks + "/" + std::to_string(task) + "/children");
    const char* at = text.c_str();
    char* end = nullptr;
    for (long child = std::strtol(at, &end, 10); end != at; child = std::strtol(at, &end, 10)) {
      children.push_back(static_cast<pid_t>(child));
      at = end;
    }
  }
  return children;
}

std::vector<pid_t> all_processes() { return numeric_entries("/proc"); }

}  // namespace mergelab::sandbox
