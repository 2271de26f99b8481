// Thrust: not supported; including it explains that.
#pragma once
#error "the CPU engine has no Thrust; call cudaMalloc and launch kernels of your own"
