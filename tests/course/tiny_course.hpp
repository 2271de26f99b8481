// A course of two labs in a separate folder, with one text replaced: the basis of each test of messages.
#pragma once

#include "support/temporary_folder.hpp"

namespace mergelab::course {

inline const char* const kCourseFile = "labs/course.json";
inline const char* const kFirstLab = "labs/01_add/lab.json";
inline const char* const kSecondLab = "labs/02_tiled/lab.json";
inline const char* const kCatalog = "datasets/catalog.json";

/// The interface of the first lab: its beginning, and its arguments, which the second has, too.
inline const char* const kFirstRuns = R"("kit": "merge", "interface": { "runs": "host")";
inline const char* const kFirstArguments =
    R"({ "name": "A", "type": "value", "in": ["m"] }, { "name": "m", "size": true }, )"
    R"({ "name": "B", "type": "value", "in": ["n"] }, { "name": "n", "size": true }, )"
    R"({ "name": "C", "type": "value", "out": ["m+n"] })";

/// Gone when it goes.
class TinyCourse {
 public:
  TinyCourse();
  [[nodiscard]] const std::filesystem::path& root() const { return folder_.path(); }
  [[nodiscard]] std::string read(const std::string& name) const;
  void write(const std::string& name, const std::string& text) const;
  /// `from` has to occur in the file; its first occurrence is replaced.
  void replace(const std::string& name, const std::string& from, const std::string& to) const;
  /// What load() says of it; "" when it loads.
  [[nodiscard]] std::string complaint() const;

 private:
  TemporaryFolder folder_{"mergelab-course-"};
};

/// The complaint about a fresh course with this one replacement.
[[nodiscard]] std::string complaint_with(const std::string& name, const std::string& from,
                                         const std::string& to);

}  // namespace mergelab::course
