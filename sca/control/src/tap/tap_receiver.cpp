// SPDX-License-Identifier: Apache-2.0
#include "tap/tap_receiver.hpp"

#include <orbweaver/ports/provides_port.hpp>
#include <orbweaver/samples/data_interfaces.hpp>
#include <orbweaver/samples/file_order.hpp>

#include <utility>

namespace orbweaver::control {

namespace {

// Packets that may wait while the disk is busy.
constexpr std::size_t kDepth = 64;

ports::ProvidesOptions dropping() {
  return {.queue = {.depth = kDepth, .when_full = packets::WhenFull::drop_oldest},
          .dispatch = wire::Dispatch::lane};
}

template <class Interface>
class TypedTapReceiver final : public TapReceiver {
  using Order = samples::FileOrder<Interface>;
  using Packet = ports::PacketOf<Interface>;

 public:
  TypedTapReceiver(samples::SampleWriter writer, std::optional<std::uint64_t> most_packets,
                   std::function<void()> is_over)
      : TapReceiver(std::move(writer), most_packets, std::move(is_over)),
        port_(dropping(), [this](Packet& packet, const packets::Stamp&) { consume(packet); }) {}
  ~TypedTapReceiver() override { port_.close(); }

  CORBA::object_reference<CORBA::Object> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) override {
    return port_.activate(adapter);
  }
  void close() override { port_.close(); }
  [[nodiscard]] std::map<std::string, std::uint64_t> lost() const override {
    std::map<std::string, std::uint64_t> entries;
    for (const auto& sender : port_.statistics()) {
      for (std::size_t i = 0; i < packets::kLosses; ++i) {
        const auto cause = static_cast<packets::Loss>(i);
        if (sender.lost.of(cause) > 0)
          entries[std::string{name_of(cause)}] += sender.lost.of(cause);
      }
      if (sender.missing > 0) entries["missing"] += sender.missing;
    }
    return entries;
  }

 private:
  void consume(const Packet& packet) {
    const auto samples = order_.of(packet);
    take(samples.bytes, Order::kSampleBytes, samples.is_end, samples.problem);
  }

  Order order_;  // used by the consuming thread alone
  ports::ProvidesPort<Interface> port_;
};

}  // namespace

TapReceiver::TapReceiver(samples::SampleWriter writer, std::optional<std::uint64_t> most_packets,
                         std::function<void()> is_over)
    : most_packets_(most_packets), is_over_(std::move(is_over)), writer_(std::move(writer)) {}

void TapReceiver::take(std::span<const std::byte> bytes, std::size_t sample_bytes, bool is_end,
                       const std::string& problem) {
  if (tapped().is_over()) return;
  if (!bytes.empty()) write(bytes, sample_bytes);
  {
    const std::scoped_lock lock{mutex_};
    if (tapped_.problem.empty()) tapped_.problem = problem;
    tapped_.has_ended = is_end;
    if (!tapped_.is_over()) return;
  }
  is_over_();
}

void TapReceiver::write(std::span<const std::byte> bytes, std::size_t sample_bytes) {
  const auto written = writer_.write(bytes, wake_);
  const std::scoped_lock lock{mutex_};
  if (!written) {
    tapped_.failure = written.error();
    return;
  }
  ++tapped_.packets;
  tapped_.samples += bytes.size() / sample_bytes;
  tapped_.bytes += bytes.size();
  tapped_.is_full = most_packets_ && tapped_.packets >= *most_packets_;
}

Result<std::string, std::string> TapReceiver::finish(bool is_kept) {
  if (auto finished = writer_.finish(is_kept); !finished) return unexpected(finished.error());
  return writer_.part();
}

std::unique_ptr<TapReceiver> make_tap_receiver(const samples::DataKind& kind,
                                               samples::SampleWriter writer,
                                               std::optional<std::uint64_t> most_packets,
                                               std::function<void()> is_over) {
  std::unique_ptr<TapReceiver> tap_receiver;
  samples::DataInterfaces::choose(kind.interface,
                                  [&]<class Interface>(std::type_identity<Interface>) {
                                    tap_receiver = std::make_unique<TypedTapReceiver<Interface>>(
                                        std::move(writer), most_packets, std::move(is_over));
                                  });
  return tap_receiver;
}

}  // namespace orbweaver::control
