// Graphs of whole programs that allocate and free memory.
#include "programs.hpp"

namespace {

using namespace simt;

constexpr const char* kGraphs = R"(
#include <cstdio>
#include <vector>
#define CHECK(CALL) if (const cudaError_t e = (CALL); e != cudaSuccess) printf("%s: %s\n", #CALL, cudaGetErrorName(e))
__global__ void fill(int* p, int v) { p[threadIdx.x] = v + threadIdx.x; }
__global__ void add(const int* p, int* out) { out[threadIdx.x] += p[threadIdx.x]; }
long long footprint(cudaGraphMemAttributeType which) {
  unsigned long long v = 0;
  CHECK(cudaDeviceGetGraphMemAttribute(0, which, &v));
  return v;
}
int main(int argc, char** argv) {
  const int kind = argv[1][0] - '0';
  int* out;
  cudaMallocManaged(&out, 128);
  for (int i = 0; i < 32; ++i) out[i] = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int* p = nullptr;
  if (kind < 4) {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    CHECK(cudaMallocAsync(&p, 128, stream));
    if (kind != 2) fill<<<1, 32, 0, stream>>>(p, 5);
    add<<<1, 32, 0, stream>>>(p, out);
    if (kind != 3) CHECK(cudaFreeAsync(p, stream));
    if (kind == 1) add<<<1, 32, 0, stream>>>(p, out);
    cudaStreamEndCapture(stream, &graph);
    CHECK(cudaGraphInstantiate(&exec, graph, kind == 3 ? cudaGraphInstantiateFlagAutoFreeOnLaunch : 0));
  } else {
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemAllocNodeParams a{};
    a.poolProps.allocType = cudaMemAllocationTypePinned;
    a.poolProps.location.type = cudaMemLocationTypeDevice;
    a.bytesize = 128;
    cudaGraphNode_t nodes[6];
    CHECK(cudaGraphAddMemAllocNode(&nodes[0], graph, nullptr, 0, &a));
    p = (int*)a.dptr;
    int five = 5;
    void* fills[] = {&p, &five};
    cudaKernelNodeParams k{(void*)fill, 1, 32, 0, fills, nullptr};
    CHECK(cudaGraphAddKernelNode(&nodes[1], graph, &nodes[0], 1, &k));
    void* adds[] = {&p, &out};
    k.func = (void*)add;
    k.kernelParams = adds;
    CHECK(cudaGraphAddKernelNode(&nodes[2], graph, &nodes[1], 1, &k));
    if (kind == 4) {
      CHECK(cudaGraphAddMemFreeNode(&nodes[3], graph, &nodes[2], 1, p));
      CHECK(cudaGraphAddMemAllocNode(&nodes[4], graph, &nodes[3], 1, &a));
      printf("%d", a.dptr == p);
      CHECK(cudaGraphAddMemFreeNode(&nodes[5], graph, &nodes[4], 1, a.dptr));
      CHECK(cudaGraphAddMemAllocNode(&nodes[4], graph, nullptr, 0, &a));
      printf("%d\n", a.dptr == p);
      CHECK(cudaGraphAddMemFreeNode(&nodes[5], graph, &nodes[4], 1, a.dptr));
    }
    cudaGraph_t clone;
    CHECK(cudaGraphClone(&clone, graph));
    CHECK(cudaGraphDestroyNode(nodes[0]));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
  }
  if (kind == 6) fill<<<1, 32, 0, stream>>>(p, 1);
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("%d %lld", out[3], footprint(cudaGraphMemAttrUsedMemCurrent));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf(" %d %lld %lld\n", out[3], footprint(cudaGraphMemAttrUsedMemHigh), footprint(cudaGraphMemAttrReservedMemCurrent));
  if (kind == 5) {
    CHECK(cudaFree(p));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaFreeAsync(p, stream));
  }
  if (kind == 3) CHECK(cudaFree(p));
  CHECK(cudaDeviceGraphMemTrim(0));
  printf("%lld\n", footprint(cudaGraphMemAttrReservedMemCurrent));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphExecDestroy(exec));
  if (kind == 5) CHECK(cudaFree(p));
}
)";

class GraphMemorySlow : public Programs {
 protected:
  void SetUp() override {
    write("main.cu", kGraphs);
    const Ran compiled = compile({"main.cu"});
    ASSERT_EQ(compiled.code, 0) << compiled.text;
  }
  std::string of(const char* kind) const { return run({SIMT_RUN, "--check", "./program.so", kind}).text; }
};

TEST_F(GraphMemorySlow, is_captured_and_made_by_nodes) {
  EXPECT_EQ(of("0"), "8 128 16 128 128\n0\n");
  const std::string text = of("4");
  EXPECT_EQ(text.substr(0, text.find("\n\n")),
            "10\ncudaGraphClone(&clone, graph): cudaErrorNotSupported\n"
            "cudaGraphDestroyNode(nodes[0]): cudaErrorNotSupported\n8 128 16 128 128\n0");
}

TEST_F(GraphMemorySlow, lives_until_it_is_freed) {
  EXPECT_EQ(of("3"), "8 128 16 128 128\n0\n") << "freed by each launch, and by cudaFree";
  const std::string text = of("5");
  EXPECT_TRUE(holds(text, "8 128cudaGraphLaunch(exec, stream): cudaErrorInvalidValue\n 8 128 128\n0\n"))
      << text;
  EXPECT_TRUE(holds(text, "cudaFree(p): cudaErrorInvalidValue\n")) << text;
}

TEST_F(GraphMemorySlow, is_checked_like_all_memory) {
  EXPECT_TRUE(holds(of("1"), "use_after_free: thread 0 of block 0 reads p, which has already been freed"))
      << of("1");
  EXPECT_TRUE(holds(of("2"), "uninitialised_read: thread 0 of block 0 reads p[0]")) << of("2");
  EXPECT_TRUE(holds(of("6"), "use_after_free: thread 0 of block 0 writes ")) << of("6");
}

}  // namespace
