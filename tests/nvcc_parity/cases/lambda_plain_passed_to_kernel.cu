// nvcc: refuses The closure type for a lambda ("lambda [](int)->int", defined at lambda_plain_passed_to_kernel.cu:4) cannot be used in the template argument
template <class F>
__global__ void kernel(int* out, F f) { out[threadIdx.x] = f(threadIdx.x); }
void run(int* out) { kernel<<<1, 32>>>(out, [](int i) { return 2 * i; }); }
