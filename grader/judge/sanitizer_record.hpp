// The form of compute-sanitizer's text output: records of a headline and details, and the pieces of a line.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::judge::sanitizer {

/// "========= Invalid __global__ read of size 4 bytes" and the lines below it that are set in further.
struct Record {
  std::string headline;
  std::vector<std::string> details;
};

/// Calls `visit` for each record, for at most kMostRecords of them. Every line is printable and bounded;
/// lines without the tool's prefix are the program's own and are passed over.
inline constexpr std::size_t kMostRecords = 100'000;
void for_each_record(std::string_view log, const std::function<void(const Record&)>& visit);

/// What follows `word` in `text`; empty without it.
[[nodiscard]] std::string_view after(std::string_view text, std::string_view word);
/// What stands before `word` in `text`; all of it without one.
[[nodiscard]] std::string_view before(std::string_view text, std::string_view word);
/// The number that `text` begins with, decimal with or without commas.
[[nodiscard]] std::optional<std::uint64_t> decimal(std::string_view text);
/// The number behind "0x" that `text` begins with.
[[nodiscard]] std::optional<std::uint64_t> hexadecimal(std::string_view text);

/// "kernel(int *)+0x90 in /tmp/merge.cuh:17" without its folder, "merge.cuh:17"; empty when the code has no
/// lines.
[[nodiscard]] std::string place(std::string_view frame);
/// The file of a place.
[[nodiscard]] std::string_view file_of(std::string_view place);

/// "thread 36" of "(36,0,0)", "thread (1,2)" of "(1,2,0)", and the same with `what` for blocks. Empty for
/// what does not begin with three numbers in brackets.
[[nodiscard]] std::string id(const char* what, std::string_view text);

}  // namespace mergelab::judge::sanitizer
