// nvcc: accepts
class Merger {
 public:
  explicit Merger(int n) : n_(n) { cudaMalloc(&memory_, n * sizeof(int)); }
  ~Merger() { cudaFree(memory_); }
  void run();

 private:
  int n_;
  int* memory_ = nullptr;
};
__global__ void kernel(int* out, int n) { out[0] = n; }
void Merger::run() { kernel<<<1, 1>>>(memory_, n_); }
void merge(int n) { Merger(n).run(); }
