// SPDX-License-Identifier: Apache-2.0
// An object reference of a client: where the object is, and the policies for calls through it.
#pragma once
#include <orbweaver/cdr/code_sets.hpp>
#include <orbweaver/client/connection_slot.hpp>
#include <orbweaver/client/prepared_heads.hpp>
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/object_traits.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/wire/failure.hpp>
#include <orbweaver/wire/options.hpp>
#include <orbweaver/wire/policies.hpp>

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::client {

class ClientConnection;
class Client;
class OrderSeries;
class Reference;

/// The content of an IOR that calls to its object need.
struct IorFacts {
  giop::OctetBuffer object_key;
  /// The GIOP version of requests: the highest that both sides support.
  giop::Version version;
  /// How texts in requests and replies are encoded.
  cdr::CodeSets code_sets;
  /// The code sets that the first request of a connection names; nothing if the server named none.
  std::optional<giop::TransmissionCodeSets> agreed_code_sets;
  /// False: the object cannot be called.
  bool has_common_code_set = true;
  /// Whether requests contain the priority of the calling thread.
  bool propagates_priority = false;
  /// The promises of the server for the object.
  giop::ObjectTraits traits;
  /// The addresses of the object, in the order in which they are tried.
  std::vector<transport::Address> addresses;
  /// The address for one-way requests as datagrams, if this ORB uses them and the server offers it.
  /// All requests through this reference are then numbered, as with OrderedDelivery.
  std::optional<transport::UdpAddress> datagram_address;
};

/// Reads the facts of `ior`, for an ORB with these options.
[[nodiscard]] IorFacts learn_from(const giop::Ior& ior, const wire::Options& options);

/// The object to which a server, or a failure, has sent the calls of a reference. Later calls go
/// there at once. Threads: any.
//
//               set                        set
//     nothing ─────────► somewhere for now ◄─────► somewhere permanently
//        ▲                     │
//        └─────────────────────┘ forget
class ForwardMemory {
 public:
  struct Forward {
    std::shared_ptr<Reference> to;
    giop::Permanence permanence = giop::Permanence::for_now;
  };

  /// Whether get() may have something: a load.
  [[nodiscard]] bool is_set() const noexcept {
    return is_set_.load(std::memory_order_relaxed);  // a hint; the lock orders
  }
  [[nodiscard]] Forward get() const {
    const std::lock_guard lock(mutex_);
    return forward_;
  }
  void set(Forward forward) {
    const std::lock_guard lock(mutex_);
    forward_ = std::move(forward);
    is_set_.store(forward_.to != nullptr, std::memory_order_relaxed);
  }
  /// Forgets the forward if it still leads to `to`, and is not for good.
  void forget(const Reference* to) {
    const std::lock_guard lock(mutex_);
    if (forward_.to.get() != to || forward_.permanence == giop::Permanence::permanently) return;
    forward_ = {};
    is_set_.store(false, std::memory_order_relaxed);
  }

 private:
  os::Atomic<bool> is_set_{false};
  mutable os::Mutex mutex_;
  Forward forward_;
};

/// Immutable, apart from the connections and the forward that it remembers. The ORB makes it.
/// Threads: any. Order: requests that one thread sends through one reference arrive in call order.
class Reference {
 public:
  /// The offset of the payload in a chunk from loan().
  static constexpr std::size_t kLoanHeadroom = transport::kLoanHeadroom;
  /// `series` numbers the requests of OrderedDelivery.
  Reference(std::shared_ptr<Client> client, giop::Ior ior, wire::CallPolicies overrides,
            std::shared_ptr<OrderSeries> series,
            giop::Addressing addressing = giop::Addressing::key);
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  [[nodiscard]] const giop::Ior& ior() const noexcept { return ior_; }
  /// The client side of the ORB that made it. It lives as long as the reference.
  [[nodiscard]] Client& client() const noexcept { return *client_; }
  [[nodiscard]] const std::shared_ptr<Client>& shared_client() const noexcept { return client_; }
  [[nodiscard]] Bytes object_key() const noexcept { return facts_.object_key; }
  /// The content of the IOR, as far as this ORB understands it.
  [[nodiscard]] const IorFacts& facts() const noexcept { return facts_; }
  /// How requests name the object.
  [[nodiscard]] giop::TargetAddress target_address() const noexcept {
    return {addressing_, facts_.object_key, ior_};
  }
  [[nodiscard]] giop::Addressing addressing() const noexcept { return addressing_; }

  using Forward = ForwardMemory::Forward;
  [[nodiscard]] ForwardMemory& forward_memory() noexcept { return forward_memory_; }
  /// Whether the forward memory may have something: a load.
  [[nodiscard]] bool is_forwarded() const noexcept { return forward_memory_.is_set(); }
  /// If this ORB forwards calls to the object: follows that forward from now on, as other ORBs do.
  /// One load if this ORB forwards nothing.
  void follow_own_forward();
  /// The next object, if the profiles of the reference name several. Calls try it if this one
  /// cannot be reached.
  [[nodiscard]] std::shared_ptr<Reference> alternative() const;

  /// The kinds of request headers: plain; with the token of a chained call; with a number in a
  /// series.
  enum class HeadKind { plain, chained, in_series };
  enum class Carried { nothing, packet, packet_with_times };
  /// Whole headers: with nothing more, with the token of one call, or with a number in the series
  /// of this reference; each with or without the stamp of a packet.
  [[nodiscard]] PreparedHeads& heads(HeadKind kind, Carried carried) noexcept {
    return heads_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(carried)];
  }
  [[nodiscard]] const wire::CallPolicies& overrides() const noexcept { return overrides_; }
  /// Whether a call of an operation that returns nothing goes as a one-way, with these policies and
  /// this server. Forwards are followed first.
  [[nodiscard]] bool omits_replies() const;
  /// The series of this reference. All references that derive from the same one share it.
  [[nodiscard]] const std::shared_ptr<OrderSeries>& series() const noexcept { return series_; }
  /// A reference to the same object with other overrides, and with the same series.
  [[nodiscard]] std::shared_ptr<Reference> with(wire::CallPolicies overrides) const;

  /// The policies of a call by this thread: the reference's, else the thread's, else the ORB's. All
  /// members are set.
  [[nodiscard]] wire::CallPolicies effective_policies() const noexcept;
  /// Whether the object is, or was, in this ORB.
  [[nodiscard]] bool is_local() const noexcept { return is_local_; }

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
  /// Like describe(), with the operation, and with the interface if the reference names it:
  /// "Lab::Echo::add of object #3 of adapter #0 at unix:@x".
  [[nodiscard]] std::string describe(std::string_view operation) const;

 private:
  [[nodiscard]] Result<ConnectionSlot::Pin, wire::CallFailure> connect(ConnectionSlot& slot,
                                                                       Sharing sharing,
                                                                       Deadline deadline);

  std::shared_ptr<Client> client_;
  giop::Ior ior_;
  wire::CallPolicies overrides_;
  giop::Addressing addressing_;
  IorFacts facts_;
  bool is_local_;
  std::array<std::array<PreparedHeads, 3>, 3> heads_;
  std::shared_ptr<OrderSeries> series_;
  os::Mutex mutex_;  // held while a thread connects, which may take long
  mutable ConnectionSlot shared_connection_, own_connection_;
  ForwardMemory forward_memory_;
};

}  // namespace orbweaver::client
