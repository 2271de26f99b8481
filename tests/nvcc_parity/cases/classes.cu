// Members, constructors, operators, functors and local classes.
//! constructor_constexpr_plain: refused, calling a constexpr __host__ function("case_constructor_constexpr_plain::Pair::Pair(int, int)") from a __global__ function("case_constructor_constexpr_plain::kernel") is not allowe
struct Pair {
  int a, b;
  constexpr Pair(int x, int y) : a(x), b(y) {}
};
__global__ void kernel(int* out) { out[threadIdx.x] = Pair(out[0], 2).b; }
//! constructor_defaulted: accepted
struct Pair {
  int a = 1, b = 2;
  Pair() = default;
};
__global__ void kernel(int* out) {
  Pair p;
  out[0] = p.a;
}
//! constructor_device: accepted
struct Pair {
  int a, b;
  __device__ Pair(int x, int y) : a(x), b{y} {}
};
__global__ void kernel(int* out) { out[threadIdx.x] = Pair(1, 2).b; }
//! constructor_host_device: accepted
struct Pair {
  int a, b;
  __host__ __device__ Pair(int x, int y) : a{x}, b(y) {}
};
__global__ void kernel(int* out) { out[threadIdx.x] = Pair(1, 2).b; }
//! constructor_implicit: accepted
struct Pair {
  int a = 1, b = 2;
};
__global__ void kernel(int* out) {
  Pair p, q = p;
  p = q;
  out[0] = p.a;
}
//! constructor_of_template_device: accepted
template <class T>
class Buffer {
 public:
  __device__ explicit Buffer(T* data, int size = 4) : data_{data}, size_(size) {}
  __device__ int size() const { return size_; }

 private:
  T* data_;
  int size_;
};
__global__ void kernel(int* out) { out[threadIdx.x] = Buffer<int>(out).size(); }
//! constructor_plain: refused, calling a __host__ function("case_constructor_plain::Pair::Pair(int, int)") from a __global__ function("case_constructor_plain::kernel") is not allowed
struct Pair {
  int a, b;
  Pair(int x, int y) : a(x), b(y) {}
};
__global__ void kernel(int* out) { out[threadIdx.x] = Pair(1, 2).b; }
//! constructor_plain_used_on_host: accepted
struct Pair {
  int a, b;
  Pair(int x, int y) : a(x), b(y) {}
};
__global__ void kernel(int* out, Pair p) { out[0] = p.a; }
void run(int* out) { kernel<<<1, 1>>>(out, Pair(1, 2)); }
//! destructor_device: accepted
struct Guard {
  int* at;
  __device__ ~Guard() { *at = 1; }
};
__global__ void kernel(int* out) { Guard guard{out}; }
//! destructor_plain: refused, calling a __host__ function("case_destructor_plain::Guard::~Guard()") from a __global__ function("case_destructor_plain::kernel") is not allowed
struct Guard {
  int* at;
  ~Guard() { *at = 1; }
};
__global__ void kernel(int* out) { Guard guard{out}; }
//! enum_class_operator_device: accepted
enum class Order : unsigned char { less, equal };
__host__ __device__ constexpr Order compare(int a, int b) { return a < b ? Order::less : Order::equal; }
__global__ void kernel(int* out) { out[threadIdx.x] = compare(out[0], 1) == Order::less; }
//! friend_kernel: accepted
class Owner {
  friend __global__ void kernel(int* out);
  static const int kValue = 3;
};
__global__ void kernel(int* out) { out[0] = Owner::kValue; }
//! functor_device: accepted
struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Less{}(1, 2); }
//! functor_host_device: accepted
struct Less {
  __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Less{}(1, 2); }
//! functor_passed_to_kernel: accepted
struct Less {
  __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};
template <class F>
__global__ void kernel(int* out, F less) { out[0] = less(1, 2); }
void run(int* out) { kernel<<<1, 1>>>(out, Less{}); }
//! functor_plain: refused, calling a __host__ function("case_functor_plain::Less::operator ()(int, int) const") from a __global__ function("case_functor_plain::kernel") is not allowed
struct Less {
  bool operator()(int a, int b) const { return a < b; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Less{}(1, 2); }
//! functor_plain_passed_to_kernel: refused, calling a __host__ function("case_functor_plain_passed_to_kernel::Less::operator ()(int, int) const") from a __global__ function("case_functor_plain_passed_to_kernel::kernel< ::cas
struct Less {
  bool operator()(int a, int b) const { return a < b; }
};
template <class F>
__global__ void kernel(int* out, F less) { out[0] = less(1, 2); }
void run(int* out) { kernel<<<1, 1>>>(out, Less{}); }
//! inheritance_device: accepted
struct Base {
  __device__ int get() const { return 1; }
};
struct Derived : Base {};
__global__ void kernel(int* out) { out[threadIdx.x] = Derived{}.get(); }
//! local_class_device: accepted
__global__ void kernel(int* out) {
  struct Local {
    __device__ int get() const { return 1; }
  };
  out[0] = Local{}.get();
}
//! local_class_plain: refused, calling a __host__ function("case_local_class_plain::kernel(int *)::Local::get() const") from a __global__ function("case_local_class_plain::kernel") is not allowed
__global__ void kernel(int* out) {
  struct Local {
    int get() const { return 1; }
  };
  out[0] = Local{}.get();
}
//! local_struct_of_data: accepted
__global__ void kernel(int* out) {
  struct Local {
    int a, b;
  };
  Local local{1, 2};
  out[0] = local.a + local.b;
}
//! member_device: accepted
struct Range {
  int begin, end;
  __device__ int size() const { return end - begin; }
};
__global__ void kernel(int* out, Range r) { out[0] = r.size(); }
//! member_host_device: accepted
struct Range {
  int begin, end;
  __host__ __device__ int size() const { return end - begin; }
};
__global__ void kernel(int* out, Range r) { out[0] = r.size(); }
//! member_of_template_device: accepted
template <class T>
struct Box {
  T value;
  __device__ T get() const { return value; }
};
__global__ void kernel(int* out, Box<int> box) { out[0] = box.get(); }
//! member_of_template_plain: refused, calling a __host__ function("case_member_of_template_plain::Box<int> ::get() const") from a __global__ function("case_member_of_template_plain::kernel") is not allowed
template <class T>
struct Box {
  T value;
  T get() const { return value; }
};
__global__ void kernel(int* out, Box<int> box) { out[0] = box.get(); }
//! member_outside_device: accepted
struct Tool {
  __device__ int one() const;
};
__device__ int Tool::one() const { return 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = Tool().one(); }
//! member_outside_plain: accepted
struct Tool {
  __device__ int one() const;
};
int Tool::one() const { return 1; }
__global__ void kernel(int* out) { out[threadIdx.x] = Tool().one(); }
//! member_plain: refused, calling a __host__ function("case_member_plain::Range::size() const") from a __global__ function("case_member_plain::kernel") is not allowed
struct Range {
  int begin, end;
  int size() const { return end - begin; }
};
__global__ void kernel(int* out, Range r) { out[0] = r.size(); }
//! member_static_device: accepted
struct Tool {
  static __device__ int one() { return 1; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Tool::one(); }
//! member_static_plain: refused, calling a __host__ function("case_member_static_plain::Tool::one()") from a __global__ function("case_member_static_plain::kernel") is not allowed
struct Tool {
  static int one() { return 1; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Tool::one(); }
//! member_template_outside_plain: accepted
template <class T>
struct Box {
  T value;
  __device__ T get() const;
};
template <class T>
T Box<T>::get() const { return value; }
__global__ void kernel(int* out, Box<int> box) { out[0] = box.get(); }
//! operator_call_template_device: accepted
struct Apply {
  template <class T>
  __host__ __device__ constexpr T operator()(T a, T b) const noexcept { return a + b; }
};
__global__ void kernel(int* out) { out[threadIdx.x] = Apply{}(1, 2); }
//! operator_conversion_device: accepted
struct Key {
  int key;
  __device__ operator int() const { return key; }
};
__global__ void kernel(int* out, Key k) { out[0] = k; }
//! operator_conversion_plain: refused, calling a __host__ function("case_operator_conversion_plain::Key::operator int() const") from a __global__ function("case_operator_conversion_plain::kernel") is not allowed
struct Key {
  int key;
  operator int() const { return key; }
};
__global__ void kernel(int* out, Key k) { out[0] = k; }
//! operator_device: accepted
struct Key {
  int key;
};
__device__ bool operator<(Key a, Key b) { return a.key < b.key; }
__global__ void kernel(int* out, Key k) { out[0] = k < k; }
//! operator_friend_device: accepted
struct Key {
  int key;
  friend __device__ bool operator<(const Key& a, const Key& b) { return a.key < b.key; }
};
__global__ void kernel(int* out, Key k) { out[0] = k < k; }
//! operator_index_device: accepted
struct View {
  int* data;
  __device__ int& operator[](int i) const { return data[i]; }
};
__global__ void kernel(View view) { view[1] = 2; }
//! operator_plain: refused, calling a __host__ function("case_operator_plain::operator <( ::case_operator_plain::Key, ::case_operator_plain::Key)") from a __global__ function("case_operator_plain::kernel") is
struct Key {
  int key;
};
bool operator<(Key a, Key b) { return a.key < b.key; }
__global__ void kernel(int* out, Key k) { out[0] = k < k; }
//! virtual_device: accepted
struct Base {
  __device__ virtual int get() const { return 1; }
};
__global__ void kernel(int* out) {
  Base base;
  out[0] = base.get();
}
