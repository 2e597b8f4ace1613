// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/format.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace orbweaver::ax25 {
namespace {

std::string name_of(const Address& address) {
  return address.ssid == 0 ? address.call : fmt::format("{}-{}", address.call, address.ssid);
}

std::string readable(std::string_view octets) {
  std::string text;
  for (const char character : octets) {
    const auto octet = static_cast<unsigned char>(character);
    if (octet >= 0x20 && octet < 0x7F) {
      text.push_back(character);
    } else {
      text += fmt::format("<0x{:02x}>", octet);
    }
  }
  return text;
}

/// Which digipeater was the last to repeat the frame, from 1; 0: none.
std::size_t last_repeater(const Frame& frame) {
  for (std::size_t k = frame.path.size(); k > 0; --k) {
    if (frame.path[k - 1].bit) return k;
  }
  return 0;
}

std::vector<std::string> path_of(const Frame& frame) {
  std::vector<std::string> names;
  const std::size_t last = last_repeater(frame);
  for (const auto& address : frame.path) {
    names.push_back(name_of(address) + (names.size() + 1 == last ? "*" : ""));
  }
  return names;
}

std::vector<int> numbers_in(std::uint8_t slicers) {
  std::vector<int> numbers;
  for (int k = 0; k < kMostSlicers; ++k) {
    if ((slicers >> static_cast<unsigned>(k) & 1U) != 0) numbers.push_back(k);
  }
  return numbers;
}

}  // namespace

std::string to_text(const Frame& frame) {
  std::string text = name_of(frame.source) + ">" + name_of(frame.destination);
  for (const auto& name : path_of(frame)) text += "," + name;
  text += ":";
  if (kind_of(frame) != "UI") text += fmt::format("({} 0x{:02x})", kind_of(frame), frame.control);
  return text + readable(frame.information);
}

std::string to_json(const HeardFrame& heard) {
  nlohmann::ordered_json line;
  line["time_s"] = static_cast<double>(heard.time_ns) / 1e9;
  line["slicers"] = numbers_in(heard.slicers);
  line["octets"] = to_hex(heard.octets);
  const auto frame = parse_frame(heard.octets);
  if (!frame) {
    line["error"] = text_of(frame.error());
    return line.dump();
  }
  line["source"] = name_of(frame->source);
  line["destination"] = name_of(frame->destination);
  line["path"] = path_of(*frame);
  line["kind"] = kind_of(*frame);
  line["control"] = frame->control;
  if (frame->protocol) line["protocol"] = *frame->protocol;
  line["information"] = readable(frame->information);
  return line.dump();
}

std::string to_hex(std::span<const std::uint8_t> octets) {
  std::string text;
  text.reserve(2 * octets.size());
  for (const auto octet : octets) fmt::format_to(std::back_inserter(text), "{:02x}", octet);
  return text;
}

}  // namespace orbweaver::ax25
