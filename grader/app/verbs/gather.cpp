// mergelab gather: lays out what a course system has collected like labs/, so that `grade` can take it.
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "batch/entries.hpp"
#include "submission/source_file.hpp"

namespace mergelab::app {
namespace {

struct GatherOptions {
  std::vector<std::string> folders;
  fs::path out, course;
};

/// The text to grade of a lab, and a remark on it; no text if none was handed in.
struct Taken {
  std::string text, remark;
};

Taken take(const submission::Gathered& gathered) {
  const std::string& name = gathered.lab->file;
  if (gathered.found.empty())
    return {"", gathered.similar.empty()
                    ? "not handed in"
                    : fmt::format("not handed in; there is {}: if that is it, rename it to {}",
                                  submission::quoted_name(gathered.similar), name)};
  if (gathered.found.size() > 1) {
    std::vector<std::string> places;
    for (const fs::path& file : gathered.found)
      places.push_back((file.parent_path().filename() / file.filename()).string());
    const std::string remark =
        fmt::format("{} was handed in {} times with different contents: {}. Hand in one.", name,
                    places.size(), fmt::join(places, ", "));
    return {submission::stand_in(remark), remark};
  }
  submission::SourceFile source = submission::read_source(gathered.found.front());
  if (source.good()) return {std::move(source.bytes), "from " + gathered.found.front().string()};
  const std::string remark = fmt::format("{} {}. Hand in the file itself.", name, source.refusal);
  return {submission::stand_in(remark), remark};
}

/// A sentence about an archive at the top that is not opened, or empty. integrations/grade.sh has unpacked
/// what it can by now.
std::string archive_words(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    for (const fs::directory_entry& each : fs::directory_iterator(folder)) {
      const std::string name = each.path().filename().string();
      const bool is_unpacked = name.ends_with(".tar") || name.ends_with(".tar.gz") || name.ends_with(".tgz");
      if (!is_unpacked && (batch::is_archive_name(name) || !batch::foreign_archive(name).empty()))
        return fmt::format(" {} is an archive, which is not unpacked: hand in the files themselves.",
                           submission::quoted_name(name));
    }
  }
  return "";
}

void demand_something(const std::vector<std::string>& folders) {
  const auto holds = [](const std::string& folder) {
    if (!fs::is_directory(folder)) throw UsageError(folder + " is not a folder");
    return !fs::is_empty(folder);
  };
  if (folders.empty()) throw UsageError("expected the folder with the files that were handed in");
  if (std::ranges::none_of(folders, holds))
    throw UsageError(
        fmt::format("{} is empty: there is nothing to grade\n  is it the folder to which the course system "
                    "writes submissions?",
                    fmt::join(folders, ", ")));
}

int gather(const GatherOptions& options) {
  const Course course = course::load(course_root(options.course));
  demand_something(options.folders);
  if (options.out.empty()) throw UsageError("--out must name a folder for the submission");
  if (fs::exists(options.out) && !(fs::is_directory(options.out) && fs::is_empty(options.out)))
    throw UsageError(options.out.string() + " already exists\n  --out creates a new folder");
  const std::vector<submission::Gathered> all =
      submission::gather({options.folders.begin(), options.folders.end()}, course);
  const bool none = std::ranges::all_of(all, [](const auto& each) { return each.found.empty(); });
  std::vector<std::string> names;
  for (const Lab& lab : course.labs) names.push_back(lab.file);
  for (const submission::Gathered& each : all) {
    Taken taken = take(each);
    if (none && &each == &all.front()) {
      taken.remark = fmt::format("no lab file was handed in. The lab files are {}.{}", fmt::join(names, ", "),
                                 archive_words(options.folders));
      for (const submission::Gathered& other : all) {
        if (!other.similar.empty())
          taken.remark += fmt::format(" There is {}: if that is {}, rename it.",
                                      submission::quoted_name(other.similar), other.lab->file);
      }
      taken.text = submission::stand_in(taken.remark);
    }
    const fs::path file = fs::path(each.lab->name) / each.lab->file;
    if (!taken.text.empty()) {
      fs::create_directories(options.out / each.lab->name);
      base::write_atomically(options.out / file, taken.text);
    }
    say::print("  {}: {}\n", file.string(), taken.remark);
  }
  return kGraded;
}

}  // namespace

Run gather(CommandOptions& command) {
  const auto options = std::make_shared<GatherOptions>();
  command.positional("DIR", options->folders, "Folders with the files that were handed in, in any layout");
  command.option("--out", options->out, "The folder to create", "FOLDER");
  command.course(options->course);
  return [options] { return gather(*options); };
}

}  // namespace mergelab::app
