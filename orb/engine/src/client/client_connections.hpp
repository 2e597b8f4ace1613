// The client connections of an ORB: one for each address, shared by all references that lead there,
// and those of references that share none.
#pragma once
#include "client/client_connection.hpp"

#include <orbweaver/engine/options.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/datagram.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace orbweaver::engine {

/// Threads: any.
class ClientConnections {
 public:
  ClientConnections(const Options& options, Counters& counters)
      : options_(options), counters_(counters) {}

  /// A usable connection to the first of `addresses` that can be reached.
  /// Blocks: up to the deadline or Options::connect_timeout, whichever comes first.
  /// Fails: what the last address said.
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, CallFailure> get(
      std::span<const transport::Address> addresses, Deadline deadline);

  /// As get(), but a new one, which the caller alone has.
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, CallFailure> make(
      std::span<const transport::Address> addresses, Deadline deadline);

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
  [[nodiscard]] std::shared_ptr<Place> place_of(const transport::Address& address);
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, CallFailure> get_one(
      const transport::Address& address, Deadline deadline);
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, CallFailure> make_one(
      const transport::Address& address, Deadline deadline);
  [[nodiscard]] Result<std::shared_ptr<ClientConnection>, CallFailure> connect(
      const transport::Address& address, Deadline deadline);

  const Options& options_;
  Counters& counters_;
  std::mutex mutex_;
  std::map<transport::Address, std::shared_ptr<Place>> places_;
  std::map<transport::UdpAddress, std::shared_ptr<transport::DatagramSender>> datagrams_;
  std::vector<std::weak_ptr<ClientConnection>> own_;  // of references that share none
  bool closed_ = false;
};

}  // namespace orbweaver::engine
