// Constants of the host in kernels.
//! constant_array_read: refused, identifier "case_constant_array_read::kTable" is undefined in device code
const int kTable[4] = {1, 2, 3, 4};
__global__ void kernel(int* out) { out[threadIdx.x] = kTable[threadIdx.x]; }
//! constant_as_array_size: accepted
const int kTile = 64;
__global__ void kernel(int* out) {
  __shared__ int tile[kTile];
  tile[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x];
}
//! constant_constexpr_array_read: refused, identifier "case_constant_constexpr_array_read::kTable" is undefined in device code
constexpr int kTable[4] = {1, 2, 3, 4};
__global__ void kernel(int* out) { out[threadIdx.x] = kTable[threadIdx.x]; }
//! constant_constexpr_array_read_in_kernel: accepted
__global__ void kernel(int* out) {
  constexpr int kTable[4] = {1, 2, 3, 4};
  out[0] = kTable[threadIdx.x];
}
//! constant_constexpr_read: accepted
constexpr int kLimit = 3;
constexpr float kScale = 2.5f;
__global__ void kernel(int* out) { out[threadIdx.x] = static_cast<int>(kLimit * kScale); }
//! constant_enum_read: accepted
enum { kOne = 1, kTwo };
enum class Mode { plain, tiled };
__global__ void kernel(int* out) { out[threadIdx.x] = kOne + kTwo + static_cast<int>(Mode::tiled); }
//! constant_float_read: accepted
const float kScale = 1.5f;
__global__ void kernel(float* out) { out[0] = kScale; }
//! constant_int_read: accepted
const int kLimit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = kLimit; }
//! constant_macro_read: accepted
#define MOST 3
__global__ void kernel(int* out) { out[threadIdx.x] = MOST; }
//! constant_passed_to_min: accepted
const int kLimit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = min(kLimit, out[1]); }
//! constant_static_int_read: accepted
static const int kLimit = 3;
__global__ void kernel(int* out) { out[threadIdx.x] = kLimit * 2; }
//! constant_static_member_read: accepted
struct Config {
  static const int kOne = 1;
  static constexpr int kTwo = 2;
};
__global__ void kernel(int* out) { out[threadIdx.x] = Config::kOne + Config::kTwo; }
//! constant_string_read: refused, identifier "case_constant_string_read::kText" is undefined in device code; engine: accepted, the compilers put the pointer in place, and nothing is left of the variable
const char* const kText = "abc";
__global__ void kernel(int* out) { out[threadIdx.x] = kText[0]; }
//! constant_struct_member_read: accepted
struct Pair {
  int a, b;
};
constexpr Pair kPair{1, 2};
__global__ void kernel(int* out) { out[threadIdx.x] = kPair.a; }
