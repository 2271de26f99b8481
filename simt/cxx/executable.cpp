#include "executable.hpp"

#include <ar.h>
#include <elf.h>

#include <charconv>
#include <cstddef>
#include <cstring>

#include "files.hpp"

namespace simt::cxx {
namespace {

/// The loader of our programs, which is that of the output.
std::string loader() {
  const std::string self = read_file("/proc/self/exe");
  Elf64_Ehdr header;
  std::memcpy(&header, self.data(), sizeof header);
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, self.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type == PT_INTERP) return self.c_str() + segment.p_offset;
  }
  throw Error("simt-cc has no program interpreter, so it cannot make an executable");
}

// The kernel starts the file by its loader, which calls the entry when the libraries are initialised: the
// program's own constructors have not run. In simt-run, which opens the file, the entry has no meaning.
constexpr const char* kStart = R"(
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern "C" __attribute__((section(".interp"), used)) const char simt_loader[] = LOADER;
#if defined(__x86_64__)
asm(".globl simt_entry; .hidden simt_entry; simt_entry: mov %rsp, %rdi; and $-16, %rsp; call simt_start");
#else
asm(".globl simt_entry; .hidden simt_entry; simt_entry: mov x0, sp; b simt_start");
#endif
extern "C" __attribute__((visibility("hidden"))) void simt_start(void** stack) {
  const int argc = (int)(long)stack[0];
  char** const argv = (char**)stack + 1;
  static char self[4096], flags[4096] = "--check ";
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) _exit(127);
  const char* const given = getenv("SIMT_RUN_FLAGS");
  if (given) strncat(flags, given, sizeof flags - strlen(flags) - 1);
  char** const words = (char**)__builtin_alloca(sizeof(char*) * (sizeof flags / 2 + argc + 3));
  int count = 0;
  words[count++] = (char*)RUNNER;
  for (char* word = strtok(flags, " "); word; word = strtok(nullptr, " ")) words[count++] = word;
  words[count++] = self;
  for (int i = 1; i < argc; ++i) words[count++] = argv[i];
  words[count] = nullptr;
  execv(RUNNER, words);
  const char text[] = "error: cannot start " RUNNER ", which runs this program\n";
  (void)!write(2, text, sizeof text - 1);
  _exit(127);
}
)";

/// As a string of C++.
std::string quoted(const std::string& text) { return "R\"simt(" + text + ")simt\""; }

}  // namespace

std::vector<std::string> objects_in(std::string_view file) {
  std::vector<std::string> objects;
  const auto add = [&](std::string_view bytes) {
    constexpr std::size_t kType = offsetof(Elf64_Ehdr, e_type);
    if (bytes.starts_with(ELFMAG) && bytes.size() > kType && bytes[kType] == ET_REL)
      objects.emplace_back(bytes);
  };
  if (!file.starts_with(ARMAG)) {
    add(file);
    return objects;
  }
  for (std::size_t at = SARMAG; at + sizeof(ar_hdr) <= file.size();) {
    std::size_t size = 0;
    const char* const digits = file.data() + at + offsetof(ar_hdr, ar_size);
    if (std::from_chars(digits, digits + sizeof(ar_hdr::ar_size), size).ec != std::errc()) break;
    at += sizeof(ar_hdr);
    add(file.substr(at, size));
    at += size + size % 2;
  }
  return objects;
}

std::vector<std::string> archives_in(const std::vector<std::string>& linker_flags) {
  std::vector<std::string> folders, names, archives;
  for (std::size_t i = 0; i < linker_flags.size(); ++i) {
    const std::string& flag = linker_flags[i];
    if (!flag.starts_with("-L") && !flag.starts_with("-l")) continue;
    std::vector<std::string>& all = flag[1] == 'L' ? folders : names;
    all.push_back(flag.size() > 2 ? flag.substr(2) : linker_flags[++i]);
  }
  for (const std::string& name : names) {
    for (const std::string& folder : folders) {
      const std::filesystem::path archive = std::filesystem::path(folder) / ("lib" + name + ".a");
      if (std::filesystem::is_regular_file(archive)) archives.push_back(archive.string());
    }
  }
  return archives;
}

std::string starts_by(const std::string& runner) {
  return "#define LOADER " + quoted(loader()) + "\n#define RUNNER " + quoted(runner) + "\n" + kStart;
}

}  // namespace simt::cxx
