// The file of the attached module.
#pragma once

#include "simt/elf/object_file.hpp"

namespace simt::core {

/// Forgets the previous module; reads nothing yet.
void use_object_of(void* module);

/// Reads it: whoever asks keeps what it needs. Without symbols if it can't be read.
[[nodiscard]] elf::ObjectFile read_module_object();

}  // namespace simt::core
