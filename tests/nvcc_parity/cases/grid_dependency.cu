// nvcc: accepts
__global__ void kernel(int* out) {
  cudaGridDependencySynchronize();
  *out = 1;
  cudaTriggerProgrammaticLaunchCompletion();
}
