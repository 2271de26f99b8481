// Rosters from spreadsheets and course systems: any bytes are students with distinct ids, or refused with a
// sentence; an id names one file, in the intended folder.
#include "batch/entries.hpp"

#include <filesystem>
#include <set>

#include "batch/text.hpp"
#include "tests/fuzz/input.hpp"

namespace {

using namespace mergelab;

void read(std::string_view text) {
  std::set<std::string> ids;
  for (const batch::Student& student : batch::parse_roster(text, {})) {
    fuzz::expect(ids.insert(student.id).second, "no two students have one id");
    const std::filesystem::path file = batch::file_name(student.id);
    fuzz::expect(file.filename() == file && !file.string().starts_with("."), "a report stays in its folder");
    fuzz::expect(batch::printable_line(student.name).find('\n') == std::string::npos, "a name is one line");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    read(fuzz::text_of(data, size));
  } catch (const batch::Error& error) {
    fuzz::expect(*error.what() != '\0', "a refusal has words");
  }
  return 0;
}
