// Where a lab's file lies in what a student handed in.
#include <array>

#include "submission/source_file.hpp"
#include "submission/submission.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

/// Follows `relative` from `root`. A link on the way would lead outside the submission, to a solution for
/// example.
LabFile look_at(const fs::path& root, const fs::path& relative) {
  LabFile file;
  file.path = root;
  for (const fs::path& part : relative.parent_path()) {
    file.path /= part;
    const std::string refusal = kind_refusal(file.path);
    if (refusal.empty()) return file;  // nothing there, or a file in place of the folder
    if (refusal != "is a folder") {
      file.state = FileState::refused;
      file.reason = "lies in '" + part.string() + "', which " + refusal;
      return file;
    }
  }
  file.path /= relative.filename();
  SourceFile source = read_source(file.path);
  if (source.missing) return file;
  file.state = source.good() ? FileState::present : FileState::refused;
  file.reason = std::move(source.refusal);
  return file;
}

}  // namespace

LabFile find_lab_file(const fs::path& root, const Lab& lab) {
  const std::array<fs::path, 3> places{fs::path(lab.name) / lab.file, fs::path("labs") / lab.name / lab.file,
                                       lab.file};
  for (const fs::path& place : places) {
    LabFile file = look_at(root, place);
    if (file.state != FileState::missing) return file;
  }
  return {FileState::missing, root / places.front(), {}};
}

}  // namespace mergelab::submission
