// SPDX-License-Identifier: Apache-2.0
// For generated code: an `in` sequence of a collocated call, as the type that the servant takes.
#pragma once
#include <orbweaver/corba/elements.hpp>

#include <vector>

namespace orbweaver::corba {

/// A vector of the caller's: the servant gets that vector, or a view of a copy.
template <class T>
class PassedVector {
 public:
  explicit PassedVector(const std::vector<T>& values) noexcept : values_(values) {}
  // NOLINTBEGIN(google-explicit-constructor): the servant's parameter chooses
  operator const std::vector<T>&() const noexcept { return values_; }
  operator View<T>() const { return View<T>::copy_of(values_); }
  // NOLINTEND(google-explicit-constructor)

 private:
  const std::vector<T>& values_;
};

/// Elements that the caller passed in another way: the servant gets a view, which shares a view or
/// a loan, or a vector, which is a copy.
template <class T>
class PassedView {
 public:
  explicit PassedView(View<T> view) noexcept : view_(std::move(view)) {}
  // NOLINTBEGIN(google-explicit-constructor): the servant's parameter chooses
  operator std::vector<T>() const { return {view_.begin(), view_.end()}; }
  operator View<T>() const noexcept { return view_; }
  // NOLINTEND(google-explicit-constructor)

 private:
  View<T> view_;
};

template <class T>
[[nodiscard]] PassedVector<T> pass(const std::vector<T>& values) noexcept {
  return PassedVector<T>{values};
}
template <class T>
[[nodiscard]] PassedView<T> pass(const View<T>& view) noexcept {
  return PassedView<T>{view};
}
template <class T>
[[nodiscard]] PassedView<T> pass(const Elements<T>& elements) {
  return PassedView<T>{elements.keep()};
}

/// The copy of an argument that a queued call holds.
template <class T>
[[nodiscard]] std::vector<T> kept(const std::vector<T>& values) {
  return values;
}
template <class T>
[[nodiscard]] View<T> kept(const Elements<T>& elements) {
  return elements.keep();
}

}  // namespace orbweaver::corba
