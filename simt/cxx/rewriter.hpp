// Rewrites CUDA's launch syntax into C++, in preprocessed text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace simt::cxx {

/// Replaces, in `preprocessed` (the output of `c++ -E`), every `kernel<<<config>>>` with `kernel ->*
/// ::simt::LaunchConfig(config)` and drops `#pragma unroll`, but only in lines that the line markers
/// attribute to a file that `is_user_file` accepts. `<<<` opens a launch as in nvcc: the first `>>>` outside
/// parentheses closes it. Lines keep their numbers; literals and comments are unchanged. An unclosed `<<<`
/// stays, for the compiler to report, and so does one within 64 open ones. A function template of these files
/// that is launched by its bare name is called through a lambda, `[&](auto&... simt_a) { kernel(simt_a...);
/// }`, which deduces its arguments. Text before the first marker belongs to the file "". In all files,
/// replaces the keywords of <simt/keywords.hpp>: `__simt_shared__` with `thread_local`, the others with
/// nothing.
[[nodiscard]] std::string rewrite_launches(std::string_view preprocessed,
                                           const std::function<bool(std::string_view file)>& is_user_file);

/// The same with blanks instead of every `<<<config>>>`: the result contains calls, for which a compiler
/// reports in its own words which argument is wrong.
[[nodiscard]] std::string launches_as_calls(std::string_view preprocessed,
                                            const std::function<bool(std::string_view file)>& is_user_file);

}  // namespace simt::cxx
