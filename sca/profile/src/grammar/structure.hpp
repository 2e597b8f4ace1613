// SPDX-License-Identifier: Apache-2.0
// Holds a tree against the tables: unknown elements and attributes, what is missing, and with
// --strict the order and number of SCA 2.2.2.
#pragma once
#include <orbweaver/profile/profile.hpp>

#include "xml/element.hpp"

namespace orbweaver::profile::grammar {

/// The kind of profile whose root element this is ("SAD"); empty if there is none.
[[nodiscard]] std::string_view kind_of_root(std::string_view element);

/// Every departure of the tree, as findings at `file`. Does nothing for an unknown root.
void check_structure(const xml::Element& root, const std::shared_ptr<const std::string>& file,
                     Strictness strictness, Findings& findings);

}  // namespace orbweaver::profile::grammar
