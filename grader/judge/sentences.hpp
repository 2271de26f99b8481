// Every sentence that a student may be told of what a worker saw. Whoever adds a message to the engine or to
// the worker adds its form here; one that is missing is shown as no more than what its rule means.
#pragma once

#include <string_view>
#include <vector>

namespace mergelab::judge {

/// The forms of a name, "sentence" being all; nullptr for what is no name but a kind of word (wording.cpp
/// lists these). In a form `{name}` stands for one of that name's.
[[nodiscard]] const std::vector<std::string_view>* sentence_forms(std::string_view name);

}  // namespace mergelab::judge
