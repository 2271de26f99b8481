// Functions of C's and C++'s libraries that read or write by address, and ways to get at what is not the
// object's.
#include <cuda_runtime.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <iomanip>
#include <iostream>
#include <string_view>

// A name of CUDA's is a name of g++'s own library, in headers that come after CUDA's.
__attribute__((__noinline__, __cold__)) inline void as_in_the_library_of_gcc_13() {}
__noinline__ inline void as_in_cuda() {}

// The text has seven letters and a zero.
extern "C" int run_read(int call, const char* text) {
  char same[8] = "xxxxxxx";
  int result = 0;
  if (call == 0) result = memcmp(text, same, 8);
  if (call == 1) result = memcmp(same, text, 8);
  if (call == 2) result = static_cast<int>(strlen(text)) - 7;
  if (call == 3) result = strcmp(text, same);
  if (call == 4) result = strcmp(same, text);
  if (call == 5) result = static_cast<int>(fwrite(text, 7, 1, stdout)) - 1;
  if (call == 6) fputs(text, stderr);
  if (call == 7) puts(text);
  if (call == 8) printf("%s\n", text);
  if (call == 9)
    fprintf(stderr, "%d%% %-*.3f %Lg %zu %c %hhd %lld %p %s\n", 1, 9, 0.5, 0.25L, size_t{3}, 'c', 4, 5LL,
            static_cast<const void*>(&result), text);
  if (call == 10) printf("%.*s\n", 4, text);
  if (call == 11) printf(text, 1);
  if (call == 12) std::cout << text;
  if (call == 13) std::cerr << reinterpret_cast<const unsigned char*>(text) << std::endl;
  if (call == 14) std::cout.write(text, 7);
  if (call == 15) std::clog << std::string_view(text, 7);
  if (call == 16) result = atoi(text);
  if (call == 17) result = static_cast<int>(strtol(text, nullptr, 10));
  if (call == 18) result = static_cast<int>(strtod(text, nullptr));
  if (call == 19) result = memchr(text, 'x', 8) == text ? 1 : 0;
  if (call == 20) result = static_cast<int>(strlen(strncpy(same, text, 7)));
  return result;
}

extern "C" void run_write(int call, void* memory) {
  double* const at = static_cast<double*>(memory);
  double other = 0;
  float other_float = 0;
  if (call == 0) frexp(12.0, static_cast<int*>(memory));
  if (call == 1) frexpf(12.0F, static_cast<int*>(memory));
  if (call == 2) modf(1.5, at);
  if (call == 3) modff(1.5F, static_cast<float*>(memory));
  if (call == 4) sincos(1.5, at, &other);
  if (call == 5) sincos(1.5, &other, at);
  if (call == 6) sincosf(1.5F, static_cast<float*>(memory), &other_float);
  if (call == 7) sincosf(1.5F, &other_float, static_cast<float*>(memory));
  if (call == 8) strtoul("12", static_cast<char**>(memory), 10);
}

// With a FILE and a stream that nobody opened.
extern "C" void run_print(int call, void* forged) {
  FILE* const file = static_cast<FILE*>(forged);
  std::ostream& stream = *static_cast<std::ostream*>(forged);
  if (call == 0) fprintf(file, "%d", 1);
  if (call == 1) fputs("x", file);
  if (call == 2) fputc('x', file);
  if (call == 3) fwrite("x", 1, 1, file);
  if (call == 4) fflush(file);
  if (call == 5) stream << 1;
  if (call == 6) stream << "x";
  if (call == 7) stream << 'x' << std::flush;
  if (call == 8) stream << std::hex;
  if (call == 9) stream.write("x", 1);
  if (call == 10) stream << 1.5;
  if (call == 11) printf("%2$s%1$s", "x", static_cast<const char*>(forged));
}

extern "C" void run_print_own() {
  fprintf(stdout, "%s %d\n", "text", 1);
  fputs("text\n", stderr);
  fflush(nullptr);
  std::cout << "text" << std::setfill('.') << ' ' << 1 << 2U << 3L << 4.5F << 5.5 << true << nullptr
            << std::hex << std::setw(3) << 6LL << std::endl;
  std::cout.put('x').flush();
}

// Calls by address, as kernels may have them of functions that nvcc takes for the host's.
__global__ void compare(int (*call)(const void*, const void*, size_t), const int* a, int* out) {
  out[threadIdx.x] = call(a + threadIdx.x, a, 4);
}
__global__ void split(int* exponent, double* whole, int stride) {
  frexp(8.0 * (1 + threadIdx.x), exponent + threadIdx.x * stride);
  modf(1.5, whole + threadIdx.x);
}
extern "C" void run_compare(const int* a, int* out) { compare<<<1, 32>>>(memcmp, a, out); }
extern "C" void run_split(int* exponent, double* whole, int stride) {
  split<<<1, 32>>>(exponent, whole, stride);
}

struct Counted {
  explicit Counted(int* times) : value(++*times) {}
  int value;
};
extern "C" int run_static_objects() {
  static int times;
  for (int i = 0; i < 3; ++i) static const Counted once(&times);
  return times;
}

// --- accesses just outside the object's own memory

__global__ void write_built_in() { const_cast<dim3&>(blockDim).x = 7; }
extern "C" void run_write_built_in() { write_built_in<<<1, 1>>>(); }
// Through a volatile pointer, so that no compiler knows which variable it is.
extern "C" void run_write_beside_built_in(int offset) {
  const char* volatile built_in = reinterpret_cast<const char*>(&blockDim);
  const_cast<char*>(built_in)[offset] = 0;
}
extern "C" void run_fill_past_the_stack(int bytes) {
  volatile char last[8];
  memset(const_cast<char*>(last), 0, static_cast<size_t>(bytes));
}
extern "C" void run_write_beside_thread_index() {
  const char* volatile built_in = reinterpret_cast<const char*>(&threadIdx);
  const_cast<char*>(built_in)[1 << 12] = 0;
}

// A local variable that nobody else sees, and an array at its end.
struct Window {
  int before;
  int from[2];
};
__global__ void look(const int* at, int* out) {
  Window own{out[0], {out[1], out[2]}};
  const Window* window = &own;
  const long distance = (reinterpret_cast<long>(at) - reinterpret_cast<long>(window->from)) / 4;
  out[0] = window->from[distance];
}
extern "C" void run_look(const int* at, int* out) { look<<<1, 1>>>(at, out); }

static int variable[4];
extern "C" void run_fill_past_the_variables(size_t bytes) { memset(variable, 0, bytes); }

extern "C" void run_store(void** at) { *at = nullptr; }
