// A folder for one test, gone at its end.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace orbweaver::device {

class ScratchFolder {
 public:
  ScratchFolder() {
    static std::atomic<int> count{0};
    path_ = std::filesystem::path{testing::TempDir()} /
            ("orbweaver-device-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
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
  void write_program(const std::string& file, const std::string& script) const {
    write(file, "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(path_ / file, std::filesystem::perms::owner_all);
  }
  [[nodiscard]] std::string read(const std::string& file) const {
    std::ifstream stream{path_ / file};
    return {std::istreambuf_iterator<char>{stream}, {}};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace orbweaver::device
