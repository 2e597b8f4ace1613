// SPDX-License-Identifier: Apache-2.0
// The receiver's last component: decides by parity which candidates are frames, and prints them.
#include <orbweaver/adsb/candidate_octets.hpp>
#include <orbweaver/adsb/checker.hpp>
#include <orbweaver/adsb/format.hpp>
#include <orbweaver/component/program.hpp>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "ports.hpp"

namespace orbweaver::adsb {

struct CheckerSettings {
  std::string format = "text";

  void describe(component::Describer& property) {
    property("format", format,
             {.description = "text: each frame also as a readable line; json: fields only",
              .kind = property::Kind::execparam,
              .enumeration = {"text", "json"}});
  }
};

class Checker final
    : public component::StreamComponent<CandidatesIn, component::Settings<CheckerSettings>> {
 public:
  static constexpr auto kDescription =
      "ADS-B receiver, last component: checks candidates and prints the frames";
  static constexpr auto kAuthor = kAuthorOfReceiver;

 private:
  /// Throws std::runtime_error for octets that are no candidates.
  void process(const Input& in, Output&) override {
    if (std::exchange(is_over_, false)) checker_ = {};
    auto octets = in.samples();
    for (; octets.size() >= kCandidateOctets; octets = octets.subspan(kCandidateOctets)) {
      const auto candidate = read_candidate(octets.first<kCandidateOctets>());
      if (!candidate) throw std::runtime_error("a candidate has neither 7 nor 14 octets");
      if (const auto frame = checker_.check(*candidate)) print_frame(*frame);
    }
    if (!octets.empty()) throw std::runtime_error("a packet ends within a candidate");
  }
  void finish(Output&) override { is_over_ = true; }
  void print_frame(const Frame& frame) const {
    nlohmann::json line{{"event", "frame"}, {"frame", nlohmann::json::parse(to_json(frame))}};
    if (settings().format == "text") line["text"] = to_text(frame);
    print(line);
  }
  [[nodiscard]] nlohmann::json figures() const override {
    return {{"frames", checker_.counts().frames()}};
  }

  FrameChecker checker_;  // its counts stay until the next stream's first candidates
  bool is_over_ = false;
};

}  // namespace orbweaver::adsb

ORBWEAVER_COMPONENT(orbweaver::adsb::Checker);
