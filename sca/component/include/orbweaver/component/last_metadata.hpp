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
    last_ = metadata;
    samples_ = samples;
  }
  /// Those of a packet that would follow the last one that was noted; empty if none was. The next stream
  /// begins without.
  [[nodiscard]] packets::Metadata take() {
    const std::lock_guard lock(mutex_);
    packets::MetadataRun{}.advance(last_, samples_);
    return std::exchange(last_, {});
  }

 private:
  os::Mutex mutex_;
  packets::Metadata last_;
  std::size_t samples_ = 0;
};

}  // namespace orbweaver::component
