// A student's file compiled for the CPU engine without rules, and its worker.
#pragma once

#include "judge/session.hpp"
#include "submission/layout.hpp"
#include "support/interfaces.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab {

/// The object of a file with a function `student` of this interface.
inline std::filesystem::path compile_student(const std::filesystem::path& folder, const std::string& text,
                                             const std::string& flags = "",
                                             const Interface& interface = host_merge()) {
  write_text(folder / "student.cuh", text);
  const std::string transport = interface.runs == Runs::ranks ? "#include \"transport.inc\"\n" : "";
  write_text(folder / "adapter.cu", "#include <mergelab/lab.cuh>\n#include \"adapter.inc\"\n" + transport +
                                        "#include \"student.cuh\"\n" +
                                        submission::call_of(interface, "student"));
  const std::string source = MERGELAB_SOURCE_DIR, object = (folder / "s.so").string();
  const std::string command = MERGELAB_BINARY_DIR "/bin/simt-cc -O1 " + flags + " -I " + source +
                              "/include -I " + source + "/grader/worker -o " + object + " " +
                              (folder / "adapter.cu").string();
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return object;
}

inline judge::WorkerSetup worker_with(const std::filesystem::path& object) {
  judge::WorkerSetup setup;
  setup.worker = MERGELAB_BINARY_DIR "/bin/mergelab-worker";
  setup.object = object;
  setup.files = judge::StudentFiles({object.parent_path() / "student.cuh"});
  setup.limits.memory_mib = 512;
  setup.limits.output_kib = 16;
  return setup;
}

}  // namespace mergelab
