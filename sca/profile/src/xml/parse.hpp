// SPDX-License-Identifier: Apache-2.0
// Text to tree by libxml2, which here opens nothing, fetches nothing and expands nothing.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/profile/profile.hpp>

#include "xml/element.hpp"

namespace orbweaver::profile::xml {

/// Why a text is no tree.
struct XmlFault {
  Code code = Code::xml_malformed;  // xml_*, file_empty
  int line = 0;
  std::string cause;
};

/// Fails at the first fault: what comes after it cannot be trusted. Limits other than depth and
/// elements are the caller's.
[[nodiscard]] Result<Element, XmlFault> parse(std::string_view text, const ReadLimits& limits);

}  // namespace orbweaver::profile::xml
