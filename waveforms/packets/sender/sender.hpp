// SPDX-License-Identifier: Apache-2.0
// The sending end of paper 4: a Resource that pushes packets of the JTRS Packet API and says how
// long each took. It measures a block at a time, with the loop of the bench programs
// (peers/bench), and prints what a bench client answers, with the block's number.
#pragma once
#include <orbweaver/component/definitions.hpp>
#include <orbweaver/generated/lab/packet_times.hpp>
#include <orbweaver/ports/control_port.hpp>
#include <orbweaver/ports/uses_port.hpp>
#include <orbweaver/resource/component.hpp>

#include <bench/command.hpp>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <thread>

namespace orbweaver::packets_waveform {

[[nodiscard]] component::Definitions sender_properties();

/// The uses ports of the sender. They outlive the component.
struct SenderPorts {
  SenderPorts();

  ports::UsesPort<Packet::OctetStream> packets;
  ports::ControlUsesPort<Bench::PacketTimes> times;
};

/// While it is started, a new value of the property `block` begins a block: `warm_up` packets that
/// do not count and `packets` that do, of `payload` bytes each, one after the other. `configure`
/// fails if it is not started, or if a block is under way.
class Sender final : public resource::Component {
 public:
  using Print = std::function<void(const nlohmann::ordered_json& line)>;

  /// `print` receives each line, on the measuring thread.
  Sender(std::shared_ptr<SenderPorts> ports, Print print);
  ~Sender() override;

  resource::Outcome start() override;
  /// Gives a block up that is under way: its line says so.
  resource::Outcome stop() override;

 private:
  struct Block {
    std::uint32_t number = 0;
    bench::Command command;
  };

  void begin(std::uint32_t number);
  void run(const std::stop_token& stop);
  [[nodiscard]] std::optional<Block> next(const std::stop_token& stop);
  void end_block();
  [[nodiscard]] nlohmann::ordered_json measured(const Block& block, const std::stop_token& stop);

  const std::shared_ptr<SenderPorts> ports_;
  const Print print_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool is_started_ = false;     // requires mutex_
  std::optional<Block> block_;  // requires mutex_; the one that is under way
  std::jthread worker_;         // last: it uses all of the above
};

}  // namespace orbweaver::packets_waveform
