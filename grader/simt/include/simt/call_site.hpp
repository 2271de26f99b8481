// Where in the source a call stands: the last parameter of what a message names by its line. Only its default
// makes one, so that such a function takes from a student's file what it takes from nvcc.
#pragma once

namespace simt {

/// Nothing else, so that who has an object of the type finds no function of the engine's by it.
namespace call_sites {

class CallSite {
 public:
  static constexpr CallSite here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
  const char* file;
  int line;

 private:
  constexpr CallSite(const char* file_name, int line_number) : file(file_name), line(line_number) {}
};

}  // namespace call_sites

using call_sites::CallSite;

}  // namespace simt

#define SIMT_SITE ::simt::CallSite site = ::simt::CallSite::here()
