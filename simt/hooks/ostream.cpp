// std::cout and similar for an instrumented object, by the linker's --wrap. While the object is fenced
// nothing is printed, since its output is not visible: a stream's buffer pointers could be anything, as the
// object may change them.
#include <array>
#include <cstring>
#include <iostream>
#include <locale>

#include "calls.hpp"
#include "simt/core/frame_copies.hpp"

namespace simt::core {
namespace {

struct Stream {
  std::ostream* stream;
  std::ios* state;  // by the stream's address; an object may change its content
};

const std::array<Stream, 3>& streams() {
  static const std::array<Stream, 3> kStreams{
      {{&std::cout, &std::cout}, {&std::cerr, &std::cerr}, {&std::clog, &std::clog}}};
  return kStreams;
}

const Stream* find(const std::ostream* stream) {
  for (const Stream& each : streams()) {
    if (each.stream == stream) return &each;
  }
  return nullptr;
}
[[maybe_unused]] const Stream* const kFoundEarly = find(nullptr);

const Stream& stream_of(const std::ostream* stream, std::uintptr_t pc) {
  const Stream* found = find(stream);
  if (found != nullptr) return *found;
  refuse_call(Finding(Message::foreign_stream, Advice::no_other_streams), pc);
}

/// Ends the run unless this is the state of a stream.
void require_state(const std::ios* state, std::uintptr_t pc) {
  for (const Stream& each : streams()) {
    if (each.state == state) return;
  }
  refuse_call(Finding(Message::foreign_stream, Advice::no_other_streams), pc);
}

/// Whether the object is fenced, so nothing is printed. Ends the run if this is not a stream.
bool is_silent(const std::ostream* stream, std::uintptr_t pc) {
  if (!fenced()) return false;
  static_cast<void>(stream_of(stream, pc));
  return true;
}

/// A manipulator. Ends the run unless it is a function, which the object may call with this stream.
template <class Function>
Function* required(Function* change, const std::ostream* stream, std::uintptr_t pc) {
  require_call_target(reinterpret_cast<std::uintptr_t>(change), pc);
  static_cast<void>(is_silent(stream, pc));
  return change;
}

std::ostream* write(std::ostream* stream, const void* text, std::size_t bytes, std::uintptr_t pc) {
  on_text(text, bytes, pc);
  if (is_silent(stream, pc)) return stream;
  return &stream->write(static_cast<const char*>(text), static_cast<std::streamsize>(bytes));
}

template <class T>
std::ostream* text(std::ostream* stream, const T* letters, std::uintptr_t pc) {
  if (letters != nullptr) on_text(letters, std::strlen(reinterpret_cast<const char*>(letters)) + 1, pc);
  return is_silent(stream, pc) ? stream : &(*stream << letters);
}

}  // namespace
}  // namespace simt::core

using simt::core::call_back;
using simt::core::fenced;
using simt::core::is_silent;
using simt::core::required;
using simt::core::stream_of;

// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses,readability-identifier-naming)
#define SIMT_VALUE(NAME, TYPE)                                            \
  std::ostream* __wrap_##NAME(std::ostream* stream, TYPE value) {         \
    return is_silent(stream, SIMT_CALLER) ? stream : &(*stream << value); \
  }
#define SIMT_TEXT(NAME, TYPE)                                            \
  std::ostream* __wrap_##NAME(std::ostream* stream, const TYPE* value) { \
    return simt::core::text(stream, value, SIMT_CALLER);                 \
  }
#define SIMT_WRITE(NAME)                                                                                   \
  std::ostream* __wrap_##NAME(std::ostream* stream, const char* value, std::streamsize bytes) {            \
    return simt::core::write(stream, value, static_cast<std::size_t>(bytes < 0 ? 0 : bytes), SIMT_CALLER); \
  }
#define SIMT_MANIPULATOR(NAME, MANIPULATOR)                                  \
  std::ostream* __wrap_##NAME(std::ostream* stream) {                        \
    return is_silent(stream, SIMT_CALLER) ? stream : &(*stream MANIPULATOR); \
  }

extern "C" {
SIMT_VALUE(_ZNSolsEb, bool)
SIMT_VALUE(_ZNSolsEs, short)
SIMT_VALUE(_ZNSolsEt, unsigned short)
SIMT_VALUE(_ZNSolsEi, int)
SIMT_VALUE(_ZNSolsEj, unsigned int)
SIMT_VALUE(_ZNSolsEl, long)
SIMT_VALUE(_ZNSolsEm, unsigned long)
SIMT_VALUE(_ZNSolsEx, long long)
SIMT_VALUE(_ZNSolsEy, unsigned long long)
SIMT_VALUE(_ZNSolsEf, float)
SIMT_VALUE(_ZNSolsEd, double)
SIMT_VALUE(_ZNSolsEe, long double)
SIMT_VALUE(_ZNSolsEPKv, const void*)
SIMT_VALUE(_ZNSolsEDn, std::nullptr_t)
SIMT_VALUE(_ZNSo9_M_insertIbEERSoT_, bool)
SIMT_VALUE(_ZNSo9_M_insertIlEERSoT_, long)
SIMT_VALUE(_ZNSo9_M_insertImEERSoT_, unsigned long)
SIMT_VALUE(_ZNSo9_M_insertIxEERSoT_, long long)
SIMT_VALUE(_ZNSo9_M_insertIyEERSoT_, unsigned long long)
SIMT_VALUE(_ZNSo9_M_insertIdEERSoT_, double)
SIMT_VALUE(_ZNSo9_M_insertIeEERSoT_, long double)
SIMT_VALUE(_ZNSo9_M_insertIPKvEERSoT_, const void*)
SIMT_VALUE(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, char)
SIMT_VALUE(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a, signed char)
SIMT_VALUE(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h, unsigned char)
SIMT_VALUE(_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_S3_, char)
SIMT_TEXT(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc, char)
SIMT_TEXT(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKa, signed char)
SIMT_TEXT(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKh, unsigned char)
SIMT_TEXT(_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_, char)
SIMT_WRITE(_ZNSo5writeEPKcl)
SIMT_WRITE(_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l)
SIMT_MANIPULATOR(_ZNSo5flushEv, << std::flush)
SIMT_MANIPULATOR(_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, << std::flush)
SIMT_MANIPULATOR(_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, << std::endl)

std::ostream* __wrap__ZNSo3putEc(std::ostream* stream, char letter) {
  return is_silent(stream, SIMT_CALLER) ? stream : &stream->put(letter);
}
// The functions are the object's, or also wrapped.
std::ostream* __wrap__ZNSolsEPFRSoS_E(std::ostream* stream, std::ostream& (*change)(std::ostream&)) {
  return &call_back(required(change, stream, SIMT_CALLER), *stream);
}
std::ostream* __wrap__ZNSolsEPFRSt8ios_baseS0_E(std::ostream* stream,
                                                std::ios_base& (*change)(std::ios_base&)) {
  call_back(required(change, stream, SIMT_CALLER),
            fenced() ? *stream_of(stream, SIMT_CALLER).state : *stream);
  return stream;
}
std::ostream* __wrap__ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E(std::ostream* stream,
                                                                      std::ios& (*change)(std::ios&)) {
  call_back(required(change, stream, SIMT_CALLER),
            fenced() ? *stream_of(stream, SIMT_CALLER).state : *stream);
  return stream;
}

/// What is inserted sets this if it is a null pointer.
void __wrap__ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate(std::ios* state,
                                                                        std::ios::iostate bits) {
  if (!fenced()) return state->clear(bits);
  simt::core::require_state(state, SIMT_CALLER);
}

/// Fills a table with the locale's letters, once.
void __real__ZNKSt5ctypeIcE13_M_widen_initEv(const std::ctype<char>* letters) __asm__(
    "_ZNKSt5ctypeIcE13_M_widen_initEv");
void __wrap__ZNKSt5ctypeIcE13_M_widen_initEv(const std::ctype<char>* letters) {
  if (fenced() && letters != &std::use_facet<std::ctype<char>>(std::locale::classic())) {
    simt::core::refuse_call(simt::Finding(simt::Message::foreign_letters, simt::Advice::no_other_locale),
                            SIMT_CALLER);
  }
  __real__ZNKSt5ctypeIcE13_M_widen_initEv(letters);
}
}
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses,readability-identifier-naming)
