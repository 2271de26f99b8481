// Times mergelab::device_merge, two versions of CUB and a device copy, and prints JSON objects, one a line;
// `./lab bench --rival` compiles and runs it.
//   passing_cub --outputs 65536 --distribution uniform     both may be repeated; no sizes: the whole table
// The first line is {"device":...}; then come the times, and {"skipped":...} for a size that doesn't fit.
// Medians of 25 repetitions after 3, each with an empty level-2 cache. Each output is compared with the
// toolkit's CUB's before it is timed. Exit status: 0; 2 for invalid arguments; 3 on failure; 4 without a
// device.
#include <algorithm>
#include <cstring>
#include <mergelab/device_merge.cuh>
#include <vector>

#include "clock.cuh"
#include "inputs.cuh"

namespace {

__global__ void compare_kernel(const unsigned char* a, const unsigned char* b, std::size_t bytes,
                               unsigned* differences) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < bytes;
       i += std::size_t{gridDim.x} * blockDim.x)
    if (a[i] != b[i]) atomicAdd(differences, 1U);
}

bool same_bytes(const void* a, const void* b, std::size_t bytes) {
  static unsigned* differences = on_device<unsigned>(1);
  PASSING_CUB_CHECK(cudaMemset(differences, 0, sizeof *differences));
  compare_kernel<<<1024, 256>>>(static_cast<const unsigned char*>(a), static_cast<const unsigned char*>(b),
                                bytes, differences);
  unsigned found = 0;
  PASSING_CUB_CHECK(cudaMemcpy(&found, differences, sizeof found, cudaMemcpyDeviceToHost));
  return found == 0;
}

/// CUB gets preallocated storage, too.
mergelab::MergeWorkspace* workspace() {
  static mergelab::MergeWorkspace reserved;
  static const cudaError_t status = reserved.reserve(std::int64_t{1} << 30);
  PASSING_CUB_CHECK(status);
  return &reserved;
}

/// Whether a workspace changes the launch.
template <class Key>
bool takes_workspace(const Problem<Key>& p) {
  namespace lib = mergelab::detail;
  const std::int64_t outputs = p.m + p.n, bytes = outputs * std::int64_t{sizeof(Key)};
  return p.A_values == nullptr ? lib::workspace_helps<Key, mergelab::NoValues>(bytes)
                               : lib::workspace_helps<Key, int>(bytes + outputs * std::int64_t{sizeof(int)});
}

template <class Key, bool has_workspace>
cudaError_t ours(Problem<Key>& p) {
  const auto less = [] {
    if constexpr (std::is_same_v<Key, Record>)
      return ByKey{};
    else
      return Less{};
  }();
  if (p.A_values != nullptr)
    return mergelab::device_merge(p.A, p.m, p.B, p.n, p.C, nullptr, less,
                                  mergelab::values(p.A_values, p.B_values, p.C_values),
                                  has_workspace ? workspace() : nullptr);
  return mergelab::device_merge(p.A, p.m, p.B, p.n, p.C, nullptr, less, mergelab::no_values,
                                has_workspace ? workspace() : nullptr);
}

struct Case {
  const char* type;   // if not int32
  const char* group;  // --distribution names it
  const char* name;
  Draw draw;
  std::int64_t m, n;
  [[nodiscard]] std::string title() const { return *type == '\0' ? name : type; }
};

/// Prints one case's times.
class Report {
 public:
  Report(const Case& what, std::size_t bytes) : case_(what), bytes_(bytes) {}
  /// `threads` and `tile` are a block's, for kernels with several shapes.
  void put(const char* kernel, const Times& times, int threads = 0, int tile = 0) const {
    std::printf(
        R"({"kernel":"%s","distribution":"%s","outputs":%lld,"m":%lld,"n":%lld,"section":%d,"tile":%d,"ms":%.6f,"lower_ms":%.6f,"upper_ms":%.6f,"bytes":%zu})"
        "\n",
        kernel, case_.title().c_str(), static_cast<long long>(case_.m + case_.n),
        static_cast<long long>(case_.m), static_cast<long long>(case_.n), threads, tile, times.median,
        times.lower, times.upper, bytes_);
    std::fflush(stdout);
  }
  /// Whether arrays of so many bytes fit, in addition to sorting's scratch.
  [[nodiscard]] bool has_room() const {
    const auto outputs = static_cast<std::size_t>(case_.m + case_.n);
    std::size_t free_bytes = 0, all_bytes = 0;
    PASSING_CUB_CHECK(cudaMemGetInfo(&free_bytes, &all_bytes));
    if (outputs * (2 * bytes_ + 3 * sizeof(std::uint32_t)) < free_bytes) return true;
    std::printf(R"({"skipped":"too little device memory","distribution":"%s","outputs":%zu})"
                "\n",
                case_.title().c_str(), outputs);
    std::fflush(stdout);
    return false;
  }
  [[noreturn]] void fail(const char* kernel) const {
    std::fprintf(stderr, "the output of %s is wrong on %s, m %lld, n %lld\n", kernel, case_.title().c_str(),
                 static_cast<long long>(case_.m), static_cast<long long>(case_.n));
    std::exit(3);
  }

 private:
  const Case& case_;
  std::size_t bytes_;
};

template <class Key>
void measure(Clock& clock, const Case& what, bool pairs = false) {
  const std::int64_t m = what.m, n = what.n;
  const Report report(what, 2 * (sizeof(Key) + (pairs ? sizeof(int) : 0)));
  if (!report.has_room()) return;
  Problem<Key> p{};
  p.m = m;
  p.n = n;
  p.A = sorted_keys<Key>(m, what.draw, true);
  p.B = sorted_keys<Key>(n, what.draw, false);
  p.C = on_device<Key>(m + n);
  Key* expected = on_device<Key>(m + n);
  int *numbers = nullptr, *expected_values = nullptr;
  if (pairs) {
    numbers = on_device<int>(m + n);
    draw_kernel<<<1024, 256>>>(reinterpret_cast<std::uint32_t*>(numbers), m + n, {Keys::ordered}, true);
    p.A_values = numbers;
    p.B_values = numbers + m;
    p.C_values = on_device<int>(m + n);
    expected_values = on_device<int>(m + n);
  }
  PASSING_CUB_CHECK(toolkit_cub_merge(p));
  const std::size_t bytes = p.scratch_bytes;
  PASSING_CUB_CHECK(rival_cub_merge(p));
  p.scratch_bytes = std::max(bytes, p.scratch_bytes);
  // A tuning with small tiles needs more than the default.
  PASSING_CUB_CHECK(cudaMalloc(&p.scratch, 4 * p.scratch_bytes + 4096));

  const std::size_t key_bytes = static_cast<std::size_t>(m + n) * sizeof(Key),
                    value_bytes = pairs ? static_cast<std::size_t>(m + n) * sizeof(int) : 0;
  PASSING_CUB_CHECK(toolkit_cub_merge(p));
  PASSING_CUB_CHECK(cudaMemcpy(expected, p.C, key_bytes, cudaMemcpyDeviceToDevice));
  if (pairs)
    PASSING_CUB_CHECK(cudaMemcpy(expected_values, p.C_values, value_bytes, cudaMemcpyDeviceToDevice));
  report.put("copy", clock.time([&] {
    PASSING_CUB_CHECK(cudaMemcpyAsync(p.C, expected, key_bytes, cudaMemcpyDeviceToDevice));
    if (pairs)
      PASSING_CUB_CHECK(cudaMemcpyAsync(p.C_values, expected_values, value_bytes, cudaMemcpyDeviceToDevice));
  }));
  const auto run = [&](const char* kernel, cudaError_t (*merge)(Problem<Key>&), int threads = 0,
                       int tile = 0) {
    PASSING_CUB_CHECK(cudaMemset(p.C, 0xA5, key_bytes));
    if (pairs) PASSING_CUB_CHECK(cudaMemset(p.C_values, 0xA5, value_bytes));
    PASSING_CUB_CHECK(merge(p));
    PASSING_CUB_CHECK(cudaDeviceSynchronize());
    if (!same_bytes(p.C, expected, key_bytes) ||
        (pairs && !same_bytes(p.C_values, expected_values, value_bytes)))
      report.fail(kernel);
    report.put(kernel, clock.time([&] { PASSING_CUB_CHECK(merge(p)); }), threads, tile);
  };
  run("cub", toolkit_cub_merge);
  run("rival", rival_cub_merge);
  if constexpr (std::is_same_v<Key, int>) {
    if (!pairs)
      for (const Tuned& tuned : tuned_cub())
        run("tuned", tuned.merge, tuned.threads, tuned.threads * tuned.items);
  }
  run("device_merge", ours<Key, true>);
  if (takes_workspace(p)) run("bare", ours<Key, false>);
  for (const void* memory : {static_cast<const void*>(p.A), static_cast<const void*>(p.B),
                             static_cast<const void*>(p.C), static_cast<const void*>(expected),
                             static_cast<const void*>(numbers), static_cast<const void*>(p.C_values),
                             static_cast<const void*>(expected_values), static_cast<const void*>(p.scratch)})
    PASSING_CUB_CHECK(cudaFree(const_cast<void*>(memory)));
}

void measure(Clock& clock, const Case& what) {
  const std::string type = what.type;
  if (type == "int64") return measure<long long>(clock, what);
  if (type == "float") return measure<float>(clock, what);
  if (type == "records of 16 bytes") return measure<Record>(clock, what);
  if (type == "int8") return measure<signed char>(clock, what);
  measure<int>(clock, what, type == "int32 with int32 values");
}

constexpr int kMostUnseen = 6;  // lanes in a bank: device_merge counts seven as a crowd

/// How many outputs the first tile of an int merge with a workspace lacks: its first share would begin so
/// many before the first output.
int before_first_share(std::int64_t m, std::int64_t n) {
  namespace lib = mergelab::detail;
  const lib::Arrays<int, mergelab::NoValues, std::int64_t> arrays{nullptr, m,       nullptr, n,
                                                                  nullptr, nullptr, nullptr, nullptr};
  const bool is_long = (m + n) * std::int64_t{sizeof(int)} >= lib::kLargeTilesFrom;
  return lib::make_full_tiles(arrays, (is_long ? 256 : 128) * lib::TileShape<int>::kItems).shortage;
}

/// All cases of a size but the first, which is uniform int32.
void add_others(std::int64_t outputs, std::vector<Case>& cases) {
  const std::int64_t half = outputs / 2, rest = outputs - half;
  cases.push_back({"", "all-equal", "all-equal", {Keys::all_equal}, rest, half});
  cases.push_back({"", "blocks", "blocks", {Keys::blocks}, rest, half});
  const auto add_conflicts = [&](const char* name, const Pattern& pattern, int left_out) {
    cases.push_back({"", "adversarial", name, {Keys::conflicts, pattern, left_out}, rest, half});
  };
  const int before_first = before_first_share(rest, half);
  add_conflicts("adversarial: CUB's shares of 15", conflicting_pattern(15), 0);
  add_conflicts("adversarial: our shares of 17", conflicting_pattern(17), 0);
  add_conflicts("adversarial: our shares of 23", conflicting_pattern(23), before_first);
  static const Pattern annealed = annealed_pattern(23), unseen = annealed_pattern(23, kMostUnseen);
  add_conflicts("adversarial: annealed, shares of 23", annealed, before_first);
  add_conflicts("adversarial: as many as aren't seen", unseen, before_first);
  cases.push_back({"", "ordered", "ordered", {Keys::ordered}, rest, half});
  constexpr const char* kLopsided[4][2] = {{"lopsided: 1 of 10 in B", "lopsided: 1 of 10 in A"},
                                           {"lopsided: 1 of 100 in B", "lopsided: 1 of 100 in A"},
                                           {"lopsided: 1 of 1000 in B", "lopsided: 1 of 1000 in A"},
                                           {"lopsided: 1 of 10000 in B", "lopsided: 1 of 10000 in A"}};
  std::int64_t ratio = 1;
  for (const auto& names : kLopsided) {
    ratio *= 10;
    const std::int64_t few = outputs / ratio;
    if (few == 0) break;
    cases.push_back({"", "lopsided", names[0], {Keys::uniform}, outputs - few, few});
    cases.push_back({"", "lopsided", names[1], {Keys::uniform}, few, outputs - few});
  }
  for (const char* type : {"int64", "float", "records of 16 bytes", "int8", "int32 with int32 values"})
    cases.push_back({type, "uniform", "uniform", {Keys::uniform}, rest, half});
}

/// The cases that the arguments select; empty if the arguments are invalid.
std::vector<Case> cases_of(int count, char** words) {
  std::vector<std::int64_t> sizes;
  std::vector<std::string> groups;
  for (int i = 1; i < count; i += 2) {
    const bool is_size = std::strcmp(words[i], "--outputs") == 0;
    if (i + 1 == count || (!is_size && std::strcmp(words[i], "--distribution") != 0)) return {};
    if (is_size) {
      const long long size = std::strtoll(words[i + 1], nullptr, 10);
      if (size < 2 || size > 1LL << 30) return {};  // CUB counts in an int
      sizes.push_back(size);
    } else {
      groups.emplace_back(words[i + 1]);
    }
  }
  std::vector<std::int64_t> all_sizes = sizes, uniform_sizes = sizes;
  if (sizes.empty()) {
    for (const int power : {12, 16, 18, 21, 23, 25, 26, 27, 29})
      all_sizes.push_back(std::int64_t{1} << power);
    for (int power = 10; power <= 29; ++power) uniform_sizes.push_back(std::int64_t{1} << power);
  }
  std::vector<Case> cases;
  for (const std::int64_t outputs : uniform_sizes)
    cases.push_back({"", "uniform", "uniform", {Keys::uniform}, outputs - outputs / 2, outputs / 2});
  for (const std::int64_t outputs : all_sizes) add_others(outputs, cases);
  const auto is_unwanted = [&](const Case& one) {
    return !groups.empty() && std::find(groups.begin(), groups.end(), one.group) == groups.end();
  };
  cases.erase(std::remove_if(cases.begin(), cases.end(), is_unwanted), cases.end());
  return cases;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<Case> cases = cases_of(count, words);
  if (cases.empty()) {
    std::fprintf(stderr, "usage: passing_cub [--outputs N]... [--distribution NAME]...\n");
    return 2;
  }
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess || devices == 0) {
    std::fprintf(stderr, "%s\n", status != cudaSuccess ? cudaGetErrorString(status) : "no CUDA device");
    return 4;
  }
  cudaDeviceProp device{};
  int driver = 0, runtime = 0;
  PASSING_CUB_CHECK(cudaGetDeviceProperties(&device, 0));
  PASSING_CUB_CHECK(cudaDriverGetVersion(&driver));
  PASSING_CUB_CHECK(cudaRuntimeGetVersion(&runtime));
  std::printf(
      R"({"device":"%s","multiprocessors":%d,"driver_cuda":"%d.%d","runtime_cuda":"%d.%d","cub":"%s","rival":"%s","problems":%zu})"
      "\n",
      device.name, device.multiProcessorCount, driver / 1000, driver % 1000 / 10, runtime / 1000,
      runtime % 1000 / 10, toolkit_cub_version().c_str(), rival_cub_version().c_str(), cases.size());
  Clock clock;
  for (const Case& one : cases) measure(clock, one);
}
