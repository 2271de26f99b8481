// How many bytes host code has got from the device and given back to it, and whether that is more than
// lengths and parameters are. Header-only: the CPU engine and a GPU's worker keep the same account.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <set>
#include <vector>

#include "base/hash.hpp"

namespace mergelab::base {

/// How much some memory differs from an older copy of it.
struct Change {
  std::size_t bytes = 0;
  std::size_t cost = 0;  // to encode it; values that repeat are free
};

/// Compares `bytes` of `now` with `before`, which it brings up to date; null: with zeros.
inline Change take_change(const void* now, void* before, std::size_t bytes) {
  constexpr std::size_t kBlock = 4096;
  constexpr std::size_t kWord = 4;
  constexpr std::size_t kPlace = 4;  // where a new value stands
  static constexpr char kZeros[kBlock] = {};
  enum class Last { Same, New, Repeated } last = Last::Same;
  std::uint32_t value = 0;
  Change change;
  for (std::size_t at = 0; at < bytes; at += kBlock) {
    const char* block = static_cast<const char*>(now) + at;
    const char* old = before != nullptr ? static_cast<const char*>(before) + at : kZeros;
    const std::size_t length = std::min(kBlock, bytes - at);
    if (std::memcmp(block, old, length) == 0) {
      last = Last::Same;
      continue;
    }
    for (std::size_t word = 0; word < length; word += kWord) {
      const std::size_t size = std::min(kWord, length - word);
      std::uint32_t is = 0, was = 0;
      std::memcpy(&is, block + word, size);
      std::memcpy(&was, old + word, size);
      if (is == was) {
        last = Last::Same;
        continue;
      }
      change.bytes += size;
      if (last != Last::Same && is == value) {
        last = Last::Repeated;
        continue;
      }
      change.cost += last == Last::New ? kWord : kWord + kPlace;
      last = Last::New;
      value = is;
    }
    if (before != nullptr) std::memcpy(static_cast<char*>(before) + at, block, length);
  }
  return change;
}

/// All that a launch, a copy or a fill tells the device, as one number.
class Content {
 public:
  Content& add(const void* memory, std::size_t bytes) {
    hash_ = hash_text(hash_, {static_cast<const char*>(memory), bytes});
    return *this;
  }
  Content& add(std::uint64_t value) { return add(&value, sizeof value); }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = kHashOfNothing;
};

class HostValues {
 public:
  static constexpr std::size_t kLaunch = 8;  // its shape, and which kernel it is
  static constexpr std::size_t kArray = 1;   // of its arguments: which array
  static constexpr std::size_t kCopy = 16;   // its addresses and its length

  static constexpr std::size_t kMostSeen = 256;  // lengths and bounds, or elements that are printed

  /// A call begins, which may give back so many bytes once it has seen more than `most_seen`. With new
  /// inputs, nothing seen before tells of them.
  void begin_call(std::size_t most_given, bool new_inputs, std::size_t most_seen = kMostSeen) {
    most_given_ = most_given;
    most_seen_ = most_seen;
    given_ = waiting_ = repeated_ = place_ = 0;
    if (new_inputs) {
      seen_ = most_at_once_ = 0;
      seen_before_.clear();
      unknowing_.clear();
    }
    is_first_ = unknowing_.empty();
  }
  [[nodiscard]] bool is_limited() const { return most_given_ != kNoLimit; }

  /// Host code gets bytes. Returns whether no call brought so many at once before.
  [[nodiscard]] bool see(std::size_t bytes) {
    seen_ += bytes;
    if (bytes <= most_at_once_) return false;
    most_at_once_ = bytes;
    return true;
  }
  /// The same. They tell nothing if an earlier call with these inputs got the same at this place among those
  /// that it got.
  [[nodiscard]] bool see(std::size_t bytes, Content content) {
    return seen_before_.insert(content.add(place_++).hash()).second && see(bytes);
  }
  /// It gives them as soon as the device reads them.
  void wait(std::size_t bytes) { waiting_ += bytes; }
  /// False when it has given more than it may. What the first call with these inputs gave before it had seen
  /// much, later calls may give again, in the same order.
  [[nodiscard]] bool give(std::size_t bytes, const Content& content) {
    const bool is_known = waiting_ == 0;  // all of it is in `content`
    bytes += waiting_;
    waiting_ = 0;
    const bool knows_little = seen_ <= most_seen_;
    if (is_first_ && knows_little) unknowing_.push_back(is_known ? content.hash() : kUnknown);
    const bool repeats =
        !is_first_ && is_known && repeated_ < unknowing_.size() && unknowing_[repeated_] == content.hash();
    repeated_ = repeats ? repeated_ + 1 : unknowing_.size();
    if (knows_little || repeats) return true;
    given_ += bytes;
    return given_ <= most_given_;
  }
  /// For the finding after that: bytes seen, bytes given, and the most that may be given.
  [[nodiscard]] std::array<std::int64_t, 5> numbers() const {
    return {static_cast<std::int64_t>(seen_), static_cast<std::int64_t>(given_),
            static_cast<std::int64_t>(most_given_)};
  }

 private:
  static constexpr std::size_t kNoLimit = ~std::size_t{0};
  static constexpr std::uint64_t kUnknown = 0;

  std::size_t most_given_ = kNoLimit;
  std::size_t most_seen_ = kMostSeen;
  std::size_t seen_ = 0;     // in this process, of the same inputs
  std::size_t given_ = 0;    // in this call, since so much was seen
  std::size_t waiting_ = 0;  // for the next call that makes the device read it
  std::size_t most_at_once_ = 0;
  std::set<std::uint64_t> seen_before_;   // with their places
  std::uint64_t place_ = 0;               // in this call
  std::vector<std::uint64_t> unknowing_;  // what the first call with the inputs gave before it had seen much
  std::size_t repeated_ = 0;              // of those, in this call; all of them once it gave something else
  bool is_first_ = true;
};

}  // namespace mergelab::base
