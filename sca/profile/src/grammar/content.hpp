// SPDX-License-Identifier: Apache-2.0
// The content of an element, as a DTD writes it, and whether children keep it.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::profile::grammar {

/// A parsed content model. The models of SCA are deterministic, as XML asks: the next child
/// decides.
struct Content {
  enum class Kind { name, text, all_of, one_of };
  enum class Times { one, optional, any, some };
  Kind kind = Kind::all_of;
  Times times = Times::one;
  std::string_view name;
  std::vector<Content> parts;
};

/// Parses "a, b?, (c | d)+". The tables are part of the program, so the notation is not checked.
[[nodiscard]] Content parse_content(std::string_view text);

/// Every name in it.
void add_names(const Content& content, std::vector<std::string_view>& names);

/// Names that may be there at most once.
void add_single_names(const Content& content, std::vector<std::string_view>& names);

/// Where children leave the model: the index of the first wrong child (the number of children if
/// one is missing at the end), and what belongs there.
struct Departure {
  std::size_t child = 0;
  std::string expected;  // "assemblycontroller", "os, processor or dependency", "nothing"
};
[[nodiscard]] std::optional<Departure> departure(const Content& content,
                                                 const std::vector<std::string_view>& children);

}  // namespace orbweaver::profile::grammar
