// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: a received sequence of a primitive type, read where it arrived.
// docs/understand/buffers.md.
#pragma once
#include <orbweaver/base/copy_bytes.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/corba/elements_handle.hpp>

#include <memory>
#include <vector>

namespace orbweaver::corba {

/// Immutable elements, and a share of the memory in which they lie. A program may keep a view after
/// the call, in any thread, also when the connection and the ORB are gone. A copy of the view
/// shares the memory; it costs a counter, whatever the size. Use after a move asserts in a debug
/// build.
///
/// The memory is a whole receive buffer, often larger than the elements: see pinned_bytes() and
/// copy(). Over shared memory it belongs to the sender, which cannot use it again while a view
/// keeps it. A faulty sender can change that memory later. So a program that does not trust its
/// sender copies the elements before it checks them.
template <cdr::Number T>
class View {
 public:
  using value_type = T;

  /// No elements.
  View() noexcept = default;
  /// Takes over the vector, without a copy of its elements.
  explicit View(std::vector<T>&& values);
  /// Requires: `elements` lie in `memory`, and nothing writes there any more.
  View(Chunk memory, std::span<const T> elements) noexcept : handle_(std::move(memory), elements) {}
  /// The elements in memory of the view's own: they are copied.
  [[nodiscard]] static View copy_of(std::span<const T> elements);
  /// The sequence that follows in `decoder`, which reads `frame`. Empty if it does not fit; the
  /// decoder has failed then. It compares the length with the remaining bytes before it takes
  /// memory.
  [[nodiscard]] static View decode(cdr::Decoder& decoder, const Frame& frame);

  /// The elements, valid as long as this view or a copy of it.
  [[nodiscard]] std::span<const T> values() const noexcept { return handle_.elements(); }
  [[nodiscard]] const T* data() const noexcept { return values().data(); }
  [[nodiscard]] std::size_t size() const noexcept { return values().size(); }
  [[nodiscard]] bool empty() const noexcept { return values().empty(); }
  [[nodiscard]] const T* begin() const noexcept { return data(); }
  [[nodiscard]] const T* end() const noexcept { return data() + size(); }
  [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return values()[index]; }

  /// Whether the elements were copied: they came in the other byte order, or not aligned.
  [[nodiscard]] bool was_converted() const noexcept { return was_converted_; }
  /// How much memory this view and its copies keep: 64 KiB for most small messages.
  [[nodiscard]] std::size_t pinned_bytes() const noexcept { return handle_.chunk().capacity(); }
  /// The memory itself. For the ORB.
  [[nodiscard]] const Chunk& memory() const noexcept { return handle_.chunk(); }
  /// The same elements in memory of their own size, for a program that keeps them long.
  [[nodiscard]] View copy() const { return copy_of(values()); }

 private:
  ElementsHandle<const T> handle_;
  bool was_converted_ = false;
};

template <cdr::Number T>
View<T> View<T>::decode(cdr::Decoder& decoder, const Frame& frame) {
  const std::size_t count = decoder.get_length(sizeof(T));
  if (count == 0) return {};
  const auto in_place = decoder.get_array_view<T>(count);
  if (!in_place.empty()) return {frame.chunk(), in_place};
  auto memory = Chunk::of_size(count * sizeof(T));
  const std::span elements{reinterpret_cast<T*>(memory.data()), count};
  decoder.get_array(elements);
  if (!decoder.ok()) return {};
  View converted{std::move(memory), elements};
  converted.was_converted_ = true;
  return converted;
}

template <cdr::Number T>
View<T> View<T>::copy_of(std::span<const T> elements) {
  if (elements.empty()) return {};
  auto memory = Chunk::of_size(elements.size_bytes());
  copy_bytes(memory.data(), elements.data(), elements.size_bytes());
  const std::span copied{reinterpret_cast<const T*>(memory.data()), elements.size()};
  return {std::move(memory), copied};
}

template <cdr::Number T>
View<T>::View(std::vector<T>&& values) {
  struct Block : ChunkBlock {
    std::vector<T> values;
  };
  auto block = std::make_unique<Block>();
  block->values = std::move(values);
  block->capacity = block->values.capacity() * sizeof(T);
  block->data = reinterpret_cast<std::byte*>(block->values.data());
  block->destroy = [](ChunkBlock* one) noexcept { delete static_cast<Block*>(one); };
  const std::span<const T> elements{block->values};
  handle_ = {Chunk::of_block(*block.release()), elements};
}

}  // namespace orbweaver::corba
