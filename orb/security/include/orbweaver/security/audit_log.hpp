// SPDX-License-Identifier: Apache-2.0
// A file of decisions, one JSON object a line. It is bounded: when it is full, it takes the place
// of the one before, FILE.1.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace orbweaver::security {

/// The fields of a line, in their order. Values may be a peer's: any bytes.
using AuditFields = std::span<const std::pair<std::string_view, std::string_view>>;

/// {"time":"2026-11-30T12:00:00.000Z","decision":"deny",...}, without the end of the line. A byte
/// that is no printable ASCII becomes \u00NN.
[[nodiscard]] std::string audit_line(std::string_view time, AuditFields fields);

/// Threads: any.
class AuditLog {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;

  /// Appends to the file, which is made with mode 0600. Fails: one readable line, which names it.
  [[nodiscard]] static Result<std::unique_ptr<AuditLog>, std::string> open(
      std::string path, std::size_t most_bytes = kMostBytes);

  /// Writes a line with the time of day. If it cannot be written, it is counted, and the log of the
  /// program says so. Blocks: as the disk does.
  void write(AuditFields fields) noexcept;
  /// Lines that could not be written.
  [[nodiscard]] std::uint64_t lost() const noexcept {
    return lost_.load(std::memory_order_relaxed);
  }

 private:
  AuditLog(std::string path, std::size_t most_bytes, os::UniqueFd file, std::size_t size)
      : path_(std::move(path)), most_bytes_(most_bytes), file_(std::move(file)), size_(size) {}
  [[nodiscard]] bool append(std::string_view line);
  void begin_anew();

  const std::string path_;
  const std::size_t most_bytes_;
  os::Atomic<std::uint64_t> lost_{0};
  os::Mutex mutex_;
  os::UniqueFd file_;  // requires mutex_, as the next
  std::size_t size_;
};

}  // namespace orbweaver::security
