// What calls of the API read and write on behalf of the attached object's host code: nothing that it may not
// touch itself. Outside of a call of the object, or when accesses are not watched,
// nothing is refused.
#pragma once

#include <cstddef>

namespace simt::check {

/// Before `call` writes these bytes for the object: ends the run where its host code must not write them.
void api_writes(const char* call, const void* memory, std::size_t bytes);
/// The same for what it reads.
void api_reads(const char* call, const void* memory, std::size_t bytes);
/// The same for copies and fills, which reach memory of the device.
void copy_writes(const char* call, const void* memory, std::size_t bytes);
void copy_reads(const char* call, const void* memory, std::size_t bytes);

}  // namespace simt::check
