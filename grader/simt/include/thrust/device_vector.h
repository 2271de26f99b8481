// Thrust: refused with a sentence, where a missing file would leave one guessing.
#pragma once
#error "the CPU engine has no Thrust; call cudaMalloc and launch kernels of your own"
