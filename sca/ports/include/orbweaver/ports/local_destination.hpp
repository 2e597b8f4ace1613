// SPDX-License-Identifier: Apache-2.0
// A destination in the same ORB whose port has a queue: packets go into it without a call.
#pragma once
#include <orbweaver/corba/peer.hpp>
#include <orbweaver/corba/servant.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/packets/destination.hpp>
#include <orbweaver/ports/connection_options.hpp>
#include <orbweaver/ports/provides_port_servant.hpp>
#include <orbweaver/ports/reference_destination.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

namespace orbweaver::ports {

/// The queue keeps the order and blocks a sender when it is full. No memory is allocated for a
/// packet. A port without a queue is called through the ORB instead: there its lane keeps the
/// pipeline full.
template <class Interface>
class LocalDestination final : public packets::Destination<SentOf<Interface>>, public WithObject {
 public:
  using Sent = SentOf<Interface>;
  using NoteRoom = std::function<void(bool)>;

  /// The destination for this object; null if it is not a data port of this ORB with a queue.
  [[nodiscard]] static std::unique_ptr<LocalDestination> find(
      const CORBA::object_reference<CORBA::Object>& object, const ConnectionOptions&,
      NoteRoom note_room) {
    auto port =
        std::dynamic_pointer_cast<ProvidesPortServant<Interface>>(corba::local_servant(object));
    if (!port || !port->has_queue()) return nullptr;
    return std::make_unique<LocalDestination>(object, std::move(port), std::move(note_room));
  }

  LocalDestination(CORBA::object_reference<CORBA::Object> object,
                   std::shared_ptr<ProvidesPortServant<Interface>> port, NoteRoom note_room)
      : object_(std::move(object)), port_(std::move(port)), note_room_(std::move(note_room)) {}

  [[nodiscard]] packets::Sent send(const Sent& packet, const packets::Stamp& stamp,
                                   Meanwhile* /*meanwhile*/) noexcept override try {
    const auto kept = packet.keep();
    const auto* const said = kept.metadata();
    const auto metadata = said ? packets::CarriedMetadata{*said} : packets::CarriedMetadata{};
    const bool has_room = std::apply(
        [&](const auto&... entry) {
          return port_->accept({received(entry)..., metadata}, stamp);
        },
        kept.arguments());
    if (DataInterface<Interface>::has_result && note_room_) note_room_(has_room);
    return packets::Sent::ok;
  } catch (const CORBA::OBJECT_NOT_EXIST& failure) {
    note(failure.what());
    return packets::Sent::unreachable;
  } catch (const std::exception& failure) {
    note(failure.what());
    return packets::Sent::refused;
  }
  /// Always false: a port that has ended does not come back.
  [[nodiscard]] bool answers() noexcept override { return false; }
  [[nodiscard]] std::string why() const override {
    const std::lock_guard lock(mutex_);
    return why_;
  }
  [[nodiscard]] std::string transport() const override { return "inproc"; }
  [[nodiscard]] CORBA::object_reference<CORBA::Object> object() const override { return object_; }

 private:
  static const StreamControl& received(const StreamControl& control) { return control; }
  template <class T>
  static View<T> received(const corba::Elements<T>& elements) {
    return elements.keep();
  }
  void note(const char* why) noexcept try {
    const std::lock_guard lock(mutex_);
    why_ = why;
  } catch (const std::bad_alloc&) {  // the outcome counts; its text may be missing
  }

  const CORBA::object_reference<CORBA::Object> object_;
  std::shared_ptr<ProvidesPortServant<Interface>> port_;
  NoteRoom note_room_;
  mutable os::Mutex mutex_;
  std::string why_;
};

}  // namespace orbweaver::ports
