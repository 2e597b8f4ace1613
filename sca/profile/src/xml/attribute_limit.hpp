// SPDX-License-Identifier: Apache-2.0
// Counts attributes before libxml2 reads them. libxml2 compares each attribute of an element with
// all attributes before it: an element with 200,000 of them takes many seconds, and libxml2 reports
// none of them before it has read all. It compares in the same way the values that a document type
// lists for an attribute.
#pragma once
#include "xml/parse.hpp"

#include <optional>
#include <string_view>

namespace orbweaver::profile::xml {

/// Returns the fault if a start tag has more attributes than the limit, or if an attribute
/// declaration has more values; also if the text is longer than its limit and in an encoding in
/// which only libxml2 can find tags.
[[nodiscard]] std::optional<XmlFault> check_attributes(std::string_view text,
                                                       const ReadLimits& limits);

}  // namespace orbweaver::profile::xml
