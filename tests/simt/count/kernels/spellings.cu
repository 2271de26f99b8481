// Ways to write the load or the store of one element per thread, for types of many sizes: the product is made
// by templates. Each has to be counted as the plain way is.
#include <coroutine>
#include <cstdarg>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <tuple>
#include <utility>

#include "spellings.hpp"

namespace {

template <int N>
struct Bytes {
  unsigned char at[N];
};
template <int N>
struct Words {
  int at[N];
};
struct Pair {
  double first;
  float second, third;
};
struct Bits {
  int low : 5, high : 27;
};
using Complex = _Complex double;
using Vector = int __attribute__((vector_size(16)));

// What loads give their values to, and stores take theirs from. No memory but the stack is touched here.
template <class T>
__device__ __attribute__((noinline)) int take(T value) {
  int sum = 0;  // of all its bytes, so that all are needed
  for (std::size_t i = 0; i < sizeof(T); ++i) sum += reinterpret_cast<const volatile char*>(&value)[i];
  return sum;
}
template <class T>
__device__ __attribute__((noinline)) T make(int seed) {
  Bytes<sizeof(T)>
      bytes;  // and not a T, which a compiler may construct where the result belongs, in two steps
  for (unsigned char& byte : bytes.at) byte = static_cast<unsigned char>(seed);
  return __builtin_bit_cast(T, bytes);
}
template <class T>
__device__ __attribute__((noinline)) int take_any(int count, ...) {
  va_list values;
  va_start(values, count);
  const T value = va_arg(values, T);
  va_end(values);
  return take(value);
}
template <class T>
__device__ __attribute__((noinline)) void store_any(T* at, ...) {
  va_list values;
  va_start(values, at);
  *at = va_arg(values, T);
  va_end(values);
}

template <class T>
struct Holder {
  T value;
};
template <class T>
struct Shape {
  virtual __device__ int take_it(T value) const { return take(value); }
  virtual __device__ T make_it(int seed) const { return make<T>(seed); }
};
template <class T>
__device__ __attribute__((noinline)) const Shape<T>& shape(const Shape<T>& any) {
  return any;
}

template <class T>
struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(T result) { value = result; }
    void unhandled_exception() {}
    T value;
  };
  std::coroutine_handle<promise_type> handle;
};
template <class T>
Task<T> later(T value) {
  co_return value;
}

#define LOAD(NAME, ...)                                        \
  template <class T>                                           \
  struct NAME {                                                \
    static constexpr const char* name = #NAME;                 \
    static __device__ int run(T* at, int seed) { __VA_ARGS__ } \
  };
#define STORE(NAME, ...)                                                 \
  template <class T>                                                     \
  struct NAME {                                                          \
    static constexpr const char* name = #NAME;                           \
    static __device__ int run(T* at, int seed) { __VA_ARGS__ return 0; } \
  };

LOAD(plain_load, const T value = *at; return take(value);)
LOAD(argument, return take(*at);)
LOAD(argument_by_pointer, int (*volatile f)(T) = &take<T>; return f(*at);)
LOAD(variadic, return take_any<T>(1, *at);)
LOAD(variadic_by_pointer, int (*volatile f)(int, ...) = &take_any<T>; return f(1, *at);)
LOAD(virtual_argument, const Shape<T> any; return shape(any).take_it(*at);)
LOAD(
    captured, auto f = [value = *at]() __attribute__((noinline)) { return take(value); }; return f();)
LOAD(range_for, int sum = 0; for (T value : *reinterpret_cast<T (*)[1]>(at)) sum += take(value); return sum;)
LOAD(structured_binding, auto [value] = *reinterpret_cast<Holder<T>*>(at); return take(value);)
LOAD(listed, const std::initializer_list<T> list = {*at}; return take(*list.begin());)
LOAD(coroutine_argument, Task<T> task = later(*at); const int sum = take(task.handle.promise().value);
     task.handle.destroy(); return sum;)
LOAD(member_pointer, T Holder<T>::*volatile member = &Holder<T>::value;
     return take(reinterpret_cast<Holder<T>*>(at)->*member);)
LOAD(
    of_union,
    union Either {
      T value;
      char byte;
    };
    return take(reinterpret_cast<Either*>(at)->value);)
LOAD(in_tuple, const std::tuple<T, int> both(*at, seed); return take(std::get<0>(both));)
LOAD(in_optional, const std::optional<T> maybe = *at; return take(*maybe);)
LOAD(new_in_local, alignas(T) char room[sizeof(T)]; return take(*new (room) T(*at));)
LOAD(chosen, T other = make<T>(1); return take(seed > 1000000 ? other : *at);)
LOAD(copied, T value; std::memcpy(&value, at, sizeof(T)); return take(value);)
LOAD(assigned, T value[2]; value[seed & 1] = *at; return take(value[seed & 1]);)
LOAD(exchanged, T value = make<T>(seed); std::exchange(value, *at); return take(value);)
LOAD(forwarded, return std::apply([](T value) { return take(value); }, std::tuple<T>(*at));)
LOAD(returned, struct F { static __attribute__((noinline)) T f(const T* from) { return *from;
}  // namespace
}
;
return take(F::f(at));)
LOAD(constructed, struct Taker {
  int sum;
  __attribute__((noinline)) Taker(T value) : sum(take(value)) {} };
     return Taker(*at).sum;)

STORE(plain_store, const T value = make<T>(seed); *at = value;)
STORE(result, *at = make<T>(seed);)
STORE(result_of_pointer, T (*volatile f)(int) = &make<T>; *at = f(seed);)
STORE(virtual_result, const Shape<T> any; *at = shape(any).make_it(seed);)
STORE(new_result, new (at) T(make<T>(seed));)
STORE(new_braces, new (at) T{make<T>(seed)};)
STORE(new_holder, new (at) Holder<T>{make<T>(seed)};)
STORE(constructed_at, std::construct_at(at, make<T>(seed));)
STORE(from_lambda, auto f = [seed]() __attribute__((noinline)) {
  return make<T>(seed); }; *at = f();)
STORE(store_to_union, union Either {
  T value;
  char byte; }; reinterpret_cast<Either*>(at)->value = make<T>(seed);)
STORE(store_by_member_pointer, T Holder<T>::*volatile member = &Holder<T>::value;
      reinterpret_cast<Holder<T>*>(at)->*member = make<T>(seed);)
STORE(range_for_store, for (T& value : *reinterpret_cast<T(*)[1]>(at)) value = make<T>(seed);)
STORE(binding_store, auto& [value] = *reinterpret_cast<Holder<T>*>(at); value = make<T>(seed);)
STORE(copied_store, const T value = make<T>(seed); std::memcpy(at, &value, sizeof(T));)
STORE(set_store, std::memset(at, seed, sizeof(T));)
STORE(variadic_store, store_any<T>(at, make<T>(seed));)
STORE(chosen_store, *at = seed > 1000000 ? make<T>(1) : make<T>(seed);)
STORE(coroutine_result, Task<T> task = later(make<T>(seed)); *at = task.handle.promise().value;
      task.handle.destroy();)
STORE(listed_store, const std::initializer_list<T> list = {make<T>(seed)}; *at = *list.begin();)
STORE(tuple_store, std::tie(*at) = std::tuple<T>(make<T>(seed));)
STORE(zeros, new (at) T{};)
STORE(in_constructor, struct Maker {
  T value;
  __attribute__((noinline)) Maker(int x) : value(make<T>(x)) {} };
      new (at) Maker(seed);)

/// The pointer to its virtual functions is all that this has.
template <class T>
struct new_virtual_object {
  static constexpr const char* name = "new_virtual_object";
  struct Object {
    virtual int corners() const { return 0; }
  };
  static __device__ int run(T* at, int /*seed*/) {
    new (at) Object;
    return 0;
  }
};

template <class Way, class T>
__global__ void one_element_each(T* at, int* sums) {
  const int t = static_cast<int>(threadIdx.x);
  const int sum = Way::run(at + t, t + 1);
  if (sum == -1000000) sums[t] = sum;
}

template <template <class> class Way, class T>
void launch(void* at, int* sums) {
  one_element_each<Way<T>, T><<<1, 32>>>(static_cast<T*>(at), sums);
}

template <template <class> class Way, class... T>
void each_type(void (*found)(const Spelling&)) {
  (found({Way<T>::name, sizeof(T), &launch<Way, T>}), ...);
}

// What registers hold, what two hold, what none does; and where the two compilers differ.
template <template <class> class Way>
void few_types(void (*found)(const Spelling&)) {
  each_type<Way, int, Words<4>, Words<8>>(found);
}
template <template <class> class Way>
void all_types(void (*found)(const Spelling&)) {
  each_type<Way, double, long, __int128, long double, Vector, Pair, Bits, Bytes<1>, Bytes<3>, Bytes<7>,
            Words<2>, Words<3>, Words<5>, Words<12>, Words<16>, Words<40>>(found);
#if defined(__clang__) || __GNUC__ < 13  // GCC 13 tells of such a load as a whole and by its two halves
  each_type<Way, Complex>(found);
#endif
  few_types<Way>(found);
}

}  // namespace

extern "C" void loads(void (*found)(const Spelling&)) {
  all_types<plain_load>(found);
  all_types<argument>(found);
  all_types<variadic_by_pointer>(found);
  few_types<argument_by_pointer>(found);
  few_types<variadic>(found);
  few_types<virtual_argument>(found);
  few_types<captured>(found);
  few_types<range_for>(found);
  few_types<structured_binding>(found);
  few_types<listed>(found);
  few_types<coroutine_argument>(found);
  few_types<member_pointer>(found);
  few_types<of_union>(found);
  few_types<in_tuple>(found);
  few_types<in_optional>(found);
  few_types<new_in_local>(found);
  few_types<chosen>(found);
  few_types<copied>(found);
  few_types<assigned>(found);
  each_type<exchanged, int, Words<4>>(found);  // of a larger one clang makes two copies
  few_types<forwarded>(found);
  few_types<returned>(found);
  few_types<constructed>(found);
}

extern "C" void stores(void (*found)(const Spelling&)) {
  all_types<plain_store>(found);
  all_types<result>(found);
  all_types<new_result>(found);
  few_types<result_of_pointer>(found);
  few_types<virtual_result>(found);
  few_types<new_braces>(found);
  few_types<new_holder>(found);
  few_types<constructed_at>(found);
  few_types<from_lambda>(found);
  few_types<store_to_union>(found);
  few_types<store_by_member_pointer>(found);
  few_types<range_for_store>(found);
  few_types<binding_store>(found);
  few_types<copied_store>(found);
  few_types<set_store>(found);
  few_types<variadic_store>(found);
  few_types<chosen_store>(found);
  few_types<coroutine_result>(found);
  few_types<listed_store>(found);
  few_types<tuple_store>(found);
  few_types<zeros>(found);
  few_types<in_constructor>(found);
  each_type<new_virtual_object, void*>(found);
}
