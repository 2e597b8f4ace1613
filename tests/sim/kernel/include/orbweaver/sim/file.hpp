// SPDX-License-Identifier: Apache-2.0
// What a descriptor stands for.
#pragma once
#include <orbweaver/sim/thread.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace orbweaver::sim {

class EventQueue;

class File {
 public:
  File() noexcept = default;
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  virtual ~File();

  [[nodiscard]] virtual bool is_readable() const noexcept { return false; }
  [[nodiscard]] virtual bool is_writable() const noexcept { return false; }
  /// The calling thread waits here until changed().
  WaitList& waiters() noexcept { return waiters_; }
  /// It may be readable or writable now.
  void changed() noexcept;

 private:
  friend class EventQueue;
  WaitList waiters_;
  std::vector<EventQueue*> queues_;
};

/// Readable from raise() on.
class EventFile final : public File {
 public:
  [[nodiscard]] bool is_readable() const noexcept override { return is_raised_; }
  void raise() noexcept {
    is_raised_ = true;
    changed();
  }

 private:
  bool is_raised_ = false;
};

/// Waits for many files at once.
class EventQueue final : public File {
 public:
  ~EventQueue() override;
  void watch(File& file, std::uint64_t token, bool once);
  void unwatch(const File& file) noexcept;
  /// Blocks: until one of them is readable.
  [[nodiscard]] std::uint64_t next() noexcept;

 private:
  friend class File;
  struct Watch {
    File* file = nullptr;
    std::uint64_t token = 0;
    bool once = false, is_armed = true;
  };
  [[nodiscard]] bool has_ready() const noexcept;
  [[nodiscard]] Watch* ready() noexcept;

  std::vector<Watch> watches_;
};

/// Which of the files are readable; null counts as readable. Blocks: until one is.
[[nodiscard]] std::vector<bool> await_one_readable(const std::vector<File*>& files);

/// Memory that processes share. Its address is the same in all of them.
class SharedMemoryFile final : public File {
 public:
  explicit SharedMemoryFile(std::size_t size);
  ~SharedMemoryFile() override;
  [[nodiscard]] std::byte* memory() const noexcept { return memory_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  std::byte* memory_;
  std::size_t size_;
};

}  // namespace orbweaver::sim
