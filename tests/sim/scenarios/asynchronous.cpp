// SPDX-License-Identifier: Apache-2.0
// Threads have several calls under way at once, with handlers or with results that they take later,
// among calls of all other kinds. Each call has one outcome, at the latest when its ORB ends; a
// thread's calls are served in its order. In some runs the server ends or is killed, calls have
// time limits and are dropped; in some the clients' memory runs out.
#include "scenarios/asynchronous.hpp"

#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/heap.hpp>

#include <fmt/format.h>

#include <string>

#include "scenarios/rig.hpp"
#include "scenarios/rig/async_sender.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::no_memory,  Kind::delay,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a connection paused by a full lane", "a handler got a reply", "a handler got an exception",
     "a request cancelled", "a result was taken", "a result was an exception",
     "a result was dropped"});
constexpr std::array kPaces{Pace::at_once, Pace::dawdles};

enum class Trouble { none, server_ends, no_memory };

struct Client {
  SinkReference sink;
  UnderWay under_way;
  bool drops = false;
  bool has_one_connection = false;
};

void check_bound(const UnderWay& under_way, std::int64_t threads) {
  // Those of threads that wait for a place, and of the handler that begins.
  if (under_way.count > under_way.bound + threads + 1)
    fail("asynchronous calls are bounded",
         fmt::format("{} are under way, {} may be", under_way.count, under_way.bound));
}

void await_handlers(const UnderWay& under_way) {
  constexpr Time kLongest = 60 * kSecond;
  const auto last = virtual_now() + kLongest;
  while (under_way.count > 0 && virtual_now() < last) sleep_until(virtual_now() + kMillisecond);
  if (under_way.count > 0)
    fail("liveness", fmt::format("{} handlers were not called within a minute", under_way.count));
}

void send_one(Sender& sender, AsyncSender& later) {
  switch (from_to(0, 3)) {
    case 0:
      return later.send_with_handler();
    case 1:
      return later.send_with_result();
    case 2:
      return later.take_one();
    default:
      (void)sender.send(static_cast<Way>(from_to(0, kWays - 1)));
  }
}

void send_some(Client& client, std::int64_t threads) {
  const EnoughMemory for_this_thread;
  Sender sender{kObject, client.sink};
  AsyncSender later{sender, client.under_way};
  for (auto calls = from_to(3, 15); calls > 0; --calls) {
    send_one(sender, later);
    if (client.has_one_connection) check_bound(client.under_way, threads);
  }
  if (client.drops && one_of(false, true)) later.drop_all();
  later.take_all();
  settle(client.sink);  // its one-way calls have come
  for (auto calls = from_to(0, 2); calls > 0; --calls) later.send_with_handler();
}

void live(Client& client, Trouble trouble) {
  const EnoughMemory for_the_scenario;
  let_memory_run_out(trouble == Trouble::no_memory);
  {
    std::vector<os::Thread> threads;
    const auto count = from_to(1, 3);
    for (auto n = count; n > 0; --n)
      threads.emplace_back([&client, count] { send_some(client, count); });
  }
  let_memory_run_out(false);
  // In the other runs the ORB ends while calls may be under way.
  if (trouble == Trouble::none || one_of(false, true)) await_handlers(client.under_way);
}

void call(const Options& some, Trouble trouble) {
  const auto bound = one_of(256U, 1U, 3U);
  Orb orb{with(some, {"-ORBclientIdle", "0", "-ORBasyncCalls", std::to_string(bound)})};
  Client client{.sink = orb.sink(world().board.get("sink")),
                .under_way = {.bound = bound},
                .drops = trouble == Trouble::server_ends,
                .has_one_connection = trouble == Trouble::none};
  if (trouble == Trouble::server_ends)
    client.sink = limited(client.sink, one_of(Time{0}, 30 * kMillisecond, kMillisecond));
  live(client, trouble);
  client.sink = nullptr;
  orb.destroy();
  if (client.under_way.count != 0)
    fail("an outcome comes once",
         fmt::format("{} handlers were not called", client.under_way.count));
}

void serve(const Options& some, Pace pace, Trouble trouble) {
  const auto options =
      with(some, {"-ORBendPoint", "giop:tcp::7001", "-ORBendPoint", "giop:shm:@sink",
                  "-ORBendPoint", "giop:unix:@sink-u", "-ORBserverIdle", "0"});
  trouble == Trouble::server_ends ? serve_in_lives(options, pace) : serve_until_over(options, pace);
}

void run() {
  const auto trouble = one_of(Trouble::none, Trouble::server_ends, Trouble::no_memory);
  const bool has_none = trouble == Trouble::none;
  run_programs(
      {.promises = {.order_of_threads = has_none, .may_lose = !has_none},
       .paces = kPaces,
       .most_clients = 2,
       .serve = [trouble](const Options& options, Pace pace) { serve(options, pace, trouble); },
       .call = [trouble](const Options& options) { call(options, trouble); },
       .at_the_end = check_losses});
}

}  // namespace

Scenario asynchronous_scenario() noexcept {
  return {"asynchronous", "several calls of a thread are under way at once", run, kFaults, kStates};
}

}  // namespace orbweaver::sim
