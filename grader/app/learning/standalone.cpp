#include "app/learning/standalone.hpp"

#include <fmt/format.h>

#include <string_view>

#include "app/grading/setup.hpp"
#include "kits/keys/problems.hpp"
#include "kits/kits.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBeginning = R"cu(
#include "@FILE@"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace standalone {

// value_t is Record with -DMERGELAB_VALUE_RECORD: an element that remembers where it came from.
#if defined(MERGELAB_VALUE_RECORD)
value_t element(int key, int origin) { return {key, origin}; }
bool same(value_t a, value_t b) { return a.key == b.key && a.origin == b.origin; }
std::string text(value_t v) { return std::to_string(v.key) + " (origin " + std::to_string(v.origin) + ")"; }
#else
value_t element(int key, int) { return key; }
bool same(value_t a, value_t b) { return a == b; }
std::string text(value_t v) { return std::to_string(v); }
#endif

struct Options {
  int m = 1000, n = 1000, seed = 1@SHAPE@;
  std::string a, b;  // .npy files of sorted int32, as `mergelab data` writes them
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], name = word.substr(0, word.find('='));
    const char* value = argv[i] + std::min(word.size(), name.size() + 1);
    if (name == "m") {
      options.m = std::atoi(value);
    } else if (name == "n") {
      options.n = std::atoi(value);
    } else if (name == "seed") {
      options.seed = std::atoi(value);@READ_SHAPE@
    } else if (name == "a") {
      options.a = value;
    } else if (name == "b") {
      options.b = value;
    } else {
      std::fprintf(stderr, "expected @WORDS@, got %s\n", argv[i]);
      std::exit(2);
    }
  }
  return options;
}

std::vector<value_t> make_keys(int count, int largest, std::mt19937& random, int first_origin) {
  std::vector<int> keys(static_cast<std::size_t>(count));
  for (int& key : keys) key = static_cast<int>(random() % (static_cast<unsigned>(largest) + 1));
  std::sort(keys.begin(), keys.end());
  std::vector<value_t> elements;
  for (const int key : keys) elements.push_back(element(key, first_origin++));
  return elements;
}

std::vector<value_t> read_keys(const std::string& name, int first_origin) {
  std::ifstream file(name, std::ios::binary);
  unsigned char start[10] = {};
  file.read(reinterpret_cast<char*>(start), sizeof start);
  if (!file || start[1] != 'N') {
    std::fprintf(stderr, "%s is not an .npy file\n", name.c_str());
    std::exit(2);
  }
  file.seekg(10 + start[8] + 256 * start[9]);
  std::vector<value_t> elements;
  for (int key = 0; file.read(reinterpret_cast<char*>(&key), sizeof key);) {
    elements.push_back(element(key, first_origin++));
  }
  return elements;
}
)cu";

// Of every lab but those that launch nothing.
constexpr std::string_view kDevice = R"cu(
void check_cuda(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(2);
}

value_t* on_device(const std::vector<value_t>& elements) {
  value_t* memory = nullptr;
  const std::size_t bytes = elements.size() * sizeof(value_t);
  check_cuda(cudaMalloc(reinterpret_cast<void**>(&memory), bytes), "cudaMalloc");
  check_cuda(cudaMemcpy(memory, elements.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  return memory;
}

#if !defined(__CUDACC__)  // a debugger then knows their types
[[gnu::used]] const void* const built_in[] = {&threadIdx, &blockIdx, &blockDim, &gridDim};
#endif
)cu";

constexpr std::string_view kOpening = R"cu(
int run(int argc, char** argv) {
  mergelab::hooks.todo = [](const char* file, int number) {
    std::fprintf(stderr, "TODO %d in %s is not done\n", number, file);
    std::_Exit(1);
  };
  const Options options = read_options(argc, argv);
  std::mt19937 random(static_cast<unsigned>(options.seed));
  const int largest = options.m + options.n;
  const std::vector<value_t> A = options.a.empty() ? make_keys(options.m, largest, random, 0)
                                                   : read_keys(options.a, 0);
  const int m = static_cast<int>(A.size());
  const std::vector<value_t> B = options.b.empty() ? make_keys(options.n, largest, random, m)
                                                   : read_keys(options.b, m);
  const int n = static_cast<int>(B.size());
)cu";

constexpr std::string_view kMergesOnHost = R"cu(
  std::vector<value_t> C(A.size() + B.size(), element(-1, -1)), expected(C.size());
  @FUNCTION@(A.data(), m, B.data(), n, C.data());
)cu";

constexpr std::string_view kMergesOnDevice = R"cu(
  std::vector<value_t> C(A.size() + B.size(), element(-1, -1)), expected(C.size());
  value_t *device_A = on_device(A), *device_B = on_device(B), *device_C = on_device(C);
  @FUNCTION@(device_A, m, device_B, n, device_C@SHAPE_ARGUMENTS@);
  check_cuda(cudaGetLastError(), "@FUNCTION@");
  check_cuda(cudaDeviceSynchronize(), "@FUNCTION@");
  check_cuda(cudaMemcpy(C.data(), device_C, C.size() * sizeof(value_t), cudaMemcpyDeviceToHost), "cudaMemcpy");
  char file[60];
  if (const int number = mergelab::take_device_todo(file, sizeof file)) mergelab::hooks.todo(file, number);
)cu";

constexpr std::string_view kComparesMerge = R"cu(
  std::merge(A.begin(), A.end(), B.begin(), B.end(), expected.begin());
  int wrong = 0;
  for (std::size_t k = 0; k < C.size(); ++k) {
    if (same(C[k], expected[k]) || wrong++ > 0) continue;
    std::printf("C[%zu] is %s, expected %s\n", k, text(C[k]).c_str(), text(expected[k]).c_str());
  }
)cu";

// As the merge goes on, one of A or B at a time.
constexpr std::string_view kComparesRanks = R"cu(
  int wrong = 0, expected = 0;  // how many of the first k outputs come from A
  for (int k = 0; k <= m + n; ++k) {
    const int i = @FUNCTION@(k, A.data(), m, B.data(), n);
    if (i != expected && wrong++ == 0) std::printf("@FUNCTION@ of k = %d is %d, expected %d\n", k, i, expected);
    const int j = k - expected;
    if (expected < m && (j >= n || !(B[static_cast<std::size_t>(j)] < A[static_cast<std::size_t>(expected)]))) {
      ++expected;
    }
  }
)cu";

constexpr std::string_view kEnd = R"cu(
  if (wrong == 0) std::printf("ok: m = %d, n = %d\n", m, n);
  else std::printf("%d wrong: m = %d, n = %d\n", wrong, m, n);
  return wrong == 0 ? 0 : 1;
}

}  // namespace standalone

int main(int argc, char** argv) { return standalone::run(argc, argv); }
)cu";

void replace(std::string& text, std::string_view token, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(token, at)) != std::string::npos; at += by.size()) {
    text.replace(at, token.size(), by);
  }
}

fs::path whole_path(const fs::path& file) { return fs::absolute(file).lexically_normal(); }

}  // namespace

StandaloneFiles standalone_files(const Course& course, const Lab& lab, const fs::path& folder) {
  StandaloneFiles files;
  for (const auto& [name, source] : own_sources(course, lab, folder)) {
    if (name == lab.name) {
      files.file = whole_path(source.file);
    } else {
      files.folders.push_back(whole_path(source.file.parent_path()));
    }
  }
  return files;
}

std::string standalone_source(const Lab& lab, const StandaloneFiles& files, const std::string& about) {
  std::string text(about);
  for (const std::string_view part : {kBeginning, lab.on_host() ? std::string_view() : kDevice, kOpening,
                                      lab.kit == &rank_kit() ? kComparesRanks
                                      : lab.on_host()        ? kMergesOnHost
                                                             : kMergesOnDevice,
                                      lab.kit == &rank_kit() ? std::string_view() : kComparesMerge, kEnd}) {
    text += part;
  }
  std::string words = "m=1000 n=1000 seed=1 a=FILE b=FILE", shape, read_shape;
  if (lab.has_shape()) {
    words += fmt::format(" section={} tile={}", judge::shape_of(lab).section, judge::shape_of(lab).tile);
    shape = fmt::format(", section = {}, tile = {}", judge::shape_of(lab).section, judge::shape_of(lab).tile);
    for (const char* name : {"section", "tile"}) {
      read_shape +=
          fmt::format("\n    }} else if (name == \"{0}\") {{\n      options.{0} = std::atoi(value);", name);
    }
  }
  replace(text, "@SHAPE@", shape);
  replace(text, "@READ_SHAPE@", read_shape);
  replace(text, "@SHAPE_ARGUMENTS@", lab.has_shape() ? ", options.section, options.tile" : "");
  replace(text, "@WORDS@", words);
  replace(text, "@FUNCTION@", lab.function);
  replace(text, "@FILE@", files.file.string());
  return text;
}

std::vector<std::string> engine_command(const StandaloneFiles& files, const Programs& programs,
                                        const fs::path& main_file, const fs::path& object) {
  std::vector<std::string> command{whole_path(programs.toolchain.simt_cc).string(), "-O0", "-g"};
  const auto add = [&](const char* option, const fs::path& folder) {
    command.insert(command.end(), {option, folder.string()});
  };
  add("-I", whole_path(programs.toolchain.include_dir));
  for (const fs::path& folder : files.folders) add("-I", folder);
  // Where kernels are launched.
  for (const fs::path& file : {main_file, files.file}) add("--user-folder", whole_path(file).parent_path());
  for (const fs::path& folder : files.folders) add("--user-folder", folder);
  command.insert(command.end(), {"-o", object.string(), main_file.string()});
  return command;
}

}  // namespace mergelab::app
