#include "app/learning/tar.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace mergelab::app {
namespace {

constexpr std::size_t kBlock = 512;

/// Where the fields of a header lie, as POSIX has them.
struct Field {
  std::size_t at, bytes;
};
constexpr Field kName{0, 100}, kMode{100, 8}, kUser{108, 8}, kGroup{116, 8}, kSize{124, 12}, kTime{136, 12},
    kSum{148, 8}, kType{156, 1}, kMagic{257, 8};

std::string padded(std::string text) {
  text.resize((text.size() + kBlock - 1) / kBlock * kBlock, '\0');
  return text;
}

}  // namespace

std::string tar_file(std::string_view name, std::string_view bytes, std::time_t modified) {
  if (name.size() > kName.bytes)
    throw std::invalid_argument("an archive can't contain a name as long as " + std::string(name));
  std::string header(kBlock, '\0');
  const auto set = [&](Field field, std::string_view text) { header.replace(field.at, text.size(), text); };
  const auto set_number = [&](Field field, std::uint64_t value) {
    set(field, fmt::format("{:0{}o}", value, field.bytes - 1));
  };
  set(kName, name);
  set_number(kMode, 0644);
  set_number(kUser, 0);
  set_number(kGroup, 0);
  set_number(kSize, bytes.size());
  set_number(kTime, static_cast<std::uint64_t>(modified));
  set(kType, "0");
  set(kMagic, std::string_view("ustar\00000", kMagic.bytes));
  set(kSum, "        ");  // as which it counts in the sum
  std::uint64_t sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  set(kSum, fmt::format("{:06o}", sum));
  header[kSum.at + 6] = '\0';
  return header + padded(std::string(bytes));
}

std::string tar_end() { return std::string(2 * kBlock, '\0'); }

}  // namespace mergelab::app
