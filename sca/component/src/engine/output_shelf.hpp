// SPDX-License-Identifier: Apache-2.0
// Keeps outputs and their memory, so that they can be used again.
#pragma once
#include <orbweaver/component/output_base.hpp>
#include <orbweaver/os/mutex.hpp>

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace orbweaver::component {

/// Threads: any. Keeps as many outputs as were in use at the same time.
class OutputShelf {
 public:
  /// Takes an output without packets. Returns null if all are in use.
  [[nodiscard]] std::unique_ptr<OutputBase> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return nullptr;
    auto output = std::move(free_.back());
    free_.pop_back();
    return output;
  }
  void put_back(std::unique_ptr<OutputBase> output) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(output));
  }

 private:
  os::Mutex mutex_;
  std::vector<std::unique_ptr<OutputBase>> free_;
};

}  // namespace orbweaver::component
