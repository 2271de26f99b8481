// Lab 10 over MPI, bench/sample_sort: correct on real processes, and the messages when these disagree or die.
#include <sys/wait.h>

#include "support/places.hpp"
#include "support/processes.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab {
namespace {

namespace fs = std::filesystem;

const std::string kBuild = MERGELAB_BINARY_DIR;
const std::string kSource = MERGELAB_SOURCE_DIR;

class SampleSortOverMpi : public testing::Test {
 protected:
  struct Ran {
    int status = 0;
    double seconds = 0;
    std::string output;
  };

  void SetUp() override {
    if (!fs::exists(program_))
      GTEST_SKIP() << program_ << " is not built: MPI is missing (Debian: openmpi-bin, libopenmpi-dev)";
  }

  Ran run(const std::string& words, int ranks) {
    const fs::path log = folder_.path() / "log";
    const std::string command =
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 100 mpirun --oversubscribe -np " +
        std::to_string(ranks) + " " + program_ + " " + words + " >" + log.string() + " 2>&1";
    const auto start = std::chrono::steady_clock::now();
    const int status = std::system(command.c_str());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, seconds.count(), read_text(log)};
  }

  /// Words for the program to run an object whose function has this body.
  std::string object(const std::string& body, const std::string& option = "--object") {
    const fs::path source = folder_.path() / "sort.cu", made = folder_.path() / "sort.so";
    write_text(source,
               "#include <mergelab/lab.cuh>\n#include <mergelab/transport.cuh>\n"
               "extern \"C\" int sample_sort_element_bytes() { return 4; }\n"
               "extern \"C\" int run_sample_sort(mergelab::Transport* transport, const void* A, int m, void* "
               "C, int capacity) {\n" +
                   body + "}\n");
    const std::string command =
        kBuild + "/bin/simt-cc -w -I" + kSource + "/include -o " + made.string() + " " + source.string();
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return option + " " + made.string() + " --keys 60 --repeats 1 uniform";
  }

  void expect_fails(const std::string& body, const std::string& text) {
    const Ran ran = run(object(body), 3);
    EXPECT_NE(ran.status, 0);
    EXPECT_TRUE(contains(ran.output, text)) << "expected: " << text;
    EXPECT_LT(ran.seconds, 10);
  }

  TemporaryFolder folder_;
  const std::string program_ = kBuild + "/bin/sample_sort_mpi";
};
using SampleSortOverMpiSlow = SampleSortOverMpi;

TEST_F(SampleSortOverMpi, sorts_records_of_every_distribution_stably) {
  const Ran ran = run("--records --keys 3001 --repeats 1", 4);
  EXPECT_EQ(ran.status, 0) << ran.output;
  for (const char* each :
       {"uniform", "skewed", "few", "equal", "sorted", "reverse", "last_low", "uneven", "one_rank"})
    EXPECT_TRUE(contains(ran.output, std::string("| ") + each + " |"));
  EXPECT_FALSE(contains(ran.output, "WRONG"));
}

TEST_F(SampleSortOverMpiSlow, sees_keys_that_are_not_in_order) {
  const Ran ran = run(object("cudaMemcpy(C, A, m * 4, cudaMemcpyDeviceToDevice); return m;"), 3);
  EXPECT_EQ(ran.status, 1) << ran.output;
  EXPECT_TRUE(contains(ran.output, "WRONG on rank 0"));
}

TEST_F(SampleSortOverMpi, sees_a_rival_that_leaves_its_output_to_who_sorted_before) {
  const Ran ran = run(object("return m;", "--rival"), 3);
  EXPECT_EQ(ran.status, 1) << ran.output;
  EXPECT_TRUE(contains(ran.output, "| uniform | sort |", "| | 1.000 | | WRONG on rank 0\n"));
  EXPECT_TRUE(contains(ran.output, "| 3 |\n")) << "the solution is wrong:";
}

TEST_F(SampleSortOverMpi, takes_a_rival_that_sorts) {
  const Ran ran = run("--rival " + kBuild + "/bench/sample_sort_INT.so --keys 3001 --repeats 1 uneven", 3);
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_TRUE(contains(ran.output, "| uneven | sample_sort_INT |"));
}

TEST_F(SampleSortOverMpi, says_what_has_nccl) {
  const Ran ran = run("--transport mpi,nccl uniform", 2);
  EXPECT_NE(ran.status, 0);
  EXPECT_TRUE(contains(ran.output, "--transport nccl takes sample_sort_mpi_gpu"));
}

TEST_F(SampleSortOverMpiSlow, names_a_rank_that_dies_in_the_exchange_and_leaves_no_process) {
  const fs::path copy = folder_.path() / "sort.so";
  fs::copy_file(kBuild + "/bench/sample_sort_INT.so", copy);
  const Ran ran = run("--object " + copy.string() + " --keys 3000 --kill 2 uniform", 4);
  EXPECT_NE(ran.status, 0);
  EXPECT_LT(ran.seconds, 10);
  EXPECT_TRUE(contains(ran.output, "process rank 2 "));
  EXPECT_TRUE(processes_with(copy.string()).empty());
}

TEST_F(SampleSortOverMpiSlow, names_ranks_that_call_different_collectives) {
  expect_fails(
      "if (transport->rank() == 1) return 0;\n"
      "int counts[3] = {}; transport->all_gather(&m, 1, counts); return 0;\n",
      "rank 1 has returned, and rank 0 calls all_gather");
}

TEST_F(SampleSortOverMpiSlow, names_ranks_whose_counts_do_not_agree) {
  expect_fails(
      "int send[3] = {}, receive[3] = {};\n"
      "if (transport->rank() == 2) send[0] = 10;\n"
      "if (transport->rank() == 0) receive[2] = 12;\n"
      "transport->all_to_all((const int*)A, send, (int*)C, receive); return 0;\n",
      "rank 2 sends 10 elements to rank 0, which expects 12");
}

TEST_F(SampleSortOverMpiSlow, names_a_negative_count_and_a_number_of_keys_that_cannot_be) {
  expect_fails(
      "int send[3] = {0, -1, 0}, receive[3] = {};\n"
      "transport->all_to_all((const int*)A, send, (int*)C, receive); return 0;\n",
      "sends -1 elements in all_to_all, with rank 1");
  expect_fails("return -1;\n", "sample_sort returned -1");
  expect_fails("return m - 1;\n", "the ranks return 57 keys in all, expected 60");
}

}  // namespace
}  // namespace mergelab
