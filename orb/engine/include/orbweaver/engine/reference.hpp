// An object reference as a client holds it: where the object is, and the policies for calls through
// it.
#pragma once
#include <orbweaver/engine/active_object.hpp>
#include <orbweaver/engine/connection_slot.hpp>
#include <orbweaver/engine/policies.hpp>
#include <orbweaver/engine/prepared_heads.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/connection.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::engine {

class ClientConnection;
class OrbCore;
class OrderStream;

/// Immutable, but for the connections that it remembers. Made by OrbCore.
/// Threads: any. Order: requests that one thread sends through one reference arrive in call order.
class Reference {
 public:
  /// Where the payload begins in what loan() gives.
  static constexpr std::size_t kLoanHeadroom = transport::kLoanHeadroom;
  /// `stream` numbers the requests of OrderedDelivery.
  Reference(std::shared_ptr<OrbCore> orb, giop::Ior ior, CallPolicies overrides,
            std::shared_ptr<OrderStream> stream);
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  [[nodiscard]] const giop::Ior& ior() const noexcept { return ior_; }
  [[nodiscard]] OrbCore& orb() const noexcept { return *orb_; }
  [[nodiscard]] const std::shared_ptr<OrbCore>& shared_orb() const noexcept { return orb_; }
  [[nodiscard]] Bytes object_key() const noexcept { return key_; }
  /// What giop::begin_request_head writes for this object.
  [[nodiscard]] Bytes request_head() const noexcept { return request_head_; }
  /// Whole headers, without contexts.
  [[nodiscard]] PreparedHeads& prepared_heads() noexcept { return prepared_heads_; }
  [[nodiscard]] const CallPolicies& overrides() const noexcept { return overrides_; }
  /// The stream of this reference and of all that were derived from it, or it from.
  [[nodiscard]] const std::shared_ptr<OrderStream>& stream() const noexcept { return stream_; }
  /// The same object with other overrides, in the same stream.
  [[nodiscard]] std::shared_ptr<Reference> with(CallPolicies overrides) const;

  /// What holds for a call by this thread: reference over thread over ORB. All members are set.
  [[nodiscard]] CallPolicies effective_policies() const noexcept;
  /// Whether the object lives, or lived, in this very ORB.
  [[nodiscard]] bool is_local() const noexcept { return is_local_; }
  /// The local object, or nothing if it is no longer active.
  [[nodiscard]] std::shared_ptr<ActiveObject> local_object() const;

  /// Where one-way requests go as datagrams, if this ORB chooses so and the server offers it. They
  /// are always numbered, as with OrderedDelivery, and so are all others through this reference.
  [[nodiscard]] const std::optional<transport::UdpAddress>& datagram_address() const noexcept {
    return datagram_address_;
  }
  enum class Sharing { shared, own };
  /// A connection that was usable a moment ago; made if there is none. `own`: one that no other
  /// reference uses.
  [[nodiscard]] Result<ConnectionSlot::Pin, CallFailure> connection(Sharing sharing,
                                                                    Deadline deadline);
  /// Memory for a payload of `size` bytes that begins at kLoanHeadroom, where the
  /// connection that calls through this reference use now wants it; from the heap if there is none.
  /// Never connects. See transport::Connection::loan().
  [[nodiscard]] Chunk loan(std::size_t size);
  /// The way that calls through this reference took last: "tcp", "unix"...; "inproc" if all stayed
  /// in this ORB; empty before the first.
  [[nodiscard]] std::string transport() const;

 private:
  [[nodiscard]] Result<ConnectionSlot::Pin, CallFailure> connect(ConnectionSlot& slot,
                                                                 Sharing sharing,
                                                                 Deadline deadline);

  std::shared_ptr<OrbCore> orb_;
  giop::Ior ior_;
  CallPolicies overrides_;
  giop::OctetBuffer key_;
  giop::OctetBuffer request_head_;
  PreparedHeads prepared_heads_;
  std::vector<transport::Address> addresses_;  // best first
  std::optional<transport::UdpAddress> datagram_address_;
  bool is_local_ = false;
  std::shared_ptr<OrderStream> stream_;
  std::mutex mutex_;  // of whoever connects, maybe for long
  mutable ConnectionSlot shared_connection_, own_connection_;
};

}  // namespace orbweaver::engine
