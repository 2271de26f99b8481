#include "batch/entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "base/did_you_mean.hpp"
#include "base/hash.hpp"
#include "batch/text.hpp"
#include "submission/source_file.hpp"
#include "submission/submission.hpp"

namespace mergelab::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> kArchiveEndings{".zip", ".tar",     ".tar.gz", ".tgz", ".tar.xz",
                                                          ".txz", ".tar.bz2", ".tbz2",   ".tbz"};

/// The length of ".tar.gz" and its like at the end; 0: it has none.
std::size_t archive_ending(const std::string& name) {
  const std::string small = base::lower_case(name);
  std::size_t length = 0;
  for (const std::string_view ending : kArchiveEndings) {
    if (small.size() > ending.size() && small.ends_with(ending)) length = std::max(length, ending.size());
  }
  return length;
}

/// Of archives, and of what compresses one file, that we don't open: libarchive would start programs for
/// some.
constexpr std::array<std::string_view, 19> kForeignEndings{
    ".7z",   ".rar", ".zst", ".tzst", ".lz",  ".lz4", ".gz",   ".xz",   ".bz2", ".z",
    ".lzma", ".cab", ".arj", ".iso",  ".dmg", ".jar", ".zipx", ".cpio", ".sit"};

}  // namespace

std::string foreign_archive(const std::string& name) {
  const std::string ending = base::lower_case(fs::path(name).extension().string());
  const bool is_foreign =
      std::find(kForeignEndings.begin(), kForeignEndings.end(), ending) != kForeignEndings.end();
  return is_foreign && !is_archive_name(name) ? ending.substr(1) : "";
}

bool is_archive_name(const std::string& name) { return archive_ending(name) > 0; }

Entry entry_at(const fs::path& path) {
  Entry entry{path.filename().string(), path, EntryKind::other, "", ""};
  entry.refusal = submission::look_at_source(path).refusal;
  entry.id = entry.name.substr(0, entry.name.size() - archive_ending(entry.name));
  if (entry.refusal == "is a folder") {
    entry.kind = EntryKind::folder;
    entry.id = entry.name;
    entry.refusal.clear();
  } else if (entry.refusal.empty() && is_archive_name(entry.name)) {
    entry.kind = EntryKind::archive;
  } else {
    if (entry.refusal.empty()) {
      entry.refusal = "is not a folder, zip or tar file";
      entry.id = path.stem().string();
      if (!foreign_archive(entry.name).empty() && entry.id.ends_with(".tar"))
        entry.id.resize(entry.id.size() - 4);
    }
  }
  return entry;
}

std::vector<Entry> list_entries(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator files(folder, error);
  if (error) {
    throw Error(fmt::format("{}: {}\n  expected a folder with one folder or archive per student",
                            folder.string(), error.message()));
  }
  std::vector<Entry> entries;
  for (const fs::directory_entry& file : files) {
    if (!file.path().filename().string().starts_with(".")) entries.push_back(entry_at(file.path()));
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

Matched match(const std::vector<Entry>& entries, const std::vector<Student>& students) {
  std::map<std::string, std::vector<std::string>> by_lower;  // ids
  for (const Student& student : students) by_lower[base::lower_case(student.id)].push_back(student.id);
  Matched matched;
  for (const Entry& entry : entries) {
    const auto near = by_lower.find(base::lower_case(entry.id));
    if (near == by_lower.end()) {
      matched.unknown.push_back(entry);
      continue;
    }
    const std::vector<std::string>& ids = near->second;
    if (std::find(ids.begin(), ids.end(), entry.id) != ids.end())
      matched.by_student[entry.id].push_back(entry);
    else if (ids.size() == 1)
      matched.by_student[ids.front()].push_back(entry);
    else
      matched.unknown.push_back(entry);
  }
  return matched;
}

std::vector<Student> students_of(const std::vector<Entry>& entries) {
  std::vector<Student> students;
  for (const Entry& entry : entries) {
    const bool is_known = std::any_of(students.begin(), students.end(), [&](const Student& known) {
      return base::lower_case(known.id) == base::lower_case(entry.id);
    });
    const bool is_handed_in = entry.kind != EntryKind::other || !foreign_archive(entry.name).empty();
    if (is_handed_in && !is_known) students.push_back({entry.id, ""});
  }
  return students;
}

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
