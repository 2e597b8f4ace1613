// SPDX-License-Identifier: Apache-2.0
// The metadata of the last received packet. The metadata of packets from finish() continue them.
#pragma once
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/packets/metadata_run.hpp>

#include <cstddef>
#include <mutex>
#include <utility>

namespace orbweaver::component {

/// Threads: any. If several threads note packets, the last call is kept.
class LastMetadata {
 public:
  /// Notes the metadata of a packet with `samples` samples.
  void note(const packets::Metadata& metadata, std::size_t samples) {
    const std::lock_guard lock(mutex_);
    (has_ended_ ? next_ : now_) = {metadata, samples};
  }
  /// The stream has ended. Packets that are noted from now on belong to the next one.
  void note_end() {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  /// The metadata of a packet that would follow the last noted one; empty if none was noted. The
  /// next stream begins with empty ones.
  [[nodiscard]] packets::Metadata take() {
    const std::lock_guard lock(mutex_);
    auto [metadata, samples] = std::exchange(now_, std::exchange(next_, {}));
    has_ended_ = false;
    packets::MetadataRun{}.advance(metadata, samples);
    return metadata;
  }

 private:
  os::Mutex mutex_;
  struct NotedPacket {
    packets::Metadata metadata;
    std::size_t samples = 0;
  };
  NotedPacket now_, next_;
  bool has_ended_ = false;
};

}  // namespace orbweaver::component
