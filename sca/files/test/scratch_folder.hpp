// A folder that a test may fill, gone at its end.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace orbweaver::files {

class ScratchFolder {
 public:
  ScratchFolder() {
    static std::atomic<int> count{0};
    path_ = std::filesystem::path{testing::TempDir()} /
            ("orbweaver-files-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    std::filesystem::create_directories(path_);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream{path_ / file} << text;
  }
  [[nodiscard]] std::string read(const std::string& file) const {
    std::ifstream stream{path_ / file};
    return {std::istreambuf_iterator<char>{stream}, {}};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace orbweaver::files
