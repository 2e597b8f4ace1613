// SPDX-License-Identifier: Apache-2.0
// Simulated processes and the machines (nodes) on which they run. A process has threads, memory and
// descriptors of its own. All share the program's code, and its static variables.
#pragma once
#include <orbweaver/sim/clock.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace orbweaver::sim {

struct Process;
struct Node;  // network.hpp
class File;

struct ProcessTraits {
  std::string name;
  Node* node = nullptr;  // null: the first
  unsigned processors = 2;
};

/// Starts a process whose first thread calls `body`. It ends when `body` returns and its other
/// threads have ended: a thread that never ends is found as a deadlock.
Process* start_process(ProcessTraits traits, std::function<void()> body);
/// Ends it at once, between two steps of its threads: nothing of it is destroyed, its descriptors
/// are closed. Of the calling process: does not return. For its parent it ended by SIGKILL.
void kill(Process& process) noexcept;
[[nodiscard]] bool has_ended(const Process& process) noexcept;
[[nodiscard]] bool was_killed(const Process& process) noexcept;
/// Blocks: until it has ended.
void await_end(Process& process) noexcept;
[[nodiscard]] const std::string& name_of(const Process& process) noexcept;
[[nodiscard]] Node& node_of(const Process& process) noexcept;
[[nodiscard]] unsigned processors_of(const Process& process) noexcept;
/// Bytes that the process allocated and did not free.
[[nodiscard]] std::size_t bytes_in_use(const Process& process) noexcept;

/// Descriptors of the calling process.
[[nodiscard]] int add_file(std::shared_ptr<File> file);
[[nodiscard]] std::shared_ptr<File> file_of(int fd) noexcept;  // null: there is none
[[nodiscard]] int number_of_files() noexcept;                  // one more than the highest
/// As file_of(), but it lives as long as the thread's HeldFiles, even if it is closed.
[[nodiscard]] File* hold_file(int fd);
/// The files that the calling thread uses in a system call; let go of at its end, or the process's.
class HeldFiles {
 public:
  HeldFiles() noexcept = default;
  ~HeldFiles();
  HeldFiles(const HeldFiles&) = delete;
  HeldFiles& operator=(const HeldFiles&) = delete;
};
void close_file(int fd) noexcept;
/// Shared memory in the calling process: `place` keeps `memory` until unmap(), or the process's
/// end.
void map(std::byte* place, std::shared_ptr<File> memory);
void unmap(std::byte* place) noexcept;
/// Descriptors that a process had when its last thread ended, but for those that it was started
/// with.
[[nodiscard]] std::size_t files_at_end(const Process& process) noexcept;

}  // namespace orbweaver::sim
