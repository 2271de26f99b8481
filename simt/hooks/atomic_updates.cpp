#include "atomic_updates.hpp"

#include <algorithm>
#include <cstring>
#include <simt/short_float.hpp>

namespace simt::core {
namespace {

template <class T>
T of_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T>
std::uint64_t to_bits(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

/// A type's order and addition.
template <class T>
std::uint64_t updated_as(const AtomicUpdate& update, std::uint64_t old_bits) {
  const T old = of_bits<T>(old_bits), value = of_bits<T>(update.value);
  switch (update.update) {
    case Update::add:
      return to_bits<T>(old + value);
    case Update::subtract:
      return to_bits<T>(old - value);
    case Update::minimum:
      return to_bits<T>(value < old ? value : old);
    case Update::maximum:
      return to_bits<T>(old < value ? value : old);
    default:
      return old_bits;
  }
}

/// The sum of a number of 16 bits, or of both of a pair.
template <class Format>
std::uint64_t short_sum(const AtomicUpdate& update, std::uint64_t old) {
  std::uint64_t sum = 0;
  for (unsigned at = 0; at < 8 * update.bytes; at += 16) {
    const double a = Format::value(static_cast<std::uint16_t>(old >> at)),
                 b = Format::value(static_cast<std::uint16_t>(update.value >> at));
    sum |= std::uint64_t{Format::bits(a + b)} << at;
  }
  return sum;
}

std::int64_t sign_extended(std::uint64_t bits, std::size_t bytes) {
  const unsigned above = 64 - 8 * static_cast<unsigned>(bytes);
  return static_cast<std::int64_t>(bits << above) >> above;
}

}  // namespace

std::uint64_t updated(const AtomicUpdate& update, std::uint64_t old) {
  switch (update.update) {
    case Update::exchange:
      return update.value;
    case Update::compare:
      return old == update.expected ? update.value : old;
    case Update::bits_and:
      return old & update.value;
    case Update::bits_or:
      return old | update.value;
    case Update::bits_xor:
      return old ^ update.value;
    case Update::increment:
      return old >= update.value ? 0 : old + 1;
    case Update::decrement:
      return old == 0 || old > update.value ? update.value : old - 1;
    default:
      break;
  }
  if (update.number == Number::floating)
    return update.bytes == 4 ? updated_as<float>(update, old) : updated_as<double>(update, old);
  if (update.number == Number::half) return short_sum<ShortFloat<10, 15>>(update, old);
  if (update.number == Number::bfloat16) return short_sum<ShortFloat<7, 127>>(update, old);
  if (update.number == Number::natural) return updated_as<std::uint64_t>(update, old);
  AtomicUpdate wide = update;
  wide.value = static_cast<std::uint64_t>(sign_extended(update.value, update.bytes));
  const auto wide_old = static_cast<std::uint64_t>(sign_extended(old, update.bytes));
  // A sum of integers has the same bits as an unsigned one, which may overflow.
  const bool ordered = update.update == Update::minimum || update.update == Update::maximum;
  return ordered ? updated_as<std::int64_t>(wide, wide_old) : updated_as<std::uint64_t>(wide, wide_old);
}

}  // namespace simt::core
