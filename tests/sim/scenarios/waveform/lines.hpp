// SPDX-License-Identifier: Apache-2.0
// What a component of a simulated process prints.
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace orbweaver::sim {

/// Threads: any that print to file(); all else one at a time.
class Lines {
 public:
  Lines();
  ~Lines();
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  [[nodiscard]] std::FILE* file() const noexcept { return file_; }
  [[nodiscard]] std::string first() const;
  /// So many streams are over, as it says. Also of another process that lives.
  [[nodiscard]] std::uint32_t ends() const;
  /// Fails the run unless so many are, without an error.
  void check_is_over(std::uint32_t streams) const;

 private:
  [[nodiscard]] std::string_view text() const noexcept;

  std::FILE* file_;
  char* text_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace orbweaver::sim
