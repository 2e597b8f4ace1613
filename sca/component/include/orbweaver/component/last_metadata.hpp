// What was said of the last packets that came in: what finish() makes follows them.
#pragma once
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/packets/metadata_run.hpp>

#include <cstddef>
#include <mutex>
#include <utility>

namespace orbweaver::component {

/// Threads: any. Of several threads the one that notes last counts.
class LastMetadata {
 public:
  /// Of a packet of so many samples.
  void note(const packets::Metadata& metadata, std::size_t samples) {
    const std::lock_guard lock(mutex_);
    (has_ended_ ? next_ : now_) = {metadata, samples};
  }
  /// What is noted from now on is of the next stream.
  void note_end() {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  /// Those of a packet that would follow the last one that was noted; empty if none was. The next stream
  /// begins without.
  [[nodiscard]] packets::Metadata take() {
    const std::lock_guard lock(mutex_);
    auto [metadata, samples] = std::exchange(now_, std::exchange(next_, {}));
    has_ended_ = false;
    packets::MetadataRun{}.advance(metadata, samples);
    return metadata;
  }

 private:
  os::Mutex mutex_;
  struct Noted {
    packets::Metadata metadata;
    std::size_t samples = 0;
  };
  Noted now_, next_;
  bool has_ended_ = false;
};

}  // namespace orbweaver::component
