#include "app/course_files/replaceable.hpp"

#include <fstream>
#include <string>

namespace mergelab::app {

bool is_replaceable(const std::filesystem::path& file, std::string_view mark) {
  constexpr std::size_t kHeadBytes = 1024;
  if (!std::filesystem::exists(file)) return true;
  std::ifstream in(file, std::ios::binary);
  std::string head(kHeadBytes, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head.empty() || head.find(mark) != std::string::npos;
}

}  // namespace mergelab::app
