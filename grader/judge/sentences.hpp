// Every sentence about a worker's finding that a student may read. A new message of the engine or the worker
// needs its form here; without one, only its rule's meaning is shown.
#pragma once

#include <string_view>
#include <vector>

namespace mergelab::judge {

/// The forms of a name; "sentence" has all. nullptr for a kind of word (wording.cpp lists these). In a form
/// `{name}` means one of that name's.
[[nodiscard]] const std::vector<std::string_view>* sentence_forms(std::string_view name);

}  // namespace mergelab::judge
