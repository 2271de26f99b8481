// The order of an atomic access of <cuda/atomic>, for the engine's functions.
#pragma once

namespace simt {

enum AtomicOrder : unsigned char {
  kStated = 1,  // always
  kAcquires = 2,
  kReleases = 4,
  kOfItsBlock = 8,    // its scope is the block
  kOfItsThread = 16,  // its scope is the thread: to others it is a plain access
};

}  // namespace simt
