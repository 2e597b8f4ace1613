// SPDX-License-Identifier: Apache-2.0
// The packets that a component makes in one step, without the type of their samples. Behind
// output.hpp.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/packets/metadata_run.hpp>
#include <orbweaver/packets/stamp.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::component {

// ---- for the base ----

/// Memory for samples in the form that the transport needs. Q: only for pairs.
struct LentSamples {
  struct Memory {
    Chunk memory;
    void* first = nullptr;
  };
  Memory I, Q;
  std::size_t count = 0;  ///< samples in each
};

/// Sends the packets of a port. Threads: any.
class PacketSender {
 public:
  /// Memory for samples of so many octets, and the address where they begin. Throws std::bad_alloc.
  [[nodiscard]] virtual LentSamples::Memory lend(std::size_t bytes) = 0;
  /// Sends a packet, as send() does, whose samples lie in memory that lend() returned.
  virtual void send_lent(LentSamples samples, const packets::Metadata* metadata,
                         const std::optional<packets::Times>& times) = 0;
  /// Sends a packet. `samples`: a SamplesOf<Interface> of the port's interface, whose content is
  /// unspecified afterwards. `metadata`: null if there are none.
  virtual void send(void* samples, const packets::Metadata* metadata,
                    const std::optional<packets::Times>& times) = 0;

 protected:
  ~PacketSender() = default;
};

// ---- for components ----

/// The packets that a component makes for one port in one step. Threads: one.
class PortOutputBase {
 public:
  PortOutputBase(const PortOutputBase&) = delete;
  PortOutputBase& operator=(const PortOutputBase&) = delete;

  /// The metadata of the packet that was begun last; before the first packet() of a step, those of
  /// the packet that comes first. They travel with it; empty ones are not sent. They begin as
  ///
  ///   those of the input packet                    in process(), for the first packet of the step
  ///   those of the packet before, later by its     for further packets, and in produce(): so a
  ///   samples, and without its tags                source sets them once
  ///   those of the last input packet, as above     in finish()
  ///
  /// Later by n samples: the number is greater by n, the time later by n at the sample rate;
  /// without a rate there is no time any more. Valid until the next packet() of this port, and the
  /// step's end. Tags of a step that sends no packet are dropped.
  [[nodiscard]] packets::Metadata& metadata();

  // ---- for the base ----

  /// Begins a step. `metadata`: for its first packet, and for packets that were begun before.
  void begin_step(const packets::Metadata& metadata);
  /// Begins a step whose packets have no metadata unless the component gives some.
  void begin_step() noexcept { has_metadata_ = false; }
  /// Checks the metadata of all packets. Throws std::length_error, which names the port, if one
  /// cannot be sent.
  void require_sendable() const;
  /// Sets the sender of the packets, before the first packet is begun. `sender` must live as long
  /// as this.
  void set_sender(PacketSender& sender) noexcept { sender_ = &sender; }
  /// Sends all packets in their order, and forgets them. Requires: set_sender().
  void send(const std::optional<packets::Times>& times);
  void drop_all() noexcept;

 protected:
  // ---- for the base: PortOutput ----

  /// `sends_empty`: a packet without samples is sent as all others. `name` outlives this.
  PortOutputBase(std::string_view name, bool sends_empty) noexcept
      : name_(name), sends_empty_(sends_empty) {}
  ~PortOutputBase() = default;
  /// Begins another packet; returns its index.
  [[nodiscard]] std::size_t begin_packet() {
    if (has_metadata_) [[unlikely]]
      begin_metadata();
    return used_++;
  }
  /// Gives the packet that was begun last `count` samples of `bytes_each` octets, in memory of its
  /// sender. Requires: set_sender(). Fails: std::bad_alloc.
  [[nodiscard]] LentSamples& lend(std::size_t count, std::size_t bytes_each, bool is_pair);
  /// The lent samples of the packet that was begun last; null: it has none.
  [[nodiscard]] LentSamples* lent() noexcept;
  [[nodiscard]] virtual void* samples_at(std::size_t place) noexcept = 0;
  [[nodiscard]] virtual std::size_t count_at(std::size_t place) const noexcept = 0;

 private:
  struct LentPacket {
    std::size_t place = 0;
    LentSamples samples;
  };
  [[nodiscard]] const LentPacket* lent_at(std::size_t place) const noexcept;
  [[nodiscard]] std::size_t samples_in(std::size_t place) const noexcept;
  [[nodiscard]] bool is_sent(std::size_t place) const noexcept {
    return sends_empty_ || samples_in(place) > 0;
  }
  void begin_metadata();
  void end_metadata(std::size_t place);

  const std::string_view name_;
  const bool sends_empty_;
  PacketSender* sender_ = nullptr;
  std::vector<LentPacket> lent_;             // in their order
  std::size_t used_ = 0;                     // packets that are to be sent
  bool has_metadata_ = false;                // a class gave some, or asked for them
  std::vector<packets::Metadata> metadata_;  // for each packet, if has_metadata_
  packets::Metadata next_;                   // for the packet that is begun next
  packets::MetadataRun run_;
};

/// The packets that a component makes in one step: in process() of a packet, in produce(), or in
/// finish(). They are sent when the step has ended. Threads: one.
class OutputBase {
 public:
  virtual ~OutputBase() = default;
  OutputBase(const OutputBase&) = delete;
  OutputBase& operator=(const OutputBase&) = delete;

  /// The packets of this step are sent at this moment, and are as old as that: for sources that
  /// keep the pace of a radio. Without it they are sent at once.
  void due(TimePoint moment) noexcept { due_ = moment; }

  // ---- for the base ----

  /// Begins a step with the metadata of the input packet, which all ports pass on.
  void begin_step(const packets::Metadata& metadata);
  void require_sendable() const;
  [[nodiscard]] std::optional<TimePoint> when_due() const noexcept { return due_; }
  /// `senders`: of each port one, in the order of the ports.
  void set_senders(std::span<PacketSender* const> senders) noexcept;
  void send(const std::optional<packets::Times>& times);
  void drop_all() noexcept;

 protected:
  OutputBase() = default;
  /// The ports must live as long as this.
  void set_ports(std::vector<PortOutputBase*> ports) { ports_ = std::move(ports); }

 private:
  std::vector<PortOutputBase*> ports_;
  std::optional<TimePoint> due_;
};

}  // namespace orbweaver::component
