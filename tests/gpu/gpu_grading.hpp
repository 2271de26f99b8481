// Gradings on this machine's GPU, of modified copies of the solutions.
#pragma once

#include <fmt/format.h>

#include "command.hpp"

namespace mergelab {

class GpuGrading : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    const Ran ran = on_gpu({"run", "1", "--case", "plain/no_such_case"});
    if (ran.text.find("backend 'gpu' is not available") != std::string::npos) GTEST_SKIP() << ran.text;
    mine_ = folder_ / "mine";
    fs::copy(source() / "solutions", mine_, fs::copy_options::recursive);
  }

  /// mergelab with these words and the machine's GPU.
  [[nodiscard]] Ran on_gpu(std::vector<std::string> words, const std::string& backend = "gpu") const {
    words.insert(words.end(), {"--backend", backend});
    std::map<std::string, std::string> environment;
    for (const char* name : {"CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"}) {
      const char* value = std::getenv(name);
      if (value != nullptr || std::string_view(name) == "CUDA_VISIBLE_DEVICES")
        environment[name] = value != nullptr ? value : "0";
    }
    return mergelab(std::move(words), environment);
  }

  /// `run` of one lab from mine_, one item (empty: all), and the lab's part of the report.
  [[nodiscard]] nlohmann::json lab_of(int lab, const std::string& item, const std::string& backend = "gpu",
                                      std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"run",    std::to_string(lab), "--dir",  mine_.string(),
                                   "--json", "report.json",       "--quiet"};
    if (!item.empty()) words.insert(words.end(), {"--case", item});
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = on_gpu(std::move(words), backend);
    EXPECT_EQ(ran.code, 0) << ran.text;
    return ran.code == 0 ? report().at("labs").at(0) : nlohmann::json();
  }
  [[nodiscard]] static nlohmann::json item_of(const nlohmann::json& lab, const std::string& id) {
    for (const nlohmann::json& item : lab.at("items")) {
      if (item.at("id") == id) return item;
    }
    ADD_FAILURE() << "no item " << id;
    return {};
  }
  [[nodiscard]] nlohmann::json item(int lab, const std::string& id, const std::string& backend = "gpu",
                                    std::vector<std::string> more = {}) const {
    return item_of(lab_of(lab, id, backend, std::move(more)), id);
  }

  [[nodiscard]] fs::path basic() const { return mine_ / "03_basic_kernel" / "merge_basic.cuh"; }
  [[nodiscard]] fs::path tiled() const { return mine_ / "04_tiled_kernel" / "merge_tiled.cuh"; }
  [[nodiscard]] fs::path circular() const { return mine_ / "05_circular_buffer" / "merge_circular.cuh"; }

  fs::path mine_;
};

}  // namespace mergelab
