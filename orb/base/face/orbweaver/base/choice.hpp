// SPDX-License-Identifier: Apache-2.0
// A setting that an ORB chose, or that an option set, and the reason. For log lines, and for
// programs that show it.
#pragma once
#include <string>

namespace orbweaver {

/// Readable texts, in English.
struct Choice {
  std::string what;   ///< "lane bytes", "connection to unix:@name"
  std::string value;  ///< with its unit: "8 MiB"
  std::string why;    ///< "set by -ORBlaneBytes 8388608"
  friend bool operator==(const Choice&, const Choice&) = default;
};

/// "lane bytes: 8 MiB (set by -ORBlaneBytes 8388608)".
[[nodiscard]] inline std::string to_string(const Choice& choice) {
  return choice.what + ": " + choice.value + " (" + choice.why + ")";
}

}  // namespace orbweaver
