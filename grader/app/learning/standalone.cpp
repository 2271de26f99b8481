#include "app/learning/standalone.hpp"

#include <fmt/ranges.h>

#include "app/learning/standalone_parts.hpp"
#include "app/learning/traced_case.hpp"
#include "base/lines.hpp"
#include "base/read_file.hpp"
#include "base/regex.hpp"

namespace mergelab::app {
namespace {

fs::path whole_path(const fs::path& file) { return fs::absolute(file).lexically_normal(); }

using Role = Argument::Role;

/// The program has halves as the oracle has them.
std::string spelling(const std::string& type) {
  return type == "half" ? "mergelab::Half" : std::string(element_type_named(type).spelling);
}
/// Of an element, or of a number.
std::string spelling(const Argument& argument) {
  return argument.fields.empty() ? spelling(argument.type) : argument.type;
}

/// A column of an array as a vector of numbers, in the program.
std::string column_of(const std::string& array, const Argument& argument, const Argument& column) {
  if (argument.fields.empty()) return array;
  return fmt::format("column<{}>({}, &{}::{})", spelling(column), array, argument.type,
                     column.name.substr(argument.name.size() + 1));
}

/// A pointer to an array, as the oracle takes it: it has its own structs.
std::string for_oracle(const Argument& argument, const std::string& vector) {
  if (argument.fields.empty()) return vector + ".data()";
  return fmt::format("reinterpret_cast<{0}oracle::{1}*>({2}.data())",
                     argument.role == Role::in || vector.ends_with("_before") ? "const " : "", argument.type,
                     vector);
}

/// As the lab's function takes what is `word` in the program.
std::string given(const Argument& argument, const std::string& word) {
  if (argument.type != "half") return word;
  if (argument.is_array()) return fmt::format("reinterpret_cast<__half*>({})", word);
  return fmt::format("__half(static_cast<float>({}))", word);
}

/// "rows * (inner + 1)": formulas are C++, too.
std::string count_of(const Argument& array) {
  std::vector<std::string> extents;
  for (const std::string& extent : array.extents) extents.push_back(fmt::format("({})", extent));
  return fmt::format("1LL * {}", fmt::join(extents, " * "));
}

/// The call of `function`, with `word(argument)` for each argument.
template <class Word>
std::string call(const Interface& interface, std::string_view function, Word word) {
  std::vector<std::string> words;
  for (const Argument& argument : interface.arguments) words.push_back(word(argument));
  return fmt::format("{}({})", function, fmt::join(words, ", "));
}

/// The last arguments of the program's compare().
std::string tolerance(const Compare& compare) {
  const bool has_tolerance = compare.how == Compare::How::tolerance;
  return fmt::format(
      "{:.17g}, {:.17g}, {}, {}", has_tolerance ? compare.absolute : 0, has_tolerance ? compare.relative : 0,
      compare.how == Compare::How::ulps ? compare.ulps : 0, compare.how == Compare::How::as_set);
}

/// What includes the oracle. It has a namespace, where halves are numbers of plain C++.
std::string oracle_of(const Lab& lab) {
  static const base::Regex include(R"(\s*#\s*include\s*<.*)");
  std::string includes;
  for (const std::string& line : base::lines_of(base::read_file(lab.oracle).value_or(""))) {
    if (base::regex_match(line, include)) includes += line + "\n";
  }
  return fmt::format(
      "\n{}\nnamespace oracle {{\nusing half = mergelab::Half;\nusing __half = mergelab::Half;\n"
      "#include \"{}\"\n}}  // namespace oracle\n",
      includes, whole_path(lab.oracle).string());
}

class Main {
 public:
  Main(const Lab& lab, const judge::Inputs& usual)
      : lab_(lab),
        usual_(usual),
        kit_(lab.kit ? lab.kit->program(lab) : Program()),
        has_check_(defines(base::read_file(lab.oracle).value_or(""), OracleCall::check)) {}

  [[nodiscard]] std::string run() const {
    std::string text =
        "\nint run(int argc, char** argv) {\n"
        "  mergelab::hooks.todo = [](const char* file, int number) {\n"
        "    std::fprintf(stderr, \"TODO %d in %s is not done\\n\", number, file);\n    std::_Exit(1);\n  "
        "};\n";
    text += fmt::format("  const Words words = read_words(argc, argv, {{{}}},\n    \"{}\");\n",
                        fmt::join(usual_words(), ", "), words());
    text += "  std::mt19937 random(number<unsigned>(words, \"seed\"));\n";
    for (const auto& [name, value] : lab_.constants) {
      if (!lab_.interface.has(name))
        text += fmt::format("  [[maybe_unused]] const long long {} = {};\n", name, value);
    }
    text += numbers_and_arrays();
    if (lab_.kit) text += prepared();
    if (!kit_.body.empty()) return text + kit_.body + ended() + "}\n";
    if (has_check_)
      text += before();
    else if (has_right())
      text += right();
    text += lab_.on_host() ? on_host() : on_device();
    return text + (has_check_ ? checked() : has_right() ? compared() : printed()) + "}\n";
  }

  /// "n=1000 seed=1", and `between` before what reads files: " x=FILE".
  [[nodiscard]] std::string words(std::string_view between = "") const {
    std::string numbers, files;
    for (const Argument& argument : lab_.interface.arguments) {
      if (!argument.is_array() && is_standalone_word(lab_, argument))
        numbers += fmt::format("{}={} ", argument.name, word_of(usual_.numbers.at(argument.name)));
      for (const Argument& column : columns_of(argument)) {
        if (argument.is_input()) files += fmt::format(" {}=FILE.npy", column.name);
      }
    }
    return numbers + "seed=1" + (files.empty() ? "" : std::string(between)) + files;
  }

  /// Whether it knows what is right, by comparison.
  [[nodiscard]] bool has_right() const { return lab_.kit != nullptr || !lab_.oracle.empty(); }

 private:
  [[nodiscard]] std::vector<std::string> usual_words() const {
    std::vector<std::string> all{R"({"seed", "1"})"};
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.is_array() ? !argument.is_input() : !is_standalone_word(lab_, argument)) continue;
      const std::string value = argument.is_array() ? "" : word_of(usual_.numbers.at(argument.name));
      for (const Argument& column : columns_of(argument))
        all.push_back(fmt::format("{{\"{}\", \"{}\"}}", column.name, value));
    }
    return all;
  }
  /// The first column of inputs whose only extent is this number; empty: there is none.
  [[nodiscard]] std::optional<Argument> array_of_length(const std::string& number) const {
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.is_input() && argument.extents == std::vector<std::string>{number})
        return columns_of(argument).front();
    }
    return std::nullopt;
  }
  [[nodiscard]] std::string numbers_and_arrays() const {
    std::string text;
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.is_array() || !is_standalone_word(lab_, argument)) continue;
      if (const std::optional<Argument> array = array_of_length(argument.name))
        text += fmt::format("  const {0} {1} = length<{0}>(words, \"{1}\", \"{2}\", sizeof({3}));\n",
                            spelling(argument), argument.name, array->name,
                            array->type == "value" ? "int" : spelling(*array));
      else
        text += fmt::format("  const {0} {1} = number<{0}>(words, \"{1}\");\n", spelling(argument),
                            argument.name);
    }
    for (const Argument& argument : lab_.interface.arguments) {
      if (!argument.is_array()) continue;
      text += argument.is_input() && argument.type == "value"
                  ? fmt::format("  std::vector<value_t> {0} = values(words, \"{0}\", {1}, random);\n",
                                argument.name, count_of(argument))
              : argument.is_input() && argument.fields.empty()
                  ? fmt::format("  std::vector<{0}> {1} = elements<{0}>(words, \"{1}\", {2}, random);\n",
                                spelling(argument), argument.name, count_of(argument))
                  : fmt::format("  std::vector<{}> {}(static_cast<std::size_t>({}));\n", spelling(argument),
                                argument.name, count_of(argument));
      for (const Argument& column : columns_of(argument)) {
        if (!argument.is_input() || argument.fields.empty()) continue;
        text += fmt::format("  set_column({0}, &{1}::{2}, elements<{3}>(words, \"{4}\", {5}, random));\n",
                            argument.name, argument.type, column.name.substr(argument.name.size() + 1),
                            spelling(column), column.name, count_of(argument));
      }
    }
    return text;
  }
  /// The kit's arrays, where none was read from a file.
  [[nodiscard]] std::string prepared() const {
    std::vector<std::string> all_drawn;
    std::string numbered = "  [[maybe_unused]] int origin = 0;\n";
    for (const Argument& argument : lab_.interface.arguments) {
      if (!argument.is_input()) continue;
      all_drawn.push_back(fmt::format("words.at(\"{}\").empty()", argument.name));
      if (argument.type == "value")
        numbered += fmt::format("  number_elements({}, origin);\n", argument.name);
    }
    return kit_.prepare.empty() ? numbered
                                : fmt::format("  if ({}) {{\n{}  }}\n{}", fmt::join(all_drawn, " && "),
                                              kit_.prepare, numbered);
  }
  /// What is right, in copies of the arrays.
  [[nodiscard]] std::string right() const {
    std::string text;
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.is_array()) text += fmt::format("  auto right_{0} = {0};\n", argument.name);
    }
    if (lab_.kit) return text + kit_.expected;
    if (!lab_.interface.returns.empty()) text += "  const auto right_returned =";
    return text + "  " +
           call(lab_.interface, "oracle::expected",
                [](const Argument& argument) {
                  return argument.is_array() ? for_oracle(argument, "right_" + argument.name) : argument.name;
                }) +
           ";\n";
  }
  /// Copies of what the call changes, for the oracle's check.
  [[nodiscard]] std::string before() const {
    std::string text;
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.role == Role::inout)
        text += fmt::format("  const auto {0}_before = {0};\n", argument.name);
    }
    return text;
  }
  /// By the oracle's check.
  [[nodiscard]] std::string checked() const {
    std::vector<std::string> words;
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.role == Role::scratch) continue;
      if (argument.role == Role::inout) words.push_back(for_oracle(argument, argument.name + "_before"));
      words.push_back(argument.is_array() ? for_oracle(argument, argument.name) : argument.name);
    }
    if (!lab_.interface.returns.empty()) words.emplace_back("returned");
    return fmt::format(
        "  const std::string why = oracle::check({});\n"
        "  std::printf(\"%s\\n\", why.empty() ? \"ok\" : why.c_str());\n  return why.empty() ? 0 : 1;\n",
        fmt::join(words, ", "));
  }
  [[nodiscard]] std::string called(std::string_view function, std::string_view suffix) const {
    const std::string made = call(lab_.interface, function, [&](const Argument& argument) {
      return given(argument, !argument.is_array() ? argument.name
                             : suffix.empty()     ? "device_" + argument.name
                                                  : fmt::format("{}{}", argument.name, suffix));
    });
    const std::string& type = lab_.interface.returns;
    if (type.empty()) return fmt::format("  {};\n", made);
    const std::string returned = type == "half" ? fmt::format("static_cast<float>({})", made) : made;
    return fmt::format("  const {} returned = {};\n", spelling(type), returned);
  }
  [[nodiscard]] std::string on_host() const { return called(lab_.function, ".data()"); }
  [[nodiscard]] std::string on_device() const {
    std::string text, back;
    for (const Argument& argument : lab_.interface.arguments) {
      if (!argument.is_array()) continue;
      text += fmt::format("  auto* const device_{0} = on_device({0}, {1});\n", argument.name,
                          argument.is_input());
      if (argument.is_output()) back += fmt::format("  from_device({0}, device_{0});\n", argument.name);
    }
    return text + called(lab_.function, "") +
           fmt::format(
               "  check_cuda(cudaGetLastError(), \"{0}\");\n  check_cuda(cudaDeviceSynchronize(), \"{0}\");\n"
               "  char file[60];\n  if (const int todo = mergelab::take_device_todo(file, sizeof file)) "
               "mergelab::hooks.todo(file, todo);\n",
               lab_.function) +
           back;
  }
  [[nodiscard]] std::string compared() const {
    std::string text = "  long long wrong = 0;\n";
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.is_output() && argument.type == "value")
        text += fmt::format("  wrong += compare_values(\"{0}\", {0}, right_{0});\n", argument.name);
      else if (argument.is_output())
        for (const Argument& column : columns_of(argument))
          text +=
              fmt::format("  wrong += compare(\"{}\", {}, {}, {});\n", column.name,
                          column_of(argument.name, argument, column),
                          column_of("right_" + argument.name, argument, column), tolerance(column.compare));
    }
    if (const std::string& type = lab_.interface.returns; !type.empty())
      text += fmt::format(
          "  wrong += compare(\"the returned value\", std::vector<{0}>{{returned}}, "
          "std::vector<{0}>{{right_returned}}, {1});\n",
          spelling(type), tolerance(lab_.interface.compare_returned));
    return text + ended();
  }
  [[nodiscard]] static std::string ended() {
    return "  if (wrong == 0) std::printf(\"ok\\n\");\n  else std::printf(\"%lld wrong\\n\", wrong);\n"
           "  return wrong == 0 ? 0 : 1;\n";
  }
  [[nodiscard]] std::string printed() const {
    std::string text;
    for (const Argument& argument : lab_.interface.arguments) {
      if (!argument.is_output()) continue;
      for (const Argument& column : columns_of(argument))
        text +=
            fmt::format("  print(\"{}\", {});\n", column.name, column_of(argument.name, argument, column));
    }
    if (!lab_.interface.returns.empty())
      text += "  std::printf(\"returned %.9g\\n\", static_cast<double>(returned));\n";
    return text + "  return 0;\n";
  }

  const Lab& lab_;
  const judge::Inputs& usual_;
  Program kit_;
  bool has_check_;  // whether oracle.cpp has one
};

}  // namespace

StandaloneFiles standalone_files(const Course& course, const Lab& lab, const fs::path& folder) {
  StandaloneFiles files;
  for (const auto& [name, source] : own_sources(course, lab, folder)) {
    if (name == lab.name) {
      files.file = whole_path(source.file);
    } else {
      files.folders.push_back(whole_path(source.file.parent_path()));
    }
  }
  return files;
}

std::vector<std::string> engine_command(const StandaloneFiles& files, const Programs& programs,
                                        const fs::path& main_file, const fs::path& object) {
  std::vector<std::string> command{whole_path(programs.toolchain.simt_cc).string(), "-O0", "-g"};
  const auto add = [&](const char* option, const fs::path& folder) {
    command.insert(command.end(), {option, folder.string()});
  };
  add("-I", whole_path(programs.toolchain.include_dir));
  for (const fs::path& folder : files.folders) add("-I", folder);
  // Where kernels are launched.
  for (const fs::path& file : {main_file, files.file}) add("--user-folder", whole_path(file).parent_path());
  for (const fs::path& folder : files.folders) add("--user-folder", folder);
  command.insert(command.end(), {"-o", object.string(), main_file.string()});
  return command;
}

std::string word_of(const Number& number) {
  return std::visit([](auto value) { return fmt::format("{}", value); }, number);
}

bool is_standalone_word(const Lab& lab, const Argument& argument) {
  return argument.role != Role::parameter || !lab.kit || lab.kit->program(lab).body.empty();
}

judge::Inputs standalone_numbers(const Course& course, const Lab& lab) {
  if (!lab.kit) return usual_inputs(course, lab);
  constexpr std::int64_t kUsualLength = 1000, kUsualNumber = 8;
  judge::Inputs usual;
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_array()) continue;
    const auto constant = lab.constants.find(argument.name);
    const bool is_length = std::ranges::any_of(lab.interface.arguments, [&](const Argument& array) {
      return array.extents == std::vector<std::string>{argument.name};
    });
    usual.numbers[argument.name] = constant != lab.constants.end() ? constant->second
                                   : is_length                     ? kUsualLength
                                                                   : kUsualNumber;
  }
  return usual;
}

std::string standalone_words(const Lab& lab, const judge::Inputs& usual) { return Main(lab, usual).words(); }

std::string standalone_source(const Lab& lab, const StandaloneFiles& files, const judge::Inputs& usual,
                              const std::string& about) {
  std::string text = about;
  text += kIncludes;
  if (!lab.oracle.empty()) text += oracle_of(lab);
  text += fmt::format("\n#include \"{}\"\n", files.file.string());
  text += kBeginning;
  if (!lab.on_host()) text += kDevice;
  if (lab.kit) text += kValues;
  text += lab.kit ? "" : lab.oracle.empty() ? kNoComparison : kComparison;
  return text + Main(lab, usual).run() +
         "\n}  // namespace standalone\n\nint main(int argc, char** argv) { return standalone::run(argc, "
         "argv); "
         "}\n";
}

}  // namespace mergelab::app
