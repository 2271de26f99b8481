// Reads of textures, reads and writes of surfaces: by the rules and with the precision that CUDA's
// programming guide states for texture fetching. Each texel that is used is an access of the running thread.
#include <simt/textures.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "accesses.hpp"
#include "simt/check/report.hpp"
#include "simt/core/calls.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/textures.hpp"

namespace simt {
namespace {

using core::AccessKind;
using core::Texels;
using core::Texture;

constexpr int kFractionBits = 8, kOne = 1 << kFractionBits;

/// floor() of what an int64_t can hold, without the call that the oldest processors need.
inline std::int64_t floor_of(double x) {
  const auto whole = static_cast<std::int64_t>(x);
  return whole - (static_cast<double>(whole) > x ? 1 : 0);
}

/// Where one coordinate falls: on one texel, or between two. -1: beyond a border.
struct Taps {
  std::array<std::int64_t, 2> at = {};
  int fraction = 0;  // of kOne: the second one's part
};

int product(int a, int b) { return (a * b + kOne / 2) >> kFractionBits; }

/// The texels' parts, x fastest, of kOne in all. Products are rounded before they are subtracted, as an H200
/// does: exactly with one and two coordinates; with three, one sample in 15 differs by 1 / kOne.
std::array<int, 8> weights_of(int a, int b, int c) {
  const int ab = product(a, b), ac = product(a, c), bc = product(b, c), abc = product(ac, b);
  return {kOne - a - b - c + ab + ac + bc - abc,
          a - ab - ac + abc,
          b - ab - bc + abc,
          ab - abc,
          c - ac - bc + abc,
          ac - abc,
          bc - abc,
          abc};
}

std::int64_t address(std::int64_t at, std::int64_t size, cudaTextureAddressMode mode) {
  const auto modulo = [&](std::int64_t by) { return (at % by + by) % by; };
  switch (mode) {
    case cudaAddressModeWrap:
      return modulo(size);
    case cudaAddressModeMirror:
      return std::min(modulo(2 * size), 2 * size - 1 - modulo(2 * size));
    case cudaAddressModeBorder:
      return at >= 0 && at < size ? at : -1;
    default:
      return std::clamp<std::int64_t>(at, 0, size - 1);
  }
}

Taps taps_of(float coordinate, std::size_t texels, cudaTextureAddressMode mode, const cudaTextureDesc& how) {
  constexpr float kFarthest = 1e9F;
  const auto size = static_cast<std::int64_t>(texels);
  const bool repeats = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  if (how.normalizedCoords == 0 && repeats) mode = cudaAddressModeClamp;
  float x = how.normalizedCoords != 0 ? coordinate * static_cast<float>(texels) : coordinate;
  x = std::isnan(x) ? 0 : std::clamp(x, -kFarthest, kFarthest);
  Taps taps;
  if (how.filterMode == cudaFilterModePoint) {
    taps.at[0] = address(floor_of(double{x}), size, mode);
    return taps;
  }
  const std::int64_t fixed = floor_of((double{x} - 0.5) * kOne + 0.5);
  const std::int64_t first = fixed >> kFractionBits;
  taps.at = {address(first, size, mode), address(first + 1, size, mode)};
  taps.fraction = static_cast<int>(fixed - first * kOne);
  return taps;
}

/// A channel's bits; an integer's sign is extended.
std::uint32_t bits_in(const unsigned char* channel, const cudaChannelFormatDesc& format) {
  std::uint32_t raw = 0;
  if (format.x == 32)
    std::memcpy(&raw, channel, 4);
  else
    std::memcpy(&raw, channel, static_cast<std::size_t>(format.x) / 8);
  const auto shift = static_cast<unsigned>(32 - format.x);
  return format.f == cudaChannelFormatKindSigned
             ? static_cast<std::uint32_t>(static_cast<std::int32_t>(raw << shift) >> shift)
             : raw;
}

/// A channel of floats, or a normalised one.
float number_in(const unsigned char* channel, const cudaChannelFormatDesc& format) {
  const std::uint32_t bits = bits_in(channel, format);
  if (format.f == cudaChannelFormatKindFloat) {
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  const bool is_signed = format.f == cudaChannelFormatKindSigned;
  const auto value =
      is_signed ? static_cast<float>(static_cast<std::int32_t>(bits)) : static_cast<float>(bits);
  const auto most = static_cast<float>((std::uint64_t{1} << (is_signed ? format.x - 1 : format.x)) - 1);
  return std::max(value / most, -1.0F);
}

Texel texel_of_words(const std::array<std::uint32_t, 4>& words) {
  const auto pair = [&](int i) { return std::uint64_t{words[i + 1]} << 32 | words[i]; };
  return {pair(0), pair(2)};
}

int channels_of(const Texels& texels) { return static_cast<int>(texels.bytes * 8) / texels.format.x; }

[[noreturn]] void refuse(Message message, std::uintptr_t pc, std::array<std::int64_t, 3> numbers) {
  Finding found(message);
  found.access = check::to_finding(core::watch.thread, pc);
  std::copy(numbers.begin(), numbers.end(), found.numbers.begin());
  core::Scheduler::instance().fail(found);
}

/// The face of a cube that a direction meets, and where.
struct OnFace {
  int face;
  float x, y;
};
OnFace on_face(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z), most = std::max({ax, ay, az});
  const auto placed = [&](int face, float s, float t) {
    return OnFace{face, most == 0 ? 0.5F : (s / most + 1) / 2, most == 0 ? 0.5F : (t / most + 1) / 2};
  };
  if (ax >= ay && ax >= az) return x >= 0 ? placed(0, -z, -y) : placed(1, z, -y);
  if (ay >= az) return y >= 0 ? placed(2, x, z) : placed(3, x, -z);
  return z >= 0 ? placed(4, x, -y) : placed(5, -x, -y);
}

class Fetch {
 public:
  Fetch(const Texture& texture, std::uintptr_t pc)
      : texels_(texture.texels),
        how_(texture.how),
        pc_(pc),
        normalised_(texture.how.readMode == cudaReadModeNormalizedFloat),
        channels_(channels_of(texels_)) {}

  /// The weighted sum of the texels.
  Texel operator()(const Taps& x, const Taps& y, const Taps& z) {
    const bool is_number = texels_.format.f == cudaChannelFormatKindFloat || normalised_;
    if (!is_number) {
      if (load(x.at[0], y.at[0], z.at[0])) {
        for (int c = 0; c < channels_; ++c) words_[c] = bits_in(channel(c), texels_.format);
      }
      return texel_of_words(words_);
    }
    std::array<float, 4> sums = {};
    const std::array<int, 8> weights = weights_of(x.fraction, y.fraction, z.fraction);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] == 0) continue;
      const bool is_inside = load(x.at[i % 2], y.at[i / 2 % 2], z.at[i / 4]);
      const float weight = static_cast<float>(weights[i]) / kOne;
      for (int c = 0; c < channels_; ++c)
        sums[c] += weight * (is_inside ? number_in(channel(c), texels_.format) : how_.borderColor[c]);
    }
    for (int c = 0; c < channels_; ++c) std::memcpy(&words_[c], &sums[c], sizeof sums[c]);
    return texel_of_words(words_);
  }

 private:
  bool load(std::int64_t x, std::int64_t y, std::int64_t z) {
    if (x < 0 || y < 0 || z < 0) return false;
    const auto* const at = reinterpret_cast<const void*>(
        texels_.at(static_cast<std::size_t>(x), static_cast<std::size_t>(y), static_cast<std::size_t>(z)));
    core::on_access(at, texels_.bytes, AccessKind::Read, pc_);
    if (texels_.bytes == 4)
      std::memcpy(bytes_.data(), at, 4);
    else
      std::memcpy(bytes_.data(), at, texels_.bytes);
    return true;
  }
  [[nodiscard]] const unsigned char* channel(int c) const { return &bytes_[c * texels_.format.x / 8]; }

  const Texels& texels_;
  const cudaTextureDesc& how_;
  std::uintptr_t pc_;
  bool normalised_;
  int channels_;
  std::array<unsigned char, 16> bytes_ = {};
  std::array<std::uint32_t, 4> words_ = {};
};

/// The element's address, or 0 for none.
std::uintptr_t in_surface(cudaSurfaceObject_t object, unsigned bytes, int x, int y, int z,
                          cudaSurfaceBoundaryMode mode, std::uintptr_t pc) {
  const Texels* texels = core::surfaces().find(object);
  if (texels == nullptr) refuse(Message::no_surface, pc, {static_cast<std::int64_t>(object)});
  const auto row = static_cast<int>(texels->width * texels->bytes), size = static_cast<int>(bytes);
  const auto rows = static_cast<int>(texels->height), slices = static_cast<int>(texels->depth);
  const bool is_inside = x >= 0 && x <= row - size && y >= 0 && y < rows && z >= 0 && z < slices;
  if (!is_inside && mode == cudaBoundaryModeTrap) refuse(Message::outside_surface, pc, {x, y, z});
  if (!is_inside && mode == cudaBoundaryModeZero) return 0;
  x = std::clamp(x, 0, std::max(row - size, 0));
  y = std::clamp(y, 0, rows - 1);
  z = std::clamp(z, 0, slices - 1);
  return texels->at(0, static_cast<std::size_t>(y), static_cast<std::size_t>(z)) +
         static_cast<std::size_t>(x);
}

}  // namespace

Texel read_texture(cudaTextureObject_t object, TextureShape shape, float x, float y, float z, int layer) {
  const std::uintptr_t pc = SIMT_CALLER;
  const Texture* texture = core::textures().find(object);
  if (texture == nullptr) refuse(Message::no_texture, pc, {static_cast<std::int64_t>(object)});
  const Texels& texels = texture->texels;
  Fetch fetch(*texture, pc);
  Taps none;
  if (shape == TextureShape::Linear) {
    Taps at;
    at.at[0] = layer >= 0 && static_cast<std::size_t>(layer) < texels.width ? layer : -1;
    return fetch(at, none, none);
  }
  cudaTextureDesc how = texture->how;
  Taps slice;
  if (shape == TextureShape::Cube) {
    const OnFace on = on_face(x, y, z);
    x = on.x, y = on.y;
    slice.at[0] = 6 * std::max(layer, 0) + on.face;
    how.normalizedCoords = 1;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  } else if (layer != -1) {
    slice.at[0] = layer;
  }
  slice.at[0] = std::clamp<std::int64_t>(slice.at[0], 0, static_cast<std::int64_t>(texels.depth) - 1);
  if (shape == TextureShape::Three) slice = taps_of(z, texels.depth, how.addressMode[2], how);
  return fetch(taps_of(x, texels.width, how.addressMode[0], how),
               shape == TextureShape::One ? none : taps_of(y, texels.height, how.addressMode[1], how), slice);
}

Texel read_surface(cudaSurfaceObject_t object, unsigned bytes, int x, int y, int z,
                   cudaSurfaceBoundaryMode mode) {
  const std::uintptr_t pc = SIMT_CALLER, at = in_surface(object, bytes, x, y, z, mode, pc);
  Texel value{};
  if (at == 0) return value;
  core::on_access(reinterpret_cast<const void*>(at), bytes, AccessKind::Read, pc);
  std::memcpy(&value, reinterpret_cast<const void*>(at), bytes);
  return value;
}

void write_surface(cudaSurfaceObject_t object, Texel value, unsigned bytes, int x, int y, int z,
                   cudaSurfaceBoundaryMode mode) {
  const std::uintptr_t pc = SIMT_CALLER, at = in_surface(object, bytes, x, y, z, mode, pc);
  if (at == 0) return;
  core::on_access(reinterpret_cast<const void*>(at), bytes, AccessKind::Write, pc);
  std::memcpy(reinterpret_cast<void*>(at), &value, bytes);
}

}  // namespace simt
