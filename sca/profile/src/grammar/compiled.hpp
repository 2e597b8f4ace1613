// SPDX-License-Identifier: Apache-2.0
// The tables as they are looked up: compiled once.
#pragma once
#include "grammar/content.hpp"
#include "grammar/rules.hpp"

#include <map>

namespace orbweaver::profile::grammar {

struct AttributeRule {
  std::string_view name;
  bool listed = true;                         // SCA 2.2.2 has it
  bool required = false;                      // by SCA 2.2.2
  bool needed = false;                        // by deployment
  std::vector<std::string_view> values;       // of SCA 2.2.2; empty: any
  std::vector<std::string_view> more_values;  // beyond it
};

struct ElementRule {
  Content content;
  std::vector<std::string_view> listed;   // children of SCA 2.2.2
  std::vector<std::string_view> more;     // children beyond it
  std::vector<std::string_view> singles;  // children of which one counts
  std::vector<std::string_view> needs;
  std::vector<AttributeRule> attributes;
};

using Rules = std::map<std::string_view, ElementRule>;

/// The rules of the kind with this root element; null if there is none.
[[nodiscard]] const Rules* rules_of(std::string_view root);

}  // namespace orbweaver::profile::grammar
