// The client connections of an ORB: one for each address, shared by all references that lead there,
// and those of references that share none.
#pragma once
#include "client/client_connection.hpp"
#include "client/ways.hpp"

#include <orbweaver/engine/choice_log.hpp>
#include <orbweaver/engine/options.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/datagram.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace orbweaver::engine {

/// What a connection is to lead to: the addresses that its reference offers.
struct Target {
  const giop::Ior& ior;
  std::span<const transport::Address> addresses;
};

/// Threads: any. Each connection that is made is told to the choices, with the reasons.
class ClientConnections {
 public:
  ClientConnections(const Options& options, Counters& counters, ChoiceLog& choices)
      : options_(options), counters_(counters), choices_(choices) {}

  /// A usable connection to the first of the addresses that can be reached.
  /// Blocks: up to the deadline or Options::connect_timeout, whichever comes first.
  /// Fails: what the last address said.
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, CallFailure> get(Target target,
                                                                           Deadline deadline);

  /// As get(), but a new one, which the caller alone has.
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, CallFailure> make(Target target,
                                                                            Deadline deadline);

  /// Who sends datagrams there; one for each address. Blocks: while the host's name is looked up.
  [[nodiscard]] Result<std::shared_ptr<transport::DatagramSender>, CallFailure> datagrams(
      const transport::UdpAddress& address);

  /// Closes every connection, also for the references that remember one, and refuses to make new
  /// ones.
  void close(Deadline deadline);

 private:
  /// One address: its lock is held while connecting, so that two callers make one connection.
  struct Place {
    std::mutex mutex;
    std::shared_ptr<ClientConnection> connection;
  };
  /// The addresses of a target, one after the other.
  struct Attempt {
    Target target;
    Reference::Sharing sharing;
    std::vector<Refusal> refusals = {};
  };
  template <class Reach>
  [[nodiscard]] static Result<std::shared_ptr<ClientConnection>, CallFailure> reach_first(
      Attempt& attempt, Reach reach);
  [[nodiscard]] std::shared_ptr<Place> place_of(const transport::Address& address);
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, CallFailure> get_one(
      const transport::Address& address, const Attempt& attempt, Deadline deadline);
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, CallFailure> make_one(
      const transport::Address& address, const Attempt& attempt, Deadline deadline);
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, CallFailure> connect(
      const transport::Address& address, const Attempt& attempt, Deadline deadline);

  const Options& options_;
  Counters& counters_;
  ChoiceLog& choices_;
  std::mutex mutex_;
  std::map<transport::Address, std::shared_ptr<Place>> places_;
  std::map<transport::UdpAddress, std::shared_ptr<transport::DatagramSender>> datagrams_;
  std::vector<std::weak_ptr<ClientConnection>> own_;  // of references that share none
  bool closed_ = false;
};

}  // namespace orbweaver::engine
