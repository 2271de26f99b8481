// What each rule looks for; which rooms may depend on which is the table at the top.
#include "rules.hpp"
#include "base/regex.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <set>

namespace mergelab::architecture {
namespace {

namespace fs = std::filesystem;

using Rooms = std::set<std::string>;

// Every room may also include itself, the ground floor `base`, and `finding`. "include" is the folder
// include/mergelab/; "kits" and other paths are folders beside grader/.
const std::map<std::string, Rooms>& arrows() {
  static const std::map<std::string, Rooms> table{
      {"base", {}},
      {"app",
       {"ask", "batch", "bench/results", "course", "include", "judge", "kits", "model", "report", "sandbox",
        "score", "similar", "submission", "wire"}},
      {"batch", {"model", "report", "submission"}},
      {"similar", {"report"}},
      {"ask", {"judge", "model", "report"}},
      {"judge", {"sandbox", "wire", "model", "simt/include"}},
      {"kits", {"judge", "report", "wire", "worker", "model", "simt/include"}},
      {"submission", {"sandbox", "model"}},
      {"worker", {"wire", "simt", "include"}},
      {"course", {"model"}},
      {"score", {"model"}},
      {"report", {"model"}},
      {"sandbox", {}},
      {"wire", {}},
      {"model", {"include"}},
      {"simt", {}},
      {"finding", {"simt/include"}},
  };
  return table;
}

// The same within simt, whose folders are separate rooms. "simt/include" has the headers that kernels
// include.
const std::map<std::string, Rooms>& simt_arrows() {
  static const std::map<std::string, Rooms> table{
      {"simt/hooks", {"simt/check", "simt/count", "simt/trace", "simt/core", "simt/include"}},
      {"simt/trace", {"simt/count", "simt/core", "simt/include"}},
      {"simt/api", {"simt/hooks", "simt/check", "simt/core", "simt/include"}},
      {"simt/check", {"simt/core", "simt/include"}},
      {"simt/count", {"simt/core", "simt/include"}},
      {"simt/core", {"simt/elf", "simt/include"}},
      {"simt/cxx", {"simt/elf", "simt/include"}},
      {"simt/run", {"simt/include"}},
      {"simt/elf", {}},
      {"simt/include", {}},
  };
  return table;
}

// And within app, from the ground up.
const std::map<std::string, Rooms>& app_arrows() {
  static const std::map<std::string, Rooms> table{
      {"app/command_line", {}},
      {"app/machine", {"app/command_line"}},
      {"app/course_files", {"app/command_line", "app/machine"}},
      {"app/grading", {"app/command_line", "app/machine", "app/course_files"}},
      {"app/learning", {"app/command_line", "app/machine", "app/course_files", "app/grading"}},
      {"app/batch", {"app/command_line", "app/machine", "app/grading"}},
      {"app/verbs",
       {"app/command_line", "app/machine", "app/course_files", "app/grading", "app/learning", "app/batch"}},
  };
  return table;
}

constexpr std::size_t kLongFile = 600;
constexpr std::size_t kLongSkeleton = 120;
constexpr std::size_t kReasonWithin = 10;

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool has_extension(const fs::path& file, const std::set<std::string>& extensions) {
  return extensions.contains(file.extension().string());
}
bool is_source(const fs::path& file) {
  return has_extension(file, {".hpp", ".cpp", ".h", ".cuh", ".cu", ".inc"});
}
bool is_header(const fs::path& file) { return has_extension(file, {".hpp", ".h", ".cuh"}); }

// Build folders and version control.
bool is_skipped(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with("build") || (name.size() > 1 && name.starts_with(".") && name != ".ci") ||
         name == "node_modules";
}

// The files that .gitignore names at the root, such as the report of a grading: no part of the project.
std::set<std::string> ignored_files(const fs::path& root) {
  std::set<std::string> names;
  if (!fs::exists(root / ".gitignore")) return names;
  for (const std::string& line : lines_of(root / ".gitignore")) {
    if (line.starts_with("/") && !line.ends_with("/")) names.insert(line.substr(1));
  }
  return names;
}

void for_each_file(const fs::path& root,
                   const std::function<void(const fs::path&, const std::string&)>& visit) {
  if (!fs::is_directory(root)) return;
  std::vector<fs::path> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    if (it->is_directory() && is_skipped(it->path())) it.disable_recursion_pending();
    if (it->is_regular_file()) files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  const std::set<std::string> ignored = ignored_files(root);
  for (const fs::path& file : files) {
    const std::string name = fs::relative(file, root).generic_string();
    if (!ignored.contains(name)) visit(file, name);
  }
}

// The room that an include goes to, or empty when it goes to none of ours.
std::string room_of_include(const std::string& target, const fs::path& file, const fs::path& grader) {
  if (target.starts_with("mergelab/")) return "include";
  if (target == "kits/sentences.inc") return "finding";  // rows of its table
  if (target.starts_with("kits/")) return "kits";
  if (target.starts_with(".")) {  // relative: by where it ends up
    const fs::path there = (file.parent_path() / target).lexically_normal().lexically_relative(grader);
    return there.begin()->string() == ".." ? "outside" : there.begin()->string();
  }
  const std::string first = fs::path(target).begin()->string();
  if (arrows().contains(first)) return fs::exists(file.parent_path() / target) ? "" : first;
  return fs::exists(grader.parent_path() / target) ? fs::path(target).parent_path().generic_string() : "";
}

// The folder of simt that a path "simt/core/x.hpp" leads to, or empty; <simt/x.hpp> is one of simt/include.
std::string simt_part(const fs::path& path) {
  if (path.begin() == path.end() || *path.begin() != "simt") return "";
  const std::string folder = (*path.begin() / *std::next(path.begin())).generic_string();
  return folder.ends_with(".hpp") || folder.ends_with(".inc") ? "simt/include" : folder;
}

// The folder of app that a path "app/verbs/x.hpp" leads to, or empty.
std::string app_part(const fs::path& path) {
  if (std::distance(path.begin(), path.end()) < 3 || *path.begin() != "app") return "";
  return (*path.begin() / *std::next(path.begin())).generic_string();
}

}  // namespace

Violations forbidden_includes(const fs::path& root) {
  static const base::Regex include(R"re(^\s*#\s*include\s*["<]([^">]+/[^">]+)[">])re");
  const fs::path grader = root / "grader";
  Violations violations;
  for_each_file(root, [&](const fs::path& file, const std::string& whole_name) {
    if (!whole_name.starts_with("grader/") && !whole_name.starts_with("kits/") &&
        !whole_name.starts_with("simt/"))
      return;
    const std::string name = whole_name.starts_with("grader/") ? whole_name.substr(7) : whole_name;
    const std::string room = fs::path(name).begin()->string();
    if (!is_source(file) || !arrows().contains(room)) return;
    const std::vector<std::string> lines = lines_of(file);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::smatch match;
      if (!base::regex_search(lines[i], match, include)) continue;
      const auto hold = [&](const auto& table, const std::string& from, const std::string& to) {
        if (to.empty() || to == from || table.at(from).contains(to)) return;
        violations.push_back(whole_name + ":" + std::to_string(i + 1) + ": " + from + " may not include " +
                             to);
      };
      const std::string target = room_of_include(match[1], file, grader);
      const std::string headers = simt_part(match[1].str()) == "simt/include" ? "simt/include" : "";
      if (target != "base" && target != "finding" && !arrows().at(room).contains(headers))
        hold(arrows(), room, target);
      if (const std::string part = simt_part(name); simt_arrows().contains(part)) {
        hold(simt_arrows(), part, simt_part(match[1].str()));
      }
      if (const std::string part = app_part(name); app_arrows().contains(part))
        hold(app_arrows(), part, app_part(match[1].str()));
    }
  });
  return violations;
}

Violations unknown_rooms(const fs::path& root) {
  Violations violations;
  if (!fs::is_directory(root / "grader")) return {"grader/ is missing"};
  const auto look = [&](const fs::path& folder, const auto& table) {
    if (!fs::is_directory(folder)) return;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().lexically_relative(root).generic_string();
      if (entry.is_directory() && !table.contains(name.starts_with("grader/") ? name.substr(7) : name))
        violations.push_back(name + ": no arrows are drawn for this room");
    }
  };
  look(root / "grader", arrows());
  look(root / "simt", simt_arrows());
  look(root / "grader/app", app_arrows());
  std::sort(violations.begin(), violations.end());
  return violations;
}

Violations rooms_without_clang_tidy(const fs::path& root) {
  static const std::string key = "HeaderFilterRegex: '";
  std::string filter;
  for (const std::string& line : lines_of(root / ".clang-tidy")) {
    if (line.starts_with(key)) filter = line.substr(key.size(), line.rfind('\'') - key.size());
  }
  if (filter.empty()) return {".clang-tidy has no HeaderFilterRegex"};
  const base::Regex taken(filter, std::regex::extended);
  Violations violations;
  const auto look = [&](const std::string& folder) {
    if (!base::regex_search("/checkout/" + folder + "/a.hpp", taken))
      violations.push_back(folder + ": .clang-tidy's HeaderFilterRegex leaves its headers out");
  };
  for (const auto& [room, targets] : arrows()) {
    if (room != "simt") look(room == "kits" ? room : "grader/" + room);
  }
  for (const auto& [room, targets] : simt_arrows()) {
    if (room != "simt/include") look(room);
  }
  for (const char* folder : {"bench", "include/mergelab", "library/include", "tests"}) look(folder);
  return violations;
}

Violations searched_messages(const fs::path& root) {
  // What makes or holds a message: a variable, a member, or a function of report/.
  static const base::Regex search(
      R"re(\b(message|violation\.text|violation\.hint|(in_words|text_of|cause|cause_with_test|public_message)\([^;]*\))\.(find|rfind|starts_with|ends_with|contains|compare)\((?!'\\n'))re"),
      expression(R"re(regex_(search|match|replace)\([^;]*\b(message|text_of|cause)\b)re");
  // Its layout: where code is quoted in a message, it goes to a line of its own.
  static const std::set<std::string> layout{"grader/report/phrases.cpp"};
  static const std::set<std::string> rooms{"app", "ask", "batch", "judge", "report", "score"};
  Violations violations;
  for_each_file(root, [&](const fs::path& file, const std::string& name) {
    const fs::path path(name);
    const bool is_read = name.starts_with("kits/") ||
                         (name.starts_with("grader/") && rooms.contains(std::next(path.begin())->string()));
    if (!is_source(file) || !is_read || layout.contains(name)) return;
    const std::vector<std::string> lines = lines_of(file);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (base::regex_search(lines[i], search) || base::regex_search(lines[i], expression))
        violations.push_back(name + ":" + std::to_string(i + 1) + ": searches a message");
    }
  });
  return violations;
}

Violations words_of_kits(const fs::path& root) {
  static const base::Regex word(
      R"re("(A|B|C|m|n|k|section|tile)"|\b[Cc]o[-_ ]?ranks?\b|\b[Tt]iles?\b|\b[Mm]erg(e|es|ing)\b)re"),
      in_a_script(
          R"re('(A|B|C|m|n|k|section|tile)'|\b[ABC]\[|\.(k|m|n|merge|rank|section)\b|\b[Mm]erged\b)re"),
      of_the_language(
          R"re(extern "C"|"LANG"(, |\] = )"C"|command\.number\(.*"B"\)|Wait::tile|return "its tile"|none, block, tile, warp|tile operation)re");
  static const std::set<std::string> of_the_course{"grader/app/main.cpp", "grader/app/verbs/bench.cpp"};
  Violations violations;
  for_each_file(root, [&](const fs::path& file, const std::string& name) {
    const bool is_of_labs = name.starts_with("grader/");
    const bool is_script = has_extension(file, {".js", ".html", ".css"});
    if (!(is_source(file) || is_script || file.extension() == ".inc") || !is_of_labs ||
        of_the_course.contains(name))
      return;
    const std::vector<std::string> lines = lines_of(file);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string line = base::regex_replace(lines[i], of_the_language, "");
      std::smatch found;
      if (base::regex_search(line, found, word) ||
          (is_script && base::regex_search(line, found, in_a_script)))
        violations.push_back(name + ":" + std::to_string(i + 1) + ": " + found.str() + " is a word of kits/");
    }
  });
  return violations;
}

Violations long_files(const fs::path& root) {
  Violations violations;
  for_each_file(root, [&](const fs::path& file, const std::string& name) {
    if (!is_source(file)) return;
    const std::vector<std::string> lines = lines_of(file);
    if (lines.size() <= kLongFile) return;
    const auto end = lines.begin() + kReasonWithin;
    const bool has_reason = std::any_of(lines.begin(), end, [](const std::string& line) {
      return line.starts_with("//") && line.find("Long because") != std::string::npos;
    });
    if (!has_reason)
      violations.push_back(name + ": " + std::to_string(lines.size()) + " lines, and no reason given");
  });
  return violations;
}

Violations files_without_a_purpose(const fs::path& root) {
  Violations violations;
  for_each_file(root, [&](const fs::path& file, const std::string& name) {
    const bool is_introduced =
        file.extension() == ".cpp" && fs::exists(fs::path(file).replace_extension(".hpp"));
    if (!is_source(file) || is_introduced || file.stem().string().ends_with("_test")) return;
    const std::vector<std::string> lines = lines_of(file);
    if (lines.empty() || !lines.front().starts_with("// "))
      violations.push_back(name + ": line 1 does not say why it exists");
  });
  return violations;
}

Violations unguarded_headers(const fs::path& root) {
  Violations violations;
  for_each_file(root, [&](const fs::path& file, const std::string& name) {
    if (!is_header(file)) return;
    const std::vector<std::string> lines = lines_of(file);
    if (std::find(lines.begin(), lines.end(), "#pragma once") == lines.end()) violations.push_back(name);
  });
  return violations;
}

Violations long_skeletons(const fs::path& root) {
  Violations violations;
  for_each_file(root / "labs", [&](const fs::path& file, const std::string& name) {
    if (!is_source(file)) return;
    const std::size_t lines = lines_of(file).size();
    if (lines > kLongSkeleton) violations.push_back("labs/" + name + ": " + std::to_string(lines) + " lines");
  });
  return violations;
}

Violations private_paths(const fs::path& root, const std::string& checkout) {
  static const base::Regex home(R"((^|[^\w./~-])(/home/\w|/Users/\w|/root/\w))");
  // A checkout directly below / has a name too common to look for.
  const bool look_for_checkout = std::count(checkout.begin(), checkout.end(), '/') > 1;
  Violations violations;
  for_each_file(root, [&](const fs::path& file, const std::string& name) {
    if (has_extension(file, {".npy", ".png"})) return;
    const std::vector<std::string> lines = lines_of(file);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool found = base::regex_search(lines[i], home) ||
                         (look_for_checkout && lines[i].find(checkout) != std::string::npos);
      if (found) violations.push_back(name + ":" + std::to_string(i + 1) + ": " + lines[i]);
    }
  });
  return violations;
}

}  // namespace mergelab::architecture
