// Third-party style CUDA kernels give the same as a plain computation on the host: for several sizes and
// block shapes, and in every order of blocks and threads.
#include "module.hpp"
#include "support/test.hpp"

namespace {

using simt::Order;

struct NamedOrder {
  const char* name;
  Order order;
};

class Foreign : public testing::TestWithParam<NamedOrder> {
 protected:
  void SetUp() override {
    simt::host::set_order(GetParam().order);
#if defined(FOREIGN_CHECKED)
    simt::host::set_checking(true);
    simt::host::clear_violations();
#endif
  }
  void TearDown() override {
    simt::host::set_order({});
    for (const simt::Finding& found : simt::host::violations()) ADD_FAILURE() << fields_of(found);
  }
};
INSTANTIATE_TEST_SUITE_P(Orders, Foreign,
                         testing::Values(NamedOrder{"default", {}},
                                         NamedOrder{"reverse", {Order::Kind::Reverse, 0}},
                                         NamedOrder{"random", {Order::Kind::Random, 20}}),
                         [](const auto& info) { return info.param.name; });

/// Numbers without a pattern, from a fixed seed.
std::vector<int> numbers(std::size_t count, unsigned limit) {
  std::vector<int> values(count);
  std::uint32_t state = 12345;
  for (int& value : values) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<int>((state >> 8) % limit);
  }
  return values;
}
std::vector<float> small_floats(std::size_t count) {
  const std::vector<int> values = numbers(count, 17);
  return {values.begin(), values.end()};
}

TEST_P(Foreign, reductions_sum) {
  const Module module(FOREIGN_DIR "/reduction.so");
  for (const int n : {0, 1, 31, 1000, 4096, 10007}) {
    const std::vector<int> in = numbers(n, 1000);
    const int expected = std::accumulate(in.begin(), in.end(), 0);
    for (const int threads : {32, 128, 512}) {
      for (const int blocks : {1, 7}) {
        for (int how = 0; how < 3; ++how) {
          ASSERT_EQ(module.call<int>("sum_array", in.data(), n, blocks, threads, how), expected)
              << n << " elements, " << blocks << " blocks of " << threads << ", way " << how;
        }
      }
    }
  }
}

TEST_P(Foreign, scans_sum_prefixes) {
  const Module module(FOREIGN_DIR "/scan.so");
  for (const int n : {1, 2, 63, 64, 65, 1000, 5000}) {
    const std::vector<int> in = numbers(n, 100);
    std::vector<int> expected(n);
    std::partial_sum(in.begin(), in.end(), expected.begin());
    for (const int threads : {16, 64, 256}) {
      for (const int blelloch : {0, 1}) {
        std::vector<int> out(n, -1);
        module.call("inclusive_scan", in.data(), out.data(), n, threads, blelloch);
        ASSERT_EQ(out, expected) << n << " elements, " << threads << " threads, blelloch " << blelloch;
      }
    }
  }
}

TEST_P(Foreign, histograms_count) {
  const Module module(FOREIGN_DIR "/histogram.so");
  for (const int n : {0, 1, 777, 20000}) {
    const std::vector<int> values = numbers(n, 256);
    const std::vector<unsigned char> in(values.begin(), values.end());
    std::vector<unsigned> expected(256), bins(256, 9);
    for (const unsigned char byte : in) ++expected[byte];
    for (const int threads : {33, 128, 1024}) {
      module.call("count_bytes", in.data(), n, bins.data(), 3, threads);
      ASSERT_EQ(bins, expected) << n << " bytes, " << threads << " threads";
    }
  }
}

TEST_P(Foreign, transposes_swap_rows_and_columns) {
  const Module module(FOREIGN_DIR "/transpose.so");
  for (const auto& [width, height] : {std::pair{1, 1}, {32, 32}, {64, 96}, {33, 70}, {100, 5}}) {
    std::vector<float> in(width * height), expected(in.size());
    std::iota(in.begin(), in.end(), 1.0F);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) expected[x * height + y] = in[y * width + x];
    }
    for (const int rows : {1, 8, 32}) {
      for (int how = 0; how < 3; ++how) {
        std::vector<float> out(in.size());
        module.call("transpose", in.data(), out.data(), width, height, rows, how);
        ASSERT_EQ(out, expected) << width << " x " << height << ", " << rows << " rows, way " << how;
      }
    }
  }
}

TEST_P(Foreign, tiled_products_multiply) {
  const Module module(FOREIGN_DIR "/matrix_product.so");
  const std::vector<std::vector<int>> sizes = {{1, 1, 1}, {32, 32, 32}, {33, 17, 50}, {5, 70, 9}};
  for (const std::vector<int>& size : sizes) {
    const int m = size[0], n = size[1], k = size[2];
    const std::vector<float> a = small_floats(m * k), b = small_floats(k * n);
    std::vector<float> expected(m * n);
    for (int row = 0; row < m; ++row) {
      for (int column = 0; column < n; ++column) {
        for (int i = 0; i < k; ++i) expected[row * n + column] += a[row * k + i] * b[i * n + column];
      }
    }
    for (const int tile : {8, 16, 32}) {
      std::vector<float> c(m * n, -1.0F);
      module.call("matrix_product", a.data(), b.data(), c.data(), m, n, k, tile);
      ASSERT_EQ(c, expected) << m << " x " << n << " x " << k << ", tile " << tile;
    }
  }
}

TEST_P(Foreign, bitonic_sorts_sort) {
  const Module module(FOREIGN_DIR "/bitonic_sort.so");
  for (const int threads : {1, 16, 128}) {
    for (const int blocks : {1, 2, 16}) {
      std::vector<int> data = numbers(2 * threads * blocks, 500), expected = data;
      std::sort(expected.begin(), expected.end());
      module.call("bitonic_sort", data.data(), static_cast<int>(data.size()), threads);
      ASSERT_EQ(data, expected) << blocks << " blocks of " << threads;
    }
  }
}

TEST_P(Foreign, stencils_weigh_neighbours) {
  const Module module(FOREIGN_DIR "/stencil.so");
  const std::vector<int> weights = {1, -2, 3, 40, -5, 6, -7};
  for (const int n : {1, 3, 64, 1001}) {
    const std::vector<int> in = numbers(n, 100);
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i) {
      for (int d = -3; d <= 3; ++d) {
        if (i + d >= 0 && i + d < n) expected[i] += weights[d + 3] * in[i + d];
      }
    }
    for (const int threads : {3, 32, 200}) {
      std::vector<int> out(n);
      module.call("weighted_sums", in.data(), out.data(), n, weights.data(), threads);
      ASSERT_EQ(out, expected) << n << " elements, " << threads << " threads";
    }
  }
}

TEST_P(Foreign, stencils_reach_three_dimensions) {
  const Module module(FOREIGN_DIR "/stencil.so");
  const int nx = 13, ny = 9, nz = 7;
  const std::vector<float> in = small_floats(nx * ny * nz);
  std::vector<float> expected = in;
  const auto at = [&](int x, int y, int z) { return (z * ny + y) * nx + x; };
  for (int z = 1; z < nz - 1; ++z) {
    for (int y = 1; y < ny - 1; ++y) {
      for (int x = 1; x < nx - 1; ++x) {
        expected[at(x, y, z)] = in[at(x - 1, y, z)] + in[at(x + 1, y, z)] + in[at(x, y - 1, z)] +
                                in[at(x, y + 1, z)] + in[at(x, y, z - 1)] + in[at(x, y, z + 1)] -
                                6 * in[at(x, y, z)];
      }
    }
  }
  for (const std::vector<int>& block : {std::vector<int>{8, 4, 2}, {1, 1, 1}, {16, 2, 5}}) {
    std::vector<float> out(in.size());
    module.call("laplace", in.data(), out.data(), nx, ny, nz, block[0], block[1], block[2]);
    ASSERT_EQ(out, expected) << block[0] << " x " << block[1] << " x " << block[2];
  }
}

TEST_P(Foreign, compactions_keep_what_is_wanted) {
  const Module module(FOREIGN_DIR "/compaction.so");
  for (const int n : {0, 1, 100, 3000}) {
    const std::vector<int> in = numbers(n, 1000);
    std::vector<int> expected;
    std::copy_if(in.begin(), in.end(), std::back_inserter(expected), [](int v) { return v % 3 == 0; });
    for (const int threads : {32, 96, 512}) {
      for (const int ordered : {1, 0}) {
        std::vector<int> out(n), wanted = expected;
        out.resize(module.call<int>("compact", in.data(), n, out.data(), threads, ordered));
        if (ordered == 0) {
          std::sort(out.begin(), out.end());
          std::sort(wanted.begin(), wanted.end());
        }
        ASSERT_EQ(out, wanted) << n << " elements, " << threads << " threads, ordered " << ordered;
      }
    }
  }
}

}  // namespace
