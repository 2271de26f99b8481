// Texture and surface objects as kernels use them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <simt/texture_types.hpp>
#include <vector>

namespace simt::core {

/// A grid of texels in device memory. Layers, and the faces of a cube, lie one behind the other in z.
struct Texels {
  std::uintptr_t begin = 0;
  std::size_t width = 1, height = 1, depth = 1;
  std::size_t bytes = 0;  // of a texel
  std::size_t pitch = 0;  // bytes from row to row; slices have no gap between them
  cudaChannelFormatDesc format = {};

  [[nodiscard]] std::uintptr_t at(std::size_t x, std::size_t y, std::size_t z) const {
    return begin + (z * height + y) * pitch + x * bytes;
  }
};

struct Texture {
  Texels texels;
  cudaTextureDesc how = {};
};

/// Objects by their numbers, which are never used again.
template <class Thing>
class Numbered {
 public:
  [[nodiscard]] unsigned long long add(const Thing& thing) {
    things_.push_back(thing);
    return things_.size();
  }
  [[nodiscard]] bool remove(unsigned long long number) {
    const bool is_there = find(number) != nullptr;
    if (is_there) things_[number - 1].reset();
    return is_there;
  }
  /// Null for a number of nothing.
  [[nodiscard]] const Thing* find(unsigned long long number) const {
    return number - 1 < things_.size() && things_[number - 1] ? &*things_[number - 1] : nullptr;
  }

 private:
  std::vector<std::optional<Thing>> things_;
};

[[nodiscard]] inline Numbered<Texture>& textures() {
  static auto& all = *new Numbered<Texture>;
  return all;
}
[[nodiscard]] inline Numbered<Texels>& surfaces() {
  static auto& all = *new Numbered<Texels>;
  return all;
}

}  // namespace simt::core
