// SPDX-License-Identifier: Apache-2.0
// A destination that is reached through an object reference.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/packet_stamp.hpp>
#include <orbweaver/corba/peer.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/packets/destination.hpp>
#include <orbweaver/ports/connection_options.hpp>
#include <orbweaver/ports/data_interface.hpp>

#include <functional>
#include <string>
#include <tuple>
#include <utility>

namespace orbweaver::ports {

[[nodiscard]] inline corba::PacketStamp to_wire(const packets::Stamp& stamp) noexcept {
  const auto& times = stamp.times;
  return {stamp.clock,   stamp.connection, stamp.number, times.born_ns,
          times.sent_ns, times.expires_ns, times.due_ns};
}

/// The part of a destination that is the same for every interface: whether its object answers, and
/// why not. Threads: as packets::Destination.
class Endpoint {
 public:
  explicit Endpoint(const CORBA::object_reference<CORBA::Object>& reference);

  /// The outcome of a call that threw, for the exception that is being handled. Call it in a catch
  /// block.
  [[nodiscard]] packets::Sent outcome_of_exception() noexcept;
  [[nodiscard]] bool answers() noexcept;
  [[nodiscard]] std::string why() const;

 private:
  void note(const char* why) noexcept;

  CORBA::object_reference<CORBA::Object> probe_;
  mutable os::Mutex mutex_;
  std::string why_;
};

/// A destination that has a reference to an object.
class WithObject {
 public:
  virtual ~WithObject() = default;
  [[nodiscard]] virtual CORBA::object_reference<CORBA::Object> object() const = 0;
};

template <class Interface>
class ReferenceDestination final : public packets::Destination<SentOf<Interface>>,
                                   public WithObject {
 public:
  using Sent = SentOf<Interface>;
  /// Called with the result of a pushPacket that has one: whether the receiver has room for another
  /// packet.
  using NoteRoom = std::function<void(bool)>;

  ReferenceDestination(const CORBA::object_reference<Interface>& reference,
                       const ConnectionOptions& options, NoteRoom note_room = {})
      : reference_(corba::with_policies(reference, policies_of(options))),
        endpoint_(reference_),
        is_queued_here_(is_one_way(options.messaging) && reference_->_transport() == "inproc"),
        awaits_before_next_(options.awaits_before_next),
        stamps_(options.stamps),
        note_room_(std::move(note_room)) {}

  [[nodiscard]] packets::Sent send(const Sent& packet, const packets::Stamp& stamp,
                                   Meanwhile* meanwhile) noexcept override try {
    const auto carried = to_wire(stamp);
    const packets::MetadataContext metadata{packet.metadata()};
    const corba::StampedCalls calls(stamps_ == Stamps::sent ? &carried : nullptr,
                                    awaits_before_next_ ? nullptr : meanwhile, metadata.data());
    if (is_queued_here_)
      call_with(packet.keep());
    else
      call_with(packet);
    return packets::Sent::ok;
  } catch (...) {
    return endpoint_.outcome_of_exception();
  }
  [[nodiscard]] bool answers() noexcept override { return endpoint_.answers(); }
  [[nodiscard]] std::string why() const override { return endpoint_.why(); }
  [[nodiscard]] std::string transport() const override { return reference_->_transport(); }
  [[nodiscard]] CORBA::object_reference<CORBA::Object> object() const override {
    return reference_;
  }

 private:
  static bool is_one_way(Messaging messaging) noexcept {
    return messaging != Messaging::twoway && messaging != Messaging::twoway_worker;
  }
  void call_with(const Sent& packet) {
    std::apply([&](const auto&... entry) { call(argument(entry)...); }, packet.arguments());
  }
  template <class... Arguments>
  void call(Arguments&&... arguments) {
    if constexpr (DataInterface<Interface>::has_result) {
      const bool has_room = reference_->pushPacket(std::forward<Arguments>(arguments)...);
      if (note_room_) note_room_(has_room);
    } else {
      reference_->pushPacket(std::forward<Arguments>(arguments)...);
    }
  }
  static Packet::StreamControlType argument(const StreamControl& control) {
    return to_idl(control);
  }
  template <class T>
  static const corba::Elements<T>& argument(const corba::Elements<T>& elements) {
    return elements;
  }

  CORBA::object_reference<Interface> reference_;
  Endpoint endpoint_;
  // True: the packet waits in the lane of an object of this ORB, which needs a copy of it. The copy
  // lies in a buffer of the port, which is used again.
  const bool is_queued_here_;
  const bool awaits_before_next_;
  const Stamps stamps_;
  NoteRoom note_room_;
};

}  // namespace orbweaver::ports
