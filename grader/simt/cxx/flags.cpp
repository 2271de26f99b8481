#include "flags.hpp"

#include <iterator>
#include <sstream>

namespace simt::cxx {
namespace {

bool compiled_by_clang(const std::string& preprocessed) {
  return preprocessed.find("struct CompiledByClang;") != std::string::npos;
}

std::vector<std::string> words(const char* line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

// Clang without block placement, because the replay needs the blocks in the source's order; g++ without
// scalar replacement of aggregates, so that a vector's load stays one access. Its thread sanitizer sees no
// access in a call: a struct in memory that is passed by value, or that a function returns into. So these are
// copied by themselves first (-fno-elide-constructors). And none of a local variable that it knows nobody
// else sees, wherever the access leads: so it isn't told (-fno-tree-pta).
std::vector<std::string> instrument_flags(const std::string& preprocessed) {
  if (compiled_by_clang(preprocessed)) {
    return words(
        "-O1 -g -fno-builtin -fno-vectorize -fno-slp-vectorize -fsanitize=thread,bounds "
        "-fsanitize-coverage=bb,no-prune,trace-pc -mllvm -disable-block-placement "
        "-mllvm -tsan-instrument-func-entry-exit=0 -mllvm -tsan-instrument-read-before-write=1 "
        "-mllvm -tsan-distinguish-volatile=1");
  }
  return words(
      "-O1 -g -fno-builtin -fno-reorder-blocks -fno-thread-jumps -fno-tree-ch -fno-if-conversion "
      "-fno-crossjumping -fno-tree-sra -fno-tree-pta -fno-elide-constructors "
      "-fsanitize=thread,bounds-strict -fsanitize-coverage=trace-pc "
      "--param tsan-instrument-func-entry-exit=0 --param tsan-distinguish-volatile=1");
}

std::vector<std::string> code_flags(const std::string& preprocessed) {
  // No call of exit() for several lines.
  if (compiled_by_clang(preprocessed)) return words("-mllvm -enable-tail-merge=0");
  // Nor a call to an initialiser before each use of an extern array, nor sharing of a template's arrays
  // between two modules of one process.
  return words("-fno-crossjumping -fno-tree-tail-merge -fno-extern-tls-init -fno-gnu-unique");
}

std::vector<std::string> link_flags(bool instrument) {
  // What prints or ends a kernel; and what reads or writes by address.
  std::string functions = "printf fprintf __printf_chk __fprintf_chk puts putchar __assert_fail";
  if (instrument) {
    functions +=
        " memcpy memmove memset memcmp bcmp strlen strcmp frexp frexpf modf modff sincos sincosf fputs fputc "
        "fwrite"
        " fflush _ZNKSt5ctypeIcE13_M_widen_initEv"
        " _ZNSolsEb _ZNSolsEs _ZNSolsEt _ZNSolsEi _ZNSolsEj _ZNSolsEl _ZNSolsEm _ZNSolsEx _ZNSolsEy"
        " _ZNSolsEf _ZNSolsEd _ZNSolsEe _ZNSolsEPKv _ZNSolsEDn _ZNSo9_M_insertIbEERSoT_"
        " _ZNSo9_M_insertIlEERSoT_ _ZNSo9_M_insertImEERSoT_ _ZNSo9_M_insertIxEERSoT_"
        " _ZNSo9_M_insertIyEERSoT_ _ZNSo9_M_insertIdEERSoT_ _ZNSo9_M_insertIeEERSoT_"
        " _ZNSo9_M_insertIPKvEERSoT_ _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c"
        " _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a"
        " _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h"
        " _ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_S3_"
        " _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc"
        " _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKa"
        " _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKh"
        " _ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_ _ZNSo5writeEPKcl"
        " _ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l _ZNSo5flushEv"
        " _ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
        " _ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_ _ZNSo3putEc _ZNSolsEPFRSoS_E"
        " _ZNSolsEPFRSt8ios_baseS0_E _ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E";
  }
  // All addresses are looked up when the object is loaded, and can't be changed from then on: those of the
  // checks are among them.
  std::vector<std::string> flags{"-Wl,-z,relro,-z,now"};
  for (const std::string& name : words(functions.c_str())) flags.push_back("-Wl,--wrap=" + name);
  return flags;
}

}  // namespace simt::cxx
