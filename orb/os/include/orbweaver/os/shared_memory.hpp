// SPDX-License-Identifier: Apache-2.0
// Memory that processes share: an anonymous file (memfd) of fixed size, and mappings of it.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstddef>
#include <utility>

namespace orbweaver::os {

inline constexpr std::size_t kPageSize = 4096;

/// Zeroed memory of `size` bytes, which has no name, and a size that no process can change. A page
/// takes memory once it has been touched. The memory is freed with its last descriptor and mapping.
[[nodiscard]] Result<UniqueFd, SystemError> make_shared_memory(std::size_t size) noexcept;
/// Whether another process's descriptor is such memory, of exactly this size. Then reading it
/// cannot fail (SIGBUS), as the other process cannot make it smaller.
[[nodiscard]] bool is_shared_memory(int fd, std::size_t size) noexcept;

enum class Protection { read_only, read_write };

/// A part of shared memory, mapped into this process. It stays if the descriptor is closed.
class Mapping {
 public:
  Mapping() noexcept = default;
  Mapping(Mapping&& other) noexcept : memory_(std::exchange(other.memory_, {})) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(memory_, other.memory_);
    return *this;
  }
  ~Mapping();

  /// `offset` and `size` in whole pages.
  [[nodiscard]] static Result<Mapping, SystemError> of(int fd, std::size_t offset, std::size_t size,
                                                       Protection protection) noexcept;
  [[nodiscard]] MutableBytes memory() const noexcept { return memory_; }

 private:
  explicit Mapping(MutableBytes memory) noexcept : memory_(memory) {}
  MutableBytes memory_;
};

/// Frees the memory of whole pages of a writable mapping. They read as zeros afterwards.
void give_back_pages(MutableBytes pages) noexcept;

}  // namespace orbweaver::os
