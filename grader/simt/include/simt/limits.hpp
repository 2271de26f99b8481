// The sizes of the GPU that the engine models, as its parts and its compiler must agree on them.
#pragma once

namespace simt {

/// The most dynamic shared memory that a kernel may ask for with cudaFuncSetAttribute (compute
/// capability 9.0).
constexpr unsigned long kMaxDynamicShared = 227 * 1024;
/// The most that it gets without.
constexpr unsigned long kDefaultDynamicShared = 48 * 1024;
/// What a module sets aside for its dynamic shared arrays.
constexpr unsigned long kDynamicSharedReserve = kMaxDynamicShared;

}  // namespace simt
