// nvcc: refuses identifier "case_variable_static_member_read::Config::limit" is undefined in device code
struct Config {
  static int limit;
};
int Config::limit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = Config::limit; }
