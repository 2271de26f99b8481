#include "model/npy.hpp"

#include <fmt/ranges.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "model/json_value.hpp"

namespace mergelab {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little,
              "elements are written and read in their memory layout");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::uint64_t kLargestArrayFile = 1ULL << 30U;
constexpr std::size_t kLongestHeader = 1 << 16;

std::string name_of(const std::string& descr) {
  static const std::map<std::string, std::string> kNames{
      {"<f2", "float16"},       {"<f4", "float32"},         {"<f8", "float64"}, {"<i2", "int16"},
      {"<i4", "int32"},         {"<i8", "int64"},           {"|i1", "int8"},    {"|u1", "uint8"},
      {"<u2", "uint16"},        {"<u4", "uint32"},          {"<u8", "uint64"},  {"|b1", "bool"},
      {"|O", "Python objects"}, {">i4", "big-endian int32"}};
  const auto found = kNames.find(descr);
  if (found != kNames.end()) return found->second;
  return descr.find_first_of("US") == std::string::npos ? "another type" : "text";
}

std::string descr_of(const ElementType& type) {
  const char kind = type.kind == ElementType::Kind::real               ? 'f'
                    : type.kind == ElementType::Kind::unsigned_integer ? 'u'
                                                                       : 'i';
  return fmt::format("{}{}{}", type.bytes == 1 ? '|' : '<', kind, type.bytes);
}

/// What an array is read as.
struct Wanted {
  const ElementType& type;
  bool is_flat;  // of one dimension

  [[nodiscard]] std::string descr() const { return descr_of(type); }
  [[nodiscard]] std::string name() const { return name_of(descr()); }
};

// Messages about a file's content go behind its name.
DataError damaged(const Wanted& wanted) {
  return DataError(
      fmt::format("has a damaged header; expected {{'descr': '{}', 'fortran_order': False, 'shape': (N,)}}",
                  wanted.descr()));
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

/// The shape of a C-ordered array of this type; throws DataError for any other array.
std::vector<std::int64_t> shape_in(std::string_view header, const Wanted& wanted) {
  const nlohmann::json layout = header.size() > kLongestHeader ? nlohmann::json() : as_json(header);
  const bool whole = layout.is_object() && layout.size() == 3 && layout.contains("descr") &&
                     layout.contains("fortran_order") && layout.contains("shape");
  if (!whole) throw damaged(wanted);
  const nlohmann::json &descr = layout["descr"], &fortran = layout["fortran_order"], &shape = layout["shape"];
  if (descr.is_array())
    throw DataError(
        fmt::format("has records of several fields; expected {} ('{}')", wanted.name(), wanted.descr()));
  const bool good = descr.is_string() && fortran.is_boolean() && shape.is_array() &&
                    std::ranges::all_of(shape, [](const auto& n) { return n.is_number_unsigned(); });
  if (!good) throw damaged(wanted);
  if (descr != wanted.descr()) {
    throw DataError(fmt::format("has {} ('{}'); expected {} ('{}')", name_of(descr), printable(descr),
                                wanted.name(), wanted.descr()));
  }
  if (wanted.is_flat && shape.size() != 1)
    throw DataError(fmt::format("has {} dimensions; expected one, so save a.ravel()", shape.size()));
  if (fortran.get<bool>()) throw DataError("is in Fortran order; expected C order");
  return shape.get<std::vector<std::int64_t>>();
}

NpyArray parse(std::string_view bytes, const Wanted& wanted) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.empty()) throw DataError("is empty; expected an .npy file");
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + 2)
    throw DataError("is not an .npy file: it does not start with \\x93NUMPY");
  const int major = byte(kMagic.size()), minor = byte(kMagic.size() + 1);
  if ((major != 1 && major != 2) || minor != 0)
    throw DataError(fmt::format("has .npy version {}.{}; expected 1.0 or 2.0", major, minor));
  const std::size_t begin = kMagic.size() + (major == 1 ? 4 : 6);  // of the header, behind its length
  std::uint64_t length = 0;
  for (std::size_t i = std::min(begin, bytes.size()); i-- > kMagic.size() + 2;)
    length = length << 8U | byte(i);
  if (begin + length > bytes.size()) throw DataError("is truncated in its header");
  NpyArray array{shape_in(bytes.substr(begin, length), wanted), {}};
  const std::string_view data = bytes.substr(begin + length);
  std::int64_t count = 1;
  bool fits = true;
  for (const std::int64_t extent : array.shape) fits &= !__builtin_mul_overflow(count, extent, &count);
  const std::uint64_t needed = static_cast<std::uint64_t>(count) * wanted.type.bytes;
  if (!fits || static_cast<std::uint64_t>(count) > kLargestArrayFile || data.size() != needed) {
    throw DataError(fmt::format("has {} bytes of data; {} elements of {} need {}", data.size(), count,
                                wanted.name(), needed));
  }
  const auto elements = std::as_bytes(std::span(data));
  array.bytes.assign(elements.begin(), elements.end());
  return array;
}

NpyArray read(const fs::path& file, const Wanted& wanted) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw DataError(fmt::format("{} does not exist\n  check the name", file.string()));
  if (!fs::is_regular_file(status))
    throw DataError(fmt::format("{} is not a file\n  expected an .npy file", file.string()));
  const std::uint64_t size = fs::file_size(file, error);
  if (!error && size > kLargestArrayFile)
    throw DataError(
        fmt::format("{} has {} bytes, more than {} (1 GiB)", file.string(), size, kLargestArrayFile));
  const std::optional<std::string> bytes = base::read_file(file, kLargestArrayFile);
  if (!bytes) throw DataError(fmt::format("{0} cannot be read\n  allow it: chmod u+r {0}", file.string()));
  try {
    return parse(*bytes, wanted);
  } catch (const DataError& refusal) {
    throw DataError(fmt::format("{} {}\n  save it again: numpy.save(file, a.astype('{}'))", file.string(),
                                refusal.what(), wanted.name()));
  }
}

}  // namespace

NpyArray read_npy(const fs::path& file, const ElementType& type) { return read(file, {type, false}); }

std::vector<int> read_npy(const fs::path& file) {
  const NpyArray array = read(file, {element_type_named("int"), true});
  std::vector<int> values(array.bytes.size() / sizeof(int));
  if (!values.empty()) std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

void write_npy(const fs::path& file, const ElementType& type, std::span<const std::int64_t> shape,
               std::span<const std::byte> data) {
  constexpr std::size_t kAlignment = 64;  // where numpy wants the data to begin
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}",
                                   descr_of(type), fmt::join(shape, ", "));
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
    throw DataError(error.what());
  }
}

void write_npy(const fs::path& file, const std::vector<int>& values) {
  const auto length = static_cast<std::int64_t>(values.size());
  write_npy(file, element_type_named("int"), std::span(&length, 1), std::as_bytes(std::span(values)));
}

}  // namespace mergelab
