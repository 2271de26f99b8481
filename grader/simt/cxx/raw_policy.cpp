#include "raw_policy.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "base/read_file.hpp"
#include "raw_directives.hpp"
#include "source_policy.hpp"

namespace simt::cxx {
namespace {

namespace fs = std::filesystem;

using Visit = std::function<void(const fs::path& file, const RawDirective& directive)>;

void for_each_directive(const UserFiles& files, const Visit& visit) {
  std::vector<fs::path> paths;
  for (const fs::path& folder : files.folders()) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    const std::string source = mergelab::base::read_file(path).value_or("");
    for (const RawDirective& directive : raw_directives(source)) visit(path, directive);
  }
}

bool is_include(const RawDirective& directive) {
  return directive.name == "include" || directive.name == "include_next" || directive.name == "import";
}

/// The name between the quotes or the angle brackets; nothing for a computed one.
std::optional<std::string> literal_name(const std::string& argument) {
  if (argument.empty() || (argument.front() != '"' && argument.front() != '<')) return std::nullopt;
  const std::size_t end = argument.find(argument.front() == '<' ? '>' : '"', 1);
  if (end == std::string::npos) return std::nullopt;
  return argument.substr(1, end - 1);
}

std::string as_written(const RawDirective& directive) {
  std::string text = "#" + directive.name + " " + directive.argument;
  text.resize(std::min(text.find("//"), std::min<std::size_t>(text.size(), 80)));
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.pop_back();
  return text;
}

/// The rule for includes without a known path.
const Rule* include_rule(const Policy& policy) { return policy.rule_against(Subject::include, "/"); }

/// Whether a header of this name is a library's with every compiler.
bool is_library_name(const std::string& name, const Policy& policy) {
  return policy.is_library("/c++/0/" + name) || policy.is_library("/include/" + name);
}

}  // namespace

std::vector<Refusal> raw_refusals(const UserFiles& files, const Policy& policy) {
  std::vector<Refusal> refusals;
  for_each_directive(files, [&](const fs::path& file, const RawDirective& directive) {
    if (const Rule* rule = policy.rule_against(Subject::directive, directive.name)) {
      refusals.push_back(rule->refuse(directive.name, file.string(), directive.line));
    }
    const Rule* rule = include_rule(policy);
    if (!is_include(directive) || rule == nullptr) return;
    const std::optional<std::string> name = literal_name(directive.argument);
    if (name && fs::path(*name).is_relative() && name->find("..") == std::string::npos) return;
    refusals.push_back(rule->refuse(as_written(directive), file.string(), directive.line));
  });
  return refusals;
}

std::string library_includes(const UserFiles& files, const Policy& policy, const fs::path& cuda_headers,
                             std::set<std::string> names) {
  const auto is_library = [&](const std::string& name) {
    return is_library_name(name, policy) || engine_has(name, policy, cuda_headers);
  };
  for_each_directive(files, [&](const fs::path& file, const RawDirective& directive) {
    const std::optional<std::string> name = literal_name(directive.argument);
    if (is_include(directive) && name && !fs::exists(file.parent_path() / *name) && is_library(*name)) {
      names.insert(*name);
    }
  });
  if (names.empty()) return {};
  // Some libraries write their attributes in words that are CUDA's macros.
  std::string text = "#pragma push_macro(\"__noinline__\")\n#undef __noinline__\n";
  for (const char* copy : {"memcpy", "memmove", "memset", "memcmp"}) {
    text += "#define __builtin_" + std::string(copy) + " " + copy + "\n";
  }
  for (const std::string& name : names) {
    text += "#if __has_include(<" + name + ">)\n#include <" + name + ">\n#endif\n";
  }
  for (const char* copy : {"memcpy", "memmove", "memset", "memcmp"}) {
    text += "#undef __builtin_" + std::string(copy) + "\n";
  }
  return text + "#pragma pop_macro(\"__noinline__\")\n";
}

std::vector<Refusal> unresolved_includes(const UserFiles& files, const Policy& policy,
                                         const std::vector<fs::path>& include_folders,
                                         const fs::path& cuda_headers) {
  std::vector<Refusal> refusals;
  const Rule* rule = include_rule(policy);
  if (rule == nullptr) return refusals;
  for_each_directive(files, [&](const fs::path& file, const RawDirective& directive) {
    const std::optional<std::string> name = literal_name(directive.argument);
    if (!is_include(directive) || !name) return;
    if (fs::exists(file.parent_path() / *name) || is_library_name(*name, policy)) return;
    bool exists = false;
    for (const fs::path& folder : include_folders) {
      if (!fs::exists(folder / *name)) continue;
      exists = true;
      if (may_enter((folder / *name).string(), policy, cuda_headers)) return;
    }
    // A missing "helper.cuh": the compiler has reported it.
    if (!exists && directive.argument.front() == '"' && name->find('/') == std::string::npos) return;
    refusals.push_back(rule->refuse(as_written(directive), file.string(), directive.line));
  });
  return refusals;
}

}  // namespace simt::cxx
