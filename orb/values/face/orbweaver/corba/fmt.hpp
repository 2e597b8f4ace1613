// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: values of IDL types for the library fmt, which the program must have:
// fmt::format("{}", tuning). The text is that of text.hpp, and takes fmt's options for strings.
// <fmt/ranges.h> writes sequences and arrays.
#pragma once
#include <orbweaver/corba/text.hpp>

#include <fmt/format.h>

#include <ranges>
#include <string_view>

// ---- for the library fmt ----

template <orbweaver::corba::Streamable T>
  requires(!std::ranges::range<T>)
struct fmt::formatter<T> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const T& value, Context& context) const {
    return fmt::formatter<std::string_view>::format(orbweaver::corba::text_of(value), context);
  }
};
