// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/server/server.hpp>

#include "authorization.hpp"
#include "connection_reader.hpp"
#include "connection_slots.hpp"
#include "datagram_endpoint.hpp"
#include "late_replies.hpp"
#include "unfinished_messages.hpp"

#include <orbweaver/wire/giop_frames.hpp>
#include <orbweaver/wire/idle_tick.hpp>
#include <orbweaver/wire/traced_connection.hpp>

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/os/random.hpp>
#include <orbweaver/server/active_object.hpp>
#include <orbweaver/server/server_context.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace orbweaver::server {

namespace {

// A client that has just connected is about to send: it is not silent yet.
constexpr Nanoseconds kUntilFirstMessage = std::chrono::seconds{1};

// A name that only this ORB uses and that vanishes with the process.
std::string private_name() { return fmt::format("@orbweaver-{:016x}", os::random_number()); }

std::vector<transport::Address> default_endpoints(wire::LocalTransports transports) {
  if (!transports.unix_socket) return {transport::TcpAddress{"127.0.0.1", 0}};
  return {transport::TcpAddress{"127.0.0.1", 0}, transport::UnixAddress{private_name()},
          transport::ShmAddress{private_name()}};
}

wire::CallFailure cannot_listen(const transport::ConnectionFailure& why,
                                const std::string& address) {
  auto failure = wire::call_failure(why, giop::Completion::no, "cannot listen on " + address);
  failure.exception = wire::SystemExceptionKind::comm_failure;
  return failure;
}

wire::CallFailure rules_are_wrong(std::string why) {
  return {wire::SystemExceptionKind::bad_param, wire::Minor::unspecified, giop::Completion::no,
          "-ORBrules: " + std::move(why)};
}

// A datagram can be sent in the name of any host.
wire::CallFailure no_datagrams_with_rules(const transport::UdpAddress& address) {
  return {wire::SystemExceptionKind::bad_param, wire::Minor::unspecified, giop::Completion::no,
          "datagrams do not prove where they come from: with -ORBrules there is no giop:" +
              to_string(address)};
}

wire::CallFailure cannot_serve(const std::system_error& refused) {
  return {wire::SystemExceptionKind::no_resources, wire::Minor::unspecified, giop::Completion::no,
          fmt::format("cannot start a thread that accepts connections: {}", refused.what())};
}

std::string why_refused(ConnectionSlots::Answer answer, const PeerIdentity& peer,
                        const ConnectionSlots& slots) {
  if (answer == ConnectionSlots::Answer::all_full)
    return fmt::format("{} are open (-ORBmaxConnections)", slots.bounds().all);
  return fmt::format("{} of {} are open (-ORBmaxPeerConnections)", slots.bound_of(peer), peer.name);
}

ConnectionSlots::Bounds bounds_of(const wire::Options& options) noexcept {
  return {.all = options.max_connections,
          .of_a_peer = options.peer_connection_limit(),
          .of_anyone_here = options.loopback_connection_limit()};
}

}  // namespace

// Looks now and then, between listen() and serve(), whether clients wait that nothing will accept.
class Server::UnservedWatch final : public dispatch::Alarm::Target,
                                    public std::enable_shared_from_this<UnservedWatch> {
 public:
  explicit UnservedWatch(Server& server) noexcept : server_(server) {}
  void go_on() { (void)server_.context_.alarm.set(now() + tick(), weak_from_this()); }
  void ring() noexcept override { server_.watch_for_clients(); }

 private:
  [[nodiscard]] Nanoseconds tick() const { return server_.context_.options.wait_warning; }
  Server& server_;
};

AdapterGate::Watch ServerContext::watch_for(const ActiveObject& object) const {
  return {alarm, options.wait_warning, object.name()};
}

Server::Server(const ServerContext& context)
    : context_(context),
      late_replies_(std::make_unique<LateReplies>(context.options.late_reply_limit())),
      unfinished_(std::make_shared<UnfinishedMessages>(
          context.options.unfinished_limit(), context.options.message_timeout, context.alarm)),
      connection_slots_(std::make_shared<ConnectionSlots>(bounds_of(context.options))) {}

Server::~Server() { stop_reading(); }

Result<void, wire::CallFailure> Server::listen() {
  const std::lock_guard lock(mutex_);
  if (!listeners_.empty()) return {};
  try {
    auto opened = open_all();
    if (!opened) close_all();
    return opened;
  } catch (const std::bad_alloc&) {
    close_all();
    throw;
  }
}

/// Requires: mutex_ held.
void Server::close_all() noexcept {
  unserved_watch_.reset();
  listeners_.clear();
  datagram_endpoints_.clear();
}

bool Server::is_listening() const {
  const std::lock_guard lock(mutex_);
  return !listeners_.empty();
}

Result<void, wire::CallFailure> Server::open_all() {
  const auto& options = context_.options;
  auto authorization = Authorization::open(options);
  if (!authorization) return unexpected(rules_are_wrong(std::move(authorization.error())));
  authorization_ = std::move(*authorization);
  const auto by_default = default_endpoints(options.local_transports);
  for (const auto& address : options.endpoints.empty() ? by_default : options.endpoints)
    if (auto opened = open(address); !opened) return opened;
  for (const auto& address : options.datagram_endpoints)
    if (auto opened = open(address); !opened) return opened;
  if (options.wait_warning <= Nanoseconds::zero()) return {};
  unserved_watch_ = std::make_shared<UnservedWatch>(*this);
  unserved_watch_->go_on();
  return {};
}

Result<void, wire::CallFailure> Server::open(const transport::Address& address) {
  auto traits = context_.options.connection_traits;
  traits.admission = authorization_.get();
  auto listener =
      transport::listen(address, wire::giop_frame_rule(context_.options.max_message_size), traits);
  if (!listener) return unexpected(cannot_listen(listener.error(), to_string(address)));
  listeners_.push_back(std::move(*listener));
  return {};
}

Result<void, wire::CallFailure> Server::open(const transport::UdpAddress& address) {
  if (authorization_) return unexpected(no_datagrams_with_rules(address));
  auto receiver = transport::DatagramReceiver::open(address);
  if (!receiver) return unexpected(cannot_listen(receiver.error(), to_string(address)));
  datagram_endpoints_.push_back(std::make_unique<DatagramEndpoint>(context_, std::move(*receiver)));
  return {};
}

std::vector<transport::UdpAddress> Server::datagram_addresses() const {
  const std::lock_guard lock(mutex_);
  std::vector<transport::UdpAddress> addresses;
  addresses.reserve(datagram_endpoints_.size());
  for (const auto& endpoint : datagram_endpoints_) addresses.push_back(endpoint->address());
  return addresses;
}

std::vector<transport::Address> Server::addresses() const {
  const std::lock_guard lock(mutex_);
  std::vector<transport::Address> addresses;
  addresses.reserve(listeners_.size());
  for (const auto& listener : listeners_) addresses.push_back(listener->address());
  return addresses;
}

// Requires: lock held.
bool Server::has_waiting_client() {
  return std::ranges::any_of(listeners_,
                             [](const auto& listener) { return listener->has_waiting(); });
}

// The warning comes once: the program is to be changed, however many clients come.
void Server::watch_for_clients() {
  std::shared_ptr<UnservedWatch> watch;
  {
    const std::lock_guard lock(mutex_);
    if (!unserved_watch_) return;
    if (!has_waiting_client()) return unserved_watch_->go_on();
    watch = std::exchange(unserved_watch_, nullptr);
  }
  log().warn(
      "a client has connected and waits, because no POAManager of this program was ever activated: "
      "call the_POAManager()->activate() (docs/guides/when-it-hangs.md)");
}

Result<void, wire::CallFailure> Server::serve() try {
  const std::lock_guard lock(mutex_);
  if (is_stopped_) return {};
  start_threads();
  unserved_watch_.reset();
  return {};
} catch (const std::system_error& refused) {
  return unexpected(cannot_serve(refused));
}

/// Starts the threads that do not run yet. Requires: mutex_ held.
void Server::start_threads() {
  const auto& options = context_.options;
  if (!reader_)
    reader_ =
        options.threading == wire::Threading::pool
            ? make_polled_readers(options.pool_threads, options.thread_traits, context_.alarm,
                                  wire::shorter_limit(options.server_idle, options.message_timeout),
                                  options.server_drain, options.connection_traits.poll_time)
            : make_thread_per_connection(options.thread_traits, options.pool_threads);
  auto traits = options.thread_traits;
  traits.name = "ow-acceptor";
  acceptors_.reserve(listeners_.size());  // first: a thread that runs already cannot be ended
  while (acceptors_.size() < listeners_.size())
    acceptors_.push_back(os::start_thread(
        traits, [this, &listener = *listeners_[acceptors_.size()]] { accept_from(listener); }));
  for (const auto& endpoint : datagram_endpoints_) endpoint->start(options.thread_traits);
}

void Server::accept_from(transport::Listener& listener) {
  while (accept_one(listener)) {
  }
}

// A connection for which there is no memory ends; the next connection may find some.
bool Server::accept_one(transport::Listener& listener) noexcept try {
  static LogLimit limit;
  auto connection = listener.accept();
  if (connection) {
    admit(std::move(*connection));
    return true;
  }
  if (connection.error().fault != transport::ConnectionFault::out_of_resources) return false;
  (void)connection_slots_->end_silent_ones(now() - kUntilFirstMessage);
  warn_seldom(limit, "{}: cannot accept a connection: {}", to_string(listener.address()),
              transport::describe(connection.error()));
  return true;
} catch (const std::bad_alloc&) {
  static LogLimit limit;
  warn_seldom(limit, "cannot accept a connection: memory is out");
  return true;
}

void Server::admit(std::unique_ptr<transport::Connection> connection) {
  const auto peer = identity_of(*connection);
  const auto server_connection = std::make_shared<ServerConnection>(
      wire::traced(std::move(connection), context_.options.trace,
                   wire::TracedConnection::From::there),
      context_,
      SharedByConnections{*late_replies_, unfinished_, connection_slots_, authorization_.get()});
  if (const auto answer = server_connection->take_slot(*connection_slots_, peer);
      answer != ConnectionSlots::Answer::taken) {
    warn_seldom(context_.notices.connection_refused, "{}: a connection was refused, because {}",
                server_connection->peer(), why_refused(answer, peer, *connection_slots_));
    return refuse_connection(*server_connection);
  }
  wire::Counters::count(context_.counters.connections_accepted);
  if (!reader_->add(server_connection)) refuse_connection(*server_connection);
}

// CloseConnection informs the client that no request of it has run.
void Server::refuse_connection(ServerConnection& connection) {
  wire::Counters::count(context_.counters.connections_refused);
  connection.say_close_connection();
}

// The lock is not held while this thread waits for others: they may run a servant that makes a
// reference, which needs the addresses.
void Server::stop_reading() {
  const std::lock_guard ending(end_mutex_);
  auto acceptors = stop_accepting();
  for (const auto& endpoint : datagram_endpoints_) endpoint->stop();
  acceptors.clear();  // joins
  if (auto* const connections = reader()) connections->stop();
}

std::vector<os::Thread> Server::stop_accepting() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  unserved_watch_.reset();
  for (const auto& listener : listeners_) listener->stop();
  return std::exchange(acceptors_, {});
}

ConnectionReader* Server::reader() {
  const std::lock_guard lock(mutex_);
  return reader_.get();
}

void Server::say_close_connection() {
  const std::lock_guard ending(end_mutex_);
  if (auto* const connections = reader()) connections->finish();
  late_replies_->finish(Deadline::after(context_.options.reply_timeout));
}

}  // namespace orbweaver::server
