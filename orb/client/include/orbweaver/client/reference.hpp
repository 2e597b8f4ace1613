// An object reference of a client: where the object is, and the policies for calls through it.
#pragma once
#include <orbweaver/client/connection_slot.hpp>
#include <orbweaver/client/prepared_heads.hpp>
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/priority.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/wire/failure.hpp>
#include <orbweaver/wire/policies.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::client {

class ClientConnection;
class Client;
class OrderStream;

/// Immutable, apart from the connections and the forward that it remembers. The ORB makes it.
/// Threads: any. Order: requests that one thread sends through one reference arrive in call order.
class Reference {
 public:
  /// The offset of the payload in a chunk from loan().
  static constexpr std::size_t kLoanHeadroom = transport::kLoanHeadroom;
  /// `stream` numbers the requests of OrderedDelivery.
  Reference(std::shared_ptr<Client> client, giop::Ior ior, wire::CallPolicies overrides,
            std::shared_ptr<OrderStream> stream,
            giop::Addressing addressing = giop::Addressing::key);
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  [[nodiscard]] const giop::Ior& ior() const noexcept { return ior_; }
  /// The client side of the ORB that made it. It lives as long as the reference.
  [[nodiscard]] Client& client() const noexcept { return *client_; }
  [[nodiscard]] const std::shared_ptr<Client>& shared_client() const noexcept { return client_; }
  [[nodiscard]] Bytes object_key() const noexcept { return key_; }
  /// The GIOP version of requests: the highest that both sides support.
  [[nodiscard]] giop::Version version() const noexcept { return version_; }
  /// How requests name the object.
  [[nodiscard]] giop::TargetAddress target_address() const noexcept {
    return {addressing_, key_, ior_};
  }
  [[nodiscard]] giop::Addressing addressing() const noexcept { return addressing_; }
  /// How texts in requests and replies are encoded.
  [[nodiscard]] cdr::CodeSets code_sets() const noexcept { return code_sets_; }
  /// The code sets that the first request of a connection names; nothing if the server named none.
  [[nodiscard]] const std::optional<giop::TransmissionCodeSets>& agreed_code_sets() const noexcept {
    return agreed_code_sets_;
  }

  /// Decides the priority of requests, if the server sets a priority model.
  [[nodiscard]] const std::optional<giop::PriorityModel>& priority_model() const noexcept {
    return priority_model_;
  }
  /// Whether requests contain the priority of the calling thread.
  [[nodiscard]] bool propagates_priority() const noexcept { return propagates_priority_; }

  /// The place to which a server has forwarded this reference, or to which calls go after a
  /// failure.
  struct Forward {
    std::shared_ptr<Reference> to;
    giop::Permanence permanence = giop::Permanence::for_now;
  };
  /// Whether there may be a forward(); one load.
  [[nodiscard]] bool is_forwarded() const noexcept {
    return is_forwarded_.load(std::memory_order_relaxed);  // a hint; the lock orders
  }
  [[nodiscard]] Forward forward() const;
  void set_forward(Forward forward);
  /// If this ORB forwards calls to the object: follows that forward from now on, as other ORBs do.
  /// One load if this ORB forwards nothing.
  void follow_own_forward();
  /// Forgets the forward if it still leads to `to`, and is not for good.
  void forget_forward(const Reference* to);
  /// The next object, if the profiles of the reference name several. Calls try it if this one
  /// cannot be reached.
  [[nodiscard]] std::shared_ptr<Reference> alternative() const;

  /// Prepared headers: with a place in the reference's stream, with the token of a call, and with
  /// neither.
  [[nodiscard]] PreparedHeads& stamped_heads() noexcept { return stamped_heads_; }
  [[nodiscard]] PreparedHeads& chained_heads() noexcept { return chained_heads_; }
  [[nodiscard]] PreparedHeads& plain_heads() noexcept { return plain_heads_; }
  [[nodiscard]] const wire::CallPolicies& overrides() const noexcept { return overrides_; }
  /// The stream of this reference. All references that derive from the same one share it.
  [[nodiscard]] const std::shared_ptr<OrderStream>& stream() const noexcept { return stream_; }
  /// A reference to the same object with other overrides, and with the same stream.
  [[nodiscard]] std::shared_ptr<Reference> with(wire::CallPolicies overrides) const;

  /// The policies of a call by this thread: the reference's, else the thread's, else the ORB's. All
  /// members are set.
  [[nodiscard]] wire::CallPolicies effective_policies() const noexcept;
  /// Whether the object is, or was, in this ORB.
  [[nodiscard]] bool is_local() const noexcept { return is_local_; }

  /// The address for one-way requests as datagrams, if this ORB uses them and the server offers it.
  /// All requests through this reference are then numbered, as with OrderedDelivery.
  [[nodiscard]] const std::optional<transport::UdpAddress>& datagram_address() const noexcept {
    return datagram_address_;
  }
  enum class Sharing { shared, own };
  /// A connection that was usable when it was checked; makes one if there is none. With
  /// Sharing::own no other reference uses it.
  [[nodiscard]] Result<ConnectionSlot::Pin, wire::CallFailure> connection(Sharing sharing,
                                                                          Deadline deadline);
  /// Memory for a payload of `size` bytes at kLoanHeadroom. It is a loan of the connection that
  /// calls through this reference use now; memory of the heap if there is none. Never connects. See
  /// transport::Connection::loan().
  [[nodiscard]] Chunk loan(std::size_t size);
  /// The transport of the last call through this reference: "tcp", "unix"...; "inproc" if all calls
  /// stayed in this ORB; empty before the first call.
  [[nodiscard]] std::string transport() const;
  /// The object and the address to which calls go now, readable: "object 'NameService' at
  /// tcp:localhost:2809".
  [[nodiscard]] std::string describe() const;
  /// As describe(), with the operation, and with the interface if the reference names it:
  /// "Lab::Echo::add of object #3 of adapter #0 at unix:@x".
  [[nodiscard]] std::string describe(std::string_view operation) const;

 private:
  [[nodiscard]] Result<ConnectionSlot::Pin, wire::CallFailure> connect(ConnectionSlot& slot,
                                                                       Sharing sharing,
                                                                       Deadline deadline);
  void agree_on_code_sets(std::span<const giop::IiopProfile> profiles);

  std::shared_ptr<Client> client_;
  giop::Ior ior_;
  wire::CallPolicies overrides_;
  giop::Addressing addressing_;
  giop::Version version_;
  cdr::CodeSets code_sets_;
  std::optional<giop::TransmissionCodeSets> agreed_code_sets_;
  bool has_common_code_set_ = true;
  giop::OctetBuffer key_;
  PreparedHeads plain_heads_, chained_heads_, stamped_heads_;
  std::vector<transport::Address> addresses_;  // best first
  std::optional<transport::UdpAddress> datagram_address_;
  std::optional<giop::PriorityModel> priority_model_;
  bool is_local_ = false, propagates_priority_ = false;
  std::shared_ptr<OrderStream> stream_;
  std::mutex mutex_;  // held while a thread connects, which may take long
  mutable ConnectionSlot shared_connection_, own_connection_;
  std::atomic<bool> is_forwarded_{false};
  mutable std::mutex forward_mutex_;
  Forward forward_;
};

}  // namespace orbweaver::client
