// simt-run: runs a program that simt-cc made of CUDA source with a main().
#include <dlfcn.h>

#include <cstdio>
#include <exception>
#include <simt/engine.hpp>

namespace {

int fail(const char* what) {
  std::fprintf(stderr, "simt-run: error: %s\nusage: simt-run OBJECT.so [WORD]...\n", what);
  return 2;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) return fail("no object");
  void* object = dlopen(argv[1], RTLD_NOW);
  if (object == nullptr) return fail(dlerror());
  const auto program = reinterpret_cast<int (*)(int, char**)>(dlsym(object, "main"));
  if (program == nullptr) return fail("the object has no main()");
  simt::host::attach(object);
  return program(argc - 1, argv + 1);
} catch (const std::exception& error) {
  return fail(error.what());
}
