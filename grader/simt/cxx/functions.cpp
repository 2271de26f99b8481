#include "functions.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "function_finder.hpp"

namespace simt::cxx {

Functions FunctionFinder::run() {
  try {
    declarations(0, size(), {});
  } catch (const TooDeep&) {
    return {};
  }
  for (std::size_t i = 0; i < found_.defined.size(); ++i) {
    const auto other = declared_.find(names_[i]);
    if (other != declared_.end()) found_.defined[i].spaces |= other->second;
  }
  check_launches();
  for (const DeviceVariable& variable : found_.device_variables) found_.host_variables.erase(variable.name);
  return std::move(found_);
}

void FunctionFinder::add(const Function& function, std::string whole_name) {
  found_.defined.push_back(function);
  names_.push_back(std::move(whole_name));
}

void FunctionFinder::refuse(std::size_t at, const std::string& words) {
  found_.refusals.push_back({source_.files[token(at).file], token(at).line, "error: " + words});
}

void FunctionFinder::check_launches() {
  std::map<std::string_view, unsigned> spaces;
  for (const Function& function : found_.defined) spaces[function.name] |= function.spaces;
  for (const auto& [name, declared] : declared_) {
    const std::size_t begin = name.rfind("::") == std::string::npos ? 0 : name.rfind("::") + 2;
    if (const auto known = spaces.find(std::string_view(name).substr(begin)); known != spaces.end()) {
      known->second |= declared;
    }
  }
  for (const std::size_t name : launched_) {
    const auto known = spaces.find(text(name));
    if (known == spaces.end() || (known->second & kGlobal) != 0) continue;
    refuse(name, "a host function call cannot be configured: " + quoted(name) +
                     " is no kernel; write __global__ before it");
  }
}

void FunctionFinder::refuse_initialiser(std::size_t at) {
  refuse(at,
         "initializer not allowed for __shared__ variable: CUDA gives it no initial value, so let a thread "
         "assign it, and wait with __syncthreads()");
}

Functions find_functions(const SourceText& source, DeviceLaunches launches) {
  return FunctionFinder(source, launches).run();
}

std::string constant_of_device_variables(const Functions& functions) {
  std::string names;
  for (const DeviceVariable& variable : functions.device_variables) {
    if (variable.has_host_copy) names += variable.name + "\\n";
  }
  if (names.empty()) return "";
  return "\n# 1 \"simt\"\nstatic const char simt_device_variables[] __attribute__((used)) = \"" + names +
         "\";\n";
}

std::string mark_functions(std::string_view preprocessed, const Functions& functions,
                           const SourceText& source) {
  struct Edit {
    std::size_t at, removed;
    std::string words;
  };
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < functions.defined.size(); ++i) {
    edits.push_back(
        {functions.defined[i].body, 0,
         " if (!__builtin_is_constant_evaluated()) __asm__(\"# simt " + std::to_string(i) + "\");"});
  }
  for (const Token& token : source.tokens) {
    if (token.text == "always_inline" || token.text == "__always_inline__") {
      edits.push_back({token.at, token.text.size(), "unused"});
    }
  }
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.at < b.at; });
  std::string marked;
  std::size_t done = 0;
  for (const Edit& edit : edits) {
    marked += preprocessed.substr(done, edit.at - done);
    marked += edit.words;
    done = edit.at + edit.removed;
  }
  marked += preprocessed.substr(done);
  return marked;
}

}  // namespace simt::cxx
