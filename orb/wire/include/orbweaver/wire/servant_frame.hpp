// SPDX-License-Identifier: Apache-2.0
// The request that the calling thread runs. Requests nest on a thread: a servant may call an object
// of its own ORB, which runs on the same thread.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/giop/packet_stamp.hpp>
#include <orbweaver/giop/service_context.hpp>
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/wire/packet_scope.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::wire {

/// The object of a request, with its name for log lines.
class CalledObject {
 public:
  /// Returns a name such as "RootPOA/radio/tuner" or "RootPOA/#3".
  [[nodiscard]] virtual std::string name() const = 0;

 protected:
  ~CalledObject() = default;
};

/// While this object lives, the thread that made it is in a servant. Lives on the stack.
class ServantFrame {
 public:
  /// `object`: the object of the request; null in user code that the ORB calls without a request.
  /// The chain of calls is that of the frame around this one.
  explicit ServantFrame(CalledObject* object) noexcept
      : ServantFrame(object, {}, innermost_here() == nullptr ? Bytes{} : innermost_here()->chain_,
                     nullptr, PacketScope::current(), PacketScope::current_metadata()) {}
  /// `chain`: the data of the request's giop::kContextChain, or empty. `contexts`: all contexts of
  /// the request; null if it did not come in a message: then `packet` and `metadata` describe its
  /// packet, if it has one. All of them and `operation` must outlive the frame.
  ServantFrame(CalledObject* object, std::string_view operation, Bytes chain,
               const giop::ServiceContextView* contexts, const giop::PacketStamp* packet = nullptr,
               Bytes metadata = {}) noexcept
      : object_(object),
        operation_(operation),
        chain_(chain),
        contexts_(contexts),
        packet_(packet),
        metadata_(metadata),
        outer_(innermost_here()) {
    innermost_here() = this;
  }
  ~ServantFrame() { innermost_here() = outer_; }
  ServantFrame(const ServantFrame&) = delete;
  ServantFrame& operator=(const ServantFrame&) = delete;

  /// The innermost frame of the calling thread; null outside of servants.
  [[nodiscard]] static const ServantFrame* innermost() noexcept { return innermost_here(); }
  [[nodiscard]] CalledObject* object() const noexcept { return object_; }
  /// Empty if the request did not come in a message.
  [[nodiscard]] std::string_view operation() const noexcept { return operation_; }
  /// Not checked: giop::CallChain::read checks it.
  [[nodiscard]] Bytes chain() const noexcept { return chain_; }
  /// The packet that the request is for, if its sender stamped it.
  [[nodiscard]] std::optional<giop::PacketStamp> packet() const noexcept {
    if (packet_ != nullptr) return *packet_;
    const auto data = contexts_ ? contexts_->find(giop::kContextPacket) : std::nullopt;
    return data ? giop::read_packet_stamp(*data) : std::nullopt;
  }
  /// The metadata of the packet as received, not checked. Empty: the sender sent none.
  [[nodiscard]] Bytes metadata() const noexcept {
    return contexts_ ? contexts_->find(giop::kContextMetadata).value_or(Bytes{}) : metadata_;
  }
  [[nodiscard]] const ServantFrame* outer() const noexcept { return outer_; }

 private:
  static const ServantFrame*& innermost_here() noexcept {
    return os::PerThread<const ServantFrame*, ServantFrame>::value();
  }

  CalledObject* object_;
  std::string_view operation_;
  Bytes chain_;
  const giop::ServiceContextView* contexts_;
  const giop::PacketStamp* packet_;
  Bytes metadata_;
  const ServantFrame* outer_;
  PacketScope own_calls_{nullptr};  // the servant's own calls are for other packets
};

}  // namespace orbweaver::wire
