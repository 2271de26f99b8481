// A course of three files, course.json, catalog.json and lab.json, that an instructor may have damaged in any
// way: it is loaded, or refused with a sentence, and its sizes can be evaluated.
#include <stdexcept>

#include "course/course.hpp"
#include "kits/keys/case.hpp"
#include "tests/fuzz/folder.hpp"
#include "tests/fuzz/input.hpp"

namespace {

using namespace mergelab;

constexpr const char* kCourse =
    R"({"schema": "mergelab.course/1", "title": "Fuzzed", "labs": ["01_fuzzed"]})";

void evaluate(const judge::Size& size) {
  try {
    const std::int64_t value = size.evaluate({.section = 1024, .tile = 128, .block = 256, .threads = 2048});
    fuzz::expect(value >= 0, "a size is not negative");
  } catch (const std::out_of_range&) {  // an answer, too
  }
}

void load(const fuzz::Folder& folder) {
  const Course course = course::load(folder.path());
  fuzz::expect(!course.labs.empty(), "a course has labs");
  for (const Lab& lab : course.labs) {
    fuzz::expect(!lab.items.empty() && lab.points > 0, "a lab has items and points");
    fuzz::expect(&course::find_lab(course, lab.name) == &lab, "a lab is found by its name");
  }
  for (const Family& family : course.families) {
    for (const CaseSpec& spec : family.cases) {
      if (spec.of_kit.empty()) continue;
      const judge::KeysCase keys = judge::keys_case(spec);
      for (const judge::Size& size : {keys.m, keys.n, keys.run}) evaluate(size);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Folder folder;
  const auto parts = fuzz::parts_of(fuzz::text_of(data, size), 4);
  const auto part = [&](std::size_t i) { return i < parts.size() ? parts[i] : std::string_view(); };
  std::filesystem::create_directories(folder.path() / "labs" / "01_fuzzed");
  std::filesystem::create_directories(folder.path() / "datasets");
  folder.write("labs/course.json", part(0).empty() ? kCourse : part(0));
  folder.write("datasets/catalog.json", part(1));
  folder.write("labs/01_fuzzed/lab.json", part(2));
  folder.write("datasets/keys.npy", part(3));  // which a literal case may name
  try {
    load(folder);
  } catch (const course::Error& error) {
    fuzz::expect(*error.what() != '\0', "a refusal has words");
  }
  return 0;
}
