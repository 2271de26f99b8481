// A lab must not call the engine's interface for its hosting process: the policy allows only the engine's
// other functions, by their names.
#include "kits/kits.hpp"
#include "simt/cxx/object_policy.hpp"
#include "simt/cxx/policy.hpp"
#include "simt/elf/object_file.hpp"
#include "submission/policy.hpp"
#include "support/test.hpp"

namespace mergelab::submission {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The functions and variables of namespace simt that its library exports.
std::vector<std::string> exports() {
  std::vector<std::string> names;
  for (const simt::elf::ObjectSymbol& symbol : simt::elf::read_object(text_of(LIBSIMT)).symbols) {
    const bool of_simt = symbol.name.starts_with("_ZN4simt") || symbol.name.starts_with("_ZNK4simt");
    if (of_simt && !symbol.undefined && !symbol.local && !symbol.weak) names.push_back(symbol.name);
  }
  return names;
}

bool in_namespace(const std::string& symbol, const std::string& name) {
  const std::string part = "4simt" + std::to_string(name.size()) + name;
  return symbol.find(part) != std::string::npos;
}

/// What only the engine and the process that hosts it call.
bool is_inner(const std::string& symbol) {
  return std::ranges::any_of(std::array{"host", "core", "check", "count", "trace", "elf"},
                             [&](const char* name) { return in_namespace(symbol, name); });
}

TEST(HostFunctions, are_all_refused) {
  const simt::cxx::Policy policy(policy_text({}, &merge_kit()));
  int functions = 0;
  for (const std::string& symbol : exports()) {
    if (in_namespace(symbol, "host")) ++functions;
    if (is_inner(symbol)) {
      EXPECT_NE(policy.rule_against(simt::cxx::Subject::import, symbol), nullptr) << symbol;
    }
  }
  EXPECT_GE(functions, 22);
}

TEST(HostFunctions, are_all_in_their_namespaces) {
  std::string kernels_see;
  for (const auto& header : std::filesystem::directory_iterator(ENGINE_HEADERS)) {
    const std::string name = header.path().filename().string();
    if (name != "engine.hpp" && name != "counters.hpp") kernels_see += text_of(header.path());
  }
  for (const std::string& symbol : exports()) {
    const std::string name = simt::cxx::source_name(symbol);
    const bool is_seen = kernels_see.find(name + "(") != std::string::npos ||  // a function or a variable
                         kernels_see.find(" " + name + ";") != std::string::npos;
    EXPECT_TRUE(is_inner(symbol) || is_seen) << symbol;
  }
}

/// Graphs are for programs: of a lab, the grader looks at each launch and copy. So are random numbers,
/// launches by kernels, clusters, tensor cores and inline PTX.
bool is_for_programs(const std::string& symbol) {
  const std::string name = simt::cxx::source_name(symbol);
  return name.starts_with("cudaGraph") || name.find("GraphMem") != std::string::npos ||
         name == "multiply_matrices" || name == "shared_memory" || name.find("Captur") != std::string::npos ||
         name == "cudaStreamSetAttribute" || name == "note_argument" || name == "set_condition" ||
         name == "host_copy" || name.find("cluster") != std::string::npos || in_namespace(symbol, "random");
}

/// So that a name that is gone is taken out of the list.
TEST(EngineFunctions, are_what_the_list_names) {
  std::vector<std::string> cuda;
  for (const simt::elf::ObjectSymbol& symbol : simt::elf::read_object(text_of(LIBSIMT)).symbols) {
    if (!symbol.undefined && !symbol.local && simt::cxx::source_name(symbol.name).starts_with("cuda"))
      cuda.push_back(symbol.name);
  }
  const simt::cxx::Policy policy(engine_rules() + "refuse import * | no");
  for (const std::string& symbol : cuda) {
    EXPECT_EQ(policy.rule_against(simt::cxx::Subject::import, symbol) != nullptr, is_for_programs(symbol))
        << symbol;
  }
  std::vector<std::string> all = exports();
  for (const std::string& symbol : all) {
    EXPECT_EQ(policy.rule_against(simt::cxx::Subject::import, symbol) != nullptr,
              is_inner(symbol) || is_for_programs(symbol))
        << symbol;
  }
  all.insert(all.end(), cuda.begin(), cuda.end());
  std::istringstream lines(engine_rules());
  for (std::string line; std::getline(lines, line);) {
    const std::string pattern = line.substr(line.rfind(' ') + 1);
    if (!pattern.starts_with("_Z")) continue;
    EXPECT_TRUE(std::ranges::any_of(all, [&](const std::string& each) {
      return simt::cxx::fits(pattern, each);
    })) << pattern;
  }
}

}  // namespace
}  // namespace mergelab::submission
