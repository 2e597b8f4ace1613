// First component: plays a recording, as fast as the receiver takes it or as a radio would. Without a recording it plays a
// generated station, sample for sample what fm-generate writes of the same choices as .cf32.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <orbweaver/component/stream_component.hpp>

namespace orbweaver::fm::components {

using IqOut = component::Out<"iq_out", standardInterfaces::complexFloat>;

class Source final : public component::StreamComponent<IqOut> {
 public:
  Source();

  /// Opens the recording. Fails: with the line of its reader, if it is of another rate, or if the properties of a generated
  /// station do not go together.
  component::Outcome initialize() override;

 private:
  /// Samples written; 0 at the end. Fails: with one line.
  using Read =
      std::function<std::expected<std::size_t, std::string>(std::span<std::complex<float>>)>;

  [[nodiscard]] std::expected<Read, std::string> open_recording(const std::filesystem::path& input);
  [[nodiscard]] std::expected<Read, std::string> generate_station();
  [[nodiscard]] Nanoseconds played() const;

  component::Outcome on_start() override;
  bool produce(Output& out) override;
  void finish(Output& out) override;
  [[nodiscard]] nlohmann::json figures() const override;

  Read read_;
  std::vector<std::complex<float>> packet_;
  std::uint32_t rate_hz_ = 0;
  bool is_paced_ = false;
  TimePoint started_;
  std::uint64_t samples_ = 0;
};

}  // namespace orbweaver::fm::components
