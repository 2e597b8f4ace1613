// SPDX-License-Identifier: Apache-2.0
#include "client_connections.hpp"

#include <orbweaver/wire/giop_frames.hpp>
#include <orbweaver/wire/traced_connection.hpp>

#include <orbweaver/os/atomic.hpp>
#include <orbweaver/wire/idle_tick.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <new>

namespace orbweaver::client {

namespace {

// The tick if connections are never closed as idle: it finds those that the server has ended.
constexpr auto kSeldom = std::chrono::seconds(20);

// If the time to connect has passed, but not the timeout of the call: TRANSIENT, as another address
// or a later call may succeed.
wire::CallFailure not_connected(const transport::ConnectionFailure& failure,
                                const transport::Address& address, Deadline call,
                                Nanoseconds limit) {
  auto result = wire::call_failure(failure, giop::Completion::no, to_string(address));
  if (failure.fault != transport::ConnectionFault::timed_out || call.has_passed()) return result;
  result.exception = wire::SystemExceptionKind::transient;
  result.minor = wire::Minor::no_server_listens;
  const auto limit_ms = std::chrono::duration_cast<std::chrono::milliseconds>(limit).count();
  result.detail += " (-ORBconnectTimeout " + std::to_string(limit_ms) + ")";
  return result;
}

}  // namespace

// Runs once a tick while there are connections: closes those that are idle, and reports calls that
// wait for long.
class ClientConnections::Rounds final : public dispatch::Alarm::Target,
                                        public std::enable_shared_from_this<Rounds> {
 public:
  /// `look` does the work of a tick, and returns whether there are still connections.
  Rounds(dispatch::Alarm& alarm, Nanoseconds tick, std::function<bool()> look)
      : alarm_(alarm), tick_(tick), look_(std::move(look)) {}

  /// Starts the ticks, unless they run. The caller holds the lock of the connection that it has
  /// added. So a tick that finds no connection either came before, and this call starts the ticks
  /// again; or it comes later, and finds that connection.
  void begin() {
    if (!is_going_on_.exchange(true)) go_on();
  }
  void ring() noexcept override {
    if (look()) return go_on();
    is_going_on_ = false;
    if (look()) begin();  // a connection that was made in between
  }

 private:
  // Without memory for the look, the next tick does it.
  [[nodiscard]] bool look() const noexcept try { return look_(); } catch (const std::bad_alloc&) {
    return true;
  }
  void go_on() { is_going_on_ = alarm_set(); }
  [[nodiscard]] bool alarm_set() { return alarm_.set(now() + tick_, weak_from_this()); }

  dispatch::Alarm& alarm_;
  const Nanoseconds tick_;
  const std::function<bool()> look_;
  os::Atomic<bool> is_going_on_{false};
};

ClientConnections::ClientConnections(const wire::Options& options, wire::Counters& counters,
                                     wire::ChoiceLog& choices, dispatch::Alarm& alarm,
                                     wire::Notices& notices)
    : options_(options),
      counters_(counters),
      choices_(choices),
      notices_(notices),
      wait_limits_(WaitLimits::of(options)),
      rounds_(std::make_shared<Rounds>(
          alarm, wire::idle_tick(is_idle_ever() ? options.client_idle : kSeldom),
          [this] { return look_after_all(); })),
      wait_rounds_(
          std::make_shared<Rounds>(alarm, wait_limits_.tick, [this] { return look_at_waits(); })) {}

using Connected = Result<std::shared_ptr<ClientConnection>, wire::CallFailure>;

// Returns the connection to the first address that can be reached, or the failure of the last
// address.
template <class Reach>
Connected ClientConnections::reach_first(Attempt& attempt, Reach reach) {
  if (attempt.target.addresses.empty())
    return unexpected(wire::CallFailure{wire::SystemExceptionKind::transient,
                                        wire::Minor::no_usable_profile, giop::Completion::no,
                                        why_no_address(attempt.target.ior, here_of(options_))});
  wire::CallFailure last;
  for (const auto& address : attempt.target.addresses) {
    auto reached = reach(address);
    if (reached) return reached;
    last = std::move(reached.error());
    attempt.refusals.push_back({address, last.detail});
  }
  return unexpected(std::move(last));
}

Connected ClientConnections::get(ConnectionTarget target, Deadline deadline) {
  Attempt attempt{target, Reference::Sharing::shared};
  return reach_first(attempt,
                     [&](const auto& address) { return get_one(address, attempt, deadline); });
}

Connected ClientConnections::make(ConnectionTarget target, Deadline deadline) {
  Attempt attempt{target, Reference::Sharing::own};
  return reach_first(attempt,
                     [&](const auto& address) { return make_one(address, attempt, deadline); });
}

std::shared_ptr<ClientConnections::AddressEntry> ClientConnections::entry_of(
    const transport::Address& address, giop::Version version) {
  const std::lock_guard lock(mutex_);
  if (closed_) return nullptr;
  const Key key{address, version.minor};
  if (const auto found = entries_.find(key); found != entries_.end()) return found->second;
  return entries_.emplace(key, std::make_shared<AddressEntry>()).first->second;
}

Connected ClientConnections::get_one(const transport::Address& address, const Attempt& attempt,
                                     Deadline deadline) {
  auto entry = entry_of(address, attempt.target.version);
  if (!entry) return unexpected(wire::shut_down());
  auto connection = get_at(*entry, address, attempt, deadline);
  entry.reset();
  if (!connection) forget_if_unused(address, attempt.target.version);
  return connection;
}

Connected ClientConnections::get_at(AddressEntry& entry, const transport::Address& address,
                                    const Attempt& attempt, Deadline deadline) {
  const std::lock_guard lock(entry.mutex);
  if (entry.connection && entry.connection->is_usable()) return entry.connection;
  let_go(std::exchange(entry.connection, nullptr));
  auto connection = connect(address, attempt, deadline);
  if (!connection) return connection;
  entry.connection = *connection;
  begin_rounds();
  return connection;
}

// Requires: mutex_ held, so that no other thread gets the entry.
bool ClientConnections::is_unused(const std::shared_ptr<AddressEntry>& entry) {
  if (entry.use_count() > 1) return false;  // a thread is about to connect
  const std::unique_lock lock(entry->mutex, std::try_to_lock);
  return lock && !entry->connection;
}

void ClientConnections::forget_if_unused(const transport::Address& address, giop::Version version) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find({address, version.minor});
  if (found != entries_.end() && is_unused(found->second)) entries_.erase(found);
}

void ClientConnections::forget_unused() {
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [](const auto& one) { return is_unused(one.second); });
}

std::size_t ClientConnections::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

Connected ClientConnections::make_one(const transport::Address& address, const Attempt& attempt,
                                      Deadline deadline) {
  auto connection = connect(address, attempt, deadline);
  if (!connection) return connection;
  const std::lock_guard lock(mutex_);
  if (closed_) return unexpected(wire::shut_down());
  std::erase_if(own_, [](const auto& one) { return one.expired(); });
  own_.push_back(*connection);
  begin_rounds();
  return connection;
}

Result<std::unique_ptr<transport::Connection>, transport::ConnectionFailure>
ClientConnections::connect_traced(const transport::Address& address, Deadline deadline) {
  auto connection = transport::connect(address, wire::giop_frame_rule(options_.max_message_size),
                                       deadline, options_.connection_traits);
  if (connection)
    return wire::traced(std::move(*connection), options_.trace, wire::TracedConnection::From::here);
  if (options_.trace.connections)
    wire::trace("no connection to " + to_string(address) + ": " +
                transport::describe(connection.error()));
  return connection;
}

Connected ClientConnections::connect(const transport::Address& address, const Attempt& attempt,
                                     Deadline deadline) {
  auto result =
      connect_traced(address, sooner(deadline, Deadline::after(options_.connect_timeout)));
  if (!result)
    return unexpected(not_connected(result.error(), address, deadline, options_.connect_timeout));
  wire::Counters::count(counters_.connections_opened);
  choices_.add(choice_of_endpoint(attempt.target.ior, address, attempt.sharing, attempt.refusals,
                                  here_of(options_)));
  datagram_notices_.connected(options_, attempt.target.ior, address);
  return std::make_shared<ClientConnection>(
      std::move(*result),
      ClientConnectionOptions{options_.send_watermarks, options_.reassembly_limits(),
                              attempt.target.version, options_.fragment_bytes, options_.async_calls,
                              usable_profiles(attempt.target.ior).front().object_key},
      counters_);
}

Result<std::shared_ptr<transport::DatagramSender>, wire::CallFailure> ClientConnections::datagrams(
    const transport::UdpAddress& address) {
  if (is_of_parent()) return unexpected(wire::orb_of_parent());
  const std::lock_guard lock(mutex_);
  if (closed_) return unexpected(wire::shut_down());
  auto& sender = datagrams_[address];
  if (sender) return sender;
  auto opened = transport::DatagramSender::open(address);
  if (!opened)
    return unexpected(wire::call_failure(opened.error(), giop::Completion::no, to_string(address)));
  sender = std::move(*opened);
  choices_.add(choice_of_datagrams(address));
  return sender;
}

void ClientConnections::let_go(std::shared_ptr<ClientConnection> connection) {
  if (!connection || connection->has_ended()) return;
  const std::lock_guard lock(mutex_);
  if (closed_) return;
  leaving_.push_back({std::move(connection), Deadline::after(OrderlyClose::kLongest)});
  rounds_->begin();
}

void ClientConnections::begin_rounds() {
  if (is_idle_ever()) rounds_->begin();
  if (wait_limits_.tick > Nanoseconds::zero()) wait_rounds_->begin();
}

// A connection whose time is over, and that has no other owner, ends with uncertain outcomes:
// without the lock.
bool ClientConnections::look_after_leaving() {
  std::vector<Leaving> over;
  const std::lock_guard lock(mutex_);
  const auto gone = std::ranges::partition(leaving_, [](const Leaving& one) {
    return !one.connection->has_ended() && !one.until.has_passed();
  });
  std::ranges::move(gone, std::back_inserter(over));
  leaving_.erase(gone.begin(), gone.end());
  return !leaving_.empty();
}

bool ClientConnections::look_after_all() {
  std::vector<std::shared_ptr<AddressEntry>> entries;
  std::vector<std::shared_ptr<ClientConnection>> own;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, entry] : entries_) entries.push_back(entry);
    for (const auto& one : own_)
      if (auto connection = one.lock()) own.push_back(std::move(connection));
  }
  bool is_any_left = look_after_leaving();
  if (!is_idle_ever()) return is_any_left;
  is_any_left = is_any_left || !own.empty();
  for (const auto& connection : own) connection->look_after(options_.client_idle);
  for (const auto& entry : entries) {
    const std::unique_lock lock(entry->mutex, std::try_to_lock);
    if (lock && entry->connection) {
      entry->connection->look_after(options_.client_idle);
      if (!entry->connection->is_open()) let_go(std::exchange(entry->connection, nullptr));
    }
    is_any_left = is_any_left || !lock || entry->connection;  // or is being made
  }
  entries.clear();
  forget_unused();
  return is_any_left;
}

// Logs what it finds without any lock. An entry that is locked has a connection soon:
//
//   the caller        has the entry locked, adds its connection, and begins the rounds
//   the alarm thread  comes round before the caller has unlocked the entry: the round goes on
bool ClientConnections::look_at_waits() {
  bool is_any_being_made = false;
  std::vector<std::shared_ptr<ClientConnection>> connections;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, entry] : entries_) {
      const std::unique_lock entry_lock(entry->mutex, std::try_to_lock);
      is_any_being_made = is_any_being_made || !entry_lock;
      if (entry_lock && entry->connection) connections.push_back(entry->connection);
    }
    for (const auto& one : own_)
      if (auto connection = one.lock()) connections.push_back(std::move(connection));
  }
  for (const auto& connection : connections) connection->look_at_waits(wait_limits_, notices_);
  return is_any_being_made || !connections.empty();
}

void ClientConnections::close(Deadline deadline) {
  std::map<Key, std::shared_ptr<AddressEntry>> entries;
  std::vector<std::weak_ptr<ClientConnection>> own;
  std::vector<Leaving> leaving;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    leaving.swap(leaving_);
    entries.swap(entries_);
    own.swap(own_);
    datagrams_.clear();
  }
  for (const auto& [key, entry] : entries) {
    const std::lock_guard lock(entry->mutex);
    if (entry->connection) entry->connection->close(deadline);
    entry->connection.reset();
  }
  for (const auto& one : own)
    if (const auto connection = one.lock()) connection->close(deadline);
}

}  // namespace orbweaver::client
