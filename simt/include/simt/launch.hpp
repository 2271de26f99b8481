// How `kernel<<<grid, block, smem, stream>>>(args)` becomes C++: simt-cc writes it as `kernel ->*
// ::simt::LaunchConfig(grid, block, smem, stream)(args)`. The call binds tighter than `->*`, so code before
// `<<<` isn't parsed; only a kernel template that is launched without template arguments is wrapped in a
// lambda, which deduces them. Arguments with lists in braces are written `->* [&](const auto& launch) {
// launch(args); }`.
#pragma once

#include <simt/inline.hpp>
#include <simt/runtime_api.hpp>
#include <simt/vector_types.hpp>

namespace simt {

/// The types whose objects a submission's templates can get: in a separate namespace, so argument-dependent
/// lookup finds none of the engine's functions.
namespace launches {

/// A list of values; std::tuple would cost too much compile time.
template <class... T>
struct List;
struct Fill {};
template <>
struct List<> {
  explicit List(Fill) {}
};
template <class Head, class... T>
struct List<Head, T...> {
  Head head;
  List<T...> tail;
  template <class Arg, class... Other>
  List(Fill fill, Arg&& first, Other&&... rest)
      : head(static_cast<Arg&&>(first)), tail(fill, static_cast<Other&&>(rest)...) {}
};

struct LaunchConfig;

/// The right side of `->*`: the configuration and the arguments, which live until the launch is over.
template <class... Arg>
struct KernelArguments {
  const LaunchConfig& config;
  List<Arg&&...> values;
};

struct LaunchConfig {
  dim3 grid, block;
  size_t shared_bytes;
  cudaStream_t stream;
  bool may_overlap = false;  // with the previous launch on the stream
  bool cooperative = false;  // its blocks may wait for each other
  dim3 cluster = dim3();     // blocks in a cluster

  LaunchConfig(dim3 grid_size, dim3 block_size, size_t dynamic_shared_bytes = 0, cudaStream_t on = nullptr)
      : grid(grid_size), block(block_size), shared_bytes(dynamic_shared_bytes), stream(on) {}

  template <class... Arg>
  KernelArguments<Arg...> operator()(Arg&&... arguments) const {
    return {*this, List<Arg&&...>(Fill{}, static_cast<Arg&&>(arguments)...)};
  }
};

/// A launch that takes its arguments as the kernel's parameters, so that they may be lists in braces.
template <class... Param>
struct TypedLaunch {
  void (*kernel)(Param...);
  const LaunchConfig& config;

  void operator()(Param... arguments) const;
};

/// A call of a kernel template that deduces its arguments, and the numbers of its parameters that are
/// references, as bits; the last bit stands for all that follow, too.
template <unsigned long long kReferences, class Function>
struct WithReferences {
  Function call;
};

/// A kernel with default arguments, and a call of it that adds omitted ones.
template <class Function, class... Param>
struct WithDefaults {
  void (*kernel)(Param...);
  Function call;
};

}  // namespace launches

using launches::Fill;
using launches::KernelArguments;
using launches::LaunchConfig;
using launches::List;
using launches::TypedLaunch;
using launches::WithDefaults;
using launches::WithReferences;

template <class Function, class... Done>
SIMT_INLINE void unpack(const Function& function, List<>&, Done&... done) {
  function(done...);
}
template <class Function, class Head, class... T, class... Done>
SIMT_INLINE void unpack(const Function& function, List<Head, T...>& values, Done&... done) {
  unpack(function, values.tail, done..., values.head);
}

/// Runs `body(context)` once per CUDA thread. `kernel` is the kernel's address, its identity; the context
/// holds the arguments.
cudaError_t launch(const LaunchConfig& config, const void* kernel, void (*body)(void*), void* context,
                   size_t context_bytes);

/// What a launch passes is compared with what another one passed.
#if defined(__has_builtin) && __has_builtin(__builtin_clear_padding)
#define SIMT_CLEAR_PADDING(OBJECT) __builtin_clear_padding(&(OBJECT))
#else
#define SIMT_CLEAR_PADDING(OBJECT) (void)0
#endif

/// Of a static `__cluster_dims__`, written by simt-cc behind the kernel.
int keep_cluster(const void* kernel, dim3 shape);

/// Refuses a launch with an unsupported attribute.
cudaError_t refuse_unsupported_launch();

void wait_for_launch_before();

template <class T>
struct IsReference {
  static constexpr bool value = false;
};
template <class T>
struct IsReference<T&> {
  static constexpr bool value = true;
};

/// An argument's type when it is passed by value.
template <class T>
struct Plain {
  using Type = T;
};
template <class T>
struct Plain<const T> {
  using Type = T;
};
template <class T>
struct Plain<T&> : Plain<T> {};
template <class T, size_t Count>
struct Plain<T[Count]> {
  using Type = T*;
};
template <class T, size_t Count>
struct Plain<const T[Count]> {
  using Type = const T*;
};

template <bool kFirst, class Arg, class Other>
struct Choose {
  using Type = Arg;
};
template <class Arg, class Other>
struct Choose<false, Arg, Other> {
  using Type = Other;
};

#if defined(__has_builtin) && __has_builtin(__is_trivially_destructible)
#define SIMT_TRIVIALLY_DESTRUCTIBLE(T) __is_trivially_destructible(T)
#else
#define SIMT_TRIVIALLY_DESTRUCTIBLE(T) __has_trivial_destructor(T)
#endif
/// Whether the C++ ABI passes such a parameter by the address of a copy that the caller makes: one that is
/// copied, moved or destroyed by the program's own code.
template <class T>
constexpr bool kIsPassedByAddress = __is_class(T) && !(__has_trivial_destructor(T) &&
                                                       __is_trivially_constructible(T, const T&) &&
                                                       __is_trivially_constructible(T, T&&));
template <class T, bool = kIsPassedByAddress<T>>
struct Passed {
  using Type = T;
};
template <class T>
struct Passed<T, true> {
  using Type = void*;
};

/// Calls a kernel, with the bytes of parameters that are passed by address: CUDA copies them to the device as
/// memory, and runs no constructor or destructor there.
template <class Function, class... Done>
SIMT_INLINE void unpack_bytes(const Function& function, List<>&, Done&... done) {
  function(done...);
}
template <class Function, class Head, class... T, class... Done>
SIMT_INLINE void unpack_bytes(const Function& function, List<Head, T...>& values, Done&... done) {
  if constexpr (kIsPassedByAddress<Head>) {
    alignas(Head) char bytes[sizeof(Head)];
    __builtin_memcpy(bytes, &values.head, sizeof(Head));
    void* address = bytes;
    unpack_bytes(function, values.tail, done..., address);
  } else {
    unpack_bytes(function, values.tail, done..., values.head);
  }
}

/// A kernel with its parameters; every CUDA thread calls it with separate copies.
template <class... Param>
struct Call {
  void (*kernel)(Param...);
  List<Param...> parameters;

  static void run(void* self) {
    Call* call = static_cast<Call*>(self);
    if constexpr ((kIsPassedByAddress<Param> || ...))
      unpack_bytes(reinterpret_cast<void (*)(typename Passed<Param>::Type...)>(call->kernel),
                   call->parameters);
    else
      unpack(call->kernel, call->parameters);
  }
};

/// The same for a lambda around a kernel template.
template <class Function, class... Param>
struct DeducedCall {
  const Function* call;
  List<Param...> parameters;

  static void run(void* self) {
    DeducedCall* deduced = static_cast<DeducedCall*>(self);
    unpack(*deduced->call, deduced->parameters);
  }
};

template <class T>
constexpr bool kIsPointer = false;
template <class T>
constexpr bool kIsPointer<T*> = true;
template <class T>
constexpr bool kIsInteger = false;
template <>
inline constexpr bool kIsInteger<int> = true;
template <>
inline constexpr bool kIsInteger<long> = true;  // NULL's type

template <class T>
constexpr bool kIsArray = false;
template <class T, size_t Count>
constexpr bool kIsArray<T[Count]> = true;

/// A pointer among the arguments of the next launch in a whole program, whose kernels may launch kernels: one
/// must not pass a pointer to memory of its own.
void note_argument(const volatile void* argument);

/// Ends the run: a nonzero integer is passed for a pointer.
[[noreturn]] void refuse_integer_for_pointer(long value);

/// Converts an argument to the kernel's parameter. 0 and NULL are pointers in CUDA's launches, but only
/// integers here.
template <class Param, class Arg>
decltype(auto) as_parameter(Arg& argument) {
  if constexpr (kIsPointer<typename Plain<Param>::Type> && kIsInteger<typename Plain<Arg>::Type>) {
    if (argument != 0) refuse_integer_for_pointer(argument);
    return typename Plain<Param>::Type{};
  } else {
#ifdef SIMT_PROGRAM
    if constexpr (kIsPointer<typename Plain<Arg>::Type> || kIsArray<Arg>)
      note_argument(reinterpret_cast<const volatile void*>(argument));
#endif
    return (argument);
  }
}

template <class... Param, class... Arg>
SIMT_INLINE cudaError_t launch(const LaunchConfig& config, void (*kernel)(Param...),
                               List<Arg...>& arguments) {
  static_assert(sizeof...(Param) == sizeof...(Arg),
                "the launch passes another number of arguments than the kernel has");
  cudaError_t error = cudaSuccess;
  if constexpr (sizeof...(Param) == sizeof...(Arg)) {
    unpack(
        [&](auto&... values) SIMT_INLINE_LAMBDA {
          Call<Param...> call{kernel, List<Param...>(Fill{}, as_parameter<Param>(values)...)};
          SIMT_CLEAR_PADDING(call);
          error = launch(config, reinterpret_cast<const void*>(kernel), &Call<Param...>::run, &call,
                         sizeof(call));
        },
        arguments);
  }
  return error;
}

template <class Function, class... Param>
WithDefaults<Function, Param...> with_defaults(void (*kernel)(Param...), const Function& call) {
  return {kernel, call};
}

template <unsigned long long kReferences, class Function>
WithReferences<kReferences, Function> with_references(const Function& call) {
  return {call};
}

/// What a launch keeps of its arguments for a kernel template that deduces its parameters.
template <unsigned long long kReferences, class Done, class... Arg>
struct Kept {
  using Type = Done;
};
template <unsigned long long kReferences, class... Param, class Arg, class... Other>
struct Kept<kReferences, List<Param...>, Arg, Other...>
    : Kept<(kReferences >> 1) | (kReferences & 1ULL << 63),
           List<Param..., typename Choose<(kReferences & 1) != 0, Arg&, typename Plain<Arg>::Type>::Type>,
           Other...> {};

/// The first parameters, as many as there are arguments.
template <class First, class Arguments, class... Param>
struct FirstOf;
template <class... First, class... Param>
struct FirstOf<List<First...>, List<>, Param...> {
  using Type = List<First...>;
};
template <class... First, class Arg, class... Other, class Param, class... Rest>
struct FirstOf<List<First...>, List<Arg, Other...>, Param, Rest...>
    : FirstOf<List<First..., Param>, List<Other...>, Rest...> {};

template <class Function, class... Param, class... Arg>
SIMT_INLINE void launch_call(const LaunchConfig& config, const void* kernel, const Function& call,
                             List<Param...>*, List<Arg...>& arguments) {
  unpack(
      [&](auto&... values) SIMT_INLINE_LAMBDA {
        DeducedCall<Function, Param...> made{&call, {Fill{}, as_parameter<Param>(values)...}};
        SIMT_CLEAR_PADDING(made);
        (void)launch(config, kernel, &decltype(made)::run, &made, sizeof(made));
      },
      arguments);
}

namespace launches {

template <class... Param>
SIMT_INLINE void TypedLaunch<Param...>::operator()(Param... arguments) const {
  List<Param&&...> values(Fill{}, static_cast<Param&&>(arguments)...);
  (void)::simt::launch(config, kernel, values);
}

template <class... Param>
SIMT_INLINE TypedLaunch<Param...> operator->*(void (*kernel)(Param...), const LaunchConfig& config) {
  return {kernel, config};
}

template <class... Param, class Function>
SIMT_INLINE void operator->*(const TypedLaunch<Param...>& launch, const Function& call) {
  call(launch);
}

template <class... Param, class... Arg>
SIMT_INLINE void operator->*(void (*kernel)(Param...), KernelArguments<Arg...>&& arguments) {
  (void)::simt::launch(arguments.config, kernel,
                       arguments.values);  // the error is kept for cudaGetLastError()
}

template <class Result, class... Param, class... Arg>
void operator->*(Result (*)(Param...), KernelArguments<Arg...>&&) {
  static_assert(__is_same(Result, void), "a __global__ function must have a void return type");
}

template <class Function, class... Param, class... Arg>
SIMT_INLINE void operator->*(const WithDefaults<Function, Param...>& defaults,
                             KernelArguments<Arg...>&& arguments) {
  if constexpr (sizeof...(Arg) < sizeof...(Param)) {
    ::simt::launch_call(arguments.config, reinterpret_cast<const void*>(defaults.kernel), defaults.call,
                        static_cast<typename ::simt::FirstOf<List<>, List<Arg...>, Param...>::Type*>(nullptr),
                        arguments.values);
  } else {
    defaults.kernel->*static_cast<KernelArguments<Arg...>&&>(arguments);
  }
}

/// A launch without a kernel template's arguments: `call` calls the template, which deduces them. Such a
/// kernel has no address yet, so no cudaFuncSetAttribute applies to it.
template <unsigned long long kReferences, class Function, class... Arg>
SIMT_INLINE void operator->*(const WithReferences<kReferences, Function>& kernel,
                             KernelArguments<Arg...>&& arguments) {
  ::simt::launch_call(arguments.config, nullptr, kernel.call,
                      static_cast<typename ::simt::Kept<kReferences, List<>, Arg...>::Type*>(nullptr),
                      arguments.values);
}
template <class Function, class... Arg>
requires(__is_class(Function)) SIMT_INLINE void operator->*(const Function& call,
                                                            KernelArguments<Arg...>&& arguments) {
  ::simt::launch_call(arguments.config, nullptr, call,
                      static_cast<typename ::simt::Kept<0, List<>, Arg...>::Type*>(nullptr),
                      arguments.values);
}

}  // namespace launches
}  // namespace simt

namespace simt {

/// False with an attribute that the engine lacks.
inline bool set_attributes(LaunchConfig& shape, const cudaLaunchConfig_t& config) {
  for (unsigned int i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization) {
      shape.may_overlap = attribute.val.programmaticStreamSerializationAllowed != 0;
    } else if (attribute.id == cudaLaunchAttributeCooperative) {
      shape.cooperative = attribute.val.cooperative != 0;
#ifdef SIMT_PROGRAM
    } else if (attribute.id == cudaLaunchAttributeClusterDimension) {
      const auto& shape_of_cluster = attribute.val.clusterDim;
      shape.cluster = dim3(shape_of_cluster.x, shape_of_cluster.y, shape_of_cluster.z);
    } else if (attribute.id == cudaLaunchAttributeClusterSchedulingPolicyPreference) {
#endif
    } else if (attribute.id != cudaLaunchAttributeIgnore && attribute.id != cudaLaunchAttributePriority &&
               attribute.id != cudaLaunchAttributeAccessPolicyWindow) {
      return false;
    }
  }
  const bool in_clusters = shape.cluster.x != 1 || shape.cluster.y != 1 || shape.cluster.z != 1;
  return !(shape.cooperative && (shape.may_overlap || in_clusters));
}

}  // namespace simt

template <class... Param, class... Arg>
SIMT_INLINE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Param...),
                                           Arg&&... arguments) {
  ::simt::LaunchConfig shape(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
  if (!::simt::set_attributes(shape, *config)) return ::simt::refuse_unsupported_launch();
  ::simt::List<Arg&&...> values(::simt::Fill{}, static_cast<Arg&&>(arguments)...);
  const cudaError_t error = ::simt::launch(shape, kernel, values);
  (void)cudaPeekAtLastError();  // the caller gets the error here
  return error;
}

namespace simt {

/// `arguments` points to one value for each parameter.
template <class... Param>
SIMT_INLINE cudaError_t launch_with_pointers(const LaunchConfig& config, void (*kernel)(Param...),
                                             void** arguments) {
  static_assert((!::simt::IsReference<Param>::value && ...), "a kernel cannot have a reference as parameter");
  using Call = ::simt::Call<Param...>;
  [[maybe_unused]] void** next = arguments;  // braces evaluate arguments in order
  Call call{kernel, ::simt::List<Param...>{::simt::Fill{},
                                           *static_cast<typename ::simt::Plain<Param>::Type*>(*next++)...}};
  SIMT_CLEAR_PADDING(call);
  const cudaError_t error =
      ::simt::launch(config, reinterpret_cast<const void*>(kernel), &Call::run, &call, sizeof(call));
  (void)cudaPeekAtLastError();  // the caller gets the error here
  return error;
}

/// Launches of a kernel that is known only by its address: whoever took it as `void*` has kept them.
using UntypedLaunch = cudaError_t (*)(const LaunchConfig& config, const void* kernel, void** arguments);
void keep_kernel(const void* kernel, UntypedLaunch launch);
cudaError_t launch_untyped(const LaunchConfig& config, const void* kernel, void** arguments);

template <class T>
struct KernelPointer {
  static void keep(const T&) {}
};
template <class... Param>
struct KernelPointer<void (*)(Param...)> {
  static void keep(void (*kernel)(Param...)) {
    if constexpr ((!IsReference<Param>::value && ...)) {
      keep_kernel(reinterpret_cast<const void*>(kernel), [](const LaunchConfig& config, const void* address,
                                                            void** arguments) {
        using Kernel = void (*)(Param...);
        return launch_with_pointers(config, reinterpret_cast<Kernel>(const_cast<void*>(address)), arguments);
      });
    }
  }
};

/// The address in the host's copy of a __device__ or __constant__ variable, if host code calls it with an
/// address in such a variable.
const volatile void* host_copy(const volatile void* address);

namespace launches {

/// simt-cc writes `cudaMemset(&variable, ...)` as `cudaMemset(host_copy(variable, &variable), ...)` if a
/// __device__ variable has that name.
template <class T, class Param>
SIMT_INLINE Param host_copy([[maybe_unused]] const volatile T& variable, Param pointer) {
#ifdef SIMT_PROGRAM
  if constexpr (kIsPointer<Param>) {
    const auto begin = reinterpret_cast<size_t>(__builtin_addressof(variable));
    if (reinterpret_cast<size_t>(pointer) - begin < sizeof(T))
      return (Param)::simt::host_copy(reinterpret_cast<const volatile void*>(pointer));
  }
#endif
  return pointer;
}

/// simt-cc writes `(void*)kernel` as `Untyped() ->* kernel`, which keeps the parameters' types.
struct Untyped {};
template <class T>
SIMT_INLINE void* operator->*(Untyped, T value) {
  KernelPointer<T>::keep(value);
  return (void*)value;
}

}  // namespace launches
}  // namespace simt

template <class... Param>
SIMT_INLINE cudaError_t cudaLaunchKernel(void (*kernel)(Param...), dim3 grid, dim3 block, void** arguments,
                                         size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return ::simt::launch_with_pointers(::simt::LaunchConfig(grid, block, shared_bytes, stream), kernel,
                                      arguments);
}
inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return ::simt::launch_untyped(::simt::LaunchConfig(grid, block, shared_bytes, stream), kernel, arguments);
}

/// In a kernel that may begin before the previous one on its stream has ended: waits for that, and for its
/// writes. Kernels run one after another here; accesses without this wait are races.
inline void cudaGridDependencySynchronize() { ::simt::wait_for_launch_before(); }
/// Lets such a kernel begin; what this one does later is not affected.
inline void cudaTriggerProgrammaticLaunchCompletion() {}

/// Lets the kernel's threads wait for the whole grid.
template <class... Param>
SIMT_INLINE cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Param...), dim3 grid, dim3 block,
                                                    void** arguments, size_t shared_bytes = 0,
                                                    cudaStream_t stream = nullptr) {
  ::simt::LaunchConfig config(grid, block, shared_bytes, stream);
  config.cooperative = true;
  return ::simt::launch_with_pointers(config, kernel, arguments);
}
inline cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                               size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  ::simt::LaunchConfig config(grid, block, shared_bytes, stream);
  config.cooperative = true;
  return ::simt::launch_untyped(config, kernel, arguments);
}

#if defined(SIMT_PROGRAM)
namespace simt {
/// Of which the device runs so many at once; in `size`, the most blocks that one may have.
cudaError_t most_clusters(int* clusters, int* size, const LaunchConfig& config, const void* kernel);
inline cudaError_t most_clusters(int* clusters, int* size, const cudaLaunchConfig_t& config,
                                 const void* kernel) {
  LaunchConfig shape(config.gridDim, config.blockDim, config.dynamicSmemBytes, config.stream);
  return set_attributes(shape, config) ? most_clusters(clusters, size, shape, kernel)
                                       : refuse_unsupported_launch();
}
}  // namespace simt
template <class T>
inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, T* kernel,
                                                  const cudaLaunchConfig_t* config) {
  return ::simt::most_clusters(clusters, nullptr, *config, reinterpret_cast<const void*>(kernel));
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, T* kernel,
                                                        const cudaLaunchConfig_t* config) {
  return ::simt::most_clusters(nullptr, size, *config, reinterpret_cast<const void*>(kernel));
}
#endif

inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                       void** arguments) {
  ::simt::LaunchConfig shape(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
  return ::simt::set_attributes(shape, *config) ? ::simt::launch_untyped(shape, kernel, arguments)
                                                : ::simt::refuse_unsupported_launch();
}
