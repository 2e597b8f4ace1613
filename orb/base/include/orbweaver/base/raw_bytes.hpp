// SPDX-License-Identifier: Apache-2.0
// Bytes that grow without being set to zero first.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

namespace orbweaver {

/// Like std::allocator, but resize() leaves new elements as the memory is.
template <class T>
struct UninitialisedAllocator : std::allocator<T> {
  using std::allocator<T>::allocator;
  template <class Other>
  struct rebind {
    using other = UninitialisedAllocator<Other>;
  };
  template <class Element>
  void construct(Element* place) noexcept {
    ::new (static_cast<void*>(place)) Element;
  }
  template <class Element, class First, class... More>
  void construct(Element* place, First&& first, More&&... more) {
    std::construct_at(place, std::forward<First>(first), std::forward<More>(more)...);
  }
};

/// For bytes that are copied in as soon as there is room.
using RawBytes = std::vector<std::byte, UninitialisedAllocator<std::byte>>;

}  // namespace orbweaver
