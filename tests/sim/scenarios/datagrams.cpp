// SPDX-License-Identifier: Apache-2.0
// One-way calls as datagrams that are lost, doubled and overtaken, among calls over connections.
// What comes is in the order of the calls, once; and each request that came or did not come is
// counted.
#include "scenarios/datagrams.hpp"

#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/heap.hpp>

#include <fmt/format.h>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::datagram_lost, Kind::datagram_twice, Kind::datagram_late,
                             Kind::delay,         Kind::stall,          Kind::short_write,
                             Kind::short_read,    Kind::small_buffer,   Kind::spurious_wake,
                             Kind::clock_jump,    Kind::no_memory};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a connection paused by a full lane", "a datagram dropped by a full lane",
     "a lane that was full", "a lane with more than its depth, fed by several",
     "a request dropped as late or double", "a request held for those before it",
     "a request skipped, and its servant was given a gap"});
constexpr std::array kPaces{Pace::at_once, Pace::dawdles, Pace::slow};

// Longer than bytes that were sent can be under way.
constexpr auto kQuiet = 20 * kSecond;

void check_sum_of_requests(const Orb& orb) {
  const auto count = orb->statistics();
  const auto delivered = world().history.delivered(kObject);
  const auto known =
      delivered + count.requests_late + count.datagrams_dropped + count.requests_refused;
  if (known != count.requests_received)
    fail("each request that came is counted",
         fmt::format("{} came; {} were delivered, {} late, {} dropped by the lane, {} refused",
                     count.requests_received, delivered, count.requests_late,
                     count.datagrams_dropped, count.requests_refused));
}

void check_sums(const Orb& orb) {
  sleep_until(virtual_now() + kQuiet);
  check_sum_of_streams(orb, ClosesIdle::no);
  check_sum_of_requests(orb);
}

// A call that failed may have used a number, and not have come; its caller knows.
void check_without_memory(const Orb& orb) {
  sleep_until(virtual_now() + kQuiet);
  const auto count = orb->statistics();
  const auto owed = world().history.owed(kObject);
  const auto counted = count.requests_missing + count.requests_late + count.datagrams_dropped +
                       count.requests_refused + count.oneways_failed;
  if (owed > counted)
    fail("nothing is lost uncounted",
         fmt::format("{} calls were lost, {} are counted", owed, counted));
}

void serve(const Options& some, Pace pace) {
  auto options = with(some, {"-ORBendPoint", "giop:udp:localhost:0", "-ORBendPoint",
                             "giop:tcp:localhost:0", "-ORBorderWait", one_of("20", "1", "500")});
  if (one_of(false, false, true)) add(options, {"-ORBorderWindow", one_of("2", "8")});
  if (one_of(true, true, false)) return serve_until_over(options, pace, check_sums);
  const EnoughMemory for_this_thread;
  let_memory_run_out(true);
  serve_until_over(options, pace, check_without_memory);
  let_memory_run_out(false);
}

// Most of what a thread sends is of the kind that travels as datagrams.
Way any_way() {
  return one_of(Way::with_transport, Way::none, Way::with_transport, Way::none, Way::with_server,
                Way::with_target, Way::two_way);
}

/// A reference, which has a stream of its own.
struct Stream {
  std::uint32_t number;
  SinkReference sink;

  [[nodiscard]] Sender sender() const { return Sender{kObject, sink, number}; }
};

std::vector<Stream> make_streams(const Orb& orb) {
  std::vector<Stream> streams;
  for (std::uint32_t n = from_to(1, 2); n > 0; --n)
    streams.push_back({new_stream(), orb.sink(world().board.get("sink"))});
  return streams;
}

void send_some(const Stream& stream) {
  auto sender = stream.sender();
  for (std::uint32_t i = from_to(2, 15); i > 0; --i) {
    (void)sender.send(any_way());
    if (one_of(false, false, true)) sleep_until(virtual_now() + from_to(1, 3000) * kMicrosecond);
  }
}

// Threads share one reference, so one stream, or each has its own; the last call settles each.
void call(const Options& options) {
  Orb orb{with(options, {"-ORBtransport", "udp"})};
  const auto streams = make_streams(orb);
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 3); n > 0; --n)
      threads.emplace_back([stream = streams[n % streams.size()]] { send_some(stream); });
  }
  end_faults();
  for (const auto& stream : streams) {
    auto last = stream.sender();
    send_until_answered(last);
  }
  orb.destroy();
}

void run() {
  run_programs({.promises = {.order_of_calls = true, .may_lose = true, .may_lose_any = true},
                .paces = kPaces,
                .most_clients = 2,
                .serve = serve,
                .call = call});
}

}  // namespace

Scenario datagrams_scenario() noexcept {
  return {"datagrams", "one-way calls travel as datagrams that are lost, doubled and overtaken",
          run, kFaults, kStates};
}

}  // namespace orbweaver::sim
