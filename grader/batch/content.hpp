// What of a submission counts: the labs' files, byte for byte.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/course.hpp"

namespace mergelab::batch {

struct ContentFile {
  std::string lab;
  std::string bytes;
  std::string refusal;  // why the grader takes no bytes: "is a symbolic link"
  bool operator==(const ContentFile&) const = default;
};

struct Content {
  std::vector<ContentFile> files;  // of the labs that have one, in course order
  std::string hash;                // only to find it by: equal hashes prove nothing
  [[nodiscard]] bool is_same(const Content& other) const { return files == other.files; }
};

/// The files that the grader would take from this folder.
[[nodiscard]] Content read_content(const Course& course, const std::filesystem::path& root);

}  // namespace mergelab::batch
