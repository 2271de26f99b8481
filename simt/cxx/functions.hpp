// The functions and variables of a CUDA source and their possible callers, as far as tokens show: nvcc checks
// where a function runs, and the engine's C++ compilers don't.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "policy.hpp"
#include "tokens.hpp"

namespace simt::cxx {

/// CUDA's execution spaces; `__host__ __device__` is both.
inline constexpr unsigned kHost = 1, kDevice = 2, kGlobal = 4;

/// Whether device code may launch kernels, and call CUDA's device runtime: never in an object of kernels, and
/// in a program with nvcc's -rdc=true.
enum class DeviceLaunches { never, need_rdc, allowed };

struct Function {
  std::string_view name;  // its last part; "lambda" for one
  unsigned spaces = 0;
  bool is_constexpr = false;
  bool templated = false;  // a template, or a member of one
  std::size_t body = 0;    // place in the preprocessed text, just behind the `{`
};

struct DeviceVariable {
  std::string name;  // with its namespaces and classes
  std::size_t file = 0;
  int first_line = 0, last_line = 0;
  bool has_host_copy = false;  // on a GPU: it is neither managed, shared nor a constant
};

struct HostVariable {
  bool constant = false;  // declared with const or constexpr
  bool indirect = true;   // an array or a pointer
};

struct Functions {
  std::vector<Function> defined;
  std::vector<DeviceVariable> device_variables;
  std::map<std::string, HostVariable> host_variables;  // outside of functions, by their whole names
  std::vector<Refusal> refusals;                       // what nvcc refuses in any case, in nvcc's words
};

/// Omits code that it does not understand. The result refers to the source's text.
[[nodiscard]] Functions find_functions(const SourceText& source,
                                       DeviceLaunches launches = DeviceLaunches::never);

/// The definition of a constant with the names of the variables that have a host copy, for
/// core/device_variables; empty without such variables.
[[nodiscard]] std::string constant_of_device_variables(const Functions& functions);

/// `preprocessed` with a comment in the body of each function, which compilers preserve: "# simt " and the
/// function's place in `functions.defined`. No function of the user files is force-inlined.
[[nodiscard]] std::string mark_functions(std::string_view preprocessed, const Functions& functions,
                                         const SourceText& source);

}  // namespace simt::cxx
