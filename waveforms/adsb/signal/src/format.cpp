// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/format.hpp>

#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <orbweaver/adsb/samples.hpp>

namespace orbweaver::adsb {
namespace {

const char* name_of(Acceptance acceptance) {
  switch (acceptance) {
    case Acceptance::parity:
      return "parity";
    case Acceptance::interrogator:
      return "interrogator";
    case Acceptance::address:
      return "address";
  }
  return "?";
}

double rounded(double value, double steps) { return std::round(value * steps) / steps; }

}  // namespace

std::string to_hex(const Candidate& raw) {
  return fmt::format("{:02X}", fmt::join(std::span(raw.octets).first(raw.length), ""));
}

std::string to_text(const Frame& frame) {
  std::string line;
  const auto out = std::back_inserter(line);
  fmt::format_to(out, "{:11.6f} s  DF{:<2}  {:06X}",
                 static_cast<double>(frame.raw.sample) / kSampleRateHz, frame.format, frame.icao);
  fmt::format_to(out, "  {:<28}", to_hex(frame.raw));
  if (frame.callsign) fmt::format_to(out, "  {}", *frame.callsign);
  if (frame.altitude_ft) fmt::format_to(out, "  {} ft", *frame.altitude_ft);
  if (frame.position) {
    fmt::format_to(out, "  {:.5f} {:.5f}", frame.position->latitude_deg,
                   frame.position->longitude_deg);
  }
  if (frame.velocity) {
    fmt::format_to(out, "  {:.0f} kt {:.0f} deg", frame.velocity->speed_kt,
                   frame.velocity->track_deg);
  }
  if (frame.squawk) fmt::format_to(out, "  squawk {:04}", *frame.squawk);
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string to_json(const Frame& frame) {
  nlohmann::ordered_json json{{"sample", frame.raw.sample},
                              {"df", frame.format},
                              {"icao", fmt::format("{:06X}", frame.icao)},
                              {"hex", to_hex(frame.raw)},
                              {"level", frame.raw.level},
                              {"acceptance", name_of(frame.acceptance)}};
  if (frame.callsign) json["callsign"] = *frame.callsign;
  if (frame.altitude_ft) json["altitude_ft"] = *frame.altitude_ft;
  if (frame.position) {
    json["latitude_deg"] = rounded(frame.position->latitude_deg, 1e6);
    json["longitude_deg"] = rounded(frame.position->longitude_deg, 1e6);
  }
  if (frame.velocity) {
    json["speed_kt"] = rounded(frame.velocity->speed_kt, 10);
    json["track_deg"] = rounded(frame.velocity->track_deg, 10);
    if (frame.velocity->climb_fpm) json["climb_fpm"] = *frame.velocity->climb_fpm;
  }
  if (frame.squawk) json["squawk"] = fmt::format("{:04}", *frame.squawk);
  return json.dump();
}

}  // namespace orbweaver::adsb
