// SPDX-License-Identifier: Apache-2.0
// Several objects in several servers, and several senders to each. In half of the runs one object
// is held until all calls to the others have ended, and clients have private connections (law 5):
// if it held up another object, or a sender that does not wait (SYNC_NONE), the run would never
// end. In some of these runs a client sends the held object more than its send queue may take (law
// 4).
#include "scenarios/fanout.hpp"

#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay,      Kind::stall,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates =
    std::to_array<std::string_view>({"a connection paused by a full lane", "a lane that was full",
                                     "a lane with more than its depth, fed by several",
                                     "a sender without room until a held object was let go",
                                     "all objects but one served while that one was held"});
constexpr std::uint32_t kHeld = 1;  // the object that may be held

// While an object is held, a client may have sent it no more messages than fit on the way: its send
// queue and the batch that is being written (128 KiB), the socket (256 KiB), the message that the
// server's reader has, and those behind it in its buffer, the object's lane, the servant.
constexpr BodySizes kFloodBodies{30'000, 30'000, 30'000, 30'000, 30'000, 30'000, 30'000, 30'000};
constexpr std::uint32_t kSendQueue = 3, kBatch = 5, kSocket = 10, kReader = 3, kLane = 5;
constexpr std::uint32_t kMostOnTheWay = kSendQueue + kBatch + kSocket + kReader + kLane + 1;

/// What all processes of a run know.
struct Plan {
  bool is_one_held = false;
  bool is_flooded = false;
  std::uint32_t objects = 0;
  std::uint32_t senders = 0;  // that have not ended, without those that send to the held one only
  Signal release;

  void one_has_ended() {
    if (--senders == 0) release.raise();
  }
};

std::string name_of(std::uint32_t object) { return "sink" + std::to_string(object); }

std::shared_ptr<SinkServant> servant_of(std::uint32_t object, Plan& plan) {
  const auto pace = one_of(Pace::at_once, Pace::dawdles, Pace::slow);
  auto servant = std::make_shared<SinkServant>(object, pace);
  if (plan.is_one_held && object == kHeld)
    servant->on_request = [&plan](std::uint32_t, std::uint32_t) { plan.release.wait(); };
  return servant;
}

// Every `step`-th object from `first` on.
void serve(const Options& options, Plan& plan, std::uint32_t first, std::uint32_t step) {
  Orb orb{options};
  std::vector<std::string> references;
  for (auto object = first; object <= plan.objects; object += step) {
    references.push_back(orb.publish(servant_of(object, plan)));
    world().board.put(name_of(object), references.back());
  }
  world().over.wait();
  for (const auto& reference : references) check_lane(orb, reference, options);
  orb.destroy();
}

using References = std::vector<SinkReference>;  // by object, from 1

References find_all(const Orb& orb, const Plan& plan) {
  References all{SinkReference{}};
  for (std::uint32_t object = 1; object <= plan.objects; ++object)
    all.push_back(orb.sink(world().board.get(name_of(object))));
  return all;
}

Way any_way() { return static_cast<Way>(from_to(0, kWays - 1)); }

void settle_all(const References& sinks) {
  for (std::size_t object = 1; object < sinks.size(); ++object) settle(sinks[object]);
}

// To each in turn. What would have to wait for the held object is sent without waiting.
void send_to_all(const References& sinks, Plan& plan, std::uint32_t calls) {
  std::vector<Sender> senders;
  for (std::uint32_t object = 1; object <= plan.objects; ++object)
    senders.emplace_back(object, sinks[object]);
  for (; calls > 0; --calls)
    for (std::uint32_t object = 1; object <= plan.objects; ++object)
      (void)senders[object - 1].send(plan.is_one_held && object == kHeld ? Way::none : any_way());
  if (plan.is_one_held) reached("all objects but one served while that one was held");
  plan.one_has_ended();
}

void send_to_one(std::uint32_t object, const References& sinks, Plan& plan, std::uint32_t calls) {
  Sender sender{object, sinks[object]};
  for (; calls > 0; --calls) (void)sender.send(any_way());
  if (object != kHeld) plan.one_has_ended();
}

// Ends once the object is let go: the send queue blocks until then.
void flood(const Options& options, const Plan& plan) {
  Orb orb{options};
  const auto sink = orb.sink(world().board.get(name_of(kHeld)));
  Sender sender{kHeld, sink};
  for (std::uint32_t sent = 1; sent <= 2 * kMostOnTheWay; ++sent) {
    const bool was_held = !plan.release.is_raised();
    (void)sender.send(Way::none);
    const bool is_held = !plan.release.is_raised();
    if (is_held && sent > kMostOnTheWay)
      fail("queues are bounded", fmt::format("{} messages left for an object that is held", sent));
    reached("a sender without room until a held object was let go", was_held && !is_held ? 1 : 0);
  }
  settle(sink);
  orb.destroy();
}

/// A thread of a client: it sends to one object, or to all (0).
struct Task {
  std::uint32_t object = 0, calls = 0;
  bool has_own_references = false;
};

// A thread that must not wait for the held object has a reference of its own: in a queue that it
// shares with others it would have to.
void carry_out(const Task& task, const Orb& orb, const References& shared, Plan& plan) {
  const auto sinks = task.has_own_references ? find_all(orb, plan) : shared;
  if (task.object == 0)
    send_to_all(sinks, plan, task.calls);
  else
    send_to_one(task.object, sinks, plan, task.calls);
  settle_all(sinks);
}

void call(const Options& options, Plan& plan, const std::vector<Task>& tasks) {
  Orb orb{options};
  const auto shared = find_all(orb, plan);
  {
    std::vector<os::Thread> threads;
    for (const auto& task : tasks)
      threads.emplace_back([&, task] { carry_out(task, orb, shared, plan); });
  }
  orb.destroy();
}

std::vector<Task> make_tasks(Plan& plan) {
  std::vector<Task> tasks;
  for (std::uint32_t n = from_to(1, 3); n > 0; --n) {
    const auto object = from_to(0, plan.objects);
    const bool has_own = (plan.is_one_held && object == 0) || one_of(false, true);
    tasks.push_back({object, from_to(2, object == 0 ? 5 : 12), has_own});
    if (object != kHeld) ++plan.senders;
  }
  return tasks;
}

Options options_of_a_server(const Plan& plan) {
  auto options = patient(server_options());
  // An object that hangs has a thread of the pool.
  if (plan.is_one_held) add(options, {"-ORBthreads", one_of("8", "2")});
  if (plan.is_flooded) add(options, {"-ORBlaneDepth", std::to_string(kLane)});
  return options;
}

Options options_of_a_client(const Plan& plan) {
  auto options = client_options();
  if (plan.is_one_held) add(options, {"-ORBprivateConnections", "on", "-ORBsendQueue", "50"});
  return options;
}

Options options_of_a_flood() {
  return with(client_options(), {"-ORBtransport", one_of("tcp", "unix"), "-ORBsendQueue",
                                 std::to_string(kSendQueue)});
}

std::vector<Process*> start_servers(Plan& plan) {
  std::vector<Process*> servers;
  const auto count = from_to(1, 2);
  for (std::uint32_t first = 1; first <= count; ++first)
    servers.push_back(&start_program("server", [options = options_of_a_server(plan), &plan, first,
                                                count] { serve(options, plan, first, count); }));
  return servers;
}

std::vector<Process*> start_clients(Plan& plan) {
  std::vector<std::vector<Task>> tasks;
  for (std::uint32_t n = from_to(1, 3); n > 0; --n) tasks.push_back(make_tasks(plan));
  if (plan.senders == 0) plan.release.raise();
  std::vector<Process*> clients;
  for (const auto& task : tasks)
    clients.push_back(&start_program("client", [options = options_of_a_client(plan), &plan, task] {
      call(options, plan, task);
    }));
  if (plan.is_flooded)
    clients.push_back(
        &start_program("flood", [options = options_of_a_flood(), &plan] { flood(options, plan); }));
  return clients;
}

void run() {
  begin_world();
  Plan plan;
  plan.is_one_held = one_of(false, true);
  plan.is_flooded = plan.is_one_held && one_of(false, false, false, true);
  if (plan.is_flooded) world().body_sizes = kFloodBodies;
  plan.objects = from_to(2, 4);
  for (std::uint32_t object = 1; object <= plan.objects; ++object)
    world().history.promise(object, {});
  const auto servers = start_servers(plan);
  const auto clients = start_clients(plan);
  for (auto* const client : clients) await_end(*client);
  world().over.raise();
  for (auto* const server : servers) await_end(*server);
  world().history.check_end();
  check_end_of_all();
}

}  // namespace

Scenario fanout_scenario() noexcept {
  return {"fanout", "many senders to many objects, one of which may be held", run, kFaults,
          kStates};
}

}  // namespace orbweaver::sim
