// The receiver's first component: plays a recording, as fast as the receiver takes it or at 2 MS/s.
#pragma once
#include <orbweaver/adsb/recording.hpp>
#include <orbweaver/component/stream_component.hpp>

#include <nlohmann/json.hpp>
#include <optional>

#include "ports.hpp"

namespace orbweaver::adsb {

class Source final : public component::StreamComponent<IqOut> {
 public:
  Source();
  /// Fails if the recording cannot be read.
  component::Outcome initialize() override;
  component::Outcome on_start() override;

 private:
  bool produce(Output& out) override;
  [[nodiscard]] nlohmann::json figures() const override { return {{"samples", samples_}}; }

  std::optional<RecordingReader> recording_;
  std::vector<std::int16_t> pairs_;  // I and Q by turns, as a recording has them
  std::size_t packet_samples_ = 0;
  bool is_paced_ = false;
  std::uint64_t samples_ = 0;  // that were played
  TimePoint started_;          // when sample 0 would have come off the antenna
};

}  // namespace orbweaver::adsb
