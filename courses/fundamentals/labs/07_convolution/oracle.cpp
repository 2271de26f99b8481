// out is the filtered picture. Sums are made in double, and no sum is halfway between two integers.
#include <mergelab/oracle.hpp>

#include <cstdio>

namespace {

struct Picture {
  const unsigned char* pixels;
  int width, height;
  const float* filter;
  int radius;
};

/// Which pixel counts where a neighbour is outside the picture, and which weight belongs to a neighbour.
struct Rule {
  bool zero_outside = false;
  bool flipped = false;    // the first weight for the last neighbour
  bool exchanged = false;  // the weight of row j and column i for row i and column j
  int tile_width = 0;      // 0: no tile; else neighbours outside the pixel's tile count as 0
  int tile_height = 0;
};

/// The sum at one pixel.
double sum_at(const Picture& picture, int y, int x, const Rule& rule = {}) {
  const auto [pixels, width, height, filter, radius] = picture;
  const int side = 2 * radius + 1;
  double sum = 0;
  for (int j = 0; j < side; ++j) {
    for (int i = 0; i < side; ++i) {
      const int row = std::clamp(y + j - radius, 0, height - 1);
      const int column = std::clamp(x + i - radius, 0, width - 1);
      const bool is_outside = row != y + j - radius || column != x + i - radius;
      if (rule.zero_outside && is_outside) continue;
      if (rule.tile_width > 0 &&
          (row / rule.tile_height != y / rule.tile_height || column / rule.tile_width != x / rule.tile_width))
        continue;
      int weight = rule.exchanged ? i * side + j : j * side + i;
      if (rule.flipped) weight = side * side - 1 - weight;
      sum += static_cast<double>(filter[weight]) * pixels[static_cast<long long>(row) * width + column];
    }
  }
  return sum;
}

unsigned char pixel_of(double sum) {
  return static_cast<unsigned char>(std::clamp(std::nearbyint(sum), 0.0, 255.0));
}
unsigned char cut_off(double sum) { return static_cast<unsigned char>(std::clamp(sum, 0.0, 255.0)); }
unsigned char lowest_byte(double sum) {
  return static_cast<unsigned char>(static_cast<long long>(std::nearbyint(sum)) & 255);
}

/// Whether all of `out` is what the rule gives, with sums made pixels by `pixel`.
bool is_made_by(const Picture& picture, const unsigned char* out, const Rule& rule,
                unsigned char (*pixel)(double) = pixel_of) {
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const double sum = sum_at(picture, y, x, rule);
      if (out[static_cast<long long>(y) * picture.width + x] != pixel(sum)) return false;
    }
  }
  return true;
}

/// The mistake that gives exactly this picture, if it is a common one.
std::string mistake(const Picture& picture, const unsigned char* out) {
  if (is_made_by(picture, out, {}, cut_off))
    return "all pixels are the sums without their fractions, so nothing is rounded to the nearest integer";
  if (is_made_by(picture, out, {}, lowest_byte))
    return "all pixels are the lowest byte of the sum, so sums below 0 or above 255 are not limited";
  if (is_made_by(picture, out, {.zero_outside = true}))
    return "all pixels are as if 0 were outside the picture, not the nearest pixel";
  if (is_made_by(picture, out, {.flipped = true}))
    return "all pixels are as if the filter were turned by 180 degrees";
  if (is_made_by(picture, out, {.exchanged = true}))
    return "all pixels are as if rows and columns of the filter were exchanged";
  for (const int width : {32, 16, 8}) {
    for (const int height : {32, 16, 8}) {
      if (is_made_by(picture, out, {.tile_width = width, .tile_height = height})) {
        return "all pixels are as if 0 were outside each tile of " + std::to_string(width) + " x " +
               std::to_string(height) + " pixels, so the halo is missing";
      }
    }
  }
  return "";
}

}  // namespace

void expected(const unsigned char* in, unsigned char* out, int width, int height, const float* filter,
              int radius) {
  const Picture picture{in, width, height, filter, radius};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      out[static_cast<long long>(y) * width + x] = pixel_of(sum_at(picture, y, x));
  }
}

/// The exact sum of the first wrong pixel, and the mistake, if one explains the whole picture.
std::string explain(const unsigned char* in, const unsigned char* out, int width, int height,
                    const float* filter, int radius, const char*, long long element) {
  const Picture picture{in, width, height, filter, radius};
  const double sum = sum_at(picture, static_cast<int>(element / width), static_cast<int>(element % width));
  char text[64];
  std::snprintf(text, sizeof text, "the sum there is %.6g", sum);
  std::string words = text;
  constexpr long long kMostPixels = 5000;  // of a picture that is compared with all mistakes
  if (static_cast<long long>(width) * height > kMostPixels) return words;
  const std::string cause = mistake(picture, out);
  return cause.empty() ? words : words + "; " + cause;
}

/// Makes the weights whole multiples of 1/d for an odd d. Sums are multiples of 1/d, too, so none is close to
/// halfway between two integers, and the order of additions changes no pixel.
void generate(unsigned char*, int, int, float* filter, int radius, unsigned) {
  const int weights = (2 * radius + 1) * (2 * radius + 1);
  const int d = std::max(99, 3 * weights);
  for (int i = 0; i < weights; ++i) filter[i] = static_cast<float>(std::round(filter[i] * d) / d);
}
