// Archives as made by students and others.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace mergelab {

struct Packed {
  std::string name, text;
  std::string symbolic_link = {}, hard_link = {};
};

/// A zip or a tar.gz, as its name says.
inline void pack(const std::filesystem::path& file, const std::vector<Packed>& all) {
  archive* out = archive_write_new();
  if (file.extension() == ".zip") {
    archive_write_set_format_zip(out);
  } else {
    archive_write_set_format_pax_restricted(out);
    archive_write_add_filter_gzip(out);
  }
  bool good = archive_write_open_filename(out, file.c_str()) == ARCHIVE_OK;
  for (const Packed& each : all) {
    archive_entry* entry = archive_entry_new();
    archive_entry_copy_pathname(entry, each.name.c_str());
    archive_entry_set_filetype(entry, each.symbolic_link.empty() ? AE_IFREG : AE_IFLNK);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(each.text.size()));
    if (!each.symbolic_link.empty()) archive_entry_copy_symlink(entry, each.symbolic_link.c_str());
    if (!each.hard_link.empty()) archive_entry_copy_hardlink(entry, each.hard_link.c_str());
    good = good && archive_write_header(out, entry) >= ARCHIVE_WARN;  // it warns of letters outside ASCII
    if (!each.text.empty()) good = good && archive_write_data(out, each.text.data(), each.text.size()) > 0;
    archive_entry_free(entry);
  }
  good = archive_write_close(out) == ARCHIVE_OK && good;
  archive_write_free(out);
  if (!good) throw std::runtime_error("no archive for a test: " + file.string());
}

}  // namespace mergelab
