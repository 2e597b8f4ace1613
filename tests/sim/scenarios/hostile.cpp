// SPDX-License-Identifier: Apache-2.0
// Peers that send garbage, halves of messages and requests that are wrong, and then are silent,
// leave or do not read, among clients for which every law holds. The server lives, counts each bad
// message, and ends though hostile peers stay.
#include "scenarios/hostile.hpp"

#include <orbweaver/giop/ior.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/reached.hpp>

#include <fmt/format.h>

#include "scenarios/attacks.hpp"
#include "scenarios/late_reader.hpp"
#include "scenarios/raw_socket.hpp"
#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay,      Kind::stall,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates =
    std::to_array<std::string_view>({"a bad message",
                                     "a connection paused by a full lane",
                                     "a lane that was full",
                                     "a lane with more than its depth, fed by several",
                                     "a reply dropped",
                                     "all replies read late",
                                     "hostile: GIOP 9.2",
                                     "hostile: a body too long",
                                     "hostile: a fragment of nothing",
                                     "hostile: a reply",
                                     "hostile: a request that is cut off",
                                     "hostile: a request that was changed",
                                     "hostile: a request without a header",
                                     "hostile: a size of 4 GiB",
                                     "hostile: a type that does not exist",
                                     "hostile: an end of the connection",
                                     "hostile: garbage",
                                     "hostile: good messages before garbage",
                                     "hostile: many requests",
                                     "hostile: no such object",
                                     "hostile: no such operation",
                                     "hostile: nothing",
                                     "hostile: the first of many fragments",
                                     "a reply kept for a client that does not read",
                                     "replies read after the server's end"});
constexpr std::array kPaces{Pace::at_once, Pace::dawdles};

/// Attacks whose end the server has seen, by what it had to make of them.
struct Attacks {
  std::uint64_t bad = 0, either_way = 0;
};

enum class Road { tcp, unix_socket, shm };

// None if the server has ended: a peer may come late.
os::UniqueFd connect(const std::string& reference, Road road) {
  const auto connected = [](auto socket) { return socket ? std::move(*socket) : os::UniqueFd{}; };
  const auto ior = giop::parse_reference(reference);
  const auto profile = *giop::read_iiop_profile(ior->profiles.at(0));
  for (const auto& component : profile.components) {
    if (road == Road::unix_socket && component.tag == giop::kTagOmniUnix)
      return connected(
          os::connect_unix(giop::read_unix_component(component)->path, Deadline::never()));
    if (road == Road::shm && component.tag == giop::kTagShm)
      return connected(
          os::connect_unix(giop::read_shm_component(component)->path, Deadline::never()));
  }
  return connected(os::connect_tcp(profile.host, profile.port, Deadline::never()));
}

void read_to_the_end(int socket) {
  std::array<std::byte, 256> space{};
  while (os::receive_some(socket, space, os::SocketWait::some).value_or(0) > 0) {
  }
}

// The end of the connection is the server's answer to a bad message: it must come.
void attack_and_wait(const std::string& reference, Road road, const Attack& attack) {
  const auto socket = connect(reference, road);
  send_all(socket.get(), attack.bytes);
  read_to_the_end(socket.get());
}

void attack_and_leave(const std::string& reference, Road road, const Attack& attack) {
  const auto socket = connect(reference, road);
  send_all(socket.get(), attack.bytes);
  sleep_until(virtual_now() + one_of(Time{0}, kMillisecond, kSecond));
}

// Sends, and neither reads nor ends.
void attack_and_stay(const std::string& reference, Road road, const Attack& attack) {
  const auto socket = connect(reference, road);
  send_all(socket.get(), attack.bytes);
  world().served.wait();
}

void attack(Attacks& counts) {
  const auto reference = world().board.get("sink");
  const auto road = one_of(Road::tcp, Road::unix_socket, Road::shm);
  auto chosen = any_attack(reference);
  reached(chosen.name);
  // There the first octets must come with the memory that both sides share.
  if (road == Road::shm && !chosen.bytes.empty()) chosen.verdict = Verdict::bad;
  if (chosen.verdict == Verdict::bad) {
    attack_and_wait(reference, road, chosen);
    ++counts.bad;
    return;
  }
  if (chosen.verdict == Verdict::either_way) ++counts.either_way;
  if (one_of(false, true)) return attack_and_leave(reference, road, chosen);
  const KernelMemory kernel;  // for what the other program gets, as it outlives this one
  (void)start_program("silent", [=] { attack_and_stay(reference, road, chosen); });
}

giop::OctetBuffer key_in(const std::string& reference) {
  return giop::read_iiop_profile(giop::parse_reference(reference)->profiles.at(0))->object_key;
}

void call_and_read_late() {
  const auto reference = world().board.get("sink");
  const auto socket = connect(reference, one_of(Road::tcp, Road::unix_socket));
  if (socket) sim::call_and_read_late(socket.get(), key_in(reference));
}

// Over tcp what the client sends after the server's end may take replies away.
void call_and_read_at_the_end() {
  const auto reference = world().board.get("sink");
  const KernelMemory kernel;  // for what the other program gets
  (void)start_program("late reader", [reference] {
    const auto socket = connect(reference, Road::unix_socket);
    if (socket) sim::call_and_read_at_the_end(socket.get(), key_in(reference));
  });
}

void attack_or_read_late(Attacks& counts) {
  switch (from_to(0, 4)) {
    case 3:
      return call_and_read_late();
    case 4:
      return call_and_read_at_the_end();
    default:
      return attack(counts);
  }
}

void check_bad_messages(const Orb& orb, const Attacks& attacks) {
  const auto counted = orb->statistics().bad_messages;
  if (counted < attacks.bad || counted > attacks.bad + attacks.either_way)
    fail("bad messages are counted",
         fmt::format("{} were sent, and {} that may be bad; {} are counted", attacks.bad,
                     attacks.either_way, counted));
}

void run() {
  Attacks attacks;
  run_programs({.promises = {},
                .paces = kPaces,
                .most_clients = 5,
                .serve =
                    [&](const Options& options, Pace pace) {
                      serve_until_over(patient(options), pace,
                                       [&](const Orb& orb) { check_bad_messages(orb, attacks); });
                    },
                .call =
                    [&](const Options& options) {
                      if (one_of(false, true)) return call_in_every_way(options);
                      for (auto n = from_to(1, 4); n > 0; --n) attack_or_read_late(attacks);
                    }});
}

}  // namespace

Scenario hostile_scenario() noexcept {
  return {"hostile", "peers that send garbage and halves of messages, among good clients", run,
          kFaults, kStates};
}

}  // namespace orbweaver::sim
