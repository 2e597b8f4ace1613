// SPDX-License-Identifier: Apache-2.0
// The open files of a file system's clients. Their number is limited, and each belongs to the
// client that opened it:
//
//   in use ── its client's connection ended, and no call came for a while ──► closed, at next open
//     └────── all slots are taken, and a client opens a file ──► the file that is unused longest is
//             closed: first of those whose client has left, else of those that are idle
#pragma once
#include <orbweaver/corba/caller.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <atomic>
#include <list>
#include <memory>
#include <optional>
#include <vector>

namespace orbweaver::files {

/// The purpose for which a file is opened. `loading`: for devices, which may be of other processes.
enum class Purpose { client, own_work, loading };

class File;

/// Threads: any.
class OpenFiles : public std::enable_shared_from_this<OpenFiles> {
 public:
  explicit OpenFiles(const FileLimits& limits) : limits_(limits) {}

  /// The slot of one open file, which its file owns.
  class Slot {
   public:
    Slot(std::shared_ptr<OpenFiles> all, Purpose purpose, std::optional<corba::Caller> owner)
        : all_(std::move(all)), purpose_(purpose), owner_(std::move(owner)) {}
    ~Slot() { all_->leave(*this); }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    /// Names the file to close if it is unused. Without a file the slot stays taken.
    void belongs_to(std::weak_ptr<File> file);
    /// A call was made.
    void was_used() noexcept { last_use_.store(now(), std::memory_order_relaxed); }

   private:
    friend class OpenFiles;
    [[nodiscard]] TimePoint last_use() const noexcept {
      return last_use_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool is_quiet_for(Nanoseconds time) const noexcept {
      return now() - last_use() >= time;
    }
    [[nodiscard]] bool shares_with(const Slot& other) const noexcept {
      return purpose_ == other.purpose_ && owner_ == other.owner_;
    }
    [[nodiscard]] bool has_lost_its_client() const noexcept { return owner_ && owner_->has_left(); }

    const std::shared_ptr<OpenFiles> all_;
    const Purpose purpose_;
    const std::optional<corba::Caller> owner_;
    os::Atomic<TimePoint> last_use_{now()};  // relaxed: it says when, and guards nothing
    // Guarded by mutex_ of all.
    std::weak_ptr<File> file_;
    std::optional<std::list<Slot*>::iterator> at_;
  };

  /// Returns a slot for one file, perhaps of another file that is closed for it; null: there is
  /// none.
  [[nodiscard]] std::unique_ptr<Slot> take(Purpose purpose);

 private:
  using Files = std::vector<std::shared_ptr<File>>;
  /// The files that take() looked at. Their destructors may call leave(), so they are kept until
  /// the lock is released.
  struct Round {
    Files kept, to_end;
  };

  [[nodiscard]] bool may_end(const Slot& slot) const noexcept;
  void leave(Slot& slot) noexcept;
  void put_out(Slot& slot) noexcept;
  void end_abandoned(Round& round);
  /// Closes a file: of those that share with `newcomer`, or of all if it is null. Returns whether
  /// it could.
  [[nodiscard]] bool end_one(Round& round, const Slot* newcomer);
  [[nodiscard]] bool is_full(const Slot& newcomer) const;
  [[nodiscard]] bool has_share(const Slot& newcomer) const;

  const FileLimits limits_;
  os::Mutex mutex_;
  std::list<Slot*> slots_;
};

}  // namespace orbweaver::files
