#!/usr/bin/env bash
# Three CUDA kernels with one bug each and their OpenCL twins: what ./lab cuda finds of them and what Oclgrind does, and
# how long both and POCL take. Needs a build, and Debian's oclgrind, pocl-opencl-icd and ocl-icd-opencl-dev.
#   bench/opencl_twins.sh [BUILD_FOLDER]
set -euo pipefail
bin=$(realpath "${1:-build}")/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The bodies are the same in both languages, as far as macros can tell.
cat >bodies.inc <<'END'
KERNEL reduce(IN in, OUT out, SCRATCH int n, int bug) {
  SHARED
  int t = T, i = I;
  s[t] = in[i];
  for (int d = 128; d > 0; d /= 2) {
    if (!bug || d == 128) BARRIER;
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) out[B] = s[0];
}
KERNEL stencil(IN in, OUT out, SCRATCH int n, int bug) {
  int i = I;
  float right = bug || i + 1 < n ? in[i + 1] : 0;
  out[i] = 0.5f * (in[i] + right);
}
KERNEL bins(IN in, OUT out, SCRATCH int n, int bug) {
  SHARED
  int t = T, i = I;
  if (!bug || t != 7) s[t] = 0;
  BARRIER;
  s[t] += in[i];
  BARRIER;
  out[i] = s[255 - t];
}
END
{
  echo '#define KERNEL __kernel void'
  echo '#define IN __global const float*'
  echo '#define OUT __global float*'
  echo '#define SCRATCH __local float* s,'
  echo '#define SHARED'
  echo '#define T get_local_id(0)'
  echo '#define I get_global_id(0)'
  echo '#define B get_group_id(0)'
  echo '#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)'
  cat bodies.inc
} >kernels.cl
cat >twins.cu <<'END'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#define KERNEL __global__ void
#define IN const float*
#define OUT float*
#define SCRATCH
#define SHARED __shared__ float s[256];
#define T threadIdx.x
#define I (blockIdx.x * 256 + threadIdx.x)
#define B blockIdx.x
#define BARRIER __syncthreads()
#include "bodies.inc"
int main(int, char** words) {
  const int bug = atoi(words[2]), n = 1 << 18;
  float *h = (float*)malloc(4 * n), *in, *out;
  for (int i = 0; i < n; i++) h[i] = 1;
  cudaMalloc(&in, 4 * n), cudaMalloc(&out, 4 * n);
  cudaMemcpy(in, h, 4 * n, cudaMemcpyHostToDevice);
  (strcmp(words[1], "reduce") == 0 ? reduce : strcmp(words[1], "bins") == 0 ? bins : stencil)<<<n / 256, 256>>>(in, out, n, bug);
  cudaMemcpy(h, out, 1024, cudaMemcpyDeviceToHost);
}
END
cat >host.c <<'END'
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char** words) {
  static char text[10000];
  const char* source = text;
  const size_t length = fread(text, 1, sizeof text, fopen("kernels.cl", "r")), all = 1 << 18, block = 256;
  const int bug = atoi(words[2]), n = 1 << 18;
  float* h = malloc(4 * all);
  for (int i = 0; i < n; i++) h[i] = 1;
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, 0);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, 0);
  cl_context context = clCreateContext(0, 1, &device, 0, 0, 0);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, 0);
  cl_program program = clCreateProgramWithSource(context, 1, &source, &length, 0);
  if (clBuildProgram(program, 1, &device, "", 0, 0) != 0) return 1;
  cl_kernel kernel = clCreateKernel(program, words[1], 0);
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * all, 0, 0), out = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * all, 0, 0);
  clEnqueueWriteBuffer(queue, in, 1, 0, 4 * all, h, 0, 0, 0);
  clSetKernelArg(kernel, 0, sizeof in, &in), clSetKernelArg(kernel, 1, sizeof out, &out), clSetKernelArg(kernel, 2, 1024, 0);
  clSetKernelArg(kernel, 3, 4, &n), clSetKernelArg(kernel, 4, 4, &bug);
  const int error = clEnqueueNDRangeKernel(queue, kernel, 1, 0, &all, &block, 0, 0, 0);
  clEnqueueReadBuffer(queue, out, 1, 0, 1024, h, 0, 0, 0);
  return error;
}
END
"$bin/simt-cc" --program --instrument -o checked.so twins.cu
gcc -O2 host.c -o host -lOpenCL

seconds() { # seconds NAME COMMAND...: whole processes, without the compilation of CUDA
  local name=$1 begin=$EPOCHREALTIME
  shift
  "$@" >said 2>&1 || true
  printf '  %-22s %6.2f s  %s\n' "$name" "$(bc <<<"$EPOCHREALTIME - $begin")" \
    "$(grep -aoE '^(race|out_of_bounds|uninitialised_read):|(Read-write|Write-write) data race|Invalid read|Uninitialized value written to local' said | sort -u | paste -sd ' ')"
}
for kernel in reduce stencil bins; do
  for bug in 0 1; do
    echo "$kernel, $([ "$bug" = 0 ] && echo right || echo wrong)"
    seconds "engine with checks" "$bin/simt-run" --check checked.so "$kernel" "$bug"
    seconds "Oclgrind" oclgrind --data-races --uninitialized ./host "$kernel" "$bug"
    seconds "POCL" ./host "$kernel" "$bug"
  done
done
