// A separate program around one lab's function, for tools that need one: compilers, debuggers, profilers.
#pragma once

#include "app/machine/toolchain.hpp"
#include "judge/inputs.hpp"

namespace mergelab::app {

/// A student's file, and where the compiler finds what it includes.
struct StandaloneFiles {
  std::filesystem::path file;
  std::vector<std::filesystem::path> folders;  // of the earlier labs' files
};

/// Throws UsageError if `folder` lacks the lab's file.
[[nodiscard]] StandaloneFiles standalone_files(const Course& course, const Lab& lab,
                                               const std::filesystem::path& folder);

/// main.cu: it draws the arrays or reads them from .npy files, calls the function, compares with what its kit
/// or oracle.cpp says is right, and ends with 1 where they differ; without either it prints the outputs.
/// `usual`: the numbers of a call without words. `about` is a comment for its head.
[[nodiscard]] std::string standalone_source(const Lab& lab, const StandaloneFiles& files,
                                            const judge::Inputs& usual, const std::string& about);
/// A number as such a word has it.
[[nodiscard]] std::string word_of(const Number& number);
/// Whether it takes this argument as a word: numbers that the kit's statements choose it does not.
[[nodiscard]] bool is_standalone_word(const Lab& lab, const Argument& argument);
/// The numbers of a call without words: of a kit's function 1000 elements.
[[nodiscard]] judge::Inputs standalone_numbers(const Course& course, const Lab& lab);
/// The words that it takes: "n=1000 seed=1    # or x=FILE.npy".
[[nodiscard]] std::string standalone_words(const Lab& lab, const judge::Inputs& usual);

/// The words that compile it for the CPU engine, unoptimised, for simt-run.
[[nodiscard]] std::vector<std::string> engine_command(const StandaloneFiles& files, const Programs& programs,
                                                      const std::filesystem::path& main_file,
                                                      const std::filesystem::path& object);

}  // namespace mergelab::app
