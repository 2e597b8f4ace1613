// The listening side of an ORB: opens the endpoints, accepts connections, gives them to a
// ConnectionReader.
#pragma once
#include "server/connection_reader.hpp"
#include "server/datagram_endpoint.hpp"
#include "server/late_replies.hpp"

#include <orbweaver/engine/options.hpp>
#include <orbweaver/transport/connection.hpp>

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace orbweaver::engine {

class Server {
 public:
  /// `orb` must outlive the server.
  explicit Server(OrbCore& orb);
  ~Server();

  /// Idempotent.
  [[nodiscard]] Result<void, CallFailure> listen();
  [[nodiscard]] bool is_listening() const;
  /// Starts to accept. Idempotent. After listen().
  void serve();
  /// Where it listens. After listen().
  [[nodiscard]] std::vector<transport::Address> addresses() const;

  [[nodiscard]] std::vector<transport::UdpAddress> datagram_addresses() const;

  /// No new connection, no new request; returns when no reading thread is at work.
  void stop_reading();
  /// After the last reply.
  void say_goodbye();

 private:
  [[nodiscard]] Result<void, CallFailure> open_all();
  [[nodiscard]] Result<void, CallFailure> open(const transport::Address& address);
  [[nodiscard]] Result<void, CallFailure> open(const transport::UdpAddress& address);
  class UnservedWatch;
  void watch_for_clients();
  [[nodiscard]] bool has_waiting_client();
  void accept_from(transport::Listener& listener);
  void admit(std::unique_ptr<transport::Connection> connection);
  void turn_away(ServerConnection& connection);

  OrbCore& orb_;
  LateReplies late_replies_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<transport::Listener>> listeners_;
  std::vector<std::unique_ptr<DatagramEndpoint>> datagram_endpoints_;
  std::unique_ptr<ConnectionReader> reader_;
  std::vector<std::jthread> acceptors_;
  std::shared_ptr<UnservedWatch> unserved_watch_;  // from listen() to serve()
};

}  // namespace orbweaver::engine
