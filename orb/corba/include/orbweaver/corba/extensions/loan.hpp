// Memory to fill with a sequence of a primitive type where the transport needs it. docs/buffers.md.
#pragma once
#include <orbweaver/corba/extensions/view.hpp>
#include <orbweaver/corba/object.hpp>

namespace orbweaver::corba {

/// Elements to write until they are sent: by passing the loan, moved, to a stub of an operation
/// compiled with views. From then on it is gone, whether the call succeeded or not: use asserts in
/// a debug build. It can be sent once; what is to go to several receivers is sealed first.
/// Dropped unsent it costs nothing more. Threads: one writes; it may be moved to another.
template <cdr::Number T>
class Loan {
 public:
  Loan(Chunk memory, std::span<T> elements) noexcept : handle_(std::move(memory), elements) {}
  Loan(Loan&&) noexcept = default;
  Loan& operator=(Loan&&) noexcept = default;
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;
  ~Loan() = default;

  /// They hold anything until they are written; all of them are sent.
  [[nodiscard]] std::span<T> values() const noexcept { return handle_.elements(); }
  [[nodiscard]] std::size_t size() const noexcept { return values().size(); }
  /// Only the first `count` are sent. Asserts in a debug build that there are so many.
  void shorten(std::size_t count) noexcept { handle_.shorten(count); }
  /// No more is written: the same memory as a view, which may be sent to several receivers. The
  /// first to whom its connection leads finds it where the transport needs it.
  [[nodiscard]] View<T> seal() && {
    auto sealed = std::move(handle_);
    return {sealed.chunk(), sealed.elements()};
  }

 private:
  ElementsHandle<T> handle_;
};

/// Where the elements begin in what loan_memory() gives.
inline constexpr std::size_t kLoanBegin = 256;
/// Memory for a payload of `size` bytes at kLoanBegin, aligned to 16, for a call to `target`.
[[nodiscard]] Chunk loan_memory(const CORBA::Object& target, std::size_t size);

/// Memory for `count` elements that the connection which calls through `target` use now need not
/// copy (shared memory), or gathers (sockets); plain memory if there is no connection yet. If
/// another one has taken its place when the loan is sent, it is copied: slower, never wrong.
/// Blocks: never. Fails: std::bad_alloc only.
template <cdr::Number T>
[[nodiscard]] Loan<T> loan(const CORBA::Object& target, std::size_t count) {
  if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc{};
  auto memory = loan_memory(target, count * sizeof(T));
  const std::span elements{reinterpret_cast<T*>(memory.data() + kLoanBegin), count};
  return {std::move(memory), elements};
}

}  // namespace orbweaver::corba
