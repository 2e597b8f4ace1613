// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/engine/orb_core.hpp>

#include "published_addresses.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/giop/ssl_component.hpp>
#include <orbweaver/os/own_address.hpp>
#include <orbweaver/os/socket.hpp>

#include <algorithm>
#include <ranges>
#include <utility>

namespace orbweaver::engine {

namespace {

constexpr auto kFlushTimeout = std::chrono::seconds(2);

/// To look for longer is of no use: by then other threads have most of what was to be done.
constexpr Nanoseconds kLongestLook = std::chrono::microseconds(50);

dispatch::PoolOptions pool_options(const wire::Options& options, unsigned processors) {
  return {.max_threads = options.pool_threads,
          .watermarks = options.lane_watermarks,
          .traits = options.thread_traits,
          .processors = processors,
          .look = processors > 1 ? std::min(options.connection_traits.poll_time, kLongestLook)
                                 : Nanoseconds{0}};
}

// Clients must show a certificate where the server asks for it. TLS itself is only asked for where
// there is no plain port.
giop::SslEndpoint ssl_endpoint(std::uint16_t port, bool has_plain_port,
                               const security::TlsSettings& tls) {
  using giop::Association;
  using Clients = security::TlsSettings::Clients;
  giop::SslEndpoint endpoint{Association::kOfTls, 0, port};
  if (!has_plain_port)
    endpoint.requirements = Association::kIntegrity | Association::kConfidentiality;
  if (tls.clients != Clients::need_not) endpoint.supports |= Association::kTrustInClient;
  if (tls.clients == Clients::must_prove && !has_plain_port)
    endpoint.requirements |= Association::kTrustInClient;
  return endpoint;
}

// The host of a TLS port is that of its profile, and a profile has one TLS port: each further
// address has a profile of its own, with the same key.
std::vector<giop::TaggedProfile> with_tls(giop::IiopProfile profile,
                                          std::span<const transport::TlsAddress> by_tls,
                                          const wire::Options& options) {
  std::vector<giop::TaggedProfile> profiles;
  const bool is_first = !by_tls.empty() && by_tls.front().host == profile.host;
  auto another = profile;
  if (is_first)
    profile.components.push_back(
        giop::make_component(ssl_endpoint(by_tls.front().port, profile.port != 0, options.tls)));
  profiles.push_back(giop::make_profile(profile));
  std::erase_if(another.components, [](const auto& component) {
    return component.tag == giop::kTagAlternateIiopAddress;
  });
  for (const auto& address : by_tls.subspan(is_first ? 1 : 0)) {
    auto one = another;
    one.host = address.host;
    one.port = 0;
    one.components.push_back(giop::make_component(ssl_endpoint(address.port, false, options.tls)));
    profiles.push_back(giop::make_profile(one));
  }
  return profiles;
}

template <class T>
const T* first(const std::vector<transport::Address>& addresses) {
  for (const auto& address : addresses)
    if (const auto* found = std::get_if<T>(&address)) return found;
  return nullptr;
}

}  // namespace

std::shared_ptr<OrbCore> OrbCore::create(wire::Options options) {
  os::watch_forks();
  return std::shared_ptr<OrbCore>(new OrbCore(decide(std::move(options), os::this_machine())));
}

OrbCore::OrbCore(Decision decision)
    : options_(std::move(decision.options)),
      tls_(options_.tls),
      choices_(std::move(decision.choices),
               options_.explain ? wire::ChoiceLog::Telling::on : wire::ChoiceLog::Telling::off),
      pool_(pool_options(options_, decision.processors)),
      own_pools_(options_.lane_watermarks, options_.thread_traits),
      adapter_(calling_thread_, pool_, alarm_, options_.lane_watermarks),
      server_context_{options_, counters_, notices_, adapter_, forwards_, alarm_, this},
      client_({options_, counters_, choices_, notices_, alarm_, forwards_, *this}),
      server_(server_context_),
      hosts_(std::make_unique<PublishedHosts>(
          HostLookup{os::host_name, os::resolves, os::own_address})) {
  options_.connection_traits.tls = &tls_;
  options_.connection_traits.local = &options_.local_peers;
  (void)log();  // made now: a line that says that memory is out must not take any for it
}

OrbCore::~OrbCore() { shutdown(); }

Result<void, wire::CallFailure> OrbCore::listen() {
  if (is_of_parent()) return unexpected(wire::orb_of_parent());
  return server_.listen();
}

Result<void, wire::CallFailure> OrbCore::serve() {
  if (auto listening = listen(); !listening) return listening;
  return server_.serve();
}

Result<giop::Ior, wire::CallFailure> OrbCore::make_ior(Bytes object_key, std::string type_id,
                                                       const giop::ObjectTraits& traits) {
  if (auto listening = listen(); !listening) return unexpected(std::move(listening.error()));
  const auto addresses = server_.addresses();
  giop::IiopProfile profile;
  profile.version.minor = options_.giop_minor;
  profile.object_key.assign(object_key.begin(), object_key.end());
  const auto published = published_addresses(options_, addresses, *hosts_);
  const auto by_tls = published_tls_addresses(options_, addresses, *hosts_);
  if (!published.empty()) {
    profile.host = published.front().host;
    profile.port = published.front().port;
  } else {
    profile.host = by_tls.empty() ? os::host_name() : by_tls.front().host;
  }
  if (const auto* local = first<transport::UnixAddress>(addresses))
    profile.components.push_back(
        giop::make_component(giop::UnixEndpoint{os::host_name(), local->path}));
  if (const auto* shared = first<transport::ShmAddress>(addresses))
    profile.components.push_back(
        giop::make_component(giop::ShmEndpoint{os::host_name(), shared->path}));
  profile.components.push_back(giop::make_component(giop::offers_of(options_.native_text)));
  for (const auto& other : published | std::views::drop(1))
    profile.components.push_back(
        giop::make_component(giop::AlternateAddress{other.host, other.port}));
  for (const auto& datagrams : published_addresses(options_, server_.datagram_addresses(), *hosts_))
    profile.components.push_back(
        giop::make_component(giop::UdpEndpoint{datagrams.host, datagrams.port}));
  if (traits.keeps_order) profile.components.push_back(giop::make_keeps_order_component());
  if (traits.priority_model)
    profile.components.push_back(giop::make_component(*traits.priority_model));
  return giop::Ior{std::move(type_id), with_tls(std::move(profile), by_tls, options_)};
}

bool OrbCore::owns(const giop::Ior& ior, Bytes object_key, const giop::ObjectTraits& traits) {
  if (adapter_.is_own_key(object_key)) return true;
  const bool may_be_mine = server::ObjectAdapter::is_persistent_key(object_key) ||
                           adapter_.find(object_key) != nullptr ||
                           (forwards_.has_any() && forwards_.find(object_key));
  if (!may_be_mine || !server_.is_listening()) return false;
  const auto mine = make_ior(object_key, {}, traits);
  return mine && mine->profiles == ior.profiles;
}

bool OrbCore::is_active(Bytes object_key) const {
  const auto object = adapter_.find(object_key);
  return object && object->is_active();
}

// A reference keeps the whole ORB alive. The first call over a connection sets the alarm, and
// should not have to start its thread.
std::shared_ptr<client::Reference> OrbCore::make_reference(giop::Ior ior) {
  alarm_.begin();
  return std::make_shared<client::Reference>(
      std::shared_ptr<client::Client>(shared_from_this(), &client_), std::move(ior),
      wire::CallPolicies{}, client_.make_series());
}

void OrbCore::request_shutdown() noexcept {
  const std::lock_guard lock(mutex_);
  shutdown_.requested();
  changed_.notify_all();
}

bool OrbCore::wait_for_shutdown(Deadline deadline) {
  std::unique_lock lock(mutex_);
  const auto requested = [&] { return shutdown_.was_requested(); };
  if (!deadline.is_never()) return changed_.wait_until(lock, deadline.moment(), requested);
  changed_.wait(lock, requested);
  return true;
}

bool OrbCore::is_shut_down() const noexcept {
  const std::lock_guard lock(mutex_);
  return shutdown_.has_begun();
}

bool OrbCore::has_ended() const noexcept {
  const std::lock_guard lock(mutex_);
  return shutdown_.is_over();
}

// The order matters: first nothing new comes in, then what was accepted is carried out (lanes
// refuse only afterwards, since running requests may queue collocated one-ways), then the replies
// are out and the orderly close may follow, and last go the connections on which running servants
// called others.
void OrbCore::shutdown() {
  {
    std::unique_lock lock(mutex_);
    const bool is_mine = shutdown_.begins();
    changed_.notify_all();
    if (!is_mine) return changed_.wait(lock, [&] { return shutdown_.is_over(); });
  }
  adapter_.end_gates();
  server_.stop_reading();
  adapter_.stop_waiting();
  adapter_.wait_until_idle();
  pool_.close();
  pool_.drain();
  own_pools_.drain();
  server_.say_close_connection();
  adapter_.deactivate_all();
  alarm_.stop();
  client_.close(Deadline::after(kFlushTimeout));
  const std::lock_guard lock(mutex_);
  shutdown_.ends();
  changed_.notify_all();
}

}  // namespace orbweaver::engine
