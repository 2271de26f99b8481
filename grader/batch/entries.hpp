// The entries of the folder of submissions, and their students.
#pragma once

#include "model/course.hpp"

namespace mergelab::batch {

struct Student {
  std::string id, name;
  // When they handed in, as in the roster; "" for an empty cell, nothing without a column.
  std::optional<std::string> submitted{};
};

/// What the columns are called that matter; empty: the first that is called like one (id, login, user, ...;
/// submitted, submission time, ...).
struct RosterColumns {
  std::string id, submitted;
};

/// The students of a roster's text, in its order. Throws Error without the file's name.
[[nodiscard]] std::vector<Student> parse_roster(std::string_view text, const RosterColumns& columns);

/// The title of the column with more of `names` than the one that ids are taken from, small and capital
/// letters alike; empty if none has more. The text must be one that parse_roster() takes.
[[nodiscard]] std::string better_id_column(std::string_view text, const RosterColumns& columns,
                                           const std::vector<std::string>& names);

/// A roster's file as it stands. Throws Error.
[[nodiscard]] std::string roster_text(const std::filesystem::path& file);

/// The students of a file. Throws Error.
[[nodiscard]] std::vector<Student> read_roster(const std::filesystem::path& file,
                                               const RosterColumns& columns);

enum class EntryKind { folder, archive, other };

/// One thing that was handed in.
struct Entry {
  std::string name;  // "ada.tar.gz"
  std::filesystem::path path;
  EntryKind kind = EntryKind::other;
  std::string id;       // "ada"
  std::string refusal;  // of kind other: why it is not taken ("is a symbolic link")
};

/// Whether a file is called like an archive that can be unpacked.
[[nodiscard]] bool is_archive_name(const std::string& name);

/// "7z" of a file called like an archive of a kind that is not unpacked; else empty.
[[nodiscard]] std::string foreign_archive(const std::string& name);

/// The entry at a path.
[[nodiscard]] Entry entry_at(const std::filesystem::path& path);

/// All of `folder` in the order of names, except hidden ones. Throws Error.
[[nodiscard]] std::vector<Entry> list_entries(const std::filesystem::path& folder);

/// Who handed in what.
struct Matched {
  std::map<std::string, std::vector<Entry>> by_student;  // more than one: it is not clear which counts
  std::vector<Entry> unknown;                            // not an id of the roster
};
/// An entry belongs to the student whose id is its name without ".zip" and its like; without one, to the only
/// one whose id differs only in ASCII letters' case.
[[nodiscard]] Matched match(const std::vector<Entry>& entries, const std::vector<Student>& students);

/// A student for each entry, without a roster: case is ignored there, too. A loose file has no student,
/// unless it is an archive.
[[nodiscard]] std::vector<Student> students_of(const std::vector<Entry>& entries);

// What of a submission counts: the labs' files, byte for byte.

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
