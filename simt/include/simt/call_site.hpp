// The source location of a call: the last parameter of functions that messages name by line. Only its default
// makes one, so such a function accepts the same arguments as with nvcc.
#pragma once

namespace simt {

/// Otherwise empty, so the type finds none of the engine's functions.
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
