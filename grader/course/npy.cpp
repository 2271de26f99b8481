// Arrays of int32 as numpy's .npy files, versions 1.0 and 2.0, so that students can look at cases and bring
// their own.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little,
              "elements are written and read in their memory layout");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::uint64_t kLargestArrayFile = 1ULL << 30U;
constexpr std::size_t kLongestHeader = 1 << 16;
constexpr std::string_view kRemedy = "save it again: numpy.save(file, a.astype('int32'))";

// Messages about a file's content go behind its name.
constexpr const char* kDamaged =
    "has a damaged header; expected {'descr': '<i4', 'fortran_order': False, 'shape': (N,)}";

std::string name_of(const std::string& descr) {
  static const std::map<std::string, std::string> kNames{
      {"<f2", "float16"},         {"<f4", "float32"}, {"<f8", "float64"}, {"<i2", "int16"},
      {"<i8", "int64"},           {"|i1", "int8"},    {"|u1", "uint8"},   {"<u2", "uint16"},
      {"<u4", "uint32"},          {"<u8", "uint64"},  {"|b1", "bool"},    {"|O", "Python objects"},
      {">i4", "big-endian int32"}};
  const auto found = kNames.find(descr);
  if (found != kNames.end()) return found->second;
  return descr.find_first_of("US") == std::string::npos ? "another type" : "text";
}

/// A header's Python literals as JSON: {'shape': (3,), 'fortran_order': False} with other brackets and words.
nlohmann::json as_json(std::string_view header) {
  std::string text;
  for (const char c : header) {
    if (c == ' ' || c == '\n') continue;
    const bool closes = c == ')' || c == ']' || c == '}';
    if (closes && text.ends_with(',')) text.pop_back();
    text += c == '\'' ? '"' : c == '(' ? '[' : c == ')' ? ']' : c;
    for (const auto& [python, json] : {std::pair{"True", "true"}, std::pair{"False", "false"}}) {
      if (text.ends_with(python)) text.replace(text.size() - std::strlen(python), std::string::npos, json);
    }
  }
  return nlohmann::json::parse(text, nullptr, false);
}

/// How many elements a one-dimensional array of little-endian int32 has; throws Error for any other array.
std::uint64_t count_in(std::string_view header) {
  const nlohmann::json layout = header.size() > kLongestHeader ? nlohmann::json() : as_json(header);
  const bool whole = layout.is_object() && layout.size() == 3 && layout.contains("descr") &&
                     layout.contains("fortran_order") && layout.contains("shape");
  if (!whole) throw Error(kDamaged);
  const nlohmann::json &descr = layout["descr"], &fortran = layout["fortran_order"], &shape = layout["shape"];
  if (descr.is_array()) throw Error("has records of several fields; expected int32 ('<i4')");
  const bool good =
      descr.is_string() && fortran.is_boolean() && shape.is_array() &&
      std::all_of(shape.begin(), shape.end(), [](const auto& n) { return n.is_number_unsigned(); });
  if (!good) throw Error(kDamaged);
  if (descr != "<i4")
    throw Error(fmt::format("has {} ('{}'); expected int32 ('<i4')", name_of(descr), printable(descr)));
  if (shape.size() != 1)
    throw Error(fmt::format("has {} dimensions; expected one, so save a.ravel()", shape.size()));
  if (fortran.get<bool>()) throw Error("is in Fortran order; expected C order");
  return shape.front().get<std::uint64_t>();
}

std::vector<int> parse(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.empty()) throw Error("is empty; expected an .npy file");
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + 2)
    throw Error("is not an .npy file: it does not start with \\x93NUMPY");
  const int major = byte(kMagic.size()), minor = byte(kMagic.size() + 1);
  if ((major != 1 && major != 2) || minor != 0)
    throw Error(fmt::format("has .npy version {}.{}; expected 1.0 or 2.0", major, minor));
  const std::size_t begin = kMagic.size() + (major == 1 ? 4 : 6);  // of the header, behind its length
  std::uint64_t length = 0;
  for (std::size_t i = std::min(begin, bytes.size()); i-- > kMagic.size() + 2;)
    length = length << 8U | byte(i);
  if (begin + length > bytes.size()) throw Error("is truncated in its header");
  const std::uint64_t count = count_in(bytes.substr(begin, length));
  const std::string_view data = bytes.substr(begin + length);
  if (count > kLargestArrayFile || data.size() != count * sizeof(int)) {
    throw Error(fmt::format("has {} bytes of data; {} elements of int32 need {}", data.size(), count,
                            count * sizeof(int)));
  }
  std::vector<int> values(count);
  std::copy(data.begin(), data.end(), reinterpret_cast<char*>(values.data()));
  return values;
}

}  // namespace

std::vector<int> read_npy(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw Error(fmt::format("{} does not exist\n  check the name", file.string()));
  if (!fs::is_regular_file(status))
    throw Error(fmt::format("{} is not a file\n  expected an .npy file", file.string()));
  const std::uint64_t size = fs::file_size(file, error);
  if (!error && size > kLargestArrayFile) {
    throw Error(fmt::format("{} has {} bytes, more than {} (1 GiB)", file.string(), size, kLargestArrayFile));
  }
  const std::optional<std::string> bytes = base::read_file(file, kLargestArrayFile);
  if (!bytes) throw Error(fmt::format("{0} cannot be read\n  allow it: chmod u+r {0}", file.string()));
  try {
    return parse(*bytes);
  } catch (const Error& refusal) {
    throw Error(fmt::format("{} {}\n  {}", file.string(), refusal.what(), kRemedy));
  }
}

void write_npy(const fs::path& file, const ElementType& type, std::span<const std::int64_t> shape,
               std::span<const std::byte> data) {
  constexpr std::size_t kAlignment = 64;  // where numpy wants the data to begin
  const char kind = type.kind == ElementType::Kind::real               ? 'f'
                    : type.kind == ElementType::Kind::unsigned_integer ? 'u'
                                                                       : 'i';
  std::string header = fmt::format("{{'descr': '{}{}{}', 'fortran_order': False, 'shape': ({},), }}",
                                   type.bytes == 1 ? '|' : '<', kind, type.bytes, fmt::join(shape, ", "));
  const std::size_t front = kMagic.size() + 4;
  header.append((kAlignment - (front + header.size() + 1) % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string bytes(kMagic);
  bytes += {'\x01', '\x00', static_cast<char>(header.size() & 0xFFU), static_cast<char>(header.size() >> 8U)};
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(data.data()), data.size());
  try {
    base::write_atomically(file, bytes);
  } catch (const base::WriteError& error) {
    throw Error(error.what());
  }
}

void write_npy(const fs::path& file, const std::vector<int>& values) {
  const auto length = static_cast<std::int64_t>(values.size());
  write_npy(file, element_type_named("int"), std::span(&length, 1), std::as_bytes(std::span(values)));
}

}  // namespace mergelab::course
