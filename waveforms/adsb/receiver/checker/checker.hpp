// The receiver's last component: decides by parity which candidates are frames, and prints them.
#pragma once
#include <orbweaver/adsb/checker.hpp>
#include <orbweaver/component/stream_component.hpp>

#include <nlohmann/json.hpp>

#include "ports.hpp"

namespace orbweaver::adsb {

class Checker final : public component::StreamComponent<CandidatesIn> {
 public:
  Checker();
  component::Outcome initialize() override;

 private:
  /// Throws std::runtime_error for octets that are no candidates.
  void process(const Input& in, Output& out) override;
  [[nodiscard]] nlohmann::json figures() const override {
    return {{"frames", checker_.counts().frames()}};
  }
  void print_frame(const Frame& frame) const;

  FrameChecker checker_;
  bool with_text_ = true;
};

}  // namespace orbweaver::adsb
