// What an ORB chose by itself, or was told, and why: for people, and for programs that show it to
// people.
#pragma once
#include <string>

namespace orbweaver::engine {

struct Choice {
  std::string what;   // "lane bytes", "connection to unix:@name"
  std::string value;  // with its unit: "8 MiB"
  std::string why;    // "told by -ORBlaneBytes 8388608"
  friend bool operator==(const Choice&, const Choice&) = default;
};

/// "lane bytes: 8 MiB (told by -ORBlaneBytes 8388608)".
[[nodiscard]] inline std::string to_string(const Choice& choice) {
  return choice.what + ": " + choice.value + " (" + choice.why + ")";
}

}  // namespace orbweaver::engine
