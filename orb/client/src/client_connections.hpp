// SPDX-License-Identifier: Apache-2.0
// The client connections of an ORB: one for each address and GIOP version, shared by all references
// that lead there, and those of references that share none.
#pragma once
#include "client_connection.hpp"
#include "endpoint_selection.hpp"

#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/os/fork.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/datagram.hpp>
#include <orbweaver/wire/choice_log.hpp>
#include <orbweaver/wire/notices.hpp>
#include <orbweaver/wire/options.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orbweaver::client {

/// The target of a connection: the addresses that its reference offers, and the GIOP version of its
/// messages.
struct ConnectionTarget {
  const giop::Ior& ior;
  std::span<const transport::Address> addresses;
  giop::Version version;
};

/// Threads: any. Each connection that is made is added to the choices, with the reasons.
class ClientConnections {
 public:
  /// `alarm` drives the check for idle connections and for calls that wait long. It is stopped
  /// before this object ends.
  ClientConnections(const wire::Options& options, wire::Counters& counters,
                    wire::ChoiceLog& choices, dispatch::Alarm& alarm, wire::Notices& notices);

  /// A usable connection to the first of the addresses that can be reached.
  /// Blocks: up to the deadline, or for Options::connect_timeout if that is shorter.
  /// Fails: with the failure of the last address.
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, wire::CallFailure> get(
      ConnectionTarget target, Deadline deadline);

  /// Like get(), but makes a new connection, which only the caller has.
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, wire::CallFailure> make(
      ConnectionTarget target, Deadline deadline);

  /// The sender of datagrams to this address; there is one for each address. Blocks: while the
  /// host's name is looked up.
  [[nodiscard]] Result<std::shared_ptr<transport::DatagramSender>, wire::CallFailure> datagrams(
      const transport::UdpAddress& address);

  /// Whether fork(2) made this process, and the connections are its parent's. They must not be
  /// used: neither they nor their locks. Costs two loads.
  [[nodiscard]] bool is_of_parent() const noexcept { return os::fork_generation() != generation_; }

  /// How many addresses have a connection, or are being connected. One that cannot be reached is
  /// forgotten; one whose server has ended, too, unless no connection is ever idle (-ORBclientIdle
  /// 0): then connections are not looked after.
  [[nodiscard]] std::size_t size() const;

  /// Closes every connection, also for the references that remember one, and refuses to make new
  /// ones.
  void close(Deadline deadline);

 private:
  class Rounds;
  /// One address: its lock is held while connecting, so that two callers make one connection.
  struct AddressEntry {
    os::Mutex mutex;
    std::shared_ptr<ClientConnection> connection;
  };
  /// A connection that the server has closed in order. It is kept until the server has ended it:
  /// then the outcomes of earlier requests are known, whatever still uses it.
  struct Leaving {
    std::shared_ptr<ClientConnection> connection;
    Deadline until;
  };
  /// The addresses of a target, one after the other.
  struct Attempt {
    ConnectionTarget target;
    Reference::Sharing sharing;
    std::vector<UnreachedAddress> refusals = {};
  };
  template <class Reach>
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, wire::CallFailure> reach_first(
      Attempt& attempt, Reach reach);
  [[nodiscard]] std::shared_ptr<AddressEntry> entry_of(const transport::Address& address,
                                                       giop::Version version);
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, wire::CallFailure> get_one(
      const transport::Address& address, const Attempt& attempt, Deadline deadline);
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, wire::CallFailure> get_at(
      AddressEntry& entry, const transport::Address& address, const Attempt& attempt,
      Deadline deadline);
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, wire::CallFailure> make_one(
      const transport::Address& address, const Attempt& attempt, Deadline deadline);
  [[nodiscard]] Result<std::unique_ptr<transport::Connection>, transport::ConnectionFailure>
  connect_traced(const transport::Address& address, Deadline deadline);
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, wire::CallFailure> connect(
      const transport::Address& address, const Attempt& attempt, Deadline deadline);

  [[nodiscard]] static bool is_unused(const std::shared_ptr<AddressEntry>& entry);
  void forget_if_unused(const transport::Address& address, giop::Version version);
  void forget_unused();

  /// The connection is not used any more. `connection` may be null.
  void let_go(std::shared_ptr<ClientConnection> connection);
  [[nodiscard]] bool look_after_leaving();
  [[nodiscard]] bool is_idle_ever() const noexcept { return options_.client_idle.count() > 0; }
  void begin_rounds();
  /// Whether there is still a connection.
  [[nodiscard]] bool look_after_all();
  [[nodiscard]] bool look_at_waits();

  const wire::Options& options_;
  wire::Counters& counters_;
  wire::ChoiceLog& choices_;
  wire::Notices& notices_;
  DatagramNotices datagram_notices_;
  const WaitLimits wait_limits_;
  mutable os::Mutex mutex_;
  using Key = std::pair<transport::Address, std::uint8_t>;  // with the minor version
  std::map<Key, std::shared_ptr<AddressEntry>> entries_;
  std::map<transport::UdpAddress, std::shared_ptr<transport::DatagramSender>> datagrams_;
  std::vector<std::weak_ptr<ClientConnection>> own_;  // of references that share none
  std::vector<Leaving> leaving_;
  bool closed_ = false;
  const std::uint32_t generation_ = os::fork_generation();
  const std::shared_ptr<Rounds> rounds_, wait_rounds_;
};

}  // namespace orbweaver::client
