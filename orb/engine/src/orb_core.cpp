#include <orbweaver/engine/orb_core.hpp>

#include "client/client_connections.hpp"
#include "client/order_stream.hpp"
#include "client/ways.hpp"
#include "server/server.hpp"

#include <orbweaver/os/socket.hpp>

#include <random>

namespace orbweaver::engine {

namespace {

constexpr auto kFlushTimeout = std::chrono::seconds(2);

dispatch::PoolOptions pool_options(const Options& options) {
  return {options.pool_threads, options.lane_watermarks, options.thread_traits};
}

template <class T>
const T* first(const std::vector<transport::Address>& addresses) {
  for (const auto& address : addresses)
    if (const auto* found = std::get_if<T>(&address)) return found;
  return nullptr;
}

std::uint64_t random_number() {
  std::random_device noise;
  return (std::uint64_t{noise()} << 32) ^ noise();
}

// A listener on every interface is published under the name of the host.
std::string published_host(const std::string& host) {
  const bool is_every_interface = host.empty() || host == "0.0.0.0" || host == "::";
  return is_every_interface ? os::host_name() : host;
}

}  // namespace

std::shared_ptr<OrbCore> OrbCore::create(Options options) {
  return std::shared_ptr<OrbCore>(new OrbCore(decide(std::move(options), os::this_machine())));
}

OrbCore::OrbCore(Decision decision)
    : options_(std::move(decision.options)),
      choices_(std::move(decision.choices),
               options_.explain ? ChoiceLog::Telling::on : ChoiceLog::Telling::off),
      sync_scope_(options_.sync_scope),
      timeout_(options_.timeout),
      overflow_(options_.overflow),
      ordered_delivery_(options_.ordered_delivery),
      private_connection_(options_.private_connections),
      collocation_(options_.collocation),
      pool_(pool_options(options_)),
      own_pools_(options_.lane_watermarks, options_.thread_traits),
      adapter_(calling_thread_, pool_, alarm_, options_.lane_watermarks),
      clients_(
          std::make_unique<ClientConnections>(options_, counters_, choices_, alarm_, notices_)),
      server_(std::make_unique<Server>(*this)),
      stream_seed_(random_number()) {}

OrbCore::~OrbCore() { shutdown(); }

CallPolicies OrbCore::policies() const noexcept {
  return {sync_scope_.load(std::memory_order_relaxed), timeout_.load(std::memory_order_relaxed),
          overflow_.load(std::memory_order_relaxed),
          ordered_delivery_.load(std::memory_order_relaxed),
          private_connection_.load(std::memory_order_relaxed)};
}

void OrbCore::set_policies(CallPolicies policies) noexcept {
  if (policies.sync_scope) sync_scope_.store(*policies.sync_scope, std::memory_order_relaxed);
  if (policies.timeout) timeout_.store(*policies.timeout, std::memory_order_relaxed);
  if (policies.overflow) overflow_.store(*policies.overflow, std::memory_order_relaxed);
  if (policies.ordered_delivery)
    ordered_delivery_.store(*policies.ordered_delivery, std::memory_order_relaxed);
  if (policies.private_connection)
    private_connection_.store(*policies.private_connection, std::memory_order_relaxed);
}

Result<void, CallFailure> OrbCore::listen() { return server_->listen(); }

Result<void, CallFailure> OrbCore::serve() {
  auto listening = server_->listen();
  if (listening) server_->serve();
  return listening;
}

Result<giop::Ior, CallFailure> OrbCore::make_ior(
    Bytes object_key, std::string type_id,
    const std::optional<giop::PriorityModel>& priority_model) {
  if (auto listening = listen(); !listening) return unexpected(std::move(listening.error()));
  const auto addresses = server_->addresses();
  giop::IiopProfile profile;
  profile.version.minor = options_.giop_minor;
  profile.object_key.assign(object_key.begin(), object_key.end());
  const auto* tcp = first<transport::TcpAddress>(addresses);
  profile.host = tcp ? published_host(tcp->host) : os::host_name();
  profile.port = tcp ? tcp->port : 0;
  if (const auto* local = first<transport::UnixAddress>(addresses))
    profile.components.push_back(
        giop::make_component(giop::UnixEndpoint{os::host_name(), local->path}));
  if (const auto* shared = first<transport::ShmAddress>(addresses))
    profile.components.push_back(
        giop::make_component(giop::ShmEndpoint{os::host_name(), shared->path}));
  profile.components.push_back(giop::make_component(giop::offers_of(options_.native_text)));
  for (const auto& address : addresses)
    if (const auto* other = std::get_if<transport::TcpAddress>(&address); other && other != tcp)
      profile.components.push_back(
          giop::make_component(giop::AlternateAddress{published_host(other->host), other->port}));
  for (const auto& datagrams : server_->datagram_addresses())
    profile.components.push_back(
        giop::make_component(giop::UdpEndpoint{published_host(datagrams.host), datagrams.port}));
  if (priority_model) profile.components.push_back(giop::make_component(*priority_model));
  return giop::Ior{std::move(type_id), {giop::make_profile(profile)}};
}

bool OrbCore::owns(const giop::Ior& ior, Bytes object_key) {
  if (adapter_.is_own_key(object_key)) return true;
  const bool may_be_mine = ObjectAdapter::is_persistent_key(object_key) ||
                           adapter_.find(object_key) != nullptr ||
                           (forwards_.has_any() && forwards_.find(object_key));
  if (!may_be_mine || !server_->is_listening()) return false;
  const auto mine = make_ior(object_key, {}, priority_model_of(usable_profiles(ior)));
  return mine && mine->profiles == ior.profiles;
}

std::shared_ptr<Reference> OrbCore::make_reference(giop::Ior ior) {
  return std::make_shared<Reference>(shared_from_this(), std::move(ior), CallPolicies{},
                                     make_stream());
}

// An odd factor makes different names of different counts.
std::shared_ptr<OrderStream> OrbCore::make_stream() {
  constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
  const auto count = streams_made_.fetch_add(1, std::memory_order_relaxed);  // only uniqueness
  return std::make_shared<OrderStream>(stream_seed_ + count * kGoldenRatio);
}

AdapterGate::Watch OrbCore::watch_for(const ActiveObject& object) {
  return {alarm_, options_.wait_warning, object.name()};
}

void OrbCore::request_shutdown() noexcept {
  const std::lock_guard lock(mutex_);
  shutdown_requested_ = true;
  changed_.notify_all();
}

bool OrbCore::wait_for_shutdown(Deadline deadline) {
  std::unique_lock lock(mutex_);
  const auto requested = [&] { return shutdown_requested_; };
  if (!deadline.is_never()) return changed_.wait_until(lock, deadline.moment(), requested);
  changed_.wait(lock, requested);
  return true;
}

bool OrbCore::is_shut_down() const noexcept {
  const std::lock_guard lock(mutex_);
  return shut_down_;
}

// The order matters: first nothing new comes in, then what was accepted is carried out (lanes
// refuse only afterwards, since running requests may queue collocated one-ways), then the replies
// are out and the farewell may follow, and last go the connections on which running servants called
// others.
void OrbCore::shutdown() {
  {
    std::unique_lock lock(mutex_);
    shutdown_requested_ = true;
    changed_.notify_all();
    if (std::exchange(shut_down_, true))
      return changed_.wait(lock, [&] { return shutdown_finished_; });
  }
  adapter_.end_gates();
  server_->stop_reading();
  adapter_.stop_waiting();
  adapter_.wait_until_idle();
  pool_.close();
  pool_.drain();
  own_pools_.drain();
  server_->say_goodbye();
  adapter_.deactivate_all();
  alarm_.stop();
  clients_->close(Deadline::after(kFlushTimeout));
  reply_thread_.stop();
  const std::lock_guard lock(mutex_);
  shutdown_finished_ = true;
  changed_.notify_all();
}

}  // namespace orbweaver::engine
