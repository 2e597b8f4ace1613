// SPDX-License-Identifier: Apache-2.0
// Properties by their C++ types, for the code of a component.
//
//   profile      C++                     profile          C++
//   boolean      bool                    string           std::string
//   char         char                    objref           property::ObjectReference
//   octet        std::uint8_t            utctime          property::UtcTime
//   short        std::int16_t ...        complex T        std::complex<T>
//   float        float, double           simplesequence   std::vector<T>
//   struct       property::Struct        structsequence   property::StructSequence
#pragma once
#include <orbweaver/property/fit.hpp>
#include <orbweaver/resource/property_store.hpp>

#include <complex>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace orbweaver::resource {

namespace detail {

template <class T, class Variant>
inline constexpr bool kIsOneOf = false;
template <class T, class... Alternatives>
inline constexpr bool kIsOneOf<T, std::variant<Alternatives...>> =
    (std::is_same_v<T, Alternatives> || ...);

/// The index of T among the alternatives.
template <class T, class Variant>
inline constexpr std::size_t kPlaceIn = 0;
template <class T, class First, class... Others>
inline constexpr std::size_t kPlaceIn<T, std::variant<First, Others...>> =
    std::is_same_v<T, First> ? 0 : 1 + kPlaceIn<T, std::variant<Others...>>;

template <class T>
struct Typed;

template <class T>
  requires kIsOneOf<T, property::Scalar>
struct Typed<T> {
  static constexpr auto kType = static_cast<property::Type>(kPlaceIn<T, property::Scalar>);
  static constexpr bool kIsComplex = false;
  static property::Item to_item(T value) { return property::Scalar{std::move(value)}; }
  static const T* find(const property::Scalar& value) { return std::get_if<T>(&value); }
  static std::optional<T> from_item(const property::Item& item) {
    const auto* scalar = std::get_if<property::Scalar>(&item);
    const auto* found = scalar ? find(*scalar) : nullptr;
    return found ? std::optional<T>{*found} : std::nullopt;
  }
};

template <class T>
struct Typed<std::complex<T>> {
  static constexpr auto kType = Typed<T>::kType;
  static constexpr bool kIsComplex = true;
  static property::Item to_item(std::complex<T> value) {
    return property::Complex{property::Scalar{value.real()}, property::Scalar{value.imag()}};
  }
  static std::optional<std::complex<T>> from_item(const property::Item& item) {
    const auto* complex = std::get_if<property::Complex>(&item);
    const auto* real = complex ? std::get_if<T>(&complex->real) : nullptr;
    const auto* imaginary = complex ? std::get_if<T>(&complex->imaginary) : nullptr;
    if (real == nullptr || imaginary == nullptr) return std::nullopt;
    return std::complex<T>{*real, *imaginary};
  }
};

template <class T>
struct ValueForm {
  static property::Value to_value(T value) {
    if constexpr (kIsOneOf<T, property::Value> || std::is_same_v<T, property::Value>)
      return property::Value{std::move(value)};
    else
      return std::visit([](auto item) { return property::Value{std::move(item)}; },
                        Typed<T>::to_item(std::move(value)));
  }
  static std::optional<T> from_value(const property::Value& value) {
    if constexpr (std::is_same_v<T, property::Value>) {
      return value;
    } else if constexpr (kIsOneOf<T, property::Value>) {
      const auto* found = std::get_if<T>(&value);
      return found ? std::optional<T>{*found} : std::nullopt;
    } else if (const auto* scalar = std::get_if<property::Scalar>(&value)) {
      return Typed<T>::from_item(*scalar);
    } else if (const auto* complex = std::get_if<property::Complex>(&value)) {
      return Typed<T>::from_item(*complex);
    }
    return std::nullopt;
  }
};

template <class T>
struct ValueForm<std::vector<T>> {
  static property::Value to_value(const std::vector<T>& values) {
    property::Sequence sequence{Typed<T>::kType, Typed<T>::kIsComplex, {}};
    for (auto&& value : values) sequence.items.push_back(Typed<T>::to_item(value));
    return property::Value{std::move(sequence)};
  }
  static std::optional<std::vector<T>> from_value(const property::Value& value) {
    const auto* sequence = std::get_if<property::Sequence>(&value);
    if (sequence == nullptr || sequence->type != Typed<T>::kType ||
        sequence->complex != Typed<T>::kIsComplex)
      return std::nullopt;
    std::vector<T> result;
    for (const auto& item : sequence->items) {
      auto typed = Typed<T>::from_item(item);
      if (!typed) return std::nullopt;
      result.push_back(std::move(*typed));
    }
    return result;
  }
};

}  // namespace detail

/// The value of the property. Fails: `unknown`; `wrong_type` if it is of another type, or has no
/// value yet.
template <class T>
[[nodiscard]] Result<T, Refusal> get(const PropertyStore& store, std::string_view id) {
  const auto value = store.get(id);
  if (!value) return unexpected(value.error());
  if (!*value)
    return unexpected(
        Refusal{Refusal::Cause::wrong_type, std::string{id} + ": it has no value yet"});
  auto typed = detail::ValueForm<T>::from_value(**value);
  if (typed) return std::move(*typed);
  return unexpected(Refusal{Refusal::Cause::wrong_type,
                            std::string{id} + ": the component reads it as another type"});
}

/// Does what PropertyStore::set() does.
template <class T>
Result<void, Refusal> set(PropertyStore& store, std::string_view id, T value) {
  return store.set(id, detail::ValueForm<T>::to_value(std::move(value)));
}

}  // namespace orbweaver::resource
