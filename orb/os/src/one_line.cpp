// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/standard_streams.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::os {

std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text,
      [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code < 0x20 || code == 0x7f;
      },
      ' ');
  return text;
}

void print_error_of(const std::string& name, const std::string& text) {
  print_error(on_one_line(name + ": " + text) + "\n");
}

}  // namespace orbweaver::os
