// SPDX-License-Identifier: Apache-2.0
// The content model of an element in the notation of a DTD, and the check of children against it.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::profile::grammar {

/// A parsed content model. SCA's models are deterministic, as XML requires: the next child decides
/// which branch is taken.
struct Content {
  enum class Kind { name, text, all_of, one_of };
  enum class Times { one, optional, any, some };
  Kind kind = Kind::all_of;
  Times times = Times::one;
  std::string_view name;
  std::vector<Content> parts;
};

/// Parses "a, b?, (c
///  d)+". Errors are not detected, as only the tables of this program are parsed.
[[nodiscard]] Content parse_content(std::string_view text);

/// Adds every name in the model.
void add_names(const Content& content, std::vector<std::string_view>& names);

/// Adds the names that may occur at most once.
void add_single_names(const Content& content, std::vector<std::string_view>& names);

/// Where the children differ from the model: the index of the first wrong child (the number of
/// children, if one is missing at the end), and what is expected there.
struct Departure {
  std::size_t child = 0;
  std::string expected;  // "assemblycontroller", "os, processor or dependency", "nothing"
};
[[nodiscard]] std::optional<Departure> departure(const Content& content,
                                                 const std::vector<std::string_view>& children);

}  // namespace orbweaver::profile::grammar
