// Of simt-nvcc: objects that are linked later, and programs that can be started.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::cxx {

/// The objects in the bytes of an object or of an archive; none in other files.
[[nodiscard]] std::vector<std::string> objects_in(std::string_view file);

/// The archives that -l finds in the folders of -L.
[[nodiscard]] std::vector<std::string> archives_in(const std::vector<std::string>& linker_flags);

/// C++ source that makes a shared object a program: when it is started, it starts `runner`, which opens it.
[[nodiscard]] std::string starts_by(const std::string& runner);

}  // namespace simt::cxx
