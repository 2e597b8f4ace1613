// SPDX-License-Identifier: Apache-2.0
// The extensions of the JTRS Packet API beside its streams: flow control and empty signals. A
// consumer provides the controls, and calls the signals through a ControlUsesPort; a producer
// provides the signals.
#pragma once
#include <orbweaver/corba/servant.hpp>
#include <orbweaver/generated/sca/PacketEmptySignals.hpp>
#include <orbweaver/generated/sca/PacketEmptySignals_poa.hpp>
#include <orbweaver/generated/sca/PacketFlowControl.hpp>
#include <orbweaver/generated/sca/PacketFlowControl_poa.hpp>
#include <orbweaver/os/atomic.hpp>

#include <cstdint>
#include <functional>
#include <utility>

namespace orbweaver::ports {

/// The flow control that a consumer provides. Signals are off until the producer enables them.
/// Threads: any.
class FlowControlServant final : public CORBA::servant_traits<Packet::FlowControl>::base_type {
 public:
  /// `has_room` returns whether the consumer would take another packet; usually
  /// ProvidesPort::has_room.
  explicit FlowControlServant(std::function<bool()> has_room) : has_room_(std::move(has_room)) {}

  bool spaceAvailable() override { return has_room_(); }
  void enableFlowResumeSignals(bool setEnableState) override { is_enabled_ = setEnableState; }
  /// Whether the producer wants signalResume().
  [[nodiscard]] bool is_enabled() const noexcept { return is_enabled_; }

 private:
  const std::function<bool()> has_room_;
  os::Atomic<bool> is_enabled_{false};
};

/// The signals that a producer provides. `resume` is called for each signalResume; usually
/// UsesPort::resume. Threads: any.
class FlowSignalsServant final : public CORBA::servant_traits<Packet::FlowSignals>::base_type {
 public:
  /// `resume`: called for each signalResume, on the thread of the request.
  explicit FlowSignalsServant(std::function<void()> resume) : resume_(std::move(resume)) {}
  void signalResume() override { resume_(); }

 private:
  const std::function<void()> resume_;
};

/// The control of empty signals that a consumer provides. Threads: any.
class EmptyControlServant final : public CORBA::servant_traits<Packet::EmptyControl>::base_type {
 public:
  void enableEmptySignals(bool setEnableState) override { is_enabled_ = setEnableState; }
  /// Whether the producer wants signalEmpty().
  [[nodiscard]] bool is_enabled() const noexcept { return is_enabled_; }

 private:
  os::Atomic<bool> is_enabled_{false};
};

/// The empty signals that a producer provides. `empty` is called for each signalEmpty. Threads:
/// any.
class EmptySignalsServant final : public CORBA::servant_traits<Packet::EmptySignals>::base_type {
 public:
  /// `empty`: called for each signalEmpty, on the thread of the request.
  explicit EmptySignalsServant(std::function<void(std::uint16_t stream)> empty)
      : empty_(std::move(empty)) {}
  void signalEmpty(std::uint16_t streamId) override { empty_(streamId); }

 private:
  const std::function<void(std::uint16_t)> empty_;
};

}  // namespace orbweaver::ports
