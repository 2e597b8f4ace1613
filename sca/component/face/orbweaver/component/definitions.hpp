// SPDX-License-Identifier: Apache-2.0
// The properties of a component, written beside its class. A test holds them against the profile
// that ships with it (profile::differences).
//
//   component::simple<float>("gain", 1.5F,
//                            {.description = "amplification", .range = {{"0", "60"}}})
#pragma once
#include <orbweaver/property/definition.hpp>
#include <orbweaver/resource/typed_property.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace orbweaver::component {

/// Properties in the order in which profiles list them. Ids are unique: see distinct().
using Definitions = std::vector<property::Property>;

/// The least and the greatest value of a property; both are allowed.
struct Limits {
  /// Numbers, as text with all of their digits.
  template <class A, class B>
    requires std::is_arithmetic_v<A> && std::is_arithmetic_v<B>
  Limits(A least, B greatest) : min(text_of(least)), max(text_of(greatest)) {}
  /// The limits as a profile writes them.
  Limits(const char* least, const char* greatest) : min(least), max(greatest) {}

  /// The least and the greatest value, as a profile writes them.
  std::string min, max;

 private:
  template <class T>
  static std::string text_of(T value) {
    if constexpr (std::is_floating_point_v<T>)
      return property::to_text(property::Scalar{static_cast<double>(value)});
    else if constexpr (std::is_signed_v<T>)
      return property::to_text(property::Scalar{static_cast<std::int64_t>(value)});
    else
      return property::to_text(property::Scalar{static_cast<std::uint64_t>(value)});
  }
};

/// The optional parts of a definition, as the profile writes them.
struct Details {
  std::string description = {};                     ///< one readable line
  std::string units = {};                           ///< a unit such as "Hz"; may be empty
  property::Kind kind = property::Kind::configure;  ///< when it is given
  property::Mode mode = property::Mode::readwrite;  ///< whether clients may query and configure
  std::optional<Limits> range = {};  ///< limits of numbers; nothing: those of the type
  /// The only values that are taken; empty: all are. Each value is its own label.
  std::vector<std::string> enumeration = {};
  std::string item =
      {};  // the id of the struct of a sequence of structs; empty: the id and "_item"
};

/// The definition that simple() returns, with type and default as values.
[[nodiscard]] property::Property make_simple(std::string id, property::Type type,
                                             std::optional<std::string> value, Details details);

/// Returns `all`. Throws std::logic_error, with one line, if two of them have the same id.
[[nodiscard]] Definitions distinct(Definitions all);

/// The definition of a simple property. T is one of the types of typed_property.hpp. Without a
/// default the property has no value until it is set.
template <class T>
[[nodiscard]] property::Property simple(std::string id, std::optional<T> value = {},
                                        Details details = {}) {
  std::optional<std::string> text;
  if (value) text = property::to_text(property::Scalar{std::move(*value)});
  return make_simple(std::move(id), resource::detail::Typed<T>::kType, std::move(text),
                     std::move(details));
}

}  // namespace orbweaver::component
