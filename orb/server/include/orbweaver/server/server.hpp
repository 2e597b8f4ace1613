// SPDX-License-Identifier: Apache-2.0
// The listening side of an ORB: opens the endpoints, accepts connections, gives them to a
// ConnectionReader.
#pragma once
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/server/server_context.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/wire/failure.hpp>

#include <memory>
#include <vector>

namespace orbweaver::server {

class Authorization;
class ConnectionReader;
class DatagramEndpoint;
class LateReplies;
class ConnectionSlots;
class ServerConnection;
class UnfinishedMessages;

/// Threads: any.
class Server {
 public:
  explicit Server(const ServerContext& context);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Idempotent. Throws std::bad_alloc: then the server does not listen.
  [[nodiscard]] Result<void, wire::CallFailure> listen();
  [[nodiscard]] bool is_listening() const;
  /// Starts to accept. Idempotent. Requires: listen() was called. Fails: no_resources; throws
  /// std::bad_alloc. Then the server may accept at some addresses, and another serve() adds the
  /// rest.
  [[nodiscard]] Result<void, wire::CallFailure> serve();
  /// The addresses on which it listens. Requires: listen() was called.
  [[nodiscard]] std::vector<transport::Address> addresses() const;

  [[nodiscard]] std::vector<transport::UdpAddress> datagram_addresses() const;

  /// Accepts no more connections and reads no more requests. Returns when no thread reads.
  void stop_reading();
  /// Sends CloseConnection on all connections. Call it after the last reply.
  void say_close_connection();

 private:
  void start_threads();
  void close_all() noexcept;
  [[nodiscard]] Result<void, wire::CallFailure> open_all();
  [[nodiscard]] Result<void, wire::CallFailure> open(const transport::Address& address);
  [[nodiscard]] Result<void, wire::CallFailure> open(const transport::UdpAddress& address);
  class UnservedWatch;
  void watch_for_clients();
  [[nodiscard]] bool has_waiting_client();
  void accept_from(transport::Listener& listener);
  /// Accepts one connection. Returns false if the listener was stopped.
  [[nodiscard]] bool accept_one(transport::Listener& listener) noexcept;
  void admit(std::unique_ptr<transport::Connection> connection);
  void refuse_connection(ServerConnection& connection);
  /// Stops the listeners. Returns the threads that accept, which end soon.
  [[nodiscard]] std::vector<os::Thread> stop_accepting();
  /// Returns null before serve().
  [[nodiscard]] ConnectionReader* reader();

  const ServerContext context_;
  const std::unique_ptr<LateReplies> late_replies_;
  const std::shared_ptr<UnfinishedMessages> unfinished_;
  const std::shared_ptr<ConnectionSlots> connection_slots_;
  std::unique_ptr<Authorization> authorization_;  // made by listen(), if there are rules
  os::Mutex end_mutex_;  // one thread at a time ends the server; taken before mutex_
  mutable os::Mutex mutex_;
  std::vector<std::unique_ptr<transport::Listener>> listeners_;
  std::vector<std::unique_ptr<DatagramEndpoint>> datagram_endpoints_;
  std::unique_ptr<ConnectionReader> reader_;
  std::vector<os::Thread> acceptors_;  // one for each listener, in their order
  bool is_stopped_ = false;
  std::shared_ptr<UnservedWatch> unserved_watch_;  // from listen() to serve()
};

}  // namespace orbweaver::server
