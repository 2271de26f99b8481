// Archives that are malicious or damaged: what is extracted, and what is not.
#include "batch/unpack.hpp"

#include "archives.hpp"
#include "batch/text.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::batch {
namespace {

namespace fs = std::filesystem;

class Unpack : public testing::TestWithParam<const char*> {
 protected:
  Unpacked take(const std::vector<Packed>& packed, const UnpackLimits& limits = {}) {
    pack(archive_, packed);
    return take(limits);
  }
  Unpacked take(const UnpackLimits& limits = {}) {
    fs::remove_all(target_);
    fs::create_directories(target_);
    Unpacked unpacked = unpack(archive_, {"merge.cuh"}, target_, limits);
    // Whatever it was, nothing but the archive and the target is there.
    for (const auto& each : fs::directory_iterator(folder_.path()))
      EXPECT_TRUE(each.path() == archive_ || each.path() == target_.parent_path()) << each.path();
    EXPECT_EQ(std::distance(fs::directory_iterator(target_.parent_path()), {}), 1);
    return unpacked;
  }
  /// Files below the target, with nothing but files and folders there.
  std::vector<std::string> files() {
    std::vector<std::string> names;
    for (const auto& each : fs::recursive_directory_iterator(target_)) {
      EXPECT_TRUE(fs::is_regular_file(each.symlink_status()) || fs::is_directory(each.symlink_status()));
      if (fs::is_regular_file(each.symlink_status()))
        names.push_back(fs::relative(each.path(), target_).string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  void expect_refused(const Unpacked& unpacked, const std::string& part) {
    EXPECT_TRUE(contains(unpacked.refusal, part)) << part << " in: ";
  }

  TemporaryFolder folder_;
  fs::path archive_ = folder_.path() / GetParam(), target_ = folder_.path() / "deep" / "target";
};
const auto name_of = [](const auto& each) { return std::string(each.param[2] == 'z' ? "zip" : "tar"); };
INSTANTIATE_TEST_SUITE_P(Kinds, Unpack, testing::Values("a.zip", "a.tar.gz"), name_of);
using UnpackSlow = Unpack;
INSTANTIATE_TEST_SUITE_P(Kinds, UnpackSlow, testing::Values("a.zip", "a.tar.gz"), name_of);

TEST_P(Unpack, takes_the_labs_files_alone) {
  const Unpacked unpacked =
      take({{"top/01/merge.cuh", "one"}, {"top/notes.txt", "x"}, {"top/.git/config", "x"}});
  EXPECT_EQ(unpacked.refusal, "");
  EXPECT_EQ(unpacked.note, "");
  EXPECT_EQ(files(), std::vector<std::string>{"top/01/merge.cuh"});
  EXPECT_EQ(read_text(target_ / "top/01/merge.cuh"), "one");
}

TEST_P(Unpack, takes_names_of_any_letters) {
  EXPECT_EQ(take({{"t\xc3\xa4st\n=1+1/merge.cuh", "one"}}).refusal, "");
  ASSERT_EQ(files().size(), 1U);
  EXPECT_EQ(read_text(target_ / files().front()), "one");
}

TEST_P(Unpack, refuses_paths_that_lead_out) {
  expect_refused(take({{"merge.cuh", "x"}, {"../merge.cuh", "evil"}}),
                 "contains '../merge.cuh', which leads out");
  expect_refused(take({{"a/../../merge.cuh", "evil"}}), "which leads out");
  expect_refused(take({{"../../other\n.txt", "evil"}}), "contains '../../other\\x0a.txt', which leads out");
  const std::string absolute = (folder_.path() / "merge.cuh").string();
  expect_refused(take({{absolute, "evil"}}), "absolute path");
}

TEST_P(Unpack, makes_no_links_and_says_so) {
  write_text(folder_.path() / "deep" / "target" / "x", "");
  const Unpacked unpacked = take({{"01/merge.cuh", "", "/etc/passwd"}, {"other", "", "/etc"}});
  EXPECT_EQ(unpacked.refusal, "");
  EXPECT_EQ(unpacked.note, "links are left out: '01/merge.cuh'");
  EXPECT_TRUE(files().empty());
}

TEST_P(Unpack, follows_no_link_that_it_holds) {
  const Unpacked unpacked = take({{"01", "", folder_.path().string()}, {"01/merge.cuh", "evil"}});
  EXPECT_EQ(unpacked.refusal, "");
  EXPECT_EQ(files(), std::vector<std::string>{"01/merge.cuh"});  // a folder of that name, not the link
}

TEST_P(Unpack, refuses_a_name_that_comes_twice) {
  expect_refused(take({{"01/merge.cuh", "a"}, {"./01/merge.cuh", "b"}}), "twice");
}

TEST_P(Unpack, stops_at_its_limits) {
  UnpackLimits limits;
  limits.bytes = 1 << 20;
  expect_refused(take({{"zeros", std::string(2 << 20, '\0')}}, limits), "contains more than 1 MiB");
  expect_refused(take({{"merge.cuh", std::string(2 << 20, '\0')}}, limits), "contains more than 1 MiB");
  const std::string half(600 << 10, '\0');
  expect_refused(take({{"a", half}, {"b", half}}, limits), "contains more than 1 MiB");
  limits = {};
  limits.entries = 3;
  expect_refused(take({{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}}, limits), "more than 3 files");
  limits = {};
  std::string deep;
  for (std::size_t i = 0; i < limits.depth; ++i) deep += "x/";
  EXPECT_EQ(take({{deep + "merge.cuh", "a"}}).refusal, "");
  expect_refused(take({{deep + "x/merge.cuh", "a"}}), "more than 16 nested folders");
}

TEST_P(Unpack, keeps_just_more_of_a_large_file_than_the_grader_takes) {
  EXPECT_EQ(take({{"merge.cuh", std::string(3 << 20, 'x')}}).refusal, "");
  EXPECT_EQ(fs::file_size(target_ / "merge.cuh"), (1U << 20U) + 1);
}

/// A tar file whose one member claims 1 TiB of zeros, which are a hole on the disk.
void write_large_tar(const fs::path& file) {
  const std::string size("\x80\0\0\0\0\0\1\0\0\0\0\0", 12);  // not octal, but of 256 to the digit
  std::string header(512, '\0');
  header.replace(0, 5, "zeros")
      .replace(100, 7, "0000644")
      .replace(124, size.size(), size)
      .replace(156, 1, "0");
  header.replace(257, 5, "ustar").replace(263, 2, "00").replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  header.replace(148, 7, fmt::format("{:06o}", sum) + std::string(1, '\0'));
  write_text(file, header);
  fs::resize_file(file, std::uintmax_t{1} << 40U);
}

TEST_P(UnpackSlow, ends_what_takes_too_much_time) {
  UnpackLimits limits;
  limits.cpu_s = 1;
  limits.bytes = std::int64_t{1} << 50U;
  write_large_tar(archive_);
  expect_refused(take(limits), "takes too much time or memory");
}

TEST_P(Unpack, refuses_what_is_damaged) {
  std::string noise;  // does not compress
  for (unsigned i = 0; i < 20'000; ++i) noise += static_cast<char>((i * i * 2'654'435'761U) >> 24U);
  pack(archive_, {{"01/merge.cuh", noise}, {"02/merge.cuh", noise}});
  const std::string whole = read_text(archive_);
  for (const std::size_t length : {whole.size() / 2, std::size_t{100}, std::size_t{10}, std::size_t{0}}) {
    write_text(archive_, whole.substr(0, length));
    expect_refused(take(), "is ");
  }
  write_text(archive_, "Rar!\x1a\x07");
  expect_refused(take(), "is not a zip or tar file, or is damaged");
  fs::remove(archive_);
  expect_refused(take(), "can't be read: No such file");
}

TEST_P(UnpackSlow, survives_every_byte_that_is_changed) {
  pack(archive_, {{"01/merge.cuh", "text of a lab"}, {"02/merge.cuh", "more"}});
  const std::string whole = read_text(archive_);
  for (std::size_t i = 0; i < whole.size(); i += 3) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x55);
    write_text(archive_, changed);
    static_cast<void>(take());
    static_cast<void>(files());
  }
}

TEST(UnpackTar, makes_no_hard_links) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.tar.gz", target = folder.path() / "target";
  write_text(folder.path() / "secret", "secret");
  fs::create_directory(target);
  pack(file, {{"other/merge.cuh", "x"},
              {"01/merge.cuh", "", "", (folder.path() / "secret").string()},
              {"02/merge.cuh", "", "", "other/merge.cuh"}});
  const Unpacked unpacked = unpack(file, {"merge.cuh"}, target);
  EXPECT_EQ(unpacked.note, "links are left out: '01/merge.cuh', '02/merge.cuh'");
  EXPECT_EQ(std::distance(fs::directory_iterator(target), {}), 1);
  EXPECT_EQ(fs::hard_link_count(folder.path() / "secret"), 1U);
}

TEST(UnpackZip, an_encrypted_one_is_told) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.zip", target = folder.path() / "target";
  fs::create_directory(target);
  archive* out = archive_write_new();
  archive_write_set_format_zip(out);
  ASSERT_EQ(archive_write_set_options(out, "zip:encryption=traditional"), ARCHIVE_OK);
  ASSERT_EQ(archive_write_set_passphrase(out, "x"), ARCHIVE_OK);
  archive_write_open_filename(out, file.c_str());
  archive_entry* entry = archive_entry_new();
  archive_entry_copy_pathname(entry, "merge.cuh");
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_size(entry, 1);
  archive_write_header(out, entry);
  archive_write_data(out, "x", 1);
  archive_entry_free(entry);
  archive_write_close(out);
  archive_write_free(out);
  EXPECT_EQ(unpack(file, {"merge.cuh"}, target).refusal, "is encrypted");
}

TEST_P(Unpack, a_full_disk_is_nobodys_fault) {
  pack(archive_, {{"merge.cuh", "x"}});
  EXPECT_THROW(static_cast<void>(unpack(archive_, {"merge.cuh"}, folder_.path() / "nowhere")), StorageError);
}

}  // namespace
}  // namespace mergelab::batch
