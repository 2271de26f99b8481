// nvcc: accepts
struct Args {
  int* out;
  int n;
};
__global__ void kernel(Args args) { args.out[0] = args.n; }
void run(int* out) { kernel<<<1, 1>>>(Args{out, 3}); }
