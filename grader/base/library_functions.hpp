// Functions of C's and C++'s libraries in whose place simt-cc puts the engine's, so that a lab may call them.
#pragma once

#include <string>
#include <string_view>

namespace mergelab::base {

// Names of symbols, each after a space.

/// What prints or ends a kernel.
inline constexpr std::string_view kPrintingFunctions =
    " printf fprintf __printf_chk __fprintf_chk puts putchar __assert_fail";

/// What allocates memory.
inline constexpr std::string_view kHeapFunctions =
    " malloc calloc realloc aligned_alloc free _Znwm _ZnwmRKSt9nothrow_t _ZnwmSt11align_val_t"
    " _Znam _ZnamRKSt9nothrow_t _ZnamSt11align_val_t"
    " _ZdlPv _ZdlPvm _ZdlPvRKSt9nothrow_t _ZdlPvSt11align_val_t _ZdlPvmSt11align_val_t"
    " _ZdaPv _ZdaPvm _ZdaPvRKSt9nothrow_t _ZdaPvSt11align_val_t _ZdaPvmSt11align_val_t";

/// What reads or writes by address, for the checks to see it.
inline constexpr std::string_view kFunctionsByAddress =
    " __errno_location atoi atol atof strtol strtoul strtoll strtoull strtod strtof"
    " __isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull"
    " memcpy memmove memset memcmp bcmp memchr strlen strcmp strncmp strchr strrchr strcpy strncpy"
    " _ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE15_M_replace_coldEPcmPKcmm"
    " snprintf vsnprintf sprintf vsprintf frexp frexpf modf modff sincos sincosf fputs fputc"
    " fwrite fflush _ZNKSt5ctypeIcE13_M_widen_initEv _ZNSolsEb _ZNSolsEs _ZNSolsEt _ZNSolsEi _ZNSolsEj"
    " _ZNSolsEl _ZNSolsEm _ZNSolsEx _ZNSolsEy _ZNSolsEf _ZNSolsEd _ZNSolsEe _ZNSolsEPKv _ZNSolsEDn"
    " _ZNSo9_M_insertIbEERSoT_ _ZNSo9_M_insertIlEERSoT_ _ZNSo9_M_insertImEERSoT_ _ZNSo9_M_insertIxEERSoT_"
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
    " _ZNSolsEPFRSt8ios_baseS0_E _ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E"
    " _ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate";

/// What simt-cc compiles with an object that calls it: simt/host_library.cpp.
inline constexpr std::string_view kRecompiledFunctions =
    " _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base"
    " _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base"
    " _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_"
    " _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_"
    " _ZNSt8__detail15_List_node_base7_M_hookEPS0_ _ZNSt8__detail15_List_node_base9_M_unhookEv"
    " _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_ _ZNSt8__detail15_List_node_base10_M_reverseEv"
    " _ZNSt8__detail15_List_node_base4swapERS0_S1_ _ZSt11_Hash_bytesPKvmm"
    " _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm"
    " _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm"
    " _ZNSt6chrono3_V212steady_clock3nowEv _ZNSt6chrono3_V212system_clock3nowEv"
    " rand srand getenv strstr strcat strncat strdup strnlen strspn strcspn strpbrk strtok strtok_r strerror"
    " isalpha isupper islower isdigit isxdigit isalnum isspace isblank ispunct isgraph isprint iscntrl "
    "tolower"
    " toupper div ldiv lldiv qsort bsearch time difftime clock_gettime gettimeofday"
    " pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock __cxa_atexit";

/// What throws, and the library's exceptions.
inline std::string exception_functions() {
  std::string names =
      " __cxa_allocate_exception __cxa_free_exception __cxa_throw __cxa_rethrow _Unwind_Resume "
      "__cxa_throw_bad_array_new_length"
      " _ZSt17__throw_bad_allocv _ZSt28__throw_bad_array_new_lengthv _ZSt24__throw_out_of_range_fmtPKcz"
      " _ZNSt11logic_erroraSERKS_ _ZNSt11logic_erroraSEOS_ _ZNKSt11logic_error4whatEv"
      " _ZNSt13runtime_erroraSERKS_ _ZNSt13runtime_erroraSEOS_ _ZNKSt13runtime_error4whatEv"
      " _ZSt16__throw_bad_castv _ZSt25__throw_bad_function_callv _ZSt20__throw_system_errori";
  for (const std::string name : {"9exception", "9bad_alloc", "20bad_array_new_length", "8bad_cast",
                                 "17bad_function_call", "12bad_weak_ptr"}) {
    names += " _ZTVSt" + name + " _ZNSt" + name + "D1Ev _ZNSt" + name + "D2Ev _ZNKSt" + name + "4whatEv";
  }
  for (const char* thrower :
       {"19__throw_logic_error", "20__throw_domain_error", "24__throw_invalid_argument",
        "20__throw_length_error", "20__throw_out_of_range", "21__throw_runtime_error",
        "19__throw_range_error", "22__throw_overflow_error", "23__throw_underflow_error"}) {
    names += std::string(" _ZSt") + thrower + "PKc";
  }
  for (const char* name :
       {"11logic_error", "12domain_error", "16invalid_argument", "12length_error", "12out_of_range",
        "13runtime_error", "11range_error", "14overflow_error", "15underflow_error"}) {
    for (const char* member : {"C1EPKc", "C2EPKc", "C1ERKS_", "C2ERKS_", "C1EOS_", "C2EOS_", "D1Ev", "D2Ev",
                               "C1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE",
                               "C2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"}) {
      names += std::string(" _ZNSt") + name + member;
    }
    names += std::string(" _ZTVSt") + name;
  }
  return names;
}

}  // namespace mergelab::base
