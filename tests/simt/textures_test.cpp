// Textures and surfaces against what an H200 computes for the same kernels.
#include <simt/texture_types.hpp>

#include "module.hpp"
#include "support/test.hpp"

namespace {

Module textures() { return Module(KERNELS_DIR "/textures.so"); }

TEST(Textures, are_sampled_with_the_rounding_of_an_h200) {
  struct Sample {
    int normalized, filter, mode;
    float x, y, value;
  };
  constexpr Sample kSamples[] = {
      {0, 0, 0, -1.45316744F, 0.431247711F, 0.0F},
      {0, 0, 0, 3.74330568F, 0.551748753F, 9.0F},
      {0, 0, 0, -0.603275597F, 1.23334503F, 25.0F},
      {0, 0, 1, 1.20508194F, 6.49801636F, 256.0F},
      {0, 0, 1, 3.50426674F, 2.5107584F, 169.0F},
      {0, 0, 1, 9.56751633F, -0.318829775F, 16.0F},
      {0, 0, 2, 5.78486538F, 6.38663483F, 361.0F},
      {0, 0, 2, 7.58052111F, 5.88985443F, 361.0F},
      {0, 0, 2, 4.46131897F, -3.21068454F, 16.0F},
      {0, 0, 3, 8.5892849F, 2.89934921F, 7.0F},
      {0, 0, 3, 1.44997776F, 2.90925026F, 121.0F},
      {0, 0, 3, 4.24353695F, -2.47200418F, 7.0F},
      {0, 1, 0, 7.09331417F, -0.974094868F, 16.0F},
      {0, 1, 0, -3.86258507F, -0.523337126F, 0.0F},
      {0, 1, 0, 9.62644958F, -3.44507384F, 16.0F},
      {0, 1, 1, -0.056194365F, -2.05645061F, 0.0F},
      {0, 1, 1, -1.78551292F, 3.18730545F, 185.9375F},
      {0, 1, 1, 1.86921418F, 2.21532154F, 104.242188F},
      {0, 1, 2, 1.95948362F, 3.01702785F, 203.59375F},
      {0, 1, 2, 9.79972649F, -0.676107168F, 16.0F},
      {0, 1, 2, 2.77785897F, 0.541895866F, 7.4375F},
      {0, 1, 3, -0.869051218F, 5.79858685F, 7.0F},
      {0, 1, 3, -1.44146228F, -1.14335942F, 7.0F},
      {0, 1, 3, -0.294708908F, 3.25486565F, 45.7851562F},
      {1, 0, 0, 1.7241354F, -0.493007064F, 169.0F},
      {1, 0, 0, 0.540639877F, 0.610815763F, 144.0F},
      {1, 0, 0, 1.1102581F, -0.0595138073F, 225.0F},
      {1, 0, 1, 0.752604008F, 1.90810728F, 324.0F},
      {1, 0, 1, -0.801426053F, 0.107244015F, 0.0F},
      {1, 0, 1, -0.247498035F, 1.28958702F, 225.0F},
      {1, 0, 2, 0.812840223F, 0.681676626F, 196.0F},
      {1, 0, 2, 1.54671526F, -0.788376749F, 289.0F},
      {1, 0, 2, -0.333503425F, 0.0566973686F, 1.0F},
      {1, 0, 3, 0.0404644012F, -0.0967382193F, 7.0F},
      {1, 0, 3, 0.555645227F, -0.645992577F, 7.0F},
      {1, 0, 3, 0.76032269F, 0.859371305F, 324.0F},
      {1, 1, 0, -0.194528341F, 0.695299625F, 228.316406F},
      {1, 1, 0, 0.305319905F, -0.613674641F, 40.3398438F},
      {1, 1, 0, -0.948563814F, -0.26296258F, 183.777344F},
      {1, 1, 1, 1.71223211F, 1.2271018F, 361.0F},
      {1, 1, 1, 0.98506999F, 1.58238029F, 361.0F},
      {1, 1, 1, 1.66666842F, -0.849000573F, 16.0F},
      {1, 1, 2, 1.59949112F, -0.285145342F, 28.1757812F},
      {1, 1, 2, 1.89360189F, -0.362148523F, 24.0742188F},
      {1, 1, 2, -0.157774746F, 1.98443604F, 0.2890625F},
      {1, 1, 3, 1.54036832F, 0.421619773F, 7.0F},
      {1, 1, 3, 1.43899679F, -0.329707742F, 7.0F},
      {1, 1, 3, 1.92368793F, -0.457599044F, 7.0F},
  };
  const Module module = textures();
  for (const auto& [normalized, filter, mode, x, y, value] : kSamples) {
    EXPECT_FLOAT_EQ(module.call<float>("sample", normalized, filter, mode, x, y), value)
        << normalized << filter << mode << " at " << x << ", " << y;
  }
}

TEST(Textures, have_volumes_faces_and_layers) {
  struct Sample {
    int shape, filter;
    float x, y, z, value;
  };
  constexpr Sample kSamples[] = {
      {0, 0, 2.68471813F, 4.31466722F, 5.11543798F, 10.0F},
      {0, 0, 4.4738102F, 0.477720857F, 5.46168947F, 11.0F},
      {0, 0, 1.52870989F, -0.561955214F, -0.357392788F, 3.0F},
      {0, 1, 0.91247189F, 4.20142746F, 3.77811289F, 10.4101562F},
      {0, 1, 1.65004206F, -0.0720425844F, -0.846761703F, 3.4453125F},
      {0, 1, 0.143817663F, -0.197102189F, 6.09735155F, 2.0F},
      {1, 0, 0.00372600555F, 0.560438991F, -0.771316171F, 5.0F},
      {1, 0, -0.781731725F, 0.529597282F, 0.404140949F, 6.0F},
      {1, 0, -0.218902826F, -0.747850537F, 0.720858693F, 11.0F},
      {1, 1, -0.597401619F, 0.688060284F, 0.197946191F, 1.890625F},
      {1, 1, 0.0679830313F, 0.0210530758F, -0.0545701981F, 4.60546875F},
      {1, 1, -0.903014898F, -0.357276201F, -0.644039631F, 7.33984375F},
      {2, 0, 2.97733021F, 1.88447404F, 2.90230322F, 12.0F},
      {2, 0, 3.31606007F, 0.88954258F, 5.46157026F, 11.0F},
      {2, 0, 0.220653296F, 4.587286F, 5.74212837F, 4.0F},
      {2, 1, 3.66783524F, -0.973740101F, 1.46589518F, 6.0F},
      {2, 1, 0.437457681F, -0.833028197F, 4.85179663F, 5.0F},
      {2, 1, 4.97714233F, 0.0125099421F, 3.81522369F, 0.0F},
  };
  const Module module = textures();
  for (const auto& [shape, filter, x, y, z, value] : kSamples) {
    EXPECT_FLOAT_EQ(module.call<float>("sample_layers", shape, filter, x, y, z), value)
        << shape << filter << " at " << x << ", " << y << ", " << z;
  }
}

TEST(Textures, of_linear_memory_are_0_outside_of_it) {
  const Module module = textures();
  for (const auto& [index, value] :
       {std::pair{0, 919296}, {3, 6445908}, {9, 656380}, {10, 0}, {-1, 0}, {100, 0}})
    EXPECT_EQ(module.call<int>("bytes_at", index), value) << index;
}

TEST(Surfaces, are_written_within_their_bounds) {
  const Module module = textures();
  std::array<float, 5> row = {};
  const auto fill = [&](int right, cudaSurfaceBoundaryMode mode) {
    module.call("fill_surface", right, int{mode}, row.data());
    return row;
  };
  EXPECT_EQ(fill(0, cudaBoundaryModeTrap), (std::array<float, 5>{3, 13, 23, 33, 43}));
  EXPECT_EQ(fill(2, cudaBoundaryModeZero), (std::array<float, 5>{225, 256, 23, 33, 43}));
  EXPECT_EQ(fill(2, cudaBoundaryModeClamp), (std::array<float, 5>{225, 256, 23, 33, 63}));
  const std::string outside = textures().violation("fill_surface", 2, int{cudaBoundaryModeTrap}, row.data());
  EXPECT_TRUE(outside.starts_with("out_of_bounds: outside_surface: ")) << outside;
  EXPECT_NE(outside.find("textures.cu:26 "), std::string::npos) << outside;
}

TEST(Textures, are_gone_once_they_are_destroyed) {
  const std::string gone = textures().violation("read_what_was_destroyed");
  EXPECT_TRUE(gone.starts_with("wild_pointer: no_texture: ")) << gone;
}

TEST(Textures, are_refused_as_by_cuda) {
  const Module module = textures();
  const cudaError_t refusals[] = {cudaErrorInvalidChannelDescriptor, cudaErrorInvalidChannelDescriptor,
                                  cudaErrorInvalidFilterSetting, cudaErrorInvalidValue, cudaSuccess};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(module.call<int>("refusal", i), refusals[i]) << i;
}

}  // namespace
