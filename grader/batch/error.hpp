// What is wrong with the files that a batch was given.
#pragma once

#include <stdexcept>

namespace mergelab::batch {

/// A mistake in what the user gave; what() has a second line with the remedy.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The gradebook can't be written or read; what() has a second line with the remedy.
class StorageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mergelab::batch
