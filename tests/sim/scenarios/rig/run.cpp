// SPDX-License-Identifier: Apache-2.0
#include "scenarios/rig/run.hpp"

#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/wire/statistics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "scenarios/rig/sender.hpp"

namespace orbweaver::sim {

void await_delivery() {
  constexpr auto kLongest = 60'000 * kMillisecond;
  const auto until = virtual_now() + kLongest;
  while (world().history.owed(kObject) > 0 && virtual_now() < until)
    sleep_until(virtual_now() + kMillisecond);
}

void run_programs(const ServerAndClients& programs) {
  begin_world();
  world().body_sizes = programs.body_sizes;
  world().lends = programs.lends;
  world().history.promise(kObject, programs.promises);
  const auto pace =
      programs.paces[from_to(0, static_cast<std::uint32_t>(programs.paces.size()) - 1)];
  auto& server = start_program(
      "server", [&programs, options = server_options(), pace] { programs.serve(options, pace); });
  std::vector<Process*> clients;
  for (std::uint32_t n = from_to(1, programs.most_clients); n > 0; --n) {
    const auto options = with(client_options(), programs.client_options);
    clients.push_back(&start_program("client", [&programs, options] { programs.call(options); }));
  }
  for (auto* const client : clients) await_end(*client);
  // A server that ends in order reads no further: what clients sent last must have come.
  if (!programs.promises.may_lose && !programs.promises.may_lose_any) await_delivery();
  world().over.raise();
  await_end(server);
  world().served.raise();
  await_end_of_all();
  world().history.check_end();
  if (programs.at_the_end) programs.at_the_end();
  check_end_of_all();
}

namespace {

void send(Sender& sender, std::uint32_t calls, std::optional<Way> way) {
  for (std::uint32_t i = 0; i < calls; ++i)
    (void)sender.send(way.value_or(static_cast<Way>(from_to(0, kWays - 1))));
}

std::optional<Way> some_way() {
  return one_of(std::optional<Way>{}, std::optional{Way::none}, std::optional{Way::with_transport},
                std::optional{Way::two_way});
}

}  // namespace

// All threads of a process share one reference, or each has its own. In a burst they fill one send
// queue together, wait for its room, and end while others still wait.
void call_in_every_way(const Options& some, Last last) {
  const bool is_burst = one_of(false, false, false, true);
  auto options = some;
  if (is_burst && one_of(true, false)) add(options, {"-ORBsendQueue", one_of("3", "2", "5")});
  Orb orb{options};
  const auto shared = orb.sink(world().board.get("sink"));
  const bool is_shared = is_burst || one_of(false, true);
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 3); n > 0; --n) {
      const auto calls = from_to(3, 12);
      const auto way = is_burst ? Way::none : some_way();
      const auto sink = is_shared ? shared : orb.sink(world().board.get("sink"));
      threads.emplace_back([sink, calls, way, last] {
        Sender sender{kObject, sink};
        send(sender, calls, way);
        if (last == Last::settles) return settle(sink);  // its connection may be its own
        (void)sender.send(Way::with_transport);
      });
    }
  }
  orb.destroy();
}

void check_lane(const Orb& orb, const std::string& reference, const Options& options) {
  constexpr std::size_t kUsualDepth = 64;
  const auto depth = number_of(options, "-ORBlaneDepth", kUsualDepth);
  // First: a connection counts before anything comes by it, and may come at this moment.
  const auto most = orb.most_waiting(reference);
  const auto count = orb->statistics();
  const auto feeders = count.connections_accepted + (count.datagrams_received > 0 ? 1 : 0);
  // The alarm's look at what is held goes through the lane.
  const std::uint64_t looks = count.requests_held > 0 ? 1 : 0;
  reached("a lane that was full", most >= depth ? 1 : 0);
  reached("a lane with more than its depth, fed by several", most > depth ? 1 : 0);
  if (most > depth + std::max<std::uint64_t>(1, feeders) - 1 + looks)
    fail("queues are bounded",
         fmt::format("{} requests waited in a lane of {}, fed by {}", most, depth, feeders));
}

void check_losses() {
  if (world().has_killed) return;
  const auto& history = world().history;
  const auto lost = history.lost(kObject), counted = world().counted_losses;
  reached("a one-way lost and counted", lost);
  if (lost > counted)
    fail("nothing is lost uncounted",
         fmt::format("{} one-way calls were lost, {} are counted by clients", lost, counted));
  if (const auto owed = history.owed(kObject); owed > lost)
    fail("what is acknowledged runs", fmt::format("{} calls did not", owed - lost));
}

namespace {

// A request that crosses a CloseConnection of the server has used its number, and does not run. The
// client sends it again. If that fails, too, the call ends with COMPLETED_NO, and its number is
// missing. A call that could not be sent at all ends with COMPLETED_NO, too, and has used none. The
// history does not tell one from the other. A server that serves says CloseConnection to a
// connection that
//   is idle       counted when it has been said, so that the option decides here
//   is displaced  no message has come by it, and descriptors, or places, are short
//   is refused    no place was left for it
bool may_have_crossed_a_close(const wire::Statistics& server, ClosesIdle closes_idle) {
  return closes_idle == ClosesIdle::yes || server.connections_displaced > 0 ||
         server.connections_refused > 0;
}

}  // namespace

void check_sum_of_streams(const Orb& orb, ClosesIdle closes_idle) {
  const auto& history = world().history;
  const auto count = orb->statistics();
  const auto missing = count.requests_missing;
  const auto delivered = history.delivered(kObject), used = history.used(kObject);
  const auto crossed = may_have_crossed_a_close(count, closes_idle) ? history.not_run(kObject) : 0;
  const auto most = used + crossed;
  if (delivered + missing < used || delivered + missing > most)
    fail(
        "nothing is lost uncounted",
        fmt::format("{} to {} calls used a number; {} were delivered and {} are counted as missing",
                    used, most, delivered, missing));
  if (history.missed(kObject) != missing)
    fail("gaps are reported", fmt::format("the servant was given gaps of {}, counted are {}",
                                          history.missed(kObject), missing));
}

void serve_until_over(const Options& options, Pace pace,
                      const std::function<void(const Orb&)>& at_the_end) {
  Orb orb{options};
  const auto reference = orb.publish(make_sink(kObject, pace));
  world().board.put("sink", reference);
  world().over.wait();
  check_lane(orb, reference, options);
  if (at_the_end) at_the_end(orb);
  orb.destroy();
}

}  // namespace orbweaver::sim
