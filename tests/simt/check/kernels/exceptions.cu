// Host code that throws and catches, with and without a text.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

namespace {

struct CudaError : std::runtime_error {
  explicit CudaError(cudaError_t error) : std::runtime_error(cudaGetErrorString(error)), code(error) {}
  cudaError_t code;
};

struct OwnError : std::exception {
  const char* what() const noexcept override { return "its own"; }
};

struct Noted {
  ~Noted() { ++count; }
  static inline int count = 0;
};

int* volatile kept = nullptr;

int length_of(const std::exception& error) { return static_cast<int>(std::strlen(error.what())); }

void check(cudaError_t error) {
  Noted noted;
  if (error != cudaSuccess) throw CudaError(error);
}

}  // namespace

/// The length of the text that arrives, or another value of what does.
extern "C" int run_throw(int kind, int count) {
  std::vector<int> values(3);
  try {
    if (kind == 0) throw 7;
    if (kind == 1) throw "text";
    if (kind == 2) throw std::runtime_error("a text");
    if (kind == 3)
      throw std::invalid_argument(std::string("a longer text, on the heap: ") + std::to_string(count));
    if (kind == 4) check(cudaErrorInvalidValue);
    if (kind == 5) throw OwnError();
    if (kind == 6) return values.at(count);
    if (kind == 7) values.resize(static_cast<std::size_t>(-1));
    if (kind == 8) throw std::string("a string");
    if (kind == 9) kept = new int[static_cast<std::size_t>(count) << 50];
    if (kind == 10) throw std::exception();
    if (kind == 11) {
      std::exception* error = new std::out_of_range("on the heap");
      const int length = length_of(*error);
      delete error;
      return length;
    }
    if (kind == 12) {
      std::out_of_range first("first"), second(first);
      std::runtime_error third("third"), fourth("the fourth");
      third = fourth;
      return length_of(second) * 100 + length_of(third);
    }
    if (kind == 13) throw std::bad_alloc();
    if (kind == 14) return std::function<int()>()();
    if (kind == 15) throw std::bad_cast();
    if (kind == 16) return *std::shared_ptr<int>(std::weak_ptr<int>());
  } catch (int value) {
    return value;
  } catch (const char* text) {
    return static_cast<int>(std::strlen(text));
  } catch (const CudaError& error) {
    return 1000 + static_cast<int>(error.code) + Noted::count;
  } catch (std::runtime_error error) {
    return length_of(error);
  } catch (const std::exception& error) {
    return length_of(error);
  } catch (...) {
    return -1;
  }
  return 0;
}

// With virtual bases, which the library finds by the object's pointer to its table.
struct Root {
  int value = 9;
};
struct Left : virtual Root {};
struct Right : virtual Root {};
struct Joined : Left, Right {
  static inline const void* forged = nullptr;
  Joined() = default;
  Joined(const Joined& other) : Root(other), Left(other), Right(other) {
    if (forged != nullptr) memcpy(static_cast<void*>(this), &forged, sizeof forged);
  }
};
extern "C" int run_virtual_base(const int* outside) {
  const Joined joined;
  if (outside != nullptr) Joined::forged = outside;
  try {
    throw joined;
  } catch (const Root& root) {
    return root.value;
  }
}

extern "C" int run_rethrow() {
  try {
    try {
      throw std::runtime_error("thrown twice");
    } catch (const std::exception&) {
      throw;
    }
  } catch (const std::exception& error) {
    return length_of(error);
  }
}

/// The text's bytes are an array's of the caller.
extern "C" int run_text_of(const char* text) {
  try {
    throw std::domain_error(text);
  } catch (const std::domain_error& error) {
    return length_of(error);
  }
}

/// std::runtime_error's destructor, without its noexcept.
extern "C" void _ZNSt13runtime_errorD1Ev(void* error);

/// An exception whose text nobody allocated.
extern "C" int run_forged(const char* text) {
  const std::runtime_error real("real");
  struct {
    const void* table;
    const char* text;
  } forged{*reinterpret_cast<const void* const*>(&real), text};
  _ZNSt13runtime_errorD1Ev(&forged);
  return 0;
}

extern "C" int run_after_end() {
  const int* kept = nullptr;
  try {
    throw 7;
  } catch (const int& value) {
    kept = &value;
  }
  return *kept;
}

extern "C" int run_prints(char* array, int room, int value) {
  const std::string text = std::to_string(1.5f) + std::to_string(value);
  return snprintf(array, room, "%s %d", text.c_str(), value) + static_cast<int>(text.find('.'));
}

extern "C" int run_texts(char* array, const char* text) {
  strcpy(array, text);
  strncpy(array + 8, text, 3);
  return static_cast<int>(strchr(array, 'c') - array) + strncmp(array, array + 8, 3) * 100;
}

/// Texts that lie in the array which they are copied or printed to. 0: as long as they were before.
extern "C" int run_overlap(int kind) {
  char* array = static_cast<char*>(malloc(4096));
  memset(array, 'x', 4096);
  array[1000] = array[2000] = 0;
  if (kind == 0) strcpy(array + 64, array);
  if (kind == 1) snprintf(array, 1 << 30, "%.1500s%s", array + 64, array + 1001);
  const int length = static_cast<int>(strlen(array + (kind == 0 ? 64 : 0)));
  free(array);
  return length;
}

// C has no conversion %hld, and some compilers say so.
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
extern "C" int run_odd_length(char* array, const char* text) {
  return snprintf(array, 16, "%hld%s", 5L, text);
}

__host__ __device__ int positive(int value) {
  if (value <= 0) throw 1;
  return value;
}
__host__ __device__ char first_letter(const char* text) { return std::runtime_error(text).what()[0]; }
__host__ __device__ int printed(char* text) { return snprintf(text, 4, "%d", 5); }
__global__ void require(int* out, int value) { *out = positive(value); }
__global__ void make(char* text) { text[3] = first_letter(text); }
__global__ void print(char* text) { printed(text); }
extern "C" void run_in_kernel(int kind) {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  if (kind == 0) require<<<1, 1>>>(out, 0);
  if (kind == 1) make<<<1, 1>>>(reinterpret_cast<char*>(out));
  if (kind == 2) print<<<1, 1>>>(reinterpret_cast<char*>(out));
  cudaFree(out);
}

// Stores relative to an array of its frame, and throws.
__noinline__ int store_and_throw(int words, int value) {
  unsigned long long own[2] = {1, 2};
  unsigned long long* volatile hidden = own;
  hidden[words] = reinterpret_cast<unsigned long long>(hidden);  // an address, but of no code
  if (own[0] != 0) throw value;
  return value;
}
// With a destructor on the way, which stores.
struct Storing {
  unsigned long long* place;
  __noinline__ ~Storing() { *place = reinterpret_cast<unsigned long long>(place); }
};
// Thrown by the library.
__noinline__ int store_and_call(int words) {
  unsigned long long own[2] = {1, 2};
  unsigned long long* volatile hidden = own;
  hidden[words] = reinterpret_cast<unsigned long long>(hidden);
  const std::function<int()> none;
  return none() + static_cast<int>(own[0]);
}
__noinline__ int store_on_the_way(int words, int value) {
  unsigned long long own[2] = {1, 2};
  unsigned long long* volatile hidden = own;
  const Storing storing{hidden + words};
  if (value > 0) throw value;
  return value + static_cast<int>(own[0]);
}
struct Store {
  int way, words;
};
extern "C" void run_store_and_throw(const void* how) {
  const Store store = *static_cast<const Store*>(how);
  try {
    if (store.way == 0) store_and_throw(store.words, 5);
    if (store.way == 1) store_on_the_way(store.words, 5);
    if (store.way == 2) store_and_call(store.words);
  } catch (const std::bad_function_call&) {
  } catch (int value) {
    if (value != 5) abort();
  }
}

// Functions that the engine calls for one of this file's. They store relative to an array of that one's
// frame.
unsigned long long* hidden_place = nullptr;
void store_there(void* /*data*/) { *hidden_place = reinterpret_cast<unsigned long long>(hidden_place); }
void store_after_stream(cudaStream_t /*stream*/, cudaError_t /*error*/, void* data) { store_there(data); }
std::ostream& store_and_print(std::ostream& stream) {
  store_there(nullptr);
  return stream;
}
std::ios_base& store_and_set(std::ios_base& state) {
  store_there(nullptr);
  return state;
}
struct StoringAtEnd {
  int value = 5;
  ~StoringAtEnd() { store_there(nullptr); }
};
// Takes more arguments than its caller gives.
struct Above {
  unsigned long long words[4];
};
__noinline__ unsigned long long last_of(Above above) { return above.words[3]; }
void store_to_arguments(void* data, Above above) {
  above.words[0] = reinterpret_cast<unsigned long long>(data);
  if (last_of(above) == 1) abort();
}
void call_back(int way) {
  if (way == 0) cudaLaunchHostFunc(nullptr, store_there, nullptr);
  if (way == 1) cudaStreamAddCallback(nullptr, store_after_stream, nullptr, 0);
  std::ostream& (std::ostream::*volatile insert)(std::ostream & (*)(std::ostream&)) =
      &std::ostream::operator<<;
  std::ostream& (std::ostream::*volatile set)(std::ios_base & (*)(std::ios_base&)) =
      &std::ostream::operator<<;
  if (way == 2) (std::cout.*insert)(store_and_print);
  if (way == 3) (std::cout.*set)(store_and_set);
  if (way == 4) {
    try {
      throw StoringAtEnd();
    } catch (const StoringAtEnd&) {
    }
  }
  // Not null: the word that it stores into may hold that.
  if (way == 5)
    cudaLaunchHostFunc(nullptr, reinterpret_cast<cudaHostFn_t>(&store_to_arguments), &hidden_place);
}
extern "C" void run_call_back(const void* how) {
  const Store store = *static_cast<const Store*>(how);
  unsigned long long own[2] = {1, 2};
  hidden_place = own + store.words;
  call_back(store.way);
  if (store.words == 0 && store.way != 5 && own[0] == 1) abort();
}
// A callback that throws past the engine's frames.
extern "C" void run_throw_from_call_back(const void* /*how*/) {
  unsigned long long own = 1;
  hidden_place = &own;
  try {
    cudaLaunchHostFunc(
        nullptr, [](void*) { throw 5; }, nullptr);
    abort();
  } catch (int) {
  }
  call_back(0);
  if (own == 1) abort();
}
// The called object's own arguments: the caller is the hosting program.
extern "C" void run_store_to_arguments(const void* data, Above above) {
  above.words[0] = reinterpret_cast<unsigned long long>(data);
  if (last_of(above) == 1) abort();
}
