// cuda::pipeline and copies by groups in whole programs.
#include "programs.hpp"

namespace {

using namespace simt;

constexpr const char* kPipelines = R"(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void unified(const int* in, int* out, int n) {
  constexpr int kStages = 2;
  __shared__ int tile[kStages][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int c = 0, f = 0; c < n; ++c) {
    for (; f < n && f < c + kStages; ++f) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[f % kStages], in + f * 64, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    WAIT
    BEFORE
    sum += tile[c % kStages][63 - threadIdx.x];
    AFTER
  }
  out[threadIdx.x] = sum;
}
__global__ void roles(const int* in, int* out, int n) {
  constexpr int kStages = 3;
  __shared__ int tile[kStages][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  auto block = cg::this_thread_block();
  const bool produces = threadIdx.x >= 32;
  auto pipe = cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const auto four = cuda::aligned_size_t<4>(4);
  if (produces) {
    for (int c = 0; c < n; ++c) {
      pipe.producer_acquire();
      for (int i = threadIdx.x - 32; i < 64; i += 32) cuda::memcpy_async(&tile[c % kStages][i], &in[c * 64 + i], four, pipe);
      pipe.producer_commit();
    }
  } else {
    int a = 0, b = 0;
    for (int c = 0; c < n; ++c) {
      WAIT
      BEFORE
      a += tile[c % kStages][threadIdx.x];
      b += tile[c % kStages][threadIdx.x + 32];
      AFTER
    }
    out[threadIdx.x] = a;
    out[threadIdx.x + 32] = b;
  }
}
__global__ void own(const int* in, int* out, int n) {
  __shared__ int4 tile[2][16];
  auto pipe = cuda::make_pipeline();
  const int4* from = reinterpret_cast<const int4*>(in);
  const auto size = cuda::aligned_size_t<16>(16);
  int sum = 0;
  if (threadIdx.x >= 16) return;
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[0][threadIdx.x], from + threadIdx.x, size, pipe);
  pipe.producer_commit();
  for (int c = 0; c < n; ++c) {
    if (c + 1 < n) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[(c + 1) % 2][threadIdx.x], from + (c + 1) * 16 + threadIdx.x, size, pipe);
      pipe.producer_commit();
    }
    WAIT
    int4 v = tile[c % 2][threadIdx.x];
    sum += v.x + v.y + v.z + v.w;
    AFTER
  }
  out[threadIdx.x] = sum;
}
__global__ void group(const int* in, int* out) {
  __shared__ int tile[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(int) * 64);
  GROUP_WAIT
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
int main(int, char** arguments) {
  int *in, *out;
  cudaMallocManaged(&in, 64 * 8 * 4);
  cudaMallocManaged(&out, 256);
  for (int i = 0; i < 512; ++i) in[i] = i * i % 31;
  const auto column = [&](int i, int sum = 0) {
    for (int c = 0; c < 8; ++c) sum += in[c * 64 + i];
    return sum;
  };
  switch (arguments[1][0]) {
    case 'u':
      unified<<<1, 64>>>(in, out, 8);
      cudaDeviceSynchronize();
      return printf("%d %d\n", out[0] - column(63), out[23] - column(40)) < 0;
    case 'r':
      roles<<<1, 64>>>(in, out, 8);
      cudaDeviceSynchronize();
      return printf("%d %d\n", out[63] - column(63), out[40] - column(40)) < 0;
    case 'o':
      own<<<1, 64>>>(in, out, 8);
      cudaDeviceSynchronize();
      return printf("%d\n", out[3] - column(12) - column(13) - column(14) - column(15)) < 0;
    default:
      group<<<1, 64>>>(in, out);
      cudaDeviceSynchronize();
      return printf("%d\n", out[3] - in[60]) < 0;
  }
}
)";

std::string pipelines(const char* wait, const char* before, const char* after) {
  const auto macro = [](const char* name, const char* value) {
    return std::string("#define ") + name + " " + value + "\n";
  };
  return macro("WAIT", wait) + macro("BEFORE", before) + macro("AFTER", after) +
         macro("GROUP_WAIT", *wait == '\0' ? "" : "cg::wait(block);") + kPipelines;
}

constexpr const char *kWait = "pipe.consumer_wait();", *kRelease = "pipe.consumer_release();";
const Words kKinds = {"unified", "roles", "own", "group"};

class PipelinesSlow : public Programs {
 protected:
  void build(const std::string& source) const {
    write("main.cu", source);
    const Ran compiled = compile({"main.cu"});
    EXPECT_EQ(compiled.code, 0) << compiled.text;
  }
  std::string of(const std::string& kind) const {
    return run({SIMT_RUN, "--check", "./program.so", kind}).text;
  }
};

TEST_F(PipelinesSlow, copy) {
  build(pipelines(kWait, "", kRelease));
  for (const std::string& kind : kKinds)
    EXPECT_EQ(of(kind), kind == "unified" || kind == "roles" ? "0 0\n" : "0\n") << kind;
}

TEST_F(PipelinesSlow, without_a_wait_have_a_finding) {
  build(pipelines("", "", kRelease));
  for (const std::string& kind : kKinds) {
    const char* const rule =
        kind == "unified" ? "race: thread 0 of block 0 reads tile[63]" : "uninitialised_read: ";
    EXPECT_TRUE(holds(of(kind), rule)) << kind << "\n" << of(kind);
  }
}

TEST_F(PipelinesSlow, that_release_too_early_have_a_finding) {
  build(pipelines(kWait, kRelease, ""));
  for (const char* kind : {"unified", "roles"}) {
    const std::string text = of(kind);
    EXPECT_TRUE(holds(text, "\n1 finding\n\nrace: ")) << kind << "\n" << text;
    EXPECT_TRUE(holds(text, "cuda::memcpy_async(")) << kind << "\n" << text;
  }
}

TEST_F(PipelinesSlow, that_never_release_deadlock) {
  build(pipelines(kWait, "", ""));
  const std::string text = of("unified");
  EXPECT_TRUE(holds(text, "deadlock: thread 0 waits at main.cu:")) << text;
  EXPECT_TRUE(holds(text, "`pipe.producer_acquire();`")) << text;
}

}  // namespace
