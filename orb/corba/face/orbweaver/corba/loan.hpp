// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: memory in which a program writes a sequence of a primitive type where the
// transport needs it. docs/understand/buffers.md.
#pragma once
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/view.hpp>

namespace orbweaver::corba {

/// Elements that the program writes, and then sends once: it moves the loan to a stub of an
/// operation compiled with views. After the call the loan is used up, also if the call failed; use
/// asserts in a debug build. To send the elements to several receivers, seal() the loan first. A
/// loan that is not sent costs nothing more. Threads: one at a time.
template <cdr::Number T>
class Loan {
 public:
  /// For the ORB; programs call loan(). `elements` lie in `memory`.
  Loan(Chunk memory, std::span<T> elements) noexcept : handle_(std::move(memory), elements) {}
  Loan(Loan&&) noexcept = default;
  Loan& operator=(Loan&&) noexcept = default;
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;
  ~Loan() = default;

  /// Uninitialised elements. All of them are sent.
  [[nodiscard]] std::span<T> values() const noexcept { return handle_.elements(); }
  [[nodiscard]] std::size_t size() const noexcept { return values().size(); }
  /// Only the first `count` elements are sent. Asserts in a debug build that there are so many.
  void shorten(std::size_t count) noexcept { handle_.shorten(count); }
  /// Ends the writing. Returns the same memory as a view, which may be sent to several receivers.
  /// The first send through the loan's connection needs no copy.
  [[nodiscard]] View<T> seal() && {
    auto sealed = std::move(handle_);
    return {sealed.chunk(), sealed.elements()};
  }

 private:
  ElementsHandle<T> handle_;
};

/// Where the elements begin in the memory that loan_memory() returns.
inline constexpr std::size_t kLoanBegin = 256;
/// Memory for a payload of `size` bytes at kLoanBegin, aligned to 16, for a call to `target`.
[[nodiscard]] Chunk loan_memory(const CORBA::Object& target, std::size_t size);

/// Memory for `count` elements, for the connection that calls through `target` use now: it sends
/// them without a copy (shared memory) or gathers them (sockets). It is plain memory if there is no
/// connection yet. If the target has another connection when the loan is sent, the ORB copies the
/// elements: that is slower, but correct. Does not block. Fails: std::bad_alloc only.
template <cdr::Number T>
[[nodiscard]] Loan<T> loan(const CORBA::Object& target, std::size_t count) {
  if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc{};
  auto memory = loan_memory(target, count * sizeof(T));
  const std::span elements{reinterpret_cast<T*>(memory.data() + kLoanBegin), count};
  return {std::move(memory), elements};
}

}  // namespace orbweaver::corba
