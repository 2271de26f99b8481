// cuBLAS for floats, doubles, and products of matrices of other types: its functions of levels 1 to 3 are
// kernels, and are checked as such. Sums are computed in double and rounded once.
#pragma once

#if defined(SIMT_CC) && !defined(SIMT_PROGRAM)
#error "labs have no cuBLAS; a whole program has it: ./lab cuda FILE.cu"
#endif

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>

#include <simt/for_each_thread.hpp>

#define CUBLAS_API_H_  // programs look for it, as NVIDIA's samples do

enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
};
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 };
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
};

enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 };
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
enum cudaDataType_t {
  CUDA_R_32F = 0,
  CUDA_R_64F = 1,
  CUDA_R_16F = 2,
  CUDA_R_8I = 3,
  CUDA_R_32I = 10,
  CUDA_R_16BF = 14
};
using cudaDataType = cudaDataType_t;

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  void* result = nullptr;  // on the device
};
using cublasHandle_t = cublasContext*;

inline const char* cublasGetStatusName(cublasStatus_t status) {
#define SIMT_NAME(NAME) \
  if (status == CUBLAS_STATUS_##NAME) return "CUBLAS_STATUS_" #NAME
  SIMT_NAME(SUCCESS);
  SIMT_NAME(NOT_INITIALIZED);
  SIMT_NAME(ALLOC_FAILED);
  SIMT_NAME(INVALID_VALUE);
  SIMT_NAME(ARCH_MISMATCH);
  SIMT_NAME(MAPPING_ERROR);
  SIMT_NAME(EXECUTION_FAILED);
  SIMT_NAME(INTERNAL_ERROR);
  SIMT_NAME(NOT_SUPPORTED);
  SIMT_NAME(LICENSE_ERROR);
#undef SIMT_NAME
  return "unknown status";
}
inline const char* cublasGetStatusString(cublasStatus_t status) { return cublasGetStatusName(status); }

namespace simt::cublas {

inline cublasStatus_t status_of(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// Columns are `columns_apart` elements apart; transposed, rows are.
template <class T>
struct Matrix {
  T* begin;
  int columns_apart;
  bool transposed;
  Matrix(T* first, int apart, cublasOperation_t operation = CUBLAS_OP_N)
      : begin(first), columns_apart(apart), transposed(operation != CUBLAS_OP_N) {}
  T& operator()(int row, int column) const {
    return begin[transposed ? size_t(row) * columns_apart + column : size_t(column) * columns_apart + row];
  }
};

/// Elements `step` apart; a negative step begins at the last one.
template <class T>
struct Vector {
  T* begin;
  int step;
  Vector(T* first, int n, int apart) : begin(apart < 0 ? first - long(n - 1) * apart : first), step(apart) {}
  T& operator[](long i) const { return begin[i * step]; }
};

/// A factor on the host or on the device.
template <class T>
struct Scalar {
  T value = {};
  const T* at = nullptr;
  Scalar(cublasHandle_t handle, const T* from) {
    if (handle->mode == CUBLAS_POINTER_MODE_HOST)
      value = *from;
    else
      at = from;
  }
  operator T() const { return at != nullptr ? *at : value; }
};

/// One thread computes a result for the host or for the device.
template <class Result, class Function>
cublasStatus_t reduce(cublasHandle_t handle, Result* result, const Function& function) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool to_device = handle->mode == CUBLAS_POINTER_MODE_DEVICE;
  Result* const there = to_device ? result : static_cast<Result*>(handle->result);
  cudaError_t error = for_each_thread(handle->stream, 1, [=](size_t) { *there = function(); });
  if (error == cudaSuccess && !to_device) {
    error = cudaMemcpyAsync(result, there, sizeof(Result), cudaMemcpyDeviceToHost, handle->stream);
    if (error == cudaSuccess) error = cudaStreamSynchronize(handle->stream);
  }
  return status_of(error);
}

template <class Function>
cublasStatus_t for_each(cublasHandle_t handle, long count, const Function& function) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  return status_of(for_each_thread(handle->stream, count < 0 ? 0 : size_t(count), function));
}

inline bool fits(int rows, int apart) { return apart >= (rows > 1 ? rows : 1); }

/// The 1-based index of the first element for which `is_better` holds against all before it.
template <class T, class Function>
cublasStatus_t find(cublasHandle_t handle, int n, const T* x, int step, int* result,
                    const Function& is_better) {
  const Vector<const T> all(x, n, step);
  return reduce(handle, result, [=] {
    int best = 0;
    for (int i = 1; i < n && step > 0; ++i) best = is_better(fabs(all[i]), fabs(all[best])) ? i : best;
    return n > 0 && step > 0 ? best + 1 : 0;
  });
}

template <class T, class Function>
cublasStatus_t sum(cublasHandle_t handle, int n, T* result, const Function& element, bool root = false) {
  return reduce(handle, result, [=] {
    double total = 0;
    for (int i = 0; i < n; ++i) total += element(i);
    return T(root ? sqrt(total) : total);
  });
}

/// y = alpha * op(A) * x + beta * y; op(A) has `rows` rows, and `element(i, j)` is its element.
template <class T, class Function>
cublasStatus_t times_vector(cublasHandle_t handle, int rows, int columns, const T* alpha,
                            const Function& element, const T* x, int x_step, const T* beta, T* y,
                            int y_step) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (rows < 0 || columns < 0 || x_step == 0 || y_step == 0) return CUBLAS_STATUS_INVALID_VALUE;
  const Scalar<T> a(handle, alpha), b(handle, beta);
  const Vector<const T> from(x, columns, x_step);
  const Vector<T> to(y, rows, y_step);
  return for_each(handle, rows, [=](size_t i) {
    double total = 0;
    for (int j = 0; j < columns; ++j) total += double(element(int(i), j)) * from[j];
    to[i] = T(T(a) * total + (T(b) == 0 ? 0.0 : double(T(b)) * to[i]));
  });
}

/// C = alpha * sum over l of a(i, l) * b(l, j) + beta * C, for each problem of a batch.
template <class T, class ArrayA, class ArrayB, class ArrayC>
cublasStatus_t times_matrix(cublasHandle_t handle, int m, int n, int k, const T* alpha, const ArrayA& a,
                            const ArrayB& b, const T* beta, const ArrayC& c, int batch = 1,
                            int skipped_triangle = -1) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || k < 0 || batch < 0) return CUBLAS_STATUS_INVALID_VALUE;
  const Scalar<T> by(handle, alpha), keep(handle, beta);
  return for_each(handle, long(m) * n * batch, [=](size_t number) {
    const int i = int(number % m), j = int(number / m % n), problem = int(number / m / n);
    if ((skipped_triangle == CUBLAS_FILL_MODE_LOWER && i > j) ||
        (skipped_triangle == CUBLAS_FILL_MODE_UPPER && i < j))
      return;
    double total = 0;
    for (int l = 0; l < k; ++l) total += double(a(problem, i, l)) * b(problem, l, j);
    T& to = c(problem, i, j);
    to = T(T(by) * total + (T(keep) == 0 ? 0.0 : double(T(keep)) * to));
  });
}

/// The element of a symmetric matrix of which one triangle is stored.
template <class T>
const T& symmetric(const Matrix<const T>& a, cublasFillMode_t stored, int i, int j) {
  return (i >= j) == (stored == CUBLAS_FILL_MODE_LOWER) || i == j ? a(i, j) : a(j, i);
}

template <class T>
cublasStatus_t gemms(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,
                     int k, const T* alpha, const T* a, int lda, long a_apart, const T* b, int ldb,
                     long b_apart, const T* beta, T* c, int ldc, long c_apart, int batch) {
  if (!fits(op_a == CUBLAS_OP_N ? m : k, lda) || !fits(op_b == CUBLAS_OP_N ? k : n, ldb) || !fits(m, ldc))
    return CUBLAS_STATUS_INVALID_VALUE;
  return times_matrix(
      handle, m, n, k, alpha,
      [=](int p, int i, int l) { return Matrix<const T>(a + p * a_apart, lda, op_a)(i, l); },
      [=](int p, int l, int j) { return Matrix<const T>(b + p * b_apart, ldb, op_b)(l, j); }, beta,
      [=](int p, int i, int j) -> T& { return Matrix<T>(c + p * c_apart, ldc)(i, j); }, batch);
}

/// Solves op(A) * X = alpha * B, or X * op(A) = alpha * B, whose transposed form is the first one.
template <class T>
cublasStatus_t solve(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t stored,
                     cublasOperation_t operation, cublasDiagType_t diagonal, int m, int n, const T* alpha,
                     const T* a, int lda, T* b, int ldb) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool left = side == CUBLAS_SIDE_LEFT;
  const int unknowns = left ? m : n;
  if (m < 0 || n < 0 || !fits(unknowns, lda) || !fits(m, ldb)) return CUBLAS_STATUS_INVALID_VALUE;
  const bool transposed = (operation != CUBLAS_OP_N) == left;
  const bool lower = (stored == CUBLAS_FILL_MODE_LOWER) != transposed;
  const Matrix<const T> factors(a, lda, transposed ? CUBLAS_OP_T : CUBLAS_OP_N);
  const Matrix<T> values(b, ldb, left ? CUBLAS_OP_N : CUBLAS_OP_T);
  const Scalar<T> by(handle, alpha);
  return for_each(handle, left ? n : m, [=](size_t column) {
    const int j = int(column);
    for (int step = 0; step < unknowns; ++step) {
      const int i = lower ? step : unknowns - 1 - step;
      double rest = double(T(by)) * values(i, j);
      for (int before = 0; before < step; ++before) {
        const int l = lower ? before : unknowns - 1 - before;
        rest -= double(factors(i, l)) * values(l, j);
      }
      values(i, j) = T(diagonal == CUBLAS_DIAG_UNIT ? rest : rest / factors(i, i));
    }
  });
}

template <class T>
cublasStatus_t iamax(cublasHandle_t handle, int n, const T* x, int x_step, int* result) {
  return find(handle, n, x, x_step, result, [](T a, T b) { return a > b; });
}
template <class T>
cublasStatus_t iamin(cublasHandle_t handle, int n, const T* x, int x_step, int* result) {
  return find(handle, n, x, x_step, result, [](T a, T b) { return a < b; });
}
template <class T>
cublasStatus_t asum(cublasHandle_t handle, int n, const T* x, int x_step, T* result) {
  const Vector<const T> all(x, n, x_step);
  return sum(handle, n, result, [=](int i) { return fabs(double(all[i])); });
}
template <class T>
cublasStatus_t nrm2(cublasHandle_t handle, int n, const T* x, int x_step, T* result) {
  const Vector<const T> all(x, n, x_step);
  return sum(
      handle, n, result, [=](int i) { return double(all[i]) * all[i]; }, true);
}
template <class T>
cublasStatus_t dot(cublasHandle_t handle, int n, const T* x, int x_step, const T* y, int y_step, T* result) {
  const Vector<const T> a(x, n, x_step), b(y, n, y_step);
  return sum(handle, n, result, [=](int i) { return double(a[i]) * b[i]; });
}
template <class T>
cublasStatus_t axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int x_step, T* y, int y_step) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const Scalar<T> by(handle, alpha);
  const Vector<const T> from(x, n, x_step);
  const Vector<T> to(y, n, y_step);
  return for_each(handle, n, [=](size_t i) { to[i] = T(double(T(by)) * from[i] + to[i]); });
}
template <class T>
cublasStatus_t scal(cublasHandle_t handle, int n, const T* alpha, T* x, int x_step) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const Scalar<T> by(handle, alpha);
  const Vector<T> all(x, n, x_step);
  return for_each(handle, n, [=](size_t i) { all[i] *= T(by); });
}
template <class T>
cublasStatus_t copy(cublasHandle_t handle, int n, const T* x, int x_step, T* y, int y_step) {
  const Vector<const T> from(x, n, x_step);
  const Vector<T> to(y, n, y_step);
  return for_each(handle, n, [=](size_t i) { to[i] = from[i]; });
}
template <class T>
cublasStatus_t swap(cublasHandle_t handle, int n, T* x, int x_step, T* y, int y_step) {
  const Vector<T> a(x, n, x_step), b(y, n, y_step);
  return for_each(handle, n, [=](size_t i) {
    const T kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  });
}
template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t operation, int m, int n, const T* alpha,
                    const T* a, int lda, const T* x, int x_step, const T* beta, T* y, int y_step) {
  if (!fits(m, lda)) return CUBLAS_STATUS_INVALID_VALUE;
  const bool transposed = operation != CUBLAS_OP_N;
  return times_vector(handle, transposed ? n : m, transposed ? m : n, alpha,
                      Matrix<const T>(a, lda, operation), x, x_step, beta, y, y_step);
}
template <class T>
cublasStatus_t symv(cublasHandle_t handle, cublasFillMode_t stored, int n, const T* alpha, const T* a,
                    int lda, const T* x, int x_step, const T* beta, T* y, int y_step) {
  if (!fits(n, lda)) return CUBLAS_STATUS_INVALID_VALUE;
  const Matrix<const T> matrix(a, lda);
  return times_vector(
      handle, n, n, alpha, [=](int i, int j) { return symmetric(matrix, stored, i, j); }, x, x_step, beta, y,
      y_step);
}
template <class T>
cublasStatus_t ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int x_step, const T* y,
                   int y_step, T* a, int lda) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || !fits(m, lda)) return CUBLAS_STATUS_INVALID_VALUE;
  const Scalar<T> by(handle, alpha);
  const Vector<const T> left(x, m, x_step), right(y, n, y_step);
  const Matrix<T> to(a, lda);
  return for_each(handle, long(m) * n, [=](size_t number) {
    T& element = to(int(number % m), int(number / m));
    element = T(double(T(by)) * left[number % m] * right[number / m] + element);
  });
}
template <class T>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,
                    int k, const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,
                    int ldc) {
  return gemms(handle, op_a, op_b, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);
}
template <class T>
cublasStatus_t gemmStridedBatched(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,
                                  int m, int n, int k, const T* alpha, const T* a, int lda, long long a_apart,
                                  const T* b, int ldb, long long b_apart, const T* beta, T* c, int ldc,
                                  long long c_apart, int batch) {
  return gemms(handle, op_a, op_b, m, n, k, alpha, a, lda, long(a_apart), b, ldb, long(b_apart), beta, c, ldc,
               long(c_apart), batch);
}
template <class T>
cublasStatus_t gemmBatched(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
                           int n, int k, const T* alpha, const T* const a[], int lda, const T* const b[],
                           int ldb, const T* beta, T* const c[], int ldc, int batch) {
  return times_matrix(
      handle, m, n, k, alpha, [=](int p, int i, int l) { return Matrix<const T>(a[p], lda, op_a)(i, l); },
      [=](int p, int l, int j) { return Matrix<const T>(b[p], ldb, op_b)(l, j); }, beta,
      [=](int p, int i, int j) -> T& { return Matrix<T>(c[p], ldc)(i, j); }, batch);
}
template <class T>
cublasStatus_t symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t stored, int m, int n,
                    const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  const bool left = side == CUBLAS_SIDE_LEFT;
  if (!fits(left ? m : n, lda) || !fits(m, ldb) || !fits(m, ldc)) return CUBLAS_STATUS_INVALID_VALUE;
  const Matrix<const T> own(a, lda), other(b, ldb);
  const Matrix<T> to(c, ldc);
  return times_matrix(
      handle, m, n, left ? m : n, alpha,
      [=](int, int i, int l) { return left ? symmetric(own, stored, i, l) : other(i, l); },
      [=](int, int l, int j) { return left ? other(l, j) : symmetric(own, stored, l, j); }, beta,
      [=](int, int i, int j) -> T& { return to(i, j); });
}
template <class T>
cublasStatus_t syrk(cublasHandle_t handle, cublasFillMode_t stored, cublasOperation_t operation, int n, int k,
                    const T* alpha, const T* a, int lda, const T* beta, T* c, int ldc) {
  if (!fits(operation == CUBLAS_OP_N ? n : k, lda) || !fits(n, ldc)) return CUBLAS_STATUS_INVALID_VALUE;
  const Matrix<const T> own(a, lda, operation);
  const Matrix<T> to(c, ldc);
  return times_matrix(
      handle, n, n, k, alpha, [=](int, int i, int l) { return own(i, l); },
      [=](int, int l, int j) { return own(j, l); }, beta, [=](int, int i, int j) -> T& { return to(i, j); },
      1, stored == CUBLAS_FILL_MODE_LOWER ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER);
}
template <class T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,
                    const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || !fits(m, ldc)) return CUBLAS_STATUS_INVALID_VALUE;
  const Scalar<T> by(handle, alpha), other(handle, beta);
  const Matrix<const T> left(a, lda, op_a), right(b, ldb, op_b);
  const Matrix<T> to(c, ldc);
  return for_each(handle, long(m) * n, [=](size_t number) {
    const int i = int(number % m), j = int(number / m);
    const double first = T(by) == 0 ? 0.0 : double(T(by)) * left(i, j);
    to(i, j) = T(T(other) == 0 ? first : first + double(T(other)) * right(i, j));
  });
}
template <class T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t stored,
                    cublasOperation_t operation, cublasDiagType_t diagonal, int m, int n, const T* alpha,
                    const T* a, int lda, T* b, int ldb) {
  return solve(handle, side, stored, operation, diagonal, m, n, alpha, a, lda, b, ldb);
}
template <class T>
cublasStatus_t trsv(cublasHandle_t handle, cublasFillMode_t stored, cublasOperation_t operation,
                    cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int x_step) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (x_step <= 0) return CUBLAS_STATUS_NOT_SUPPORTED;
  const T one = 1;
  cublasContext on_host = *handle;
  on_host.mode = CUBLAS_POINTER_MODE_HOST;
  return solve(&on_host, CUBLAS_SIDE_RIGHT, stored, operation == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N,
               diagonal, 1, n, &one, a, lda, x, x_step);
}

/// An array whose elements have a type that is known at run time.
struct AnyArray {
  void* begin;
  cudaDataType type;

  double get(size_t i) const {
    switch (type) {
      case CUDA_R_32F:
        return at<float>(i);
      case CUDA_R_64F:
        return at<double>(i);
      case CUDA_R_16F:
        return float(at<__half>(i));
      case CUDA_R_16BF:
        return float(at<__nv_bfloat16>(i));
      case CUDA_R_8I:
        return at<signed char>(i);
      case CUDA_R_32I:
        return at<int>(i);
    }
    return 0;
  }
  void set(size_t i, double value) const {
    switch (type) {
      case CUDA_R_32F:
        at<float>(i) = float(value);
        break;
      case CUDA_R_64F:
        at<double>(i) = value;
        break;
      case CUDA_R_16F:
        at<__half>(i) = __double2half(value);
        break;
      case CUDA_R_16BF:
        at<__nv_bfloat16>(i) = __double2bfloat16(value);
        break;
      case CUDA_R_8I:
        at<signed char>(i) = static_cast<signed char>(value);
        break;
      case CUDA_R_32I:
        at<int>(i) = int(value);
        break;
    }
  }

 private:
  template <class T>
  T& at(size_t i) const {
    return static_cast<T*>(begin)[i];
  }
};

constexpr cudaDataType scalar_of(cublasComputeType_t type) {
  return type == CUBLAS_COMPUTE_16F   ? CUDA_R_16F
         : type == CUBLAS_COMPUTE_64F ? CUDA_R_64F
         : type == CUBLAS_COMPUTE_32I ? CUDA_R_32I
                                      : CUDA_R_32F;
}
constexpr cudaDataType scalar_of(cudaDataType type) { return type; }  // as before CUDA 11

}  // namespace simt::cublas

template <class ComputeType>
inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,
                                   int m, int n, int k, const void* alpha, const void* a, cudaDataType a_type,
                                   int lda, const void* b, cudaDataType b_type, int ldb, const void* beta,
                                   void* c, cudaDataType c_type, int ldc, ComputeType type,
                                   cublasGemmAlgo_t) {
  using simt::cublas::AnyArray;
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || k < 0 || !simt::cublas::fits(op_a == CUBLAS_OP_N ? m : k, lda) ||
      !simt::cublas::fits(op_b == CUBLAS_OP_N ? k : n, ldb) || !simt::cublas::fits(m, ldc))
    return CUBLAS_STATUS_INVALID_VALUE;
  const cudaDataType scalar = simt::cublas::scalar_of(type);
  const bool is_on_host = handle->mode == CUBLAS_POINTER_MODE_HOST;
  const AnyArray left{const_cast<void*>(a), a_type}, right{const_cast<void*>(b), b_type}, to{c, c_type};
  const AnyArray by{const_cast<void*>(alpha), scalar}, keep{const_cast<void*>(beta), scalar};
  const double by_host = is_on_host ? by.get(0) : 0, keep_host = is_on_host ? keep.get(0) : 0;
  const auto index = [](bool transposed, int apart, int row, int column) {
    return transposed ? size_t(row) * apart + column : size_t(column) * apart + row;
  };
  return simt::cublas::for_each(handle, long(m) * n, [=](size_t number) {
    const int i = int(number % m), j = int(number / m);
    double sum = 0;
    for (int l = 0; l < k; ++l)
      sum +=
          left.get(index(op_a != CUBLAS_OP_N, lda, i, l)) * right.get(index(op_b != CUBLAS_OP_N, ldb, l, j));
    const double factor = is_on_host ? by_host : by.get(0), kept = is_on_host ? keep_host : keep.get(0);
    const size_t at = index(false, ldc, i, j);
    to.set(at, factor * sum + (kept == 0 ? 0 : kept * to.get(at)));
  });
}
inline cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,
                                  int m, int n, int k, const __half* alpha, const __half* a, int lda,
                                  const __half* b, int ldb, const __half* beta, __half* c, int ldc) {
  return cublasGemmEx(handle, op_a, op_b, m, n, k, alpha, a, CUDA_R_16F, lda, b, CUDA_R_16F, ldb, beta, c,
                      CUDA_R_16F, ldc, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

inline cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  *handle = new cublasContext;
  return cudaMalloc(&(*handle)->result, sizeof(double)) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                                       : CUBLAS_STATUS_ALLOC_FAILED;
}
inline cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const cudaError_t error = cudaFree(handle->result);
  delete handle;
  return simt::cublas::status_of(error);
}
inline cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  *version = 130000;
  return CUBLAS_STATUS_SUCCESS;
}
#define SIMT_SETTING(NAME, TYPE, MEMBER)                                      \
  inline cublasStatus_t cublasSet##NAME(cublasHandle_t handle, TYPE value) {  \
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;              \
    handle->MEMBER = value;                                                   \
    return CUBLAS_STATUS_SUCCESS;                                             \
  }                                                                           \
  inline cublasStatus_t cublasGet##NAME(cublasHandle_t handle, TYPE* value) { \
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;              \
    *value = handle->MEMBER;                                                  \
    return CUBLAS_STATUS_SUCCESS;                                             \
  }
SIMT_SETTING(Stream, cudaStream_t, stream)
SIMT_SETTING(PointerMode, cublasPointerMode_t, mode)
SIMT_SETTING(MathMode, cublasMath_t, math)
#undef SIMT_SETTING

inline cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int bytes, const void* a, int lda, void* b,
                                           int ldb, cudaStream_t stream) {
  if (rows < 0 || columns < 0 || bytes <= 0 || lda < rows || ldb < rows) return CUBLAS_STATUS_INVALID_VALUE;
  return simt::cublas::status_of(cudaMemcpy2DAsync(b, size_t(ldb) * bytes, a, size_t(lda) * bytes,
                                                   size_t(rows) * bytes, columns, cudaMemcpyDefault, stream));
}
inline cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b,
                                      int ldb) {
  if (rows < 0 || columns < 0 || bytes <= 0 || lda < rows || ldb < rows) return CUBLAS_STATUS_INVALID_VALUE;
  return simt::cublas::status_of(cudaMemcpy2D(b, size_t(ldb) * bytes, a, size_t(lda) * bytes,
                                              size_t(rows) * bytes, columns, cudaMemcpyDefault));
}
/// A vector is a matrix of one row.
inline cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int x_step, void* y, int y_step) {
  return cublasSetMatrix(1, n, bytes, x, x_step, y, y_step);
}
inline cublasStatus_t cublasSetVectorAsync(int n, int bytes, const void* x, int x_step, void* y, int y_step,
                                           cudaStream_t stream) {
  return cublasSetMatrixAsync(1, n, bytes, x, x_step, y, y_step, stream);
}
inline constexpr auto cublasGetMatrix = cublasSetMatrix;
inline constexpr auto cublasGetMatrixAsync = cublasSetMatrixAsync;
inline constexpr auto cublasGetVector = cublasSetVector;
inline constexpr auto cublasGetVectorAsync = cublasSetVectorAsync;

// Names as the library has them, with S or D for the type.
#define SIMT_CUBLAS(NAME)                                          \
  inline constexpr auto cublasS##NAME = simt::cublas::NAME<float>; \
  inline constexpr auto cublasD##NAME = simt::cublas::NAME<double>;
SIMT_CUBLAS(asum)
SIMT_CUBLAS(nrm2)
SIMT_CUBLAS(dot)
SIMT_CUBLAS(axpy)
SIMT_CUBLAS(scal)
SIMT_CUBLAS(copy)
SIMT_CUBLAS(swap)
SIMT_CUBLAS(gemv)
SIMT_CUBLAS(symv)
SIMT_CUBLAS(ger)
SIMT_CUBLAS(gemm)
SIMT_CUBLAS(gemmStridedBatched)
SIMT_CUBLAS(gemmBatched)
SIMT_CUBLAS(symm)
SIMT_CUBLAS(syrk)
SIMT_CUBLAS(geam)
SIMT_CUBLAS(trsm)
SIMT_CUBLAS(trsv)
#undef SIMT_CUBLAS
inline constexpr auto cublasIsamax = simt::cublas::iamax<float>;
inline constexpr auto cublasIdamax = simt::cublas::iamax<double>;
inline constexpr auto cublasIsamin = simt::cublas::iamin<float>;
inline constexpr auto cublasIdamin = simt::cublas::iamin<double>;
