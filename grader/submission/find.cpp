// Finds a lab's file in what a student handed in.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "submission/near_name.hpp"
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
    const SourceFile folder = look_at_source(file.path);
    if (folder.refusal.empty()) return file;  // nothing there, or a file in place of the folder
    if (folder.refusal != "is a folder") {
      file.state = FileState::refused;
      file.unreadable = folder.unreadable;
      file.reason = "lies in '" + part.string() + "', which " + folder.refusal;
      return file;
    }
  }
  file.path /= relative.filename();
  SourceFile source = read_source(file.path);
  if (source.missing) return file;
  file.state = source.good() ? FileState::present : FileState::refused;
  file.reason = std::move(source.refusal);
  file.unreadable = source.unreadable;
  return file;
}

/// Files in a folder of the submission, by how their names relate to the lab's file.
std::map<NameMatch, std::vector<std::string>> names_near(const fs::path& root, const fs::path& relative,
                                                         const std::string& wanted) {
  std::map<NameMatch, std::vector<std::string>> names;
  fs::path folder = root;
  for (const fs::path& part : relative) {
    folder /= part;
    if (look_at_source(folder).refusal != "is a folder") return names;
  }
  std::error_code error;
  for (fs::directory_iterator each(folder, error); !error && each != fs::directory_iterator();
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    if (!each->is_directory(error)) names[match_name(name, wanted)].push_back(name);
  }
  for (auto& [match, found] : names) std::sort(found.begin(), found.end());
  return names;
}

/// The lab's file under another name, if any; else a reason that names candidates.
LabFile find_near(const fs::path& root, const Lab& lab, const fs::path& place) {
  const fs::path folder = place.parent_path();
  std::map<NameMatch, std::vector<std::string>> names = names_near(root, folder, lab.file);
  const std::vector<std::string>&variants = names[NameMatch::variant], &similar = names[NameMatch::similar];
  LabFile file;
  if (!variants.empty()) {
    file = look_at(root, folder / variants.front());
    const std::string bytes = read_source(file.path).bytes;
    const auto is_same = [&](const std::string& name) {
      return read_source(root / folder / name).bytes == bytes;
    };
    if (std::all_of(variants.begin(), variants.end(), is_same)) return file;
    file.state = FileState::refused;
    file.reason = fmt::format("does not exist, but {} and {} do, and they differ: keep one, called {}",
                              quoted_name(variants[0]), quoted_name(variants[1]), lab.file);
  } else if (!similar.empty()) {
    file.reason =
        fmt::format("there is {}: if that is it, rename it to {}", quoted_name(similar.front()), lab.file);
  }
  return file;
}

}  // namespace

std::vector<const Lab*> used_labs(const Course& course, const Lab& lab) {
  std::set<std::string> names{lab.name};
  std::vector<const Lab*> used;
  for (auto each = course.labs.rbegin(); each != course.labs.rend(); ++each) {
    if (!names.contains(each->name)) continue;
    if (each->name != lab.name) used.insert(used.begin(), &*each);
    names.insert(each->uses.begin(), each->uses.end());
  }
  return used;
}

std::vector<const Lab*> included_labs(const Course& course, const Lab& lab, const fs::path& file,
                                      const fs::path& root) {
  const std::vector<const Lab*> used = used_labs(course, lab);
  std::set<std::string> names{lab.name};
  for (const Lab* each : used) names.insert(each->name);
  std::vector<const Lab*> included;
  for (auto each = course.labs.rbegin(); each != course.labs.rend(); ++each) {
    if (!names.contains(each->name)) continue;
    const LabFile found = find_lab_file(root, *each);
    const bool is_own = each->name == lab.name;
    const bool is_there = is_own || found.state == FileState::present;
    const std::string text = is_there ? read_source(is_own ? file : found.path).bytes : "";
    if (!is_own && std::find(used.begin(), used.end(), &*each) == used.end())
      included.insert(included.begin(), &*each);
    for (auto earlier = std::next(each); earlier != course.labs.rend(); ++earlier) {
      if (may_include(text, earlier->file)) names.insert(earlier->name);
    }
  }
  return included;
}

std::vector<std::string> references_in(const Sources& sources) {
  std::vector<std::string> labs;
  for (const auto& [name, source] : sources) {
    if (source.is_reference) labs.push_back(name);
  }
  return labs;
}

LabFile find_lab_file(const fs::path& root, const Lab& lab) {
  const std::array<fs::path, 3> places{fs::path(lab.name) / lab.file, fs::path("labs") / lab.name / lab.file,
                                       lab.file};
  for (const fs::path& place : places) {
    LabFile file = look_at(root, place);
    if (file.state != FileState::missing) return file;
  }
  LabFile missing{FileState::missing, root / places.front(), {}};
  for (const fs::path& place : places) {
    LabFile file = find_near(root, lab, place);
    if (file.state != FileState::missing) return file;
    if (missing.reason.empty()) missing.reason = file.reason;
  }
  return missing;
}

std::string unreadable_lab_file(const Course& course, const fs::path& root) {
  for (const Lab& lab : course.labs) {
    const LabFile file = find_lab_file(root, lab);
    if (file.unreadable) return lab.file + " " + file.reason;
  }
  return "";
}

}  // namespace mergelab::submission
