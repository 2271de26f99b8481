// simt-run: runs a program that simt-cc made of CUDA source with a main(), and reports on its kernels.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <simt/counters.hpp>
#include <simt/engine.hpp>

namespace {

int fail(const char* what) {
  std::fprintf(
      stderr,
      "simt-run: error: %s\nusage: simt-run [--count] OBJECT.so [WORD]...\n"
      "  --count   check and count what the kernels of an instrumented object do, and print it at the "
      "end\n",
      what);
  return 2;
}

/// Lines of cells separated by tabs: "line", file, line, sectors, wavefronts of shared memory; "violation",
/// rule, text; "dropped", the number of violations beyond those kept.
void print_figures() {
  for (const simt::LineCounters& line : simt::host::line_counters()) {
    std::printf("line\t%s\t%d\t%llu\t%llu\n", line.file.c_str(), line.line,
                static_cast<unsigned long long>(line.sectors),
                static_cast<unsigned long long>(line.shared_wavefronts));
  }
  std::printf("dropped\t%llu\n", static_cast<unsigned long long>(simt::host::violations_dropped()));
  for (const simt::Finding& found : simt::host::violations()) {
    std::string text = simt::host::text_of(found);
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::replace(text.begin(), text.end(), '\t', ' ');
    std::printf("violation\t%s\t%s\n", name(found.rule).data(), text.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const bool counts = argc > 1 && std::strcmp(argv[1], "--count") == 0;
  if (counts) --argc, ++argv;
  if (argc < 2) return fail("no object");
  void* object = dlopen(argv[1], RTLD_NOW);
  if (object == nullptr) return fail(dlerror());
  const auto program = reinterpret_cast<int (*)(int, char**)>(dlsym(object, "main"));
  if (program == nullptr) return fail("the object has no main()");
  simt::host::attach(object);
  if (!counts) return program(argc - 1, argv + 1);
  simt::host::set_checking(true);
  simt::host::set_counting(true);
  const int code = program(argc - 1, argv + 1);
  print_figures();
  return code;
} catch (const std::exception& error) {
  return fail(error.what());
}
