// nvcc: accepts
#include <cstdio>
#include <cstdlib>

#define CHECK(CALL)                                                      \
  do {                                                                   \
    const cudaError_t error = (CALL);                                    \
    if (error != cudaSuccess) {                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                           \
    }                                                                    \
  } while (0)
void run() { CHECK(cudaDeviceSynchronize()); }
