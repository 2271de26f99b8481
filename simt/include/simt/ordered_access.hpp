// The loads and stores of <cuda/atomic>. The engine performs them, and so sees each as one access with its
// stated order (simt/atomic_order.hpp).
#pragma once

namespace simt {

unsigned long long ordered_load_bits(const void* memory, unsigned long bytes, unsigned char order);
void ordered_store_bits(void* memory, unsigned long long bits, unsigned long bytes, unsigned char order);

}  // namespace simt
