// What a lab's file may not use: it would do the lab's work.
#include "kits/keys/keys_kit.hpp"

namespace mergelab::judge {
namespace {

constexpr std::string_view kExercise = R"(
refuse word std :: merge | std::merge is not allowed: writing it is the exercise
refuse word std :: inplace_merge | std::inplace_merge is not allowed: writing it is the exercise
refuse word std :: sort | std::sort is not allowed: the input is sorted already, or sorting it is the exercise
refuse word std :: stable_sort | std::stable_sort is not allowed: the input is sorted already, or sorting it is the exercise
refuse word std :: lower_bound | std::lower_bound is not allowed: writing the search is the exercise
refuse word std :: upper_bound | std::upper_bound is not allowed: writing the search is the exercise
refuse word thrust :: | thrust is not allowed: implementing it is the exercise
refuse word cub :: | cub is not allowed: implementing it is the exercise
refuse word qsort ( | qsort is not allowed: the input is sorted already, or sorting it is the exercise
)";
constexpr std::string_view kExerciseScopes = R"(
refuse scope thrust | thrust is not allowed: implementing it is the exercise
refuse scope cub | cub is not allowed: implementing it is the exercise
)";

// The standard library's own versions.
constexpr std::string_view kExerciseUses = R"(
allow use std::*is_sorted*
allow use std::*is_heap*
allow use std::*is_partitioned*
refuse use std::*merge* | {} is not allowed: writing it is the exercise
refuse use std::*set_union* | {} is not allowed: writing the merge is the exercise
refuse use std::*set_intersection* | {} is not allowed: writing the merge is the exercise
refuse use std::*set_difference* | {} is not allowed: writing the merge is the exercise
refuse use std::*set_symmetric_difference* | {} is not allowed: writing the merge is the exercise
refuse use std::*sort* | {} is not allowed: the input is sorted already, or sorting it is the exercise
refuse use std::*nth_element* | {} is not allowed: the input is sorted already, or sorting it is the exercise
refuse use std::*_heap* | {} is not allowed: the input is sorted already, or sorting it is the exercise
refuse use std::priority_queue | {} is not allowed: the input is sorted already, or sorting it is the exercise
refuse use std::*lower_bound* | {} is not allowed: writing the search is the exercise
refuse use std::*upper_bound* | {} is not allowed: writing the search is the exercise
refuse use std::*equal_range* | {} is not allowed: writing the search is the exercise
refuse use std::*binary_search* | {} is not allowed: writing the search is the exercise
refuse use std::*partition_point* | {} is not allowed: writing the search is the exercise
refuse use std::list | {} is not allowed: the lab merges arrays
refuse use std::__cxx11::list | {} is not allowed: the lab merges arrays
refuse use std::forward_list | {} is not allowed: the lab merges arrays
refuse use std::*_Rb_tree* | {} is not allowed: the lab merges arrays
refuse import bsearch | bsearch is not allowed: writing the search is the exercise
)";

}  // namespace

std::string KeysKit::refusals(Backend backend) const {
  std::string rules = std::string(kExercise).append(kExerciseUses);
  return backend == Backend::gpu ? rules.append(kExerciseScopes) : rules;
}

}  // namespace mergelab::judge
