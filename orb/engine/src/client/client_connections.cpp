#include "client/client_connections.hpp"

#include "wire/giop_frames.hpp"

namespace orbweaver::engine {

namespace {

Deadline sooner(Deadline a, Deadline b) {
  if (a.is_never()) return b;
  if (b.is_never()) return a;
  return a.moment() < b.moment() ? a : b;
}

CallFailure shut_down() {
  return {Exception::bad_inv_order, Minor::shut_down, giop::Completion::no,
          "the ORB has been shut down"};
}

}  // namespace

using Connected = Result<std::shared_ptr<ClientConnection>, CallFailure>;

// What the first of the addresses that can be reached gives, or what the last one said.
template <class Reach>
Connected ClientConnections::reach_first(Attempt& attempt, Reach reach) {
  CallFailure last{Exception::transient, Minor::no_usable_profile, giop::Completion::no,
                   "the reference has no address that this ORB can use"};
  for (const auto& address : attempt.target.addresses) {
    auto reached = reach(address);
    if (reached) return reached;
    last = std::move(reached.error());
    attempt.refusals.push_back({address, last.detail});
  }
  return unexpected(std::move(last));
}

Connected ClientConnections::get(Target target, Deadline deadline) {
  Attempt attempt{target, Reference::Sharing::shared};
  return reach_first(attempt,
                     [&](const auto& address) { return get_one(address, attempt, deadline); });
}

Connected ClientConnections::make(Target target, Deadline deadline) {
  Attempt attempt{target, Reference::Sharing::own};
  return reach_first(attempt,
                     [&](const auto& address) { return make_one(address, attempt, deadline); });
}

std::shared_ptr<ClientConnections::Place> ClientConnections::place_of(
    const transport::Address& address) {
  const std::lock_guard lock(mutex_);
  if (closed_) return nullptr;
  auto& place = places_[address];
  if (!place) place = std::make_shared<Place>();
  return place;
}

Connected ClientConnections::get_one(const transport::Address& address, const Attempt& attempt,
                                     Deadline deadline) {
  const auto place = place_of(address);
  if (!place) return unexpected(shut_down());
  const std::lock_guard lock(place->mutex);
  if (place->connection && place->connection->is_usable()) return place->connection;
  place->connection.reset();
  auto connection = connect(address, attempt, deadline);
  if (connection) place->connection = *connection;
  return connection;
}

Connected ClientConnections::make_one(const transport::Address& address, const Attempt& attempt,
                                      Deadline deadline) {
  auto connection = connect(address, attempt, deadline);
  if (!connection) return connection;
  const std::lock_guard lock(mutex_);
  if (closed_) return unexpected(shut_down());
  std::erase_if(own_, [](const auto& one) { return one.expired(); });
  own_.push_back(*connection);
  return connection;
}

Connected ClientConnections::connect(const transport::Address& address, const Attempt& attempt,
                                     Deadline deadline) {
  auto made = transport::connect(address, giop_frame_rule(options_.max_message_size),
                                 sooner(deadline, Deadline::after(options_.connect_timeout)),
                                 options_.connection_traits);
  if (!made)
    return unexpected(call_failure(made.error(), giop::Completion::no, to_string(address)));
  Counters::count(counters_.connections_opened);
  choices_.add(choice_of_way(attempt.target.ior, address, attempt.sharing, attempt.refusals,
                             here_of(options_)));
  return std::make_shared<ClientConnection>(
      std::move(*made),
      ClientConnectionOptions{options_.send_watermarks,
                              {.max_message_size = options_.max_message_size}},
      counters_);
}

Result<std::shared_ptr<transport::DatagramSender>, CallFailure> ClientConnections::datagrams(
    const transport::UdpAddress& address) {
  const std::lock_guard lock(mutex_);
  if (closed_) return unexpected(shut_down());
  auto& sender = datagrams_[address];
  if (sender) return sender;
  auto opened = transport::DatagramSender::open(address);
  if (!opened)
    return unexpected(call_failure(opened.error(), giop::Completion::no, to_string(address)));
  sender = std::move(*opened);
  choices_.add(choice_of_datagrams(address));
  return sender;
}

void ClientConnections::close(Deadline deadline) {
  std::map<transport::Address, std::shared_ptr<Place>> places;
  std::vector<std::weak_ptr<ClientConnection>> own;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    places.swap(places_);
    own.swap(own_);
    datagrams_.clear();
  }
  for (const auto& [address, place] : places) {
    const std::lock_guard lock(place->mutex);
    if (place->connection) place->connection->close(deadline);
    place->connection.reset();
  }
  for (const auto& one : own)
    if (const auto connection = one.lock()) connection->close(deadline);
}

}  // namespace orbweaver::engine
