// Turns CUDA's launch syntax into C++, on preprocessed text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace simt::cxx {

/// Replaces, in `preprocessed` (the output of `c++ -E`), every `kernel<<<config>>>` by
/// `kernel ->* ::simt::LaunchConfig(config)` and drops `#pragma unroll`, but only in lines that the line
/// markers ascribe to a file that `is_user_file` accepts. `<<<` opens a launch as in nvcc: the first `>>>`
/// outside parentheses closes it. Lines keep their numbers; literals and comments stay as they are. A `<<<`
/// that nothing closes stays, for the compiler to complain about, and so does one within 64 open ones. A
/// function template of these files that is launched by its bare name is called through a lambda,
/// `[&](auto... simt_a) { kernel(simt_a...); }`, so that its arguments are deduced. Text before the first
/// marker belongs to the file "". In all files, the keywords of <simt/keywords.hpp> go: `__simt_shared__`
/// becomes `thread_local`, the others nothing.
[[nodiscard]] std::string rewrite_launches(std::string_view preprocessed,
                                           const std::function<bool(std::string_view file)>& is_user_file);

/// The same with blanks in place of every `<<<config>>>`: what is left are calls, of which a compiler says in
/// its own words which argument is wrong.
[[nodiscard]] std::string launches_as_calls(std::string_view preprocessed,
                                            const std::function<bool(std::string_view file)>& is_user_file);

}  // namespace simt::cxx
