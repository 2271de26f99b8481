// Exceptions that an instrumented object's host code throws: its calls of the C++ library arrive here by the
// linker's --wrap. The library's own functions would read and write where an object's bytes point, unseen.
// The library's exceptions with a text are therefore the engine's, and their texts are on the object's heap.
#include <cxxabi.h>
#include <unwind.h>

#include <cstdarg>
#include <cstddef>
#include <cstring>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

#include "calls.hpp"
#include "simt/check/host_heap.hpp"
#include "simt/check/report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/frame_copies.hpp"
#include "simt/core/watch.hpp"

namespace simt::core {
namespace {

using check::HostHeap;

/// What __cxa_throw calls when an exception ends.
using Destructor = void (*)(void*);

/// Of the exceptions that have been thrown and have not ended.
std::map<void*, Destructor>& destructors() {
  static auto& all = *new std::map<void*, Destructor>;
  return all;
}

/// Room for exceptions, taken when the engine is loaded: where the library's memory lies later would tell
/// host code what kernels have done.
constexpr std::size_t kExceptionBytes = 256, kExceptions = 4096;
std::vector<void*>& room_for_exceptions() {
  static auto& room = *[] {
    auto* const taken = new std::vector<void*>(kExceptions);
    for (void*& each : *taken) each = abi::__cxa_allocate_exception(kExceptionBytes);
    return taken;
  }();
  return room;
}
[[maybe_unused]] const std::vector<void*>& taken_at_load = room_for_exceptions();

void* allocate_exception(std::size_t bytes, std::uintptr_t pc) {
  host::require_host_caller();
  if (watch.host_is_free) return abi::__cxa_allocate_exception(bytes);
  std::vector<void*>& room = room_for_exceptions();
  if (bytes > kExceptionBytes || room.empty()) refuse_call(Finding(Message::no_memory_left), pc);
  void* const memory = room.back();
  room.pop_back();
  HostHeap::instance().adopt(memory, bytes);
  return memory;
}

void require_exception(void* exception, std::uintptr_t pc) {
  host::require_host_caller();
  if (!watch.host_is_free && !HostHeap::instance().has_adopted(exception))
    refuse_call(Finding(Message::not_its_own), pc);
}

void free_exception(void* exception, std::uintptr_t pc) {
  require_exception(exception, pc);
  HostHeap::instance().disown(exception);
  abi::__cxa_free_exception(exception);
}

/// The library frees the memory afterwards.
void end_exception(void* exception) {
  const auto thrown = destructors().extract(exception);
  if (!thrown.empty() && thrown.mapped() != nullptr) call_back(thrown.mapped(), exception);
  HostHeap::instance().disown(exception);
}

/// Called before an exception leaves functions.
void require_frames(std::uintptr_t pc) {
  if (watch.active && !watch.host_is_free && is_followed() && !has_right_frames()) core::fail_frame(pc);
}

/// Whether an object of this class finds its virtual bases by the module's tables, where the library looks up
/// the one that is caught.
bool has_own_tables(const std::type_info& type, const char* object) {
  if (const auto* of_one = dynamic_cast<const abi::__si_class_type_info*>(&type))
    return has_own_tables(*of_one->__base_type, object);
  const auto* const of_several = dynamic_cast<const abi::__vmi_class_type_info*>(&type);
  for (unsigned i = 0; of_several != nullptr && i < of_several->__base_count; ++i) {
    const abi::__base_class_type_info& base = of_several->__base_info[i];
    std::ptrdiff_t offset = base.__offset();
    if (base.__is_virtual_p()) {
      const auto table = *reinterpret_cast<const std::uintptr_t*>(object);
      if (table - watch.constants_begin >= watch.constants_end - watch.constants_begin) return false;
      offset = *reinterpret_cast<const std::ptrdiff_t*>(table + static_cast<std::uintptr_t>(offset));
    }
    if (!has_own_tables(*base.__base_type, object + offset)) return false;
  }
  return true;
}

void require_own_tables(const std::type_info& type, const void* exception, std::uintptr_t pc) {
  if (watch.active && !watch.host_is_free && is_followed() &&
      !has_own_tables(type, static_cast<const char*>(exception)))
    refuse_call(Finding(Message::not_its_own), pc);
}

[[noreturn]] void throw_exception(void* exception, const std::type_info& type, Destructor destroy,
                                  std::uintptr_t pc) {
  require_exception(exception, pc);
  destructors()[exception] = destroy;
  note_throw(pc);
  require_own_tables(type, exception, pc);
  require_frames(pc);
  abi::__cxa_throw(exception, const_cast<std::type_info*>(&type), end_exception);
}

/// An exception of the library's, as the engine makes it.
struct Exception {
  const void* functions;  // of Table
};

/// A compiler's table of virtual functions, with functions that store nothing before they have reported it:
/// an object may call those for any address.
struct Table {
  std::ptrdiff_t to_whole;
  const std::type_info* type;
  void (*end)(Exception*);
  void (*remove)(Exception*);
  const char* (*what)(const Exception*);

  [[nodiscard]] const void* functions() const { return &end; }
};

void end_plain(Exception* /*exception*/) {}
void remove_plain(Exception* exception) { release_heap(exception, SIMT_CALLER); }
template <class Class>
constexpr const char* kName = "std::exception";
template <>
constexpr const char* kName<std::bad_alloc> = "std::bad_alloc";
template <>
constexpr const char* kName<std::bad_array_new_length> = "std::bad_array_new_length";
template <>
constexpr const char* kName<std::bad_cast> = "std::bad_cast";
template <>
constexpr const char* kName<std::bad_function_call> = "bad_function_call";
template <>
constexpr const char* kName<std::bad_weak_ptr> = "bad_weak_ptr";
template <class Class>
const char* name_of(const Exception* /*exception*/) {
  return kName<Class>;
}

template <class Class>
constexpr Table kPlain{0, &typeid(Class), end_plain, remove_plain, name_of<Class>};

/// std::logic_error, std::runtime_error and the classes derived from these: as large as they are.
class TextException : Exception {
 public:
  TextException(const Table& table, const char* text) : Exception{table.functions()}, text_(text) {}

  [[nodiscard]] const char* text(std::uintptr_t pc) const {
    on_access(this, sizeof *this, AccessKind::Read, pc);
    return text_;
  }
  void replace(const char* text, std::uintptr_t pc) {
    on_access(this, sizeof *this, AccessKind::Write, pc);
    release_heap(const_cast<char*>(text_), pc);
    text_ = text;
  }
  static void end(Exception* exception) {
    static_cast<TextException*>(exception)->replace(nullptr, SIMT_CALLER);
  }
  static void remove(Exception* exception) {
    static_cast<TextException*>(exception)->replace(nullptr, SIMT_CALLER);
    release_heap(exception, SIMT_CALLER);
  }
  static const char* what(const Exception* exception) {
    return static_cast<const TextException*>(exception)->text(SIMT_CALLER);
  }

 private:
  const char* text_;  // on the heap; null at the end
};
static_assert(sizeof(TextException) == sizeof(std::out_of_range));

template <class Class>
constexpr Table kText{0, &typeid(Class), TextException::end, TextException::remove, TextException::what};

/// On the heap of host code, where nothing is reported of what is stored; never null.
const char* copy_of(const char* text, std::size_t length, std::uintptr_t pc) {
  host::require_host_caller();
  auto* const copy = static_cast<char*>(allocate_heap(length + 1, pc));
  if (copy == nullptr) throw_bad_alloc(pc);
  std::memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

const char* copy_of(const char* text, std::uintptr_t pc) {
  const std::size_t length = std::strlen(text);
  on_text(text, length + 1, pc);
  return copy_of(text, length, pc);
}
const char* copy_of(const std::string& text, std::uintptr_t pc) {
  on_access(&text, sizeof(std::string), AccessKind::Read, pc);
  on_text(text.data(), text.size(), pc);
  return copy_of(text.data(), text.size(), pc);
}

template <class Text>
void make(void* where, const Table& table, const Text& text, std::uintptr_t pc) {
  const char* const copy = copy_of(text, pc);
  on_access(where, sizeof(TextException), AccessKind::Write, pc);
  new (where) TextException(table, copy);
}
void make(void* where, const Table& table, const TextException& other, std::uintptr_t pc) {
  make(where, table, other.text(pc), pc);
}

TextException* assign(TextException* to, const TextException& from, std::uintptr_t pc) {
  const char* const text = from.text(pc);
  if (to != &from) to->replace(copy_of(text, pc), pc);
  return to;
}

/// Not virtual: a class of the object's may be derived from this one.
void end_text(TextException* exception, std::uintptr_t pc) { exception->replace(nullptr, pc); }

/// Throws an exception of the library's.
template <class Class>
[[noreturn]] void throw_text(const char* text, std::uintptr_t pc) {
  void* const exception = allocate_exception(sizeof(TextException), pc);
  make(exception, kText<Class>, text, pc);
  throw_exception(
      exception, typeid(Class), [](void* made) { end_text(static_cast<TextException*>(made), 0); }, pc);
}
template <class Class>
[[noreturn]] void throw_plain(std::uintptr_t pc) {
  void* const exception = allocate_exception(sizeof(Exception), pc);
  throw_exception(new (exception) Exception{kPlain<Class>.functions()}, typeid(Class), nullptr, pc);
}

}  // namespace

void throw_bad_alloc(std::uintptr_t pc) { throw_plain<std::bad_alloc>(pc); }

}  // namespace simt::core

using simt::core::assign;
using simt::core::end_text;
using simt::core::make;
using simt::core::TextException;
using simt::core::throw_text;

// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses,cert-dcl50-cpp)
/// The table that an object stores itself, and the members of an exception; `NAME` is mangled. The library's
/// own destructors store a pointer.
#define SIMT_TABLE(NAME, KIND, CLASS) \
  extern const simt::core::Table __wrap__ZTVSt##NAME = simt::core::KIND<CLASS>;
#define SIMT_PLAIN(NAME, CLASS)                    \
  SIMT_TABLE(NAME, kPlain, CLASS)                  \
  void __wrap__ZNSt##NAME##D1Ev(void* /*made*/) {} \
  void __wrap__ZNSt##NAME##D2Ev(void* /*made*/) {} \
  const char* __wrap__ZNKSt##NAME##4whatEv(const void* /*made*/) { return simt::core::kName<CLASS>; }
#define SIMT_EXCEPTION(NAME, CLASS)                                                             \
  SIMT_TABLE(NAME, kText, CLASS)                                                                \
  SIMT_EXCEPTION_CONSTRUCTORS(NAME, C1)                                                         \
  SIMT_EXCEPTION_CONSTRUCTORS(NAME, C2)                                                         \
  void __wrap__ZNSt##NAME##D1Ev(TextException* exception) { end_text(exception, SIMT_CALLER); } \
  void __wrap__ZNSt##NAME##D2Ev(TextException* exception) { end_text(exception, SIMT_CALLER); }
#define SIMT_EXCEPTION_CONSTRUCTORS(NAME, KIND)                                           \
  void __wrap__ZNSt##NAME##KIND##EPKc(void* where, const char* text) {                    \
    make(where, __wrap__ZTVSt##NAME, text, SIMT_CALLER);                                  \
  }                                                                                       \
  void __wrap__ZNSt##NAME##KIND##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE( \
      void* where, const std::string& text) {                                             \
    make(where, __wrap__ZTVSt##NAME, text, SIMT_CALLER);                                  \
  }                                                                                       \
  void __wrap__ZNSt##NAME##KIND##ERKS_(void* where, const TextException& other) {         \
    make(where, __wrap__ZTVSt##NAME, other, SIMT_CALLER);                                 \
  }                                                                                       \
  void __wrap__ZNSt##NAME##KIND##EOS_(void* where, const TextException& other) {          \
    make(where, __wrap__ZTVSt##NAME, other, SIMT_CALLER);                                 \
  }
#define SIMT_EXCEPTION_BASE(NAME)                                                            \
  TextException* __wrap__ZNSt##NAME##aSERKS_(TextException* to, const TextException& from) { \
    return assign(to, from, SIMT_CALLER);                                                    \
  }                                                                                          \
  TextException* __wrap__ZNSt##NAME##aSEOS_(TextException* to, const TextException& from) {  \
    return assign(to, from, SIMT_CALLER);                                                    \
  }                                                                                          \
  const char* __wrap__ZNKSt##NAME##4whatEv(const TextException* exception) {                 \
    return exception->text(SIMT_CALLER);                                                     \
  }
#define SIMT_THROW(NAME, CLASS) \
  void __wrap__ZSt##NAME(const char* text) { throw_text<CLASS>(text, SIMT_CALLER); }

extern "C" {
void* __wrap___cxa_allocate_exception(std::size_t bytes) {
  return simt::core::allocate_exception(bytes, SIMT_CALLER);
}
void __wrap___cxa_free_exception(void* exception) { simt::core::free_exception(exception, SIMT_CALLER); }
void __wrap___cxa_throw(void* exception, const std::type_info& type, simt::core::Destructor destroy) {
  if (destroy != nullptr)
    simt::core::require_call_target(reinterpret_cast<std::uintptr_t>(destroy), SIMT_CALLER);
  simt::core::throw_exception(exception, type, destroy, SIMT_CALLER);
}

void __wrap___cxa_rethrow() {
  simt::host::require_host_caller();
  if (const std::exception_ptr current = std::current_exception()) {
    const void* const exception = *reinterpret_cast<void* const*>(&current);
    simt::core::require_own_tables(*current.__cxa_exception_type(), exception, SIMT_CALLER);
  }
  simt::core::require_frames(SIMT_CALLER);
  abi::__cxa_rethrow();
}
/// At the end of a destructor's call on the way.
void __wrap__Unwind_Resume(_Unwind_Exception* exception) {
  simt::core::require_frames(SIMT_CALLER);
  _Unwind_Resume(exception);
}

SIMT_PLAIN(9exception, std::exception)
SIMT_PLAIN(9bad_alloc, std::bad_alloc)
SIMT_PLAIN(20bad_array_new_length, std::bad_array_new_length)
SIMT_PLAIN(8bad_cast, std::bad_cast)
SIMT_PLAIN(17bad_function_call, std::bad_function_call)
SIMT_PLAIN(12bad_weak_ptr, std::bad_weak_ptr)
SIMT_EXCEPTION(11logic_error, std::logic_error)
SIMT_EXCEPTION(12domain_error, std::domain_error)
SIMT_EXCEPTION(16invalid_argument, std::invalid_argument)
SIMT_EXCEPTION(12length_error, std::length_error)
SIMT_EXCEPTION(12out_of_range, std::out_of_range)
SIMT_EXCEPTION(13runtime_error, std::runtime_error)
SIMT_EXCEPTION(11range_error, std::range_error)
SIMT_EXCEPTION(14overflow_error, std::overflow_error)
SIMT_EXCEPTION(15underflow_error, std::underflow_error)
SIMT_EXCEPTION_BASE(11logic_error)
SIMT_EXCEPTION_BASE(13runtime_error)

SIMT_THROW(19__throw_logic_errorPKc, std::logic_error)
SIMT_THROW(20__throw_domain_errorPKc, std::domain_error)
SIMT_THROW(24__throw_invalid_argumentPKc, std::invalid_argument)
SIMT_THROW(20__throw_length_errorPKc, std::length_error)
SIMT_THROW(20__throw_out_of_rangePKc, std::out_of_range)
SIMT_THROW(21__throw_runtime_errorPKc, std::runtime_error)
SIMT_THROW(19__throw_range_errorPKc, std::range_error)
SIMT_THROW(22__throw_overflow_errorPKc, std::overflow_error)
SIMT_THROW(23__throw_underflow_errorPKc, std::underflow_error)
void __wrap__ZSt17__throw_bad_allocv() { simt::core::throw_bad_alloc(SIMT_CALLER); }
void __wrap__ZSt28__throw_bad_array_new_lengthv() {
  simt::core::throw_plain<std::bad_array_new_length>(SIMT_CALLER);
}
void __wrap__ZSt16__throw_bad_castv() { simt::core::throw_plain<std::bad_cast>(SIMT_CALLER); }
void __wrap__ZSt25__throw_bad_function_callv() {
  simt::core::throw_plain<std::bad_function_call>(SIMT_CALLER);
}
void __wrap__ZSt20__throw_system_errori(int error) {
  if (!simt::core::fenced()) std::__throw_system_error(error);
  throw_text<std::runtime_error>(std::strerror(error), SIMT_CALLER);
}
void __wrap___cxa_throw_bad_array_new_length() {
  simt::core::throw_plain<std::bad_array_new_length>(SIMT_CALLER);
}
void __wrap__ZSt24__throw_out_of_range_fmtPKcz(const char* format, ...) {
  va_list values;
  va_start(values, format);
  char text[512];
  simt::core::print_into(text, sizeof text, format, values, SIMT_CALLER);
  va_end(values);
  throw_text<std::out_of_range>(text, SIMT_CALLER);
}
}
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses,cert-dcl50-cpp)
