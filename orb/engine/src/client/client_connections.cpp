#include "client/client_connections.hpp"

#include "wire/giop_frames.hpp"

namespace orbweaver::engine {

namespace {

Deadline sooner(Deadline a, Deadline b) {
  if (a.is_never()) return b;
  if (b.is_never()) return a;
  return a.moment() < b.moment() ? a : b;
}

}  // namespace

Result<std::shared_ptr<ClientConnection>, CallFailure> ClientConnections::get(
    std::span<const transport::Address> addresses, Deadline deadline) {
  CallFailure last{Exception::transient, Minor::no_usable_profile, giop::Completion::no,
                   "the reference has no address that this ORB can use"};
  for (const auto& address : addresses) {
    auto connection = get_one(address, deadline);
    if (connection) return connection;
    last = std::move(connection.error());
  }
  return unexpected(std::move(last));
}

std::shared_ptr<ClientConnections::Place> ClientConnections::place_of(
    const transport::Address& address) {
  const std::lock_guard lock(mutex_);
  if (closed_) return nullptr;
  auto& place = places_[address];
  if (!place) place = std::make_shared<Place>();
  return place;
}

Result<std::shared_ptr<ClientConnection>, CallFailure> ClientConnections::get_one(
    const transport::Address& address, Deadline deadline) {
  const auto place = place_of(address);
  if (!place)
    return unexpected(CallFailure{Exception::bad_inv_order, Minor::shut_down, giop::Completion::no,
                                  "the ORB has been shut down"});
  const std::lock_guard lock(place->mutex);
  if (place->connection && place->connection->is_usable()) return place->connection;
  place->connection.reset();
  auto made = transport::connect(address, giop_frame_rule(options_.max_message_size),
                                 sooner(deadline, Deadline::after(options_.connect_timeout)));
  if (!made)
    return unexpected(call_failure(made.error(), giop::Completion::no, to_string(address)));
  Counters::count(counters_.connections_opened);
  place->connection = std::make_shared<ClientConnection>(
      std::move(*made),
      ClientConnectionOptions{options_.send_watermarks,
                              {.max_message_size = options_.max_message_size}},
      counters_);
  return place->connection;
}

void ClientConnections::close(Deadline deadline) {
  std::map<transport::Address, std::shared_ptr<Place>> places;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    places.swap(places_);
  }
  for (const auto& [address, place] : places) {
    const std::lock_guard lock(place->mutex);
    if (place->connection) place->connection->close(deadline);
    place->connection.reset();
  }
}

}  // namespace orbweaver::engine
