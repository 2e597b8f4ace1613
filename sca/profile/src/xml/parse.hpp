// SPDX-License-Identifier: Apache-2.0
// Parses XML with libxml2, which here opens no file, uses no network and expands no entity.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/profile/profile.hpp>

#include "xml/element.hpp"

namespace orbweaver::profile::xml {

/// Why the text could not be parsed.
struct XmlFault {
  Code code = Code::xml_malformed;  // xml_*, file_empty
  int line = 0;
  std::string cause;
};

/// Fails at the first fault, as the rest cannot be trusted. The caller checks the limits other than
/// depth and elements.
[[nodiscard]] Result<Element, XmlFault> parse(std::string_view text, const ReadLimits& limits);

}  // namespace orbweaver::profile::xml
