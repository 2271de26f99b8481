// Keys of all types, made from numbers, for the tests of the device library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "requests.hpp"

/// By their bytes: a float's zeros differ.
template <class T>
bool same_bytes(const T& x, const T& y) {
  const auto bytes_of = [](const T& value) {
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
  };
  return bytes_of(x) == bytes_of(y);
}

/// A key of a number, and whether two are in order; origins distinguish equal keys.
template <class Key>
struct KeyMaker {
  static constexpr std::int64_t kLimit = sizeof(Key) == 1   ? 128
                                         : sizeof(Key) == 2 ? 32768
                                                            : std::int64_t{1} << 31;
  static Key make(std::int64_t number, std::int64_t) { return static_cast<Key>(number); }
  static bool less(const Key& a, const Key& b) { return a < b; }
};
template <>
struct KeyMaker<float> {  // descending
  static constexpr std::int64_t kLimit = 1 << 24;
  static float make(std::int64_t number, std::int64_t) { return static_cast<float>(-number); }
  static bool less(float a, float b) { return a > b; }
};
template <class Keyed>
struct KeyedMaker {
  static constexpr std::int64_t kLimit = std::int64_t{1} << 31;
  static Keyed make(std::int64_t number, std::int64_t origin) {
    Keyed keyed{};
    keyed.key = static_cast<int>(number);
    keyed.origin = static_cast<int>(origin);
    return keyed;
  }
  static bool less(const Keyed& a, const Keyed& b) { return a.key < b.key; }
};
template <>
struct KeyMaker<Keyed8> : KeyedMaker<Keyed8> {};
template <>
struct KeyMaker<Keyed12> : KeyedMaker<Keyed12> {};
template <>
struct KeyMaker<Keyed16> : KeyedMaker<Keyed16> {};
