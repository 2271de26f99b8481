#include "app/course_files/wrong_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

#include "app/command_line/errors.hpp"
#include "base/did_you_mean.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "course/patch.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLoses = "Loses: ", kOnGpu = " On a GPU: ", kTold = " Told: \"";
constexpr std::string_view kPartly = "partly ", kPerhaps = "perhaps ", kOthers = "others by chance";
constexpr const char* kPatch = ".patch";

std::string strip(std::string_view word) {
  const auto first = word.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return std::string(word.substr(first, word.find_last_not_of(' ') - first + 1));
}

/// A name's items: the item of that name, or all that the family decides.
std::vector<std::string> items_named(const Lab& lab, const std::string& name) {
  if (lab.find_item(name) != nullptr) return {name};
  std::vector<std::string> ids;
  for (const Item& item : lab.items) {
    if (item.family == name) ids.push_back(item.id);
  }
  return ids;
}

/// "ties, partly span" as items of the lab. `where` is named in complaints.
Losses read_losses(const Lab& lab, const std::string& list, const std::string& where) {
  Losses losses;
  std::istringstream names(list);
  for (std::string part; std::getline(names, part, ',');) {
    std::string name = strip(part);
    if (name == "nothing") continue;
    Loss loss = Loss::wholly;
    for (const auto& [word, says] : {std::pair{kPartly, Loss::partly}, std::pair{kPerhaps, Loss::perhaps}}) {
      if (!name.starts_with(word)) continue;
      loss = says;
      name = strip(name.substr(word.size()));
    }
    const std::vector<std::string> named = items_named(lab, name);
    if (named.empty()) {
      std::vector<std::string> ids;
      for (const Item& item : lab.items) ids.push_back(item.id);
      const std::string meant = base::did_you_mean(name, ids, "");
      throw UsageError(fmt::format("{}: {} has no item '{}'{}{}", where, lab.name, name,
                                   meant.empty() ? "" : "\n  ", meant));
    }
    for (const std::string& id : named) losses[id] = loss;
  }
  return losses;
}

/// The list in a header that follows `key`, to its full stop; nothing if the header has no such list.
std::optional<std::string> find_list(const std::string& header, std::string_view key) {
  const std::size_t begin = header.find(key);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = header.find('.', begin);
  if (end == std::string::npos) return std::nullopt;
  return header.substr(begin + key.size(), end - begin - key.size());
}

/// The lines of the comment with which a lab file begins, without their slashes.
std::vector<std::string> first_comment(const std::string& source) {
  std::vector<std::string> comment;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line) && line.starts_with("// ");)
    comment.push_back(line.substr(3));
  return comment;
}

/// The lab file that a patch makes: its header as the first comment, then the changed base.
std::string patched_source(const fs::path& file) {
  const course::Patch patch = course::read_patch(read_text(file), file.string());
  const fs::path base = file.parent_path().parent_path() / patch.base;
  std::string source;
  std::istringstream header(patch.header);
  for (std::string line; std::getline(header, line);) source += line.empty() ? "\n" : "// " + line + "\n";
  return source + course::apply_patch(patch, read_text(base), file.string());
}

WrongFile read_wrong_file(const Lab& lab, const fs::path& file) {
  WrongFile wrong{file, file.extension() == kPatch ? patched_source(file) : read_text(file), {}};
  const std::vector<std::string> comment = first_comment(wrong.source);
  const std::string header = fmt::format("{}", fmt::join(comment, " "));
  const std::string where = fmt::format("{}:1", file.string());
  const std::optional<std::string> list = find_list(header, kLoses);
  if (!list || !header.starts_with(kLoses)) {
    throw UsageError(fmt::format("{}: expected 'Loses: <items>. <the bug in one sentence>', got '{}'", where,
                                 comment.empty() ? "" : comment.front()));
  }
  wrong.loses = read_losses(lab, *list, where);
  if (const std::size_t begin = header.find(kTold); begin != std::string::npos) {
    const std::size_t first = begin + kTold.size(), end = header.find("\".", first);
    if (end == std::string::npos)
      throw UsageError(fmt::format("{}: expected 'Told: \"<words of a hint>\".'", where));
    wrong.told = header.substr(first, end - first);
  }
  if (auto on_gpu = find_list(header, kOnGpu)) {
    wrong.others_by_chance = on_gpu->ends_with(kOthers);
    if (wrong.others_by_chance) on_gpu->replace(on_gpu->size() - kOthers.size(), kOthers.size(), "nothing");
    wrong.on_gpu = read_losses(lab, *on_gpu, where);
  }
  return wrong;
}

}  // namespace

void write_source(const WrongFile& wrong, const fs::path& file) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::ofstream stream(file, std::ios::binary);
  stream << wrong.source << std::flush;
  if (!stream)
    throw UsageError(
        fmt::format("{} can't be written: {}", file.string(), std::generic_category().message(errno)));
}

std::string read_text(const fs::path& file) {
  std::optional<std::string> text = base::read_file(file);
  if (text) return *std::move(text);
  std::error_code unknown;
  throw UsageError(file.string() + (fs::exists(file, unknown) ? " can't be read" : " is missing"));
}

std::vector<WrongFile> find_wrong_files(const Course& course, const Lab& lab) {
  std::vector<WrongFile> found;
  for (const char* kind : {"variants", "wrong"}) {
    const fs::path folder = course.root / "solutions" / lab.name / kind;
    if (!fs::is_directory(folder)) continue;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const fs::path extension = entry.path().extension();
      if (extension == kPatch || extension == fs::path(lab.file).extension())
        found.push_back(read_wrong_file(lab, entry.path()));
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  return found;
}

}  // namespace mergelab::app
