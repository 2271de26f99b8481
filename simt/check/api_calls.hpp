// Checks the API's reads and writes for the attached object's host code: only of memory that it may access
// itself. Outside of a call of the object, or without checking, everything is allowed.
#pragma once

#include <cstddef>

#include <simt/engine.hpp>

namespace simt::check {

/// Of a function of the API, for the memory that it reads or writes.
[[nodiscard]] Finding call_finding(Message message, Advice advice, const char* call, bool writes);

/// Called before `call` writes these bytes for the object: ends the run if its host code must not write them.
void api_writes(const char* call, const void* memory, std::size_t bytes);
/// The same for reads.
void api_reads(const char* call, const void* memory, std::size_t bytes);
/// The same for copies and fills, which may access device memory.
void copy_writes(const char* call, const void* memory, std::size_t bytes);
void copy_reads(const char* call, const void* memory, std::size_t bytes);

}  // namespace simt::check
