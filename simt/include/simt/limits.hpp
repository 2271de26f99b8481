// The sizes of the modelled GPU, and a distance in memory, shared by the engine's parts and its compiler.
#pragma once

namespace simt {

/// The most dynamic shared memory that a kernel may ask for with cudaFuncSetAttribute (compute
/// capability 9.0).
constexpr unsigned long kMaxDynamicShared = 227 * 1024;
/// The most without that.
constexpr unsigned long kDefaultDynamicShared = 48 * 1024;
/// A module's allocation for its dynamic shared arrays.
constexpr unsigned long kDynamicSharedReserve = kMaxDynamicShared;

/// From a place on a stack to its copy, in bytes. Linux has nothing there: programs and heaps are far below,
/// libraries and stacks are above.
constexpr long kFrameCopies = -(1L << 44);

}  // namespace simt
