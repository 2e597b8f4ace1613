// SPDX-License-Identifier: Apache-2.0
// Checks an XML tree against the tables: unknown and missing elements and attributes; with --strict
// also the order and number of elements in SCA 2.2.2.
#pragma once
#include <orbweaver/profile/profile.hpp>

#include "xml/element.hpp"

namespace orbweaver::profile::grammar {

/// Returns the kind of profile with this root element ("SAD"); empty if there is none.
[[nodiscard]] std::string_view kind_of_root(std::string_view element);

/// Adds a finding for each difference. Does nothing for an unknown root element.
void check_structure(const xml::Element& root, const std::shared_ptr<const std::string>& file,
                     Strictness strictness, Findings& findings);

}  // namespace orbweaver::profile::grammar
