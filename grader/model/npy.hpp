// Arrays as numpy's .npy files, versions 1.0 and 2.0, so that people can look at cases and bring their own.
#pragma once

#include <filesystem>

#include "model/interface.hpp"

namespace mergelab {

struct NpyArray {
  std::vector<std::int64_t> shape;  // slowest first
  std::vector<std::byte> bytes;     // of the elements, in C order
};

/// Throws DataError for anything but an array of this type in C order, with what was found.
[[nodiscard]] NpyArray read_npy(const std::filesystem::path& file, const ElementType& type);
/// A one-dimensional array of int32. Throws DataError for anything else.
[[nodiscard]] std::vector<int> read_npy(const std::filesystem::path& file);

/// Writes atomically: the old file or the new one. Throws DataError.
void write_npy(const std::filesystem::path& file, const ElementType& type,
               std::span<const std::int64_t> shape, std::span<const std::byte> data);
void write_npy(const std::filesystem::path& file, const std::vector<int>& values);

}  // namespace mergelab
