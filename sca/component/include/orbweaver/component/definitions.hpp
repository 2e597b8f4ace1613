// The properties of a component, written beside its class. A test holds them against the profile
// that ships with it (profile::differences).
//
//   component::simple<float>("gain", 1.5F, {.description = "amplification", .range = {{"0", "60"}}})
#pragma once
#include <orbweaver/property/definition.hpp>
#include <orbweaver/resource/typed_property.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::component {

using Definitions = std::vector<property::Property>;

/// What a definition may say besides type and default, as the profile writes it.
struct Details {
  std::string description = {};
  std::string units = {};
  property::Kind kind = property::Kind::configure;
  property::Mode mode = property::Mode::readwrite;
  std::optional<std::pair<std::string, std::string>> range = {};  // both ends belong to it
  /// If there are any, no other value is taken. Each is its own label.
  std::vector<std::string> enumeration = {};
};

/// For simple().
[[nodiscard]] property::Property make_simple(std::string id, property::Type type,
                                             std::optional<std::string> value, Details details);

/// A simple property: T is one of typed_property.hpp. Without a default it has no value until it is
/// set.
template <class T>
[[nodiscard]] property::Property simple(std::string id, std::optional<T> value = {},
                                        Details details = {}) {
  std::optional<std::string> text;
  if (value) text = property::to_text(property::Scalar{std::move(*value)});
  return make_simple(std::move(id), resource::detail::Typed<T>::kType, std::move(text),
                     std::move(details));
}

}  // namespace orbweaver::component
