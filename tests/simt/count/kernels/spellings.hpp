// The results of kernels/spellings.cu for its test.
#pragma once

#include <cstddef>

/// A kernel of 32 threads, each of which loads or stores its own element.
struct Spelling {
  const char* name;
  std::size_t bytes;  // of an element
  void (*launch)(void* elements, int* nothing);
};
