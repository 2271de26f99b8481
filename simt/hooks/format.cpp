// Finds printf's reads: the format determines the arguments' types.
#include <cstring>
#include <cwchar>
#include <string_view>

#include "accesses.hpp"
#include "calls.hpp"
#include "simt/check/report.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/segments.hpp"

namespace simt::core {
namespace {

/// Walks through a format and its arguments.
class Format {
 public:
  Format(const char* format, va_list values, std::uintptr_t pc) : at_(format), pc_(pc) {
    va_copy(values_, values);
  }
  ~Format() { va_end(values_); }
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;

  void run() {
    while ((at_ = std::strchr(at_, '%')) != nullptr) {
      ++at_;
      skip("-+ #0'I");
      static_cast<void>(number());
      most_ = -1;
      if (*at_ == '.') {
        ++at_;
        most_ = number();
      }
      const char* const length = at_;
      skip("hlLqjztZ");
      conversion(length);
    }
  }

 private:
  void skip(const char* letters) { at_ += std::strspn(at_, letters); }

  /// A width or precision, which may be an argument.
  int number() {
    if (*at_ == '*') {
      ++at_;
      const int value = va_arg(values_, int);
      if (is_numbered()) refuse_numbers();
      return value;
    }
    long value = 0;
    for (; *at_ >= '0' && *at_ <= '9'; ++at_) {
      if (value < (1L << 30)) value = value * 10 + (*at_ - '0');
    }
    if (*at_ == '$') refuse_numbers();
    return static_cast<int>(value < (1L << 30) ? value : (1L << 30));
  }
  [[nodiscard]] bool is_numbered() const { return at_[std::strspn(at_, "0123456789")] == '$'; }
  [[noreturn]] void refuse_numbers() const {
    refuse_call(Finding(Message::printf_numbers, Advice::printf_order), pc_);
  }

  /// Of other letters the C library takes the conversion for text, and leaves its argument to the next.
  void refuse_length(std::string_view letters) const {
    for (const std::string_view known : {"", "h", "hh", "l", "ll", "q", "L", "j", "z", "t", "Z"}) {
      if (letters == known) return;
    }
    refuse_call(Finding(Message::printf_length, Advice::printf_letter), pc_);
  }

  /// `length`: the letters before it.
  void conversion(const char* length) {
    refuse_length({length, static_cast<std::size_t>(at_ - length)});
    const bool is_long = std::strcspn(length, "lLqjztZ") < static_cast<std::size_t>(at_ - length);
    switch (*at_) {
      case '\0':
        return;
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X':
      case 'b':
      case 'B':
      case 'c':
      case 'C':
        // All of these are passed as eight bytes or as four.
        is_long ? static_cast<void>(va_arg(values_, long)) : static_cast<void>(va_arg(values_, int));
        break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        std::strcspn(length, "Lq") < static_cast<std::size_t>(at_ - length) ||
                std::strncmp(length, "ll", 2) == 0
            ? static_cast<void>(va_arg(values_, long double))
            : static_cast<void>(va_arg(values_, double));
        break;
      case 's':
      case 'S':
        text(is_long || *at_ == 'S');
        break;
      case 'p':
        static_cast<void>(va_arg(values_, void*));
        break;
      case 'w':
        if (at_[1] == 'f' || (at_[1] >= '0' && at_[1] <= '9')) {
          refuse_call(Finding(Message::printf_length, Advice::printf_letter), pc_);
        }
        break;
      default:
        break;  // takes no argument
    }
    ++at_;
  }

  void text(bool wide) {
    const void* const begin = va_arg(values_, const void*);
    if (begin == nullptr) return;
    const std::size_t most = most_ < 0 ? ~std::size_t{0} >> 4 : static_cast<std::size_t>(most_);
    const std::size_t width = wide ? sizeof(wchar_t) : 1;
    const std::size_t length = wide ? wcsnlen(static_cast<const wchar_t*>(begin), most)
                                    : strnlen(static_cast<const char*>(begin), most);
    on_text(begin, (length < most ? length + 1 : length) * width, pc_);
  }

  const char* at_;
  va_list values_;
  std::uintptr_t pc_;
  int most_ = -1;  // characters of a text
};

}  // namespace

void on_text(const void* text, std::size_t bytes, std::uintptr_t pc) {
  if (!watch.active || bytes == 0) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(text);
  const Segment* segment = segment_at(begin);
  const bool constant = segment != nullptr && !segment->writable && segment->owner != Owner::Program &&
                        bytes <= segment->end - begin;
  if (!constant) on_access(text, bytes, AccessKind::Read, pc);
}

void on_format(const char* format, va_list values, std::uintptr_t pc) {
  if (!watch.active) return;
  on_text(format, std::strlen(format) + 1, pc);
  Format(format, values, pc).run();
}

}  // namespace simt::core
