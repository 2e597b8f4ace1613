// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: the parameter of a stub compiled with views for an `in` sequence of a
// primitive type. docs/understand/buffers.md.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/loan.hpp>

#include <concepts>

namespace orbweaver::corba {

/// A range of T in one piece of memory, which the caller keeps until the call returns.
template <class Range, class T>
concept BorrowedElements =
    std::convertible_to<const Range&, std::span<const T>> && !std::same_as<Range, View<T>>;

/// The elements of a sequence to send. The caller lends them for the call (a span, a vector, an
/// array), shares them (a view), or gives them away (a loan, moved). The ORB gathers large ones
/// from where they lie, without a copy. Conversions at a call make it; a program does not name it.
template <cdr::Number T>
class Elements {
 public:
  // NOLINTBEGIN(google-explicit-constructor): a stub's argument is what the caller has.
  /// Borrows the elements: they must stay until the call returns.
  template <BorrowedElements<T> Range>
  Elements(const Range& elements) noexcept : elements_(elements) {}
  /// Shares the memory of the view.
  Elements(View<T> view) noexcept : keeper_(std::move(view)), elements_(keeper_.values()) {}
  /// Takes the loan, which is used up afterwards.
  Elements(Loan<T>&& loan) noexcept : Elements(std::move(loan).seal()) {}
  Elements(const Loan<T>& loan) = delete;  // a loan is sent once: pass std::move(loan)
  // NOLINTEND(google-explicit-constructor)

  /// The elements, valid as long as this and, if they are borrowed, the caller's range.
  [[nodiscard]] std::span<const T> values() const noexcept { return elements_; }
  /// The elements for longer than the call: shares a view or a loan, copies what the caller lends.
  [[nodiscard]] View<T> keep() const { return is_kept() ? keeper_ : View<T>::copy_of(elements_); }
  /// Whether this object keeps the memory of the elements: it is false if the caller only lends
  /// them.
  [[nodiscard]] bool is_kept() const noexcept { return !keeper_.empty(); }
  /// The memory of a view or a loan; null if the caller lends the elements.
  [[nodiscard]] const Chunk* keeper() const noexcept {
    return is_kept() ? &keeper_.memory() : nullptr;
  }

 private:
  View<T> keeper_;
  std::span<const T> elements_;
};

/// The memory of the elements, as for a vector: see held_bytes.hpp. Shared elements count in full,
/// too.
template <class T>
[[nodiscard]] std::size_t held_bytes(const Elements<T>& elements) noexcept {
  return sizeof elements + elements.values().size_bytes();
}

}  // namespace orbweaver::corba

template <class T>
struct orbweaver::cdr::Codec<orbweaver::corba::Elements<T>> {
  static constexpr std::size_t kLeastSize = 4;
  static void encode(Encoder& encoder, const corba::Elements<T>& elements) {
    encoder.put(static_cast<std::uint32_t>(elements.values().size()));
    encoder.put_array(elements.values(), elements.keeper());
  }
};
