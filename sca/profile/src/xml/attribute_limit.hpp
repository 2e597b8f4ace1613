// SPDX-License-Identifier: Apache-2.0
// libxml2 compares each attribute of an element with all before it: an element with 200,000 of them
// takes many seconds, and libxml2 reports none before it has read them all. So this counts them
// before. libxml2 compares in the same way the values that a document type lists for an attribute.
#pragma once
#include "xml/parse.hpp"

#include <optional>
#include <string_view>

namespace orbweaver::profile::xml {

/// The fault if a start tag in `text` has more attributes than the limit, or a declaration of an
/// attribute more values; or if the text is longer than its limit and in an encoding in which tags
/// cannot be found without libxml2.
[[nodiscard]] std::optional<XmlFault> check_attributes(std::string_view text,
                                                       const ReadLimits& limits);

}  // namespace orbweaver::profile::xml
