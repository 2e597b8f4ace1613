// SPDX-License-Identifier: Apache-2.0
#include "sample_sender.hpp"

#include <orbweaver/ports/port_servant.hpp>
#include <orbweaver/ports/reference_destination.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

#include <orbweaver/samples/data_interfaces.hpp>
#include <orbweaver/samples/file_byte_order.hpp>

namespace orbweaver::trial {

namespace {

using ports::Family;

template <class Interface>
class TypedSender final : public SampleSender {
  using Traits = ports::DataInterface<Interface>;
  using Sample = typename Traits::Sample;
  using Samples = std::vector<Sample>;

 public:
  TypedSender(const CORBA::object_reference<Interface>& port,
              const ports::ConnectionOptions& options)
      : destination_(port, options) {
    if constexpr (Traits::family == Family::stream) limit_to(port->getMaxPayloadSize());
  }

  Result<void, std::string> send(std::span<const std::byte> bytes) override {
    if constexpr (Traits::family == Family::pair) {
      take_apart(bytes);
      return push(I_, Q_);
    } else {
      copy(bytes);
      return push_samples(false);
    }
  }
  Result<void, std::string> send_end() override {
    I_.clear();
    Q_.clear();
    if constexpr (Traits::family == Family::pair)
      return push(I_, Q_);
    else
      return push_samples(true);
  }
  [[nodiscard]] bool was_refused() const noexcept override { return was_refused_; }
  [[nodiscard]] std::size_t most_samples() const noexcept override { return most_samples_; }

 private:
  // Some consumers say 0 for "any size".
  void limit_to(std::uint32_t most) noexcept {
    if (most > 0) most_samples_ = most;
  }
  void copy(std::span<const std::byte> bytes) {
    I_.resize(bytes.size() / sizeof(Sample));
    std::memcpy(I_.data(), bytes.data(), I_.size() * sizeof(Sample));
    samples::change_to_or_from_file_order(std::span{I_});
  }
  void take_apart(std::span<const std::byte> bytes) {
    both_.resize(bytes.size() / sizeof(Sample));
    std::memcpy(both_.data(), bytes.data(), both_.size() * sizeof(Sample));
    samples::change_to_or_from_file_order(std::span{both_});
    I_.resize(both_.size() / 2);
    Q_.resize(I_.size());
    for (std::size_t k = 0; k < I_.size(); ++k) {
      I_[k] = both_[2 * k];
      Q_[k] = both_[2 * k + 1];
    }
  }
  Result<void, std::string> push_samples([[maybe_unused]] bool is_end) {
    if constexpr (Traits::family == Family::stream)
      return push(ports::StreamControl{.end_of_stream = is_end, .sequence_number = sequence_++},
                  I_);
    else
      return push(I_);
  }

  template <class... Arguments>
  Result<void, std::string> push(const Arguments&... arguments) {
    ++stamp_.number;
    stamp_.times.born_ns = stamp_.times.sent_ns = monotonic_ns();
    switch (destination_.send(ports::SentOf<Interface>{buffers_, arguments...}, stamp_, nullptr)) {
      case packets::Sent::ok:
        return {};
      case packets::Sent::refused:
      case packets::Sent::kept_back:
        was_refused_ = true;
        return unexpected("it raised " + destination_.why());
      case packets::Sent::full:
      case packets::Sent::unreachable:
        break;
    }
    return unexpected(destination_.why());
  }

  packets::PacketBuffers buffers_;
  ports::ReferenceDestination<Interface> destination_;
  packets::Stamp stamp_{packets::clock_of_this_machine(), packets::make_connection_number(), 0, {}};
  std::uint8_t sequence_ = 0;
  bool was_refused_ = false;
  std::size_t most_samples_ = SampleSender::most_samples();
  Samples I_, Q_, both_;
};

}  // namespace

std::unique_ptr<SampleSender> make_sender(std::string_view interface,
                                          const CORBA::object_reference<CORBA::Object>& port,
                                          const ports::ConnectionOptions& options) {
  std::unique_ptr<SampleSender> packet_sender;
  samples::DataInterfaces::choose(interface, [&]<class Interface>(std::type_identity<Interface>) {
    const auto narrowed = IDL::traits<Interface>::narrow(port);
    if (!narrowed)
      ports::throw_invalid_port(
          ports::PortError::wrong_object,
          "the object has another interface than the SCD says: it is no " + std::string{interface});
    packet_sender = std::make_unique<TypedSender<Interface>>(narrowed, options);
  });
  return packet_sender;
}

}  // namespace orbweaver::trial
