#include "scenarios/rig.hpp"

#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/wire/policies.hpp>

#include <fmt/format.h>

namespace orbweaver::sim {

namespace {

std::unique_ptr<World> the_world;

// Static variables of the product that keep memory until the end of the program.
constexpr std::size_t kStaticBytes = 512;

void count_states(const wire::Statistics& statistics) {
  reached("a request held for those before it", statistics.requests_held);
  reached("a request skipped, and its servant was given a gap", statistics.requests_missing);
  reached("a request dropped as late or double", statistics.requests_late);
  reached("a connection paused by a full lane", statistics.pauses);
  reached("a nested call let in", statistics.requests_nested);
  reached("a connection closed as idle", statistics.connections_closed_as_idle);
  reached("a reply kept for a client that does not read", statistics.replies_late);
  reached("a reply dropped", statistics.replies_dropped);
  reached("a bad message", statistics.bad_messages);
  reached("a one-way dropped in a send queue", statistics.oneways_dropped);
  reached("a one-way uncertain", statistics.oneways_uncertain);
  reached("a request cancelled", statistics.requests_cancelled);
  reached("a datagram dropped by a full lane", statistics.datagrams_dropped);
}

}  // namespace

World& world() noexcept { return *the_world; }

void begin_world() {
  const KernelMemory kernel;
  the_world = std::make_unique<World>();
}

void Board::put(const std::string& name, const std::string& value) {
  const KernelMemory kernel;
  values_[name.c_str()] = value.c_str();
  wake_all(changed_);
}

std::string Board::get(const std::string& name) {
  while (!values_.contains(name)) (void)wait_in(changed_, kNever, "waits for the board");
  return values_.at(name).c_str();
}

void Board::remove(const std::string& name) {
  const KernelMemory kernel;
  values_.erase(name);
}

void Signal::raise() noexcept {
  is_raised_ = true;
  wake_all(waiters_);
}

void Signal::wait() noexcept {
  while (!is_raised_) (void)wait_in(waiters_, kNever, "waits for a signal of the scenario");
}

Orb::Orb(const Options& options) : orb_(CORBA::ORB_init(options)) {}
Orb::~Orb() { destroy(); }

void Orb::destroy() {
  if (!orb_) return;
  count_states(orb_->statistics());
  orb_->destroy();
  orb_.reset();
}

std::string Orb::publish(const PortableServer::Servant& servant) const {
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
  auto text = orb_->object_to_string(root->servant_to_reference(servant));
  root->the_POAManager()->activate();
  return text;
}

std::string Orb::publish_as(const std::string& name, const PortableServer::Servant& servant) const {
  const auto adapter =
      IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("INSPOA"));
  const auto id = PortableServer::string_to_ObjectId(name);
  adapter->activate_object_with_id(id, servant);
  auto text = orb_->object_to_string(adapter->id_to_reference(id));
  adapter->the_POAManager()->activate();
  return text;
}

SinkReference Orb::sink(const std::string& reference) const {
  return corba::StubFactory::unchecked_narrow<Sim::Sink>(orb_->string_to_object(reference));
}

std::size_t Orb::most_waiting(const std::string& reference) const {
  const auto profiles = giop::parse_reference(reference)->profiles;
  const auto key = giop::read_iiop_profile(profiles.at(0))->object_key;
  return corba::OrbAccess::core(*orb_)->adapter().most_waiting(key).value_or(0);
}

Sim::Octets body_of(std::uint32_t sender, std::uint32_t number) {
  constexpr std::array<std::size_t, 8> kSizes{0, 1, 3, 8, 40, 200, 900, 3000};
  const auto start = sender * 31 + number * 7;
  Sim::Octets body(kSizes[start % kSizes.size()]);
  for (std::size_t i = 0; i < body.size(); ++i) body[i] = static_cast<std::uint8_t>(start + i);
  return body;
}

void SinkServant::push(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) {
  take(sender, number, body);
}

std::uint32_t SinkServant::call(std::uint32_t sender, std::uint32_t number,
                                const Sim::Octets& body) {
  take(sender, number, body);
  return number;
}

namespace {

void take_time(Pace pace) {
  if (pace == Pace::at_once) return;
  const auto time = pace == Pace::slow
                        ? one_of(kMillisecond, 20 * kMillisecond, 200 * kMillisecond)
                        : one_of(Time{0}, Time{0}, kMicrosecond, 60 * kMicrosecond, kMillisecond);
  if (time == 0) return yield();
  sleep_until(virtual_now() + time);
}

}  // namespace

void SinkServant::take(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) {
  world().history.enters(object_, sender, number);
  if (body != body_of(sender, number))
    fail("integrity", fmt::format("the octets of call {} of sender {} changed", number, sender));
  ++count_;
  if (on_request) on_request(sender, number);
  take_time(pace_);
  world().history.leaves(object_);
}

void SinkServant::_missed(const server::StreamGap& gap) {
  world().history.misses(object_, gap.count);
}

namespace {

/// As long as it lives, one-way calls of this thread go so, whatever the reference.
class ScopeOfThisThread {
 public:
  explicit ScopeOfThisThread(Way way) {
    wire::thread_policies().sync_scope = static_cast<wire::SyncScope>(way);
  }
  ~ScopeOfThisThread() { wire::thread_policies().sync_scope.reset(); }
  ScopeOfThisThread(const ScopeOfThisThread&) = delete;
  ScopeOfThisThread& operator=(const ScopeOfThisThread&) = delete;
};

}  // namespace

Sender::Sender(std::uint32_t object, SinkReference sink)
    : object_(object), sender_(++world().senders), sink_(std::move(sink)) {}

Ending Sender::send(Way way) {
  const auto number = next_++;
  const auto body = body_of(sender_, number);
  world().history.begins(object_, sender_, number, way);
  auto ending = Ending::ok;
  try {
    if (way == Way::two_way) {
      if (sink_->call(sender_, number, body) != number)
        fail("integrity", "a call got the reply of another");
    } else {
      const ScopeOfThisThread scope{way};
      sink_->push(sender_, number, body);
    }
  } catch (const CORBA::SystemException& failure) {
    ending = failure.completed() == CORBA::CompletionStatus::COMPLETED_NO ? Ending::not_run
                                                                          : Ending::uncertain;
  }
  world().history.ends(object_, sender_, number, ending);
  return ending;
}

void settle(const SinkReference& sink) {
  for (;;) {
    try {
      (void)sink->count();
      return;
    } catch (const CORBA::SystemException&) {
      sleep_until(virtual_now() + 10 * kMillisecond);
    }
  }
}

namespace {

void add(Options& options, const Options& more) {
  options.insert(options.end(), more.begin(), more.end());
}

}  // namespace

Options server_options() {
  Options options{"-ORBthreading", one_of("per-connection", "pool"), "-ORBthreads",
                  one_of("8", "1", "2")};
  if (one_of(false, true)) add(options, {"-ORBlaneDepth", one_of("2", "5", "20")});
  if (one_of(false, true)) add(options, {"-ORBwaiting", one_of("block", "look")});
  return options;
}

Options client_options() {
  Options options{"-ORBtransport", one_of("tcp", "unix", "shm")};
  if (one_of(false, true)) add(options, {"-ORBprivateConnections", "on"});
  if (one_of(false, true)) add(options, {"-ORBsendQueue", one_of("1", "3", "50")});
  if (one_of(false, true)) add(options, {"-ORBwaiting", one_of("block", "look")});
  if (one_of(false, false, true)) add(options, {"-ORBfragmentBytes", one_of("64", "1000")});
  return options;
}

Process& start_program(const char* name, std::function<void()> body, Node* node) {
  const auto processors = one_of(2U, 1U, 8U);
  auto& process =
      *start_process({.name = name, .node = node, .processors = processors}, std::move(body));
  const KernelMemory kernel;
  world().programs.push_back(&process);
  return process;
}

void check_end_of_all() {
  for (const auto* const process : world().programs) {
    if (was_killed(*process)) continue;
    if (const auto bytes = bytes_in_use(*process); bytes > kStaticBytes)
      fail("memory", fmt::format("process {} left {} bytes", name_of(*process), bytes));
    if (const auto files = files_at_end(*process); files > 0)
      fail("descriptors", fmt::format("process {} left {} open", name_of(*process), files));
  }
}

}  // namespace orbweaver::sim
