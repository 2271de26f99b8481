// The contents of functions' bodies: lambdas, classes, launches, and what nvcc refuses in kernels.
#include <algorithm>
#include <array>

#include "function_finder.hpp"

namespace simt::cxx {

void FunctionFinder::expressions(std::size_t at, std::size_t end, const Body& body) {
  const Level level(depth_);
  while (at < end) {
    const std::string_view t = text(at);
    std::size_t next = at + 1;
    if (t == "[") {
      next = lambda(at, end, body);
    } else if (t == "struct" || t == "class" || t == "union") {
      next = local_class(at, end, body);
    } else if (t == "__simt_shared__") {
      shared_variable(at, end, body);
    } else if (t == "__simt_device__" && at > 0 &&
               is_one_of(text(at - 1), std::array<std::string_view, 3>{"{", "}", ";"})) {
      refuse(at,
             "an automatic __device__ variable declaration is not allowed inside a function body; take out "
             "__device__");
    } else if (t == "<" && text(at + 1) == "<" && text(at + 2) == "<" && text(at - 1) != "operator" &&
               (!body.on_device() || device_launches_ == DeviceLaunches::allowed)) {
      launched_.push_back(at - 1);
      next = at + 3;
    } else if (body.on_device()) {
      if (t == "<" && text(at + 1) == "<" && text(at + 2) == "<" && text(at - 1) != "operator") {
        refuse(at,
               device_launches_ == DeviceLaunches::never
                   ? "a kernel launch from a __device__ or __global__ function is not allowed (nvcc: it "
                     "requires separate compilation mode); launch from the host"
                   : "kernel launch from __device__ or __global__ functions requires separate compilation "
                     "mode; add -rdc=true");
        next = at + 3;
      } else if (t == "try" || t == "throw") {
        refuse(at, "device code does not support exception handling; take out " + std::string(t));
      }
    }
    at = std::max(at + 1, next);
  }
}

std::size_t FunctionFinder::local_class(std::size_t at, std::size_t end, const Body& body) {
  if (text(at - 1) == "enum") return at + 1;
  for (std::size_t i = at + 1; i < end; ++i) {
    const std::string_view t = text(i);
    if (t == "{") {
      declarations(i + 1, closing(i), {"(local)::", true, body.templated});
      return closing(i) + 1;
    }
    if (t == ";" || t == "=" || t == ")" || t == "," || t == ">" || t == "*" || t == "&") return at + 1;
    if (t == "(") i = closing(i);
  }
  return at + 1;
}

void FunctionFinder::shared_variable(std::size_t at, std::size_t end, const Body& body) {
  if (body.spaces == kHost && !body.templated && text(at - 1) != "extern") {
    refuse(at,
           "a __shared__ variable is not allowed inside a host function; write __device__ or __global__ "
           "before "
           "the function");
  }
  bool type = false;  // whether a brace would begin a class
  for (std::size_t i = at + 1; i < end && text(i) != ";"; ++i) {
    const std::string_view t = text(i);
    if (t == "struct" || t == "class" || t == "union") type = true;
    if (t == "=" || (t == "{" && !type)) {
      refuse_initialiser(at);
      return;
    }
    if (t == "{") type = false;
    if (t == "(" || t == "[" || t == "{") i = closing(i);
    if (t == "<") i = std::max(i + 1, behind_angles(i, end)) - 1;
  }
}

std::size_t FunctionFinder::lambda(std::size_t at, std::size_t end, const Body& body) {
  static constexpr std::array<std::string_view, 8> kBefore{"return", "co_return", "co_yield", "case",
                                                           "else",   "do",        "throw",    "in"};
  if (text(at + 1) == "[") return closing(at) + 1;  // attributes
  const bool name_before = is_name(at - 1) && !is_one_of(text(at - 1), kBefore);
  if (at == 0 || name_before || text(at - 1) == ")" || text(at - 1) == "]" || text(at - 1) == "\"\"")
    return at + 1;
  std::size_t i = closing(at) + 1;
  bool generic = false;
  if (text(i) == "<") {
    i = behind_angles(i, end);
    generic = true;
  }
  unsigned spaces = 0;
  bool parameters = false, is_constexpr = true;  // lambdas are if possible
  while (i < end && text(i) != "{") {
    spaces |= space_of(text(i));
    if (text(i) == "(" && !parameters) {
      parameters = true;
      for (std::size_t k = i; k < closing(i); ++k) generic = generic || text(k) == "auto";
      i = closing(i) + 1;
    } else if (text(i) == "(" || text(i) == "[") {
      i = closing(i) + 1;
    } else if (text(i) == "<") {
      i = std::max(i + 1, behind_angles(i, end));
    } else if (is_name(i) || text(i) == "::" || text(i) == "-" || text(i) == ">" || text(i) == "*" ||
               text(i) == "&") {
      ++i;
    } else {
      return at + 1;
    }
  }
  if (i >= end) return at + 1;
  const Body inner{spaces == 0 ? body.spaces & kGlobal ? kDevice : body.spaces : spaces,
                   body.templated || generic};
  add({"lambda", inner.spaces, is_constexpr, inner.templated, token(i).at + 1}, "");
  expressions(i + 1, closing(i), inner);
  return closing(i) + 1;
}

}  // namespace simt::cxx
