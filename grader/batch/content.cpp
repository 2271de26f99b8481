#include "batch/content.hpp"

#include <fmt/format.h>

#include "base/hash.hpp"
#include "submission/source_file.hpp"
#include "submission/submission.hpp"

namespace mergelab::batch {

Content read_content(const Course& course, const std::filesystem::path& root) {
  Content content;
  std::uint64_t hash = base::kHashOfNothing;
  for (const Lab& lab : course.labs) {
    const submission::LabFile found = submission::find_lab_file(root, lab);
    if (found.state == submission::FileState::missing) continue;
    ContentFile file{lab.name, "", found.reason};
    if (found.state == submission::FileState::present) {
      submission::SourceFile source = submission::read_source(found.path);
      file.refusal = std::move(source.refusal);
      file.bytes = std::move(source.bytes);
    }
    for (const std::string* text : {&file.lab, &file.bytes, &file.refusal})
      hash = base::hash_text(hash, *text);
    content.files.push_back(std::move(file));
  }
  content.hash = fmt::format("{:016x}", hash);
  return content;
}

}  // namespace mergelab::batch
