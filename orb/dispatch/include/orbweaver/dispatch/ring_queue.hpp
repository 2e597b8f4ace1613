// SPDX-License-Identifier: Apache-2.0
// A first-in first-out queue that keeps its memory: it doubles when it is full, and never shrinks.
// So it allocates only when it gets longer than ever before. No lock; the caller serialises access.
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace orbweaver::dispatch {

template <class T>
  requires std::is_nothrow_move_constructible_v<T>
class RingQueue {
 public:
  /// Allocates room for `capacity` elements.
  explicit RingQueue(std::size_t capacity = 0)
      : slots_(capacity == 0 ? nullptr : Allocator{}.allocate(capacity)), capacity_(capacity) {}
  RingQueue(const RingQueue&) = delete;
  RingQueue& operator=(const RingQueue&) = delete;
  ~RingQueue() {
    for (std::size_t i = 0; i < size_; ++i) std::destroy_at(slot(i));
    release(slots_, capacity_);
  }

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

  /// Room for `size` elements in all, so that push_back() does not allocate up to there.
  void reserve(std::size_t size) {
    if (size > capacity_) grow(std::max({size, kFirstCapacity, capacity_ * 2}));
  }

  void push_back(T&& value) {
    reserve(size_ + 1);
    std::construct_at(slot(size_), std::move(value));
    ++size_;
  }

  /// `index` counts from the front; less than size().
  [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return *slot(index); }
  /// Removes and returns the element at `index`. The elements behind it move up.
  [[nodiscard]] T take(std::size_t index) noexcept {
    T value = std::move(*slot(index));
    for (std::size_t i = index; i > 0; --i) {
      std::destroy_at(slot(i));
      std::construct_at(slot(i), std::move(*slot(i - 1)));
    }
    (void)pop_front();
    return value;
  }

  /// Requires: not empty.
  [[nodiscard]] T pop_front() noexcept {
    T* const front = slot(0);
    T value = std::move(*front);
    std::destroy_at(front);
    first_ = first_ + 1 == capacity_ ? 0 : first_ + 1;
    --size_;
    return value;
  }

 private:
  using Allocator = std::allocator<T>;
  static constexpr std::size_t kFirstCapacity = 8;

  T* slot(std::size_t index) const noexcept {
    const std::size_t position = first_ + index;
    return slots_ + (position < capacity_ ? position : position - capacity_);
  }

  static void release(T* slots, std::size_t capacity) noexcept {
    if (slots != nullptr) Allocator{}.deallocate(slots, capacity);
  }

  void grow(std::size_t capacity) {
    T* const slots = Allocator{}.allocate(capacity);
    for (std::size_t i = 0; i < size_; ++i) {
      std::construct_at(slots + i, std::move(*slot(i)));
      std::destroy_at(slot(i));
    }
    release(slots_, capacity_);
    slots_ = slots;
    capacity_ = capacity;
    first_ = 0;
  }

  T* slots_;
  std::size_t capacity_;
  std::size_t first_ = 0, size_ = 0;
};

}  // namespace orbweaver::dispatch
