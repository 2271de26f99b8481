// Asks for what only hardware could answer.
#include <cuda_runtime.h>
__global__ void kernel(unsigned* out) { *out = __activemask(); }
void run(unsigned* out) { kernel<<<1, 1>>>(out); }
