// SPDX-License-Identifier: Apache-2.0
// A finding about a profile: the place, the fault, the reason, and how to fix it.
#pragma once
#include <orbweaver/profile/codes.hpp>
#include <orbweaver/property/position.hpp>

#include <string>
#include <vector>

namespace orbweaver::profile {

struct Finding {
  Code code{};
  property::Position at;
  std::string what;    // the element: "componentfileref 'TX'"
  std::string cause;   // "no componentfile has this id"
  std::string remedy;  // "name one of: RX, FFT"
  [[nodiscard]] Severity severity() const { return severity_of(code); }
};

using Findings = std::vector<Finding>;

/// Returns one line: "radio.sad.xml:12: componentfileref 'TX': no componentfile has this id; name
/// one of: RX, FFT".
[[nodiscard]] std::string line_of(const Finding& finding);

[[nodiscard]] std::size_t count(const Findings& findings, Severity severity);

}  // namespace orbweaver::profile
