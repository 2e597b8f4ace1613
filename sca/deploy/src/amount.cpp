// SPDX-License-Identifier: Apache-2.0
#include "amount.hpp"

#include <type_traits>
#include <utility>

namespace orbweaver::deploy {

namespace {

template <class T>
constexpr bool kIsNumber =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char>;

const property::Scalar* scalar_of(const property::Value& value) {
  return std::get_if<property::Scalar>(&value);
}

template <class A, class B>
bool at_least(A has, B wanted) {
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
    return std::cmp_greater_equal(has, wanted);
  } else {
    return static_cast<double>(has) >= static_cast<double>(wanted);
  }
}

}  // namespace

bool has_as_much(const property::Value& has, const property::Value& wanted) {
  const auto* a = scalar_of(has);
  const auto* b = scalar_of(wanted);
  if (a == nullptr || b == nullptr) return has == wanted;
  return std::visit(
      [&](const auto& x, const auto& y) {
        using X = std::decay_t<decltype(x)>;
        using Y = std::decay_t<decltype(y)>;
        if constexpr (kIsNumber<X> && kIsNumber<Y>) return at_least(x, y);
        return has == wanted;
      },
      *a, *b);
}

property::Value less(const property::Value& has, const property::Value& amount) {
  const auto* a = scalar_of(has);
  const auto* b = scalar_of(amount);
  if (a == nullptr || b == nullptr) return has;
  return std::visit(
      [&](const auto& x, const auto& y) -> property::Value {
        using X = std::decay_t<decltype(x)>;
        using Y = std::decay_t<decltype(y)>;
        if constexpr (kIsNumber<X> && kIsNumber<Y>) {
          return property::Scalar{static_cast<X>(x - static_cast<X>(y))};
        } else {
          return has;
        }
      },
      *a, *b);
}

}  // namespace orbweaver::deploy
