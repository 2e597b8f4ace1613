// An object reference as a client holds it: where the object is, and the policies for calls through
// it.
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

/// Immutable, but for the connections and the forward that it remembers. Made by the ORB.
/// Threads: any. Order: requests that one thread sends through one reference arrive in call order.
class Reference {
 public:
  /// Where the payload begins in what loan() gives.
  static constexpr std::size_t kLoanHeadroom = transport::kLoanHeadroom;
  /// `stream` numbers the requests of OrderedDelivery.
  Reference(std::shared_ptr<Client> client, giop::Ior ior, wire::CallPolicies overrides,
            std::shared_ptr<OrderStream> stream,
            giop::Addressing addressing = giop::Addressing::key);
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  [[nodiscard]] const giop::Ior& ior() const noexcept { return ior_; }
  /// Of the ORB that made it, which lives as long as the reference.
  [[nodiscard]] Client& client() const noexcept { return *client_; }
  [[nodiscard]] const std::shared_ptr<Client>& shared_client() const noexcept { return client_; }
  [[nodiscard]] Bytes object_key() const noexcept { return key_; }
  /// In which to speak to the object: the highest that both sides know.
  [[nodiscard]] giop::Version version() const noexcept { return version_; }
  /// How requests name the object.
  [[nodiscard]] giop::TargetAddress target_address() const noexcept {
    return {addressing_, key_, ior_};
  }
  [[nodiscard]] giop::Addressing addressing() const noexcept { return addressing_; }
  /// How the texts in requests and replies travel.
  [[nodiscard]] cdr::CodeSets code_sets() const noexcept { return code_sets_; }
  /// What the first request of a connection says about that; nothing if the server said nothing.
  [[nodiscard]] const std::optional<giop::TransmissionCodeSets>& agreed_code_sets() const noexcept {
    return agreed_code_sets_;
  }

  /// Whose priority requests run at, if the server said so.
  [[nodiscard]] const std::optional<giop::PriorityModel>& priority_model() const noexcept {
    return priority_model_;
  }
  /// Whether requests say the priority of the calling thread.
  [[nodiscard]] bool propagates_priority() const noexcept { return propagates_priority_; }

  /// Where a server, or a failure, has sent the calls of this reference.
  struct Forward {
    std::shared_ptr<Reference> to;
    giop::Permanence permanence = giop::Permanence::for_now;
  };
  /// Whether forward() may have something: a load.
  [[nodiscard]] bool is_forwarded() const noexcept {
    return is_forwarded_.load(std::memory_order_relaxed);  // a hint; the lock orders
  }
  [[nodiscard]] Forward forward() const;
  void set_forward(Forward forward);
  /// Of an object that this ORB had, and sends callers elsewhere for: calls go there from now on,
  /// as those of other ORBs do. A load if this ORB forwards nothing.
  void follow_own_forward();
  /// If it still leads to `to`, and not for good.
  void forget_forward(const Reference* to);
  /// The next object that the reference names, if its profiles name several; to be tried when this
  /// one cannot be reached.
  [[nodiscard]] std::shared_ptr<Reference> alternative() const;

  /// Whole headers: with a place in the stream of this reference, with the token of one call, and
  /// with neither.
  [[nodiscard]] PreparedHeads& stamped_heads() noexcept { return stamped_heads_; }
  [[nodiscard]] PreparedHeads& chained_heads() noexcept { return chained_heads_; }
  [[nodiscard]] PreparedHeads& plain_heads() noexcept { return plain_heads_; }
  [[nodiscard]] const wire::CallPolicies& overrides() const noexcept { return overrides_; }
  /// The stream of this reference and of all that were derived from it, or it from.
  [[nodiscard]] const std::shared_ptr<OrderStream>& stream() const noexcept { return stream_; }
  /// The same object with other overrides, in the same stream.
  [[nodiscard]] std::shared_ptr<Reference> with(wire::CallPolicies overrides) const;

  /// What holds for a call by this thread: reference over thread over ORB. All members are set.
  [[nodiscard]] wire::CallPolicies effective_policies() const noexcept;
  /// Whether the object lives, or lived, in this very ORB.
  [[nodiscard]] bool is_local() const noexcept { return is_local_; }

  /// Where one-way requests go as datagrams, if this ORB chooses so and the server offers it. They
  /// are always numbered, as with OrderedDelivery, and so are all others through this reference.
  [[nodiscard]] const std::optional<transport::UdpAddress>& datagram_address() const noexcept {
    return datagram_address_;
  }
  enum class Sharing { shared, own };
  /// A connection that was usable a moment ago; made if there is none. `own`: one that no other
  /// reference uses.
  [[nodiscard]] Result<ConnectionSlot::Pin, wire::CallFailure> connection(Sharing sharing,
                                                                          Deadline deadline);
  /// Memory for a payload of `size` bytes that begins at kLoanHeadroom, where the
  /// connection that calls through this reference use now wants it; from the heap if there is none.
  /// Never connects. See transport::Connection::loan().
  [[nodiscard]] Chunk loan(std::size_t size);
  /// The way that calls through this reference took last: "tcp", "unix"...; "inproc" if all stayed
  /// in this ORB; empty before the first.
  [[nodiscard]] std::string transport() const;
  /// Readable: "object 'NameService' at tcp:localhost:2809", where calls go to now.
  [[nodiscard]] std::string describe() const;
  /// As describe(), with an operation, and the interface if the reference names it: "Lab::Echo::add
  /// of object #3 of adapter #0 at unix:@x".
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
  std::mutex mutex_;  // of the thread that connects, maybe for long
  mutable ConnectionSlot shared_connection_, own_connection_;
  std::atomic<bool> is_forwarded_{false};
  mutable std::mutex forward_mutex_;
  Forward forward_;
};

}  // namespace orbweaver::client
