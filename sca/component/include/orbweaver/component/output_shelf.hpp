// Outputs that are used again, so that their memory is.
#pragma once
#include <orbweaver/os/mutex.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace orbweaver::component {

/// Threads: any. Keeps as many as were in use at once.
template <class Output>
class OutputShelf {
 public:
  /// Without packets in it. Allocates only if all are in use.
  [[nodiscard]] std::unique_ptr<Output> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        auto output = std::move(free_.back());
        free_.pop_back();
        return output;
      }
    }
    return std::make_unique<Output>();
  }
  void put_back(std::unique_ptr<Output> output) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(output));
  }

 private:
  os::Mutex mutex_;
  std::vector<std::unique_ptr<Output>> free_;
};

}  // namespace orbweaver::component
