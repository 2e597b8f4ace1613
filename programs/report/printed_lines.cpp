// SPDX-License-Identifier: Apache-2.0
#include "printed_lines.hpp"

#include <string>

#include "shown_lines.hpp"

namespace orbweaver::report {

void PrintedLines::take(device::Stream stream, std::string_view line) {
  auto event = event_in(stream, line);
  auto& list = event ? events : lines;
  if (list.size() >= kMostLines)
    ++dropped;
  else if (event)
    list.push_back(*std::move(event));
  else
    list.push_back((stream == device::Stream::output ? "" : "error: ") + std::string{line});
}

}  // namespace orbweaver::report
