#include "atomic_updates.hpp"

#include <algorithm>
#include <cstring>

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
  if (update.number == Number::natural) return updated_as<std::uint64_t>(update, old);
  AtomicUpdate wide = update;
  wide.value = static_cast<std::uint64_t>(sign_extended(update.value, update.bytes));
  const auto wide_old = static_cast<std::uint64_t>(sign_extended(old, update.bytes));
  // A sum of integers has the same bits as an unsigned one, which may overflow.
  const bool ordered = update.update == Update::minimum || update.update == Update::maximum;
  return ordered ? updated_as<std::int64_t>(wide, wide_old) : updated_as<std::uint64_t>(wide, wide_old);
}

}  // namespace simt::core
