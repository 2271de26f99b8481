#include "app/microscope_file.hpp"

#include <fmt/format.h>

#include <fstream>

#include "app/console.hpp"
#include "app/errors.hpp"
#include "base/atomic_file.hpp"
#include "course/course.hpp"
#include "model/json.hpp"
#include "report/microscope.hpp"
#include "report/report.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeadBytes = 512;

/// Whether an older file may be replaced: a page of ours, or nothing at all.
bool is_replaceable(const fs::path& file) {
  if (!fs::exists(file)) return true;
  std::ifstream in(file, std::ios::binary);
  std::string head(kHeadBytes, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head.empty() || head.find(report::kMicroscopeMark) != std::string::npos;
}

}  // namespace

void add_html(Words& words, std::optional<std::string>& asked) {
  words.flag_with_value("--html", asked, "Write a page that replays a small case: lab4.html, after the lab",
                        "FILE");
}

MicroscopeFile::MicroscopeFile(const std::optional<std::string>& asked, const Lab& lab) {
  if (!asked) return;
  file_ = asked->empty() ? fs::path(fmt::format("lab{}.html", lab_number(lab))) : fs::path(*asked);
  if (file_ == "-") throw UsageError("--html takes a file, which a browser can open, not standard output");
  try {
    base::check_writable(file_);
  } catch (const base::WriteError& error) {
    throw UsageError(error.what());
  }
  if (!is_replaceable(file_)) {
    throw UsageError(
        fmt::format("{} is there, and is no page of the merge microscope: it stays as it is\n"
                    "  choose another name: --html=FILE",
                    file_.string()));
  }
}

void MicroscopeFile::write(const Trace& trace, const LabResult* lab, std::FILE* text) const {
  if (!is_wanted()) return;
  base::write_atomically(file_, report::microscope_page(Json::parse(report::to_json(trace)), lab));
  fmt::print(text, "microscope: {} (open it in a browser)\n", file_.string());
}

}  // namespace mergelab::app
