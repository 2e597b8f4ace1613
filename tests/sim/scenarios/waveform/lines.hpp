// What a component of a simulated process prints.
#pragma once
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
  /// Fails the run unless the stream is over, without an error.
  void check_is_over() const;

 private:
  [[nodiscard]] std::string_view text() const noexcept;

  std::FILE* file_;
  char* text_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace orbweaver::sim
