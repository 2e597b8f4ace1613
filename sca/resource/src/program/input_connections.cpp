// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/program/input_connections.hpp>

#include <charconv>
#include <sstream>

namespace orbweaver::resource {

InputConnections input_connections_of(std::string_view text) {
  InputConnections input_connections;
  std::istringstream words{std::string{text}};
  for (std::string word; words >> word;) {
    const auto sign = word.rfind('=');
    if (sign == std::string::npos) continue;
    std::size_t count = 0;
    const auto* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data() + sign + 1, end, count);
    if (read.ec == std::errc{} && read.ptr == end && count > 0)
      input_connections[word.substr(0, sign)] = count;
  }
  return input_connections;
}

}  // namespace orbweaver::resource
