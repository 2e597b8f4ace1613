#include "checker/checker.hpp"

#include <orbweaver/adsb/candidate_octets.hpp>
#include <orbweaver/adsb/format.hpp>
#include <orbweaver/component/program.hpp>

#include <stdexcept>

namespace orbweaver::adsb {

namespace {

component::Definitions definitions() {
  return {component::simple<std::string>(
      "format", "text",
      {.description = "text: each frame also as a readable line; json: fields only",
       .kind = property::Kind::execparam,
       .enumeration = {"text", "json"}})};
}

}  // namespace

Checker::Checker() : StreamComponent(definitions()) {}

component::Outcome Checker::initialize() {
  with_text_ = get<std::string>("format").value() == "text";
  return {};
}

void Checker::process(const Input& in, Output&) {
  auto octets = in.samples();
  for (; octets.size() >= kCandidateOctets; octets = octets.subspan(kCandidateOctets)) {
    const auto candidate = read_candidate(octets.first<kCandidateOctets>());
    if (!candidate) throw std::runtime_error("a candidate has neither 7 nor 14 octets");
    if (const auto frame = checker_.check(*candidate)) print_frame(*frame);
  }
  if (!octets.empty()) throw std::runtime_error("a packet ends within a candidate");
}

void Checker::print_frame(const Frame& frame) const {
  nlohmann::json line{{"event", "frame"}, {"frame", nlohmann::json::parse(to_json(frame))}};
  if (with_text_) line["text"] = to_text(frame);
  print(line);
}

}  // namespace orbweaver::adsb

ORBWEAVER_COMPONENT(orbweaver::adsb::Checker);
