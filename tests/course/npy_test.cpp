// .npy files: written and read, compatible with numpy, and the messages for invalid ones.
#include "model/npy.hpp"
#include "course/course.hpp"
#include "support/test.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

constexpr const char* kRemedy = "\n  save it again: numpy.save(file, a.astype('int32'))";

std::string npy(const std::string& header, std::size_t data_bytes, char major = 1) {
  std::string bytes("\x93NUMPY");
  bytes += {major, '\0', static_cast<char>(header.size()), '\0'};
  if (major == 2) bytes += std::string(2, '\0');
  return bytes + header + std::string(data_bytes, '\0');
}

std::string header(const std::string& descr, const std::string& shape, const std::string& fortran = "False") {
  return fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}   \n", descr, fortran, shape);
}

/// A folder for one test's file.
struct OneFile {
  TinyCourse folder;
  std::filesystem::path path = folder.root() / "x.npy";
  explicit OneFile(const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }
};

/// What read_npy says of a file with these bytes, without the file's name; "" when it takes it.
std::string complaint_about_npy(const std::string& bytes) {
  const OneFile file(bytes);
  const std::string message = error_of<Error>([&] { return read_npy(file.path); });
  const std::string name = file.path.string() + " ";
  return message.starts_with(name) ? message.substr(name.size()) : message;
}

TEST(Npy, reads_what_it_wrote) {
  const TinyCourse folder;
  const auto path = folder.root() / "x.npy";
  constexpr int kMin = std::numeric_limits<int>::min(), kMax = std::numeric_limits<int>::max();
  for (const std::vector<int>& values :
       {std::vector<int>{}, {5}, {kMin, -1, 0, kMax}, std::vector<int>(100'000, 7)}) {
    write_npy(path, values);
    EXPECT_EQ(read_npy(path), values);
  }
}

TEST(Npy, starts_its_data_where_numpy_wants_it) {
  const TinyCourse folder;
  const auto path = folder.root() / "x.npy";
  for (const std::size_t size : {0, 9, 10, 123456}) {
    write_npy(path, std::vector<int>(size));
    EXPECT_EQ((std::filesystem::file_size(path) - size * sizeof(int)) % 64, 0U) << size;
  }
}

TEST(Npy, takes_both_versions_and_any_order_of_keys) {
  EXPECT_EQ(complaint_about_npy(npy(header("'<i4'", "(3,)"), 12, 1)), "");
  EXPECT_EQ(complaint_about_npy(npy(header("'<i4'", "(3,)"), 12, 2)), "");
  EXPECT_EQ(complaint_about_npy(npy("{\"shape\":(3,),\"fortran_order\":False,\"descr\":\"<i4\"}", 12)), "");
}

TEST(Npy, does_not_mind_unsorted_values) {
  const OneFile file(npy(header("'<i4'", "(2,)"), 0) + std::string("\2\0\0\0\1\0\0\0", 8));
  EXPECT_EQ(read_npy(file.path), (std::vector{2, 1}));
}

TEST(Npy, names_the_type_that_it_found) {
  EXPECT_EQ(complaint_about_npy(npy(header("'<f8'", "(2,)"), 16)),
            std::string("has float64 ('<f8'); expected int32 ('<i4')") + kRemedy);
  EXPECT_EQ(complaint_about_npy(npy(header("'<i8'", "(2,)"), 16)),
            std::string("has int64 ('<i8'); expected int32 ('<i4')") + kRemedy);
  EXPECT_EQ(complaint_about_npy(npy(header("'>i4'", "(2,)"), 8)),
            std::string("has big-endian int32 ('>i4'); expected int32 ('<i4')") + kRemedy);
  EXPECT_EQ(complaint_about_npy(npy(header("'<U5'", "(2,)"), 40)),
            std::string("has text ('<U5'); expected int32 ('<i4')") + kRemedy);
  EXPECT_EQ(complaint_about_npy(npy(header("[('key', '<i4'), ('origin', '<i4')]", "(2,)"), 16)),
            std::string("has records of several fields; expected int32 ('<i4')") + kRemedy);
}

TEST(Npy, refuses_other_shapes) {
  EXPECT_EQ(complaint_about_npy(npy(header("'<i4'", "(2, 3)"), 24)),
            std::string("has 2 dimensions; expected one, so save a.ravel()") + kRemedy);
  EXPECT_EQ(complaint_about_npy(npy(header("'<i4'", "()"), 4)),
            std::string("has 0 dimensions; expected one, so save a.ravel()") + kRemedy);
  EXPECT_EQ(complaint_about_npy(npy(header("'<i4'", "(2,)", "True"), 8)),
            std::string("is in Fortran order; expected C order") + kRemedy);
}

TEST(Npy, refuses_files_of_another_length) {
  EXPECT_EQ(complaint_about_npy(npy(header("'<i4'", "(3,)"), 11)),
            std::string("has 11 bytes of data; 3 elements of int32 need 12") + kRemedy);
  EXPECT_EQ(complaint_about_npy(npy(header("'<i4'", "(3,)"), 13)),
            std::string("has 13 bytes of data; 3 elements of int32 need 12") + kRemedy);
  EXPECT_NE(complaint_about_npy(npy(header("'<i4'", "(4611686018427387904,)"), 0)), "");
}

TEST(Npy, refuses_what_is_no_npy_file) {
  EXPECT_EQ(complaint_about_npy(""), std::string("is empty; expected an .npy file") + kRemedy);
  EXPECT_EQ(complaint_about_npy("1 2 3\n"),
            std::string("is not an .npy file: it does not start with \\x93NUMPY") + kRemedy);
  EXPECT_EQ(complaint_about_npy(npy("{}", 0, 3)),
            std::string("has .npy version 3.0; expected 1.0 or 2.0") + kRemedy);
}

TEST(Npy, refuses_a_header_that_is_cut_off_anywhere) {
  const std::string whole = npy(header("'<i4'", "(0,)"), 0);
  EXPECT_EQ(complaint_about_npy(whole), "");
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(complaint_about_npy(whole.substr(0, length)), "") << length;
}

TEST(Npy, refuses_damaged_headers) {
  for (const char* text : {"", "{}", "{'descr': '<i4'}", "{'descr'", "{'descr': <i4}", "[1]", "{'x': 1}",
                           "{'descr': '<i4', 'fortran_order': Maybe, 'shape': (1,)}",
                           "{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999999,)}",
                           "{'descr': '<i4', 'fortran_order': False, 'shape': (-1,)}",
                           "{'descr': '<i4', 'fortran_order': False, 'shape': (0,)} x"}) {
    EXPECT_TRUE(complaint_about_npy(npy(text, 0)).starts_with("has a damaged header; ")) << text;
  }
}

TEST(Npy, refuses_files_over_1_GiB_unread) {
  const OneFile file(npy(header("'<i4'", "(1,)"), 4));
  std::filesystem::resize_file(file.path, (1ULL << 30U) + 1);  // a hole: no disk is used
  EXPECT_EQ(error_of<Error>([&] { return read_npy(file.path); }),
            file.path.string() + " has 1073741825 bytes, more than 1073741824 (1 GiB)");
}

TEST(Npy, has_halves_as_numpys_float16) {
  const TinyCourse folder;
  const auto path = folder.root() / "x.npy";
  const std::vector<Half> values{0.1, -2, 65504};
  const std::int64_t count = 3;
  write_npy(path, element_type_named("half"), std::span(&count, 1), std::as_bytes(std::span(values)));
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_TRUE(contains(bytes, "'descr': '<f2'"));
  EXPECT_EQ(bytes.substr(bytes.size() - 6), std::string("\x66\x2e\x00\xc0\xff\x7b", 6));
  EXPECT_TRUE(
      std::ranges::equal(read_npy(path, element_type_named("half")).bytes, std::as_bytes(std::span(values))));
  EXPECT_EQ(error_of<Error>([&] { return read_npy(path, element_type_named("float")); }),
            path.string() +
                " has float16 ('<f2'); expected float32 ('<f4')\n  save it again: "
                "numpy.save(file, a.astype('float32'))");
}

TEST(Npy, refuses_what_is_no_file) {
  EXPECT_THROW((void)read_npy("/dev/zero"), Error);
  EXPECT_THROW((void)read_npy("/nowhere/x.npy"), Error);
}

TEST(Npy, says_how_to_make_a_missing_folder) {
  const TinyCourse folder;
  const std::string out = (folder.root() / "out").string();
  EXPECT_EQ(error_of<Error>([&] { write_npy(out + "/x.npy", {1}); }),
            "cannot write " + out +
                "/x.npy: No such file or directory\n  create its folder first: mkdir -p " + out);
}

TEST(Npy, leaves_nothing_behind_when_it_cannot_write) {
  const TinyCourse folder;
  const auto path = folder.root() / "x.npy";
  std::filesystem::create_directories(path / "in_the_way");
  EXPECT_THROW(write_npy(path, {1}), Error);
  for (const auto& entry : std::filesystem::directory_iterator(folder.root()))
    EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
}

}  // namespace
}  // namespace mergelab::course
