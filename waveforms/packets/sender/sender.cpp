// SPDX-License-Identifier: Apache-2.0
#include "sender.hpp"

#include <bench/measure.hpp>

#include <stdexcept>
#include <utility>
#include <vector>

namespace orbweaver::packets_waveform {

namespace {

constexpr std::uint8_t kFiller = 0x5a;  // as of the bench client

ports::UsesOptions two_way() {
  ports::UsesOptions options{.name = "packets_out"};
  options.connection.messaging = ports::Messaging::twoway;
  options.connection.stamps = ports::Stamps::omitted;  // the bench programs send none
  options.most_connections = 1;
  return options;
}

bench::Measured measure(SenderPorts& ports, const bench::Command& command,
                        const std::stop_token& stop) {
  const auto times = ports.times.first();
  if (!times || !ports.packets.is_connected())
    throw std::runtime_error("packets_out and times_out must both be connected");
  const std::vector<std::uint8_t> payload(command.bytes, kFiller);
  ports::StreamControl control;
  (void)times->taken_ns();
  return bench::time_packets(
      command,
      [&] {
        if (stop.stop_requested()) throw std::runtime_error("stopped before the block was through");
        ports.packets.push(control, payload);
        ++control.sequence_number;
      },
      [&] { return times->taken_ns(); });
}

}  // namespace

component::Definitions sender_properties() {
  using component::simple;
  return {simple<std::uint32_t>("payload", 2,
                                {.description = "Bytes of a packet", .range = {{"1", "16777216"}}}),
          simple<std::uint32_t>("packets", 100,
                                {.description = "Packets that count", .range = {{"1", "1000000"}}}),
          simple<std::uint32_t>("warm_up", 0,
                                {.description = "Packets before them", .range = {{"0", "100000"}}}),
          simple<std::uint32_t>("block", 0,
                                {.description = "Number of the block: a new one begins it"})};
}

SenderPorts::SenderPorts() : packets(two_way()), times("times_out", 1) {}

Sender::Sender(std::shared_ptr<SenderPorts> ports, Print print)
    : Component(sender_properties()), ports_(std::move(ports)), print_(std::move(print)) {
  (void)properties()->on_change(
      "block", [this](const property::Value&) { begin(get<std::uint32_t>("block").value_or(0)); });
}

Sender::~Sender() { (void)stop(); }

resource::Outcome Sender::start() {
  const std::lock_guard lock(mutex_);
  is_started_ = true;
  worker_ = std::jthread{[this](const std::stop_token& stop) { run(stop); }};
  return {};
}

resource::Outcome Sender::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_started_ = false;
  }
  worker_ = {};  // asks the thread to end, and waits for it
  return {};
}

void Sender::begin(std::uint32_t number) {
  const auto count = [this](const char* id) { return get<std::uint32_t>(id).value_or(0); };
  const std::lock_guard lock(mutex_);
  if (!is_started_) throw std::runtime_error("it is not started, so it measures nothing");
  if (block_) throw std::runtime_error("a block is under way; its line is to be awaited");
  block_ = Block{number, bench::Command{.what = "packet",
                                        .bytes = count("payload"),
                                        .calls = count("packets"),
                                        .warm_up = count("warm_up")}};
  changed_.notify_all();
}

void Sender::run(const std::stop_token& stop) {
  while (const auto block = next(stop)) {
    const auto line = measured(*block, stop);
    end_block();  // before the line is out: its reader may begin the next block at once
    print_(line);
  }
}

std::optional<Sender::Block> Sender::next(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait(lock, stop, [this] { return block_.has_value(); })) return {};
  return block_;
}

void Sender::end_block() {
  const std::lock_guard lock(mutex_);
  block_.reset();
}

nlohmann::ordered_json Sender::measured(const Block& block, const std::stop_token& stop) {
  nlohmann::ordered_json line;
  try {
    line = bench::to_json(block.command, measure(*ports_, block.command, stop));
  } catch (const std::exception& failure) {
    line = {{"event", "error"}, {"name", "sender"}, {"error", failure.what()}};
  }
  line["block"] = block.number;
  return line;
}

}  // namespace orbweaver::packets_waveform
