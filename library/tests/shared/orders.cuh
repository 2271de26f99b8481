// Orders that the tests of device_merge merge by, besides `<`.
#pragma once

struct ByKey {
  template <class T>
  __host__ __device__ bool operator()(const T& a, const T& b) const {
    return a.key < b.key;
  }
};
struct Greater {
  __host__ __device__ bool operator()(float a, float b) const { return a > b; }
};
