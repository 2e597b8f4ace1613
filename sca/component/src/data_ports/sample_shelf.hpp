// SPDX-License-Identifier: Apache-2.0
// Memory for the samples that a component sends. Within one process they are passed on without a
// copy; when the last receiver has read them, the memory is used again.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/corba/view.hpp>
#include <orbweaver/os/mutex.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace orbweaver::component {

/// Threads: any. Views may outlive it. Keeps at most kMost vectors that nothing reads, each as
/// large as the largest packet that it held.
template <class T>
class SampleShelf {
 public:
  static constexpr std::size_t kMost = 256;

  SampleShelf() : free_(std::make_shared<Free>()) { free_->blocks.reserve(kMost); }
  ~SampleShelf() {
    std::vector<std::unique_ptr<Block>> unused;
    const std::lock_guard lock(free_->mutex);
    free_->is_open = false;
    unused.swap(free_->blocks);
  }
  SampleShelf(const SampleShelf&) = delete;
  SampleShelf& operator=(const SampleShelf&) = delete;

  /// Returns the samples as a view. The vector gets other memory with unspecified samples.
  /// Allocates only if no vector is free. Fails: std::bad_alloc.
  [[nodiscard]] corba::View<T> share(std::vector<T>& samples) {
    if (samples.empty()) return {};
    auto block = free_->take();
    if (!block) block = std::make_unique<Block>();
    block->samples.swap(samples);
    block->shares.store(1, std::memory_order_relaxed);  // nothing else knows it yet
    block->show_samples();
    block->free = free_;
    block->destroy = &give_back;
    const std::span<const T> shared{block->samples};
    return {Chunk::of_block(*block.release()), shared};
  }

  /// For a caller that has a share of samples and wants to change them: moves them to `into`
  /// without a copy, if they are all samples of one vector of a shelf, and nothing else reads them.
  /// The memory then has the samples of `into`. Returns false, and changes nothing, otherwise.
  [[nodiscard]] static bool take_back(const Chunk& memory, std::span<const T> samples,
                                      std::vector<T>& into) noexcept {
    auto* const of_memory = memory.block();
    if (of_memory == nullptr || of_memory->destroy != &give_back || !memory.is_unique())
      return false;
    auto& block = static_cast<Block&>(*of_memory);
    if (block.samples.data() != samples.data() || block.samples.size() != samples.size())
      return false;
    block.samples.swap(into);
    block.show_samples();
    return true;
  }

 private:
  struct Free;
  struct Block : ChunkBlock {
    std::vector<T> samples;
    std::shared_ptr<Free> free;  // set while it is read

    void show_samples() noexcept {
      this->capacity = samples.capacity() * sizeof(T);
      this->data = reinterpret_cast<std::byte*>(samples.data());
    }
  };
  static void give_back(ChunkBlock* one) noexcept {
    std::unique_ptr<Block> used{static_cast<Block*>(one)};
    const auto free = std::move(used->free);
    free->put(std::move(used));
  }
  struct Free {
    os::Mutex mutex;
    std::vector<std::unique_ptr<Block>> blocks;
    bool is_open = true;

    std::unique_ptr<Block> take() {
      const std::lock_guard lock(mutex);
      if (blocks.empty()) return nullptr;
      auto block = std::move(blocks.back());
      blocks.pop_back();
      return block;
    }
    void put(std::unique_ptr<Block> block) noexcept {
      const std::lock_guard lock(mutex);
      if (is_open && blocks.size() < kMost) blocks.push_back(std::move(block));
    }
  };

  std::shared_ptr<Free> free_;
};

}  // namespace orbweaver::component
