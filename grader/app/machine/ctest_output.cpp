#include "app/machine/ctest_output.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/command_line/errors.hpp"

namespace mergelab::app {
namespace {

using Json = nlohmann::json;

constexpr const char* kDigits = "0123456789";

ListedTest listed(const Json& test, int number, const std::filesystem::path& build) {
  ListedTest one;
  one.number = number;
  one.name = test.at("name");
  if (test.contains("command")) {
    one.program = std::filesystem::path(test.at("command").at(0).get<std::string>()).filename().string();
  }
  for (const Json& property : test.value("properties", Json::array())) {
    const Json& value = property.at("value");
    if (property.at("name") == "LABELS") {
      for (const Json& label : value) {
        one.is_long |= label == "long";
        one.needs_gpu |= label == "gpu";
      }
    } else if (property.at("name") == "WORKING_DIRECTORY") {
      const auto folder = std::filesystem::path(value.get<std::string>()).lexically_relative(build / "tests");
      if (!folder.empty()) one.folder = folder.begin()->string();
    }
  }
  return one;
}

}  // namespace

std::vector<ListedTest> read_test_list(const std::string& json, const std::filesystem::path& build) {
  std::vector<ListedTest> tests;
  try {
    const Json list = Json::parse(json);
    for (const Json& test : list.at("tests"))
      tests.push_back(listed(test, static_cast<int>(tests.size()) + 1, build));
  } catch (const Json::exception&) {
    throw EnvironmentError("ctest can't list the tests:\n" + json);
  }
  return tests;
}

std::optional<TestResult> CtestReader::read(const std::string& line) {
  // "12: what test 12 prints"
  const std::size_t colon = line.find_first_not_of(kDigits);
  if (colon != 0 && colon != std::string::npos && line[colon] == ':') {
    const std::string text = line.substr(std::min(colon + 2, line.size()));
    const bool about = text.starts_with("Test command: ") || text.starts_with("Working Directory: ") ||
                       text.starts_with("Test timeout computed to be: ");
    if (!about) outputs_[line.substr(0, colon)] += text + "\n";
    return std::nullopt;
  }
  // " 3/10 Test  #12: Suite.name ......***Failed    0.02 sec", or "...   Passed"
  const std::size_t hash = line.find('#'), dots = line.find(" ..");
  if (hash == std::string::npos || dots == std::string::npos || line.find('/') > hash ||
      line.find(" Test ") > hash) {
    return std::nullopt;
  }
  const std::size_t name = line.find(": ", hash), how = line.find_first_not_of(" .*", dots);
  if (name == std::string::npos || name > dots || how == std::string::npos) return std::nullopt;
  TestResult result;
  result.name = line.substr(name + 2, dots - name - 2);
  result.how = line.substr(how, line.find("  ", how) - how);
  using State = TestResult::State;
  result.state = result.how.starts_with("Passed")    ? State::passed
                 : result.how.starts_with("Skipped") ? State::skipped
                                                     : State::failed;
  result.output = std::move(outputs_[line.substr(hash + 1, name - hash - 1)]);
  return result;
}

std::string skip_reason(const std::string& output) {
  constexpr std::string_view kOfScript = "skipped: ", kOfGoogleTest = ": Skipped";
  std::istringstream lines(output);
  std::string reason;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kOfScript)) return line.substr(kOfScript.size());
    if (!line.ends_with(kOfGoogleTest)) continue;
    while (std::getline(lines, line) && !line.empty() && !line.starts_with('['))
      reason += (reason.empty() ? "" : " ") + line;
    return reason;
  }
  return "no reason given";
}

std::map<std::string, double> read_costs(const std::filesystem::path& file) {
  std::map<std::string, double> costs;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line) && line != "---";) {
    std::istringstream fields(line);
    std::string name;
    int runs = 0;
    double seconds = 0;
    if (fields >> name >> runs >> seconds && runs > 0) costs[name] = seconds;
  }
  return costs;
}

}  // namespace mergelab::app
