// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/fit.hpp>

#include <algorithm>
#include <cmath>

namespace orbweaver::property {

namespace {

std::string text_of(const Item& value) {
  return std::visit([](const auto& entry) { return to_text(entry); }, value);
}

// A NaN has no order, so no comparison would find it outside of a range.
bool is_nan(const Scalar& value) {
  return std::visit(
      []<class T>(const T& entry) {
        if constexpr (std::is_floating_point_v<T>) return std::isnan(entry);
        return false;
      },
      value);
}

Result<void, Misfit> within(const Shape& shape, const Scalar& value) {
  const auto min = parse_scalar(shape.type, shape.range->min);
  const auto max = parse_scalar(shape.type, shape.range->max);
  if (!min || !max) return {};
  if (!is_nan(value) && !less(value, *min) && !less(*max, value)) return {};
  return unexpected(Misfit{
      Misfit::Cause::out_of_range,
      to_text(value) + " is outside the range " + shape.range->min + " to " + shape.range->max});
}

std::string choices(const Shape& shape) {
  constexpr std::size_t kShown = 8;
  std::string all;
  for (std::size_t i = 0; i < std::min(kShown, shape.enumerations.size()); ++i) {
    const auto& [label, value, at] = shape.enumerations[i];
    all += (all.empty() ? "" : ", ") + value;
    if (!label.empty() && label != value) all += " (" + label + ")";
  }
  return all + (shape.enumerations.size() > kShown ? ", ..." : "");
}

Result<void, Misfit> enumerated(const Shape& shape, const Scalar& value) {
  const bool found = std::ranges::any_of(shape.enumerations, [&](const auto& enumeration) {
    const auto allowed = parse_scalar(shape.type, enumeration.value);
    return !allowed || *allowed == value;
  });
  if (found) return {};
  return unexpected(Misfit{Misfit::Cause::not_enumerated,
                           "'" + to_text(value) + "' is no choice; choose from " + choices(shape)});
}

void check_range(const Shape& shape, std::vector<ShapeFault>& faults) {
  const auto& range = *shape.range;
  const auto min = parse_scalar(shape.type, range.min);
  const auto max = parse_scalar(shape.type, range.max);
  if (!min) faults.push_back({range.at, "range min: " + min.error().text});
  if (!max) faults.push_back({range.at, "range max: " + max.error().text});
  if ((min && is_nan(*min)) || (max && is_nan(*max)))
    faults.push_back(
        {range.at, "range " + range.min + " to " + range.max + ": NaN bounds nothing"});
  if (min && max && less(*max, *min))
    faults.push_back({range.at, "range min " + range.min + " is above max " + range.max});
}

}  // namespace

bool less(const Scalar& a, const Scalar& b) {
  return std::visit(
      []<class A, class B>(const A& x, const B& y) {
        if constexpr (std::is_same_v<A, B> && std::is_arithmetic_v<A>) return x < y;
        return false;
      },
      a, b);
}

Result<Item, Misfit> parse_item(const Shape& shape, std::string_view text) {
  if (shape.complex) {
    auto complex = parse_complex(shape.type, text);
    if (!complex) return unexpected(complex.error());
    return Item{std::move(*complex)};
  }
  auto scalar = parse_scalar(shape.type, text);
  if (!scalar) return unexpected(scalar.error());
  Item item{std::move(*scalar)};
  if (auto fit = fits(shape, item); !fit) return unexpected(fit.error());
  return item;
}

Result<void, Misfit> fits(const Shape& shape, const Item& value) {
  const auto* scalar = std::get_if<Scalar>(&value);
  const auto type = type_of(scalar ? *scalar : std::get<Complex>(value).real);
  if ((scalar == nullptr) != shape.complex || type != shape.type)
    return unexpected(Misfit{
        Misfit::Cause::not_of_type,
        text_of(value) + " is a " + (scalar ? "" : "complex ") + std::string{name_of(type)} +
            ", not a " + (shape.complex ? "complex " : "") + std::string{name_of(shape.type)}});
  if (!scalar) return {};
  if (shape.range)
    if (auto fit = within(shape, *scalar); !fit) return fit;
  return shape.enumerations.empty() ? Result<void, Misfit>{} : enumerated(shape, *scalar);
}

std::vector<ShapeFault> check_shape(const Shape& shape) {
  std::vector<ShapeFault> faults;
  if (shape.complex) return faults;
  if (shape.range) check_range(shape, faults);
  for (const auto& enumeration : shape.enumerations)
    if (const auto value = parse_scalar(shape.type, enumeration.value); !value)
      faults.push_back(
          {enumeration.at, "enumeration " + enumeration.label + ": " + value.error().text});
  return faults;
}

}  // namespace orbweaver::property
