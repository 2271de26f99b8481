#include "model/signature.hpp"

#include <stdexcept>
#include <string>

namespace mergelab {
namespace {

constexpr std::string_view kMerge = "void f(const value_t* A, int m, const value_t* B, int n, value_t* C)";

constexpr Signature kSignatures[] = {
    {.name = "merge_host",
     .call = kMerge,
     .declaration =
         "`void f(const value_t* A, int m, const value_t* B, int n, value_t* C)`, called on the host",
     .on_host = true},
    {.name = "co_rank",
     .call = "int f(int k, const value_t* A, int m, const value_t* B, int n)",
     .declaration = "`int f(int k, const value_t* A, int m, const value_t* B, int n)`, called on the host",
     .on_host = true,
     .output = Output::ranks},
    {.name = "merge_device",
     .call = kMerge,
     .declaration = "as `merge_host`, with device pointers; launches kernels"},
    {.name = "merge_shaped",
     .call = "void f(const value_t* A, int m, const value_t* B, int n, value_t* C, int section, int tile)",
     .declaration = "as `merge_device`, with `int section, int tile` at the end",
     .has_shape = true},
    {.name = "sort_device",
     .call = "void f(const value_t* A, int m, value_t* C, value_t* scratch)",
     .declaration = "`void f(const value_t* A, int m, value_t* C, value_t* scratch)`, with device pointers; "
                    "launches kernels. C and scratch have m elements each",
     .output = Output::sort},
    {.name = "k_way_merge",
     .call = "void f(const value_t* lists, const int* starts, int k, int total, value_t* C)",
     .declaration = "`void f(const value_t* lists, const int* starts, int k, int total, value_t* C)` with "
                    "device pointers; launches kernels",
     .takes_lists = true,
     .output = Output::sort},
    {.name = "sample_sort",
     .call = "int f(mergelab::Transport& transport, const value_t* A, int m, value_t* C, int capacity)",
     .declaration = "`int f(mergelab::Transport& transport, const value_t* A, int m, value_t* C, int "
                    "capacity)` with device pointers, called on each rank; launches kernels",
     .takes_lists = true,
     .is_distributed = true,
     .output = Output::sort},
};

}  // namespace

std::span<const Signature> signatures() { return kSignatures; }

std::string_view in_words(Output output) {
  switch (output) {
    case Output::merge:
      return "merges";
    case Output::ranks:
      return "finds ranks";
    case Output::sort:
      return "sorts";
  }
  return "";
}

std::string_view in_words(const Signature& signature) {
  if (signature.is_distributed) return "runs on ranks";
  return signature.takes_lists ? "merges lists" : in_words(signature.output);
}

std::string declaration_of(const Signature& signature, std::string_view function) {
  std::string text(signature.call);
  return text.replace(text.find(" f(") + 1, 1, function);
}

const Signature& signature_named(std::string_view name) {
  for (const Signature& known : kSignatures) {
    if (known.name == name) return known;
  }
  throw std::out_of_range("no signature '" + std::string(name) + "'");
}

}  // namespace mergelab
