// The object file of a submission, whose symbols decide what is forbidden: any bytes are read within their
// bounds or refused, and what they name can be checked against a policy.
#include <stdexcept>

#include "simt/cxx/object_policy.hpp"
#include "simt/cxx/shared_memory.hpp"
#include "simt/elf/object_file.hpp"
#include "tests/fuzz/input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace simt::cxx;
  static const Policy policy(
      "allow import cuda*\n"
      "refuse import * | {} is not allowed\n"
      "refuse definition mem* | {} is the library's\n"
      "refuse definition _Z* | {} is not the lab's\n"
      "refuse scope cub | {} is a library's\n"
      "require definition merge | there is no {}\n"
      "refuse initialiser * | {} would run before the grader\n");
  try {
    const simt::elf::ObjectFile object =
        simt::elf::read_object(std::string(mergelab::fuzz::text_of(data, size)));
    for (const Refusal& refusal : object_refusals(object, SourceText(), policy, "lab.cuh")) {
      mergelab::fuzz::expect(!refusal.text.empty(), "a refusal has words");
    }
    static_cast<void>(define_dynamic_arrays(shared_variables(object).dynamic));
  } catch (const std::runtime_error&) {  // damaged, and said so
  }
  return 0;
}
