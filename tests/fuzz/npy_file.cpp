// Arrays that a student brings along: any bytes are either int32 values, which survive being written and read
// again, or refused with a sentence.
#include "course/course.hpp"
#include "model/npy.hpp"
#include "tests/fuzz/folder.hpp"
#include "tests/fuzz/input.hpp"

namespace {

using namespace mergelab;

void read(const fuzz::Folder& folder) {
  const std::vector<int> values = read_npy(folder.path() / "in.npy");
  write_npy(folder.path() / "out.npy", values);
  fuzz::expect(read_npy(folder.path() / "out.npy") == values, "what is written is read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Folder folder;
  folder.write("in.npy", fuzz::text_of(data, size));
  try {
    read(folder);
  } catch (const course::Error& error) {
    fuzz::expect(*error.what() != '\0', "a refusal has words");
  }
  return 0;
}
