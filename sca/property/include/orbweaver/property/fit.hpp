// SPDX-License-Identifier: Apache-2.0
// Checks whether a value fits its property: type, range, enumerations, members.
#pragma once
#include <orbweaver/property/definition.hpp>
#include <orbweaver/property/parse.hpp>

#include <functional>
#include <span>
#include <variant>

namespace orbweaver::property {

/// Value of a simple, or one item of a simplesequence.
using Item = std::variant<Scalar, Complex>;

/// Text to a value that fits the shape.
/// Fails: each cause of `Misfit`. A range or enumeration that cannot itself be read bounds nothing:
/// `check_shape` reports it.
[[nodiscard]] Result<Item, Misfit> parse_item(const Shape& shape, std::string_view text);

/// Whether a value that is there already, as from a PropertySet's caller, fits the shape.
[[nodiscard]] Result<void, Misfit> fits(const Shape& shape, const Item& value);

/// Whether a value, as a client gives it, has the form, type, range and enumerations of the
/// property. A struct may leave members out. `all`: where the struct of a structsequence is looked
/// up; one that is nowhere bounds nothing.
[[nodiscard]] Result<void, Misfit> fits(const Property& property, std::span<const Property> all,
                                        const Value& value);

/// A mistake in the range or the enumerations themselves, with its position.
struct ShapeFault {
  Position at;       ///< position of the range or of the enumeration
  std::string text;  ///< one clause, for a message
};
/// Finds all faults of the range and the enumerations; none: all can be read, and the range is not
/// empty.
[[nodiscard]] std::vector<ShapeFault> check_shape(const Shape& shape);

/// Less than, for two values of one type that has an order; false for all else.
[[nodiscard]] bool less(const Scalar& a, const Scalar& b);

}  // namespace orbweaver::property
