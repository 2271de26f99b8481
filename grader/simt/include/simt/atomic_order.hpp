// What an atomic access of <cuda/atomic> states of its order, as the engine's functions take it.
#pragma once

namespace simt {

enum AtomicOrder : unsigned char {
  kStated = 1,  // always
  kAcquires = 2,
  kReleases = 4,
  kOfItsBlock = 8,  // its scope is no wider than the block
};

}  // namespace simt
