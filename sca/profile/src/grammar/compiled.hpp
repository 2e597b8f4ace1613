// SPDX-License-Identifier: Apache-2.0
// The tables of rules in a form for look-ups, made once.
#pragma once
#include "grammar/content.hpp"
#include "grammar/rules.hpp"

#include <map>

namespace orbweaver::profile::grammar {

struct AttributeRule {
  std::string_view name;
  bool listed = true;                         // SCA 2.2.2 has it
  bool required = false;                      // by SCA 2.2.2
  bool needed = false;                        // required by deployment
  std::vector<std::string_view> values;       // of SCA 2.2.2; empty: any
  std::vector<std::string_view> more_values;  // additional values, for lenient reading
};

struct ElementRule {
  Content content;
  std::vector<std::string_view> listed;   // children of SCA 2.2.2
  std::vector<std::string_view> more;     // additional children, for lenient reading
  std::vector<std::string_view> singles;  // children that may occur once
  std::vector<std::string_view> needs;
  std::vector<AttributeRule> attributes;
};

using Rules = std::map<std::string_view, ElementRule>;

/// Returns the rules for this root element; null if there are none.
[[nodiscard]] const Rules* rules_of(std::string_view root);

}  // namespace orbweaver::profile::grammar
