// SPDX-License-Identifier: Apache-2.0
// Checks whether a value fits its property: type, range, enumerations, members.
#pragma once
#include <orbweaver/property/definition.hpp>
#include <orbweaver/property/parse.hpp>

#include <functional>
#include <span>
#include <variant>

namespace orbweaver::property {

/// The value of a simple, or one item of a simplesequence.
using Item = std::variant<Scalar, Complex>;

/// Reads the text as a value that fits the shape. Fails: each cause of `Misfit`. A range or
/// enumeration that cannot be read is ignored here: `check_shape` reports it.
[[nodiscard]] Result<Item, Misfit> parse_item(const Shape& shape, std::string_view text);

/// Whether an existing value, such as one from a caller of a PropertySet, fits the shape.
[[nodiscard]] Result<void, Misfit> fits(const Shape& shape, const Item& value);

/// Whether a client's value has the form and type of the property, and is within its range and
/// enumerations. A struct may leave members out. `all`: the properties among which the struct of a
/// structsequence is looked up; if it is not found, its members are not checked.
[[nodiscard]] Result<void, Misfit> fits(const Property& property, std::span<const Property> all,
                                        const Value& value);

/// A fault of a range or an enumeration, with its position.
struct ShapeFault {
  Position at;       ///< position of the range or of the enumeration
  std::string text;  ///< one clause, for a message
};
/// Returns all faults of the range and the enumerations. If there are none, all can be read, and
/// the range is not empty.
[[nodiscard]] std::vector<ShapeFault> check_shape(const Shape& shape);

/// Whether `a` is less than `b`. False if their types differ or have no order.
[[nodiscard]] bool less(const Scalar& a, const Scalar& b);

}  // namespace orbweaver::property
