// SPDX-License-Identifier: Apache-2.0
// For View and Loan: elements in reference-counted memory, and the share that keeps the memory.
#pragma once
#include <orbweaver/base/chunk.hpp>

#include <cassert>
#include <span>
#include <utility>

namespace orbweaver::corba {

/// Use of a handle that was moved from asserts in a debug build, and finds no elements in any
/// other. A handle without elements may be used. Threads: as for a pointer; several threads may use
/// copies that share memory.
template <class Element>
class ElementsHandle {
 public:
  ElementsHandle() noexcept = default;
  ElementsHandle(Chunk chunk, std::span<Element> elements) noexcept
      : chunk_(std::move(chunk)), elements_(elements) {}
  ElementsHandle(const ElementsHandle& other) noexcept
      : chunk_(other.chunk_), elements_(other.elements()) {}
  ElementsHandle(ElementsHandle&& other) noexcept
      : chunk_(std::move(other.chunk_)),
        elements_(std::exchange(other.elements_, {})),
        is_gone_(std::exchange(other.is_gone_, true)) {}
  ElementsHandle& operator=(ElementsHandle other) noexcept {
    chunk_ = std::move(other.chunk_);
    elements_ = other.elements_;
    is_gone_ = other.is_gone_;
    return *this;
  }
  ~ElementsHandle() = default;

  [[nodiscard]] std::span<Element> elements() const noexcept {
    assert(!is_gone_ && "a View or Loan is used after it was moved from or sent");
    return elements_;
  }
  [[nodiscard]] const Chunk& chunk() const noexcept { return chunk_; }
  /// Requires: `count` is at most the number of elements.
  void shorten(std::size_t count) noexcept {
    assert(count <= elements().size() && "a Loan cannot grow beyond what was asked for");
    if (count < elements_.size()) elements_ = elements_.first(count);
  }

 private:
  Chunk chunk_;
  std::span<Element> elements_;
  bool is_gone_ = false;
};

}  // namespace orbweaver::corba
