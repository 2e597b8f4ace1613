// SPDX-License-Identifier: Apache-2.0
// Law 7: both sides close connections that are idle. Each request runs once, in order, and no
// caller sees an error.
#include "scenarios/idle.hpp"

#include <orbweaver/base/meanwhile.hpp>
#include <orbweaver/corba/packet_stamp.hpp>
#include <orbweaver/os/thread.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay,        Kind::short_write,   Kind::short_read,
                             Kind::small_buffer, Kind::spurious_wake, Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a connection closed as idle", "a connection paused by a full lane", "a lane that was full",
     "a lane with more than its depth, fed by several"});

// A slow servant takes longer than connections may be idle.
constexpr std::array kPaces{Pace::at_once, Pace::dawdles, Pace::slow, Pace::tires};

void serve(const Options& options, Pace pace) {
  serve_until_over(with(options, {"-ORBserverIdle", one_of("0", "5", "20", "60"),
                                  "-ORBmessageTimeout", one_of("10000", "5", "20")}),
                   pace);
}

// About as long as connections may be idle, so that closes and calls meet.
void rest() {
  const auto time = one_of(Time{0}, kMillisecond, 5 * kMillisecond, 19 * kMillisecond,
                           20 * kMillisecond, 62 * kMillisecond);
  sleep_until(virtual_now() + time + from_to(0, 2000) * kMicrosecond);
}

/// What a caller does before it waits for the reply.
class Work final : public Meanwhile {
 public:
  void run() noexcept override {
    sleep_until(virtual_now() + one_of(20 * kMillisecond, kMillisecond, 70 * kMillisecond));
  }
};

void send(Sender& sender) {
  Work work;
  const corba::StampedCalls calls(nullptr, one_of(false, false, true) ? &work : nullptr);
  (void)sender.send(static_cast<Way>(from_to(0, kWays - 1)));
}

// Some in a row, then none for a while.
void send_packets(const SinkReference& sink) {
  Sender sender{kObject, sink};
  for (auto packets = from_to(1, 5); packets > 0; --packets) {
    for (auto calls = from_to(1, 3); calls > 0; --calls) send(sender);
    rest();
  }
}

// A reference for each packet, as a program has it that looks the object up each time. What waits
// in the send queue when the reference goes, only the ORB knows.
void send_by_new_references(const Orb& orb) {
  for (auto packets = from_to(1, 5); packets > 0; --packets) {
    {
      Sender sender{kObject, orb.sink(world().board.get("sink"))};
      for (auto calls = from_to(1, 4); calls > 0; --calls) (void)sender.send(Way::none);
    }
    rest();
  }
}

// The references that a thread lets go of share a connection: with connections of their own they
// would end them.
Options with_references(Options options, bool are_new) {
  add(options, {"-ORBclientIdle", one_of("5", "0", "20", "60")});
  if (are_new) add(options, {"-ORBprivateConnections", "off"});
  return options;
}

void call(const Options& options) {
  const bool are_new = one_of(false, true);
  Orb orb{with_references(options, are_new)};
  const auto shared = orb.sink(world().board.get("sink"));
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 3); n > 0; --n)
      threads.emplace_back([&] { are_new ? send_by_new_references(orb) : send_packets(shared); });
  }
  settle(shared);
  if (are_new) await_delivery();
  orb.destroy();
}

void run() {
  run_programs({.promises = {},
                .paces = kPaces,
                .most_clients = 2,
                .body_sizes = one_of(kSmallBodies, kBodiesOfPieces),
                .serve = serve,
                .call = call});
}

}  // namespace

Scenario idle_scenario() noexcept {
  return {"idle", "client and server close idle connections while calls go on", run, kFaults,
          kStates};
}

}  // namespace orbweaver::sim
