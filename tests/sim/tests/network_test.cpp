// SPDX-License-Identifier: Apache-2.0
// The simulated sockets, by the names of orb/os.
#include <orbweaver/os/datagram_socket.hpp>
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/network.hpp>
#include <orbweaver/sim/process.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <set>

#include "tests/runs.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::uint16_t kPort = 7001;
using Octets = std::vector<std::byte>;

struct Ends {
  os::UniqueFd here, there;
};

Ends connected() {
  const auto listener = os::listen_tcp("", kPort);
  auto here = os::connect_tcp("localhost", kPort, Deadline::never());
  auto there = os::accept_connection(listener->get());
  return {std::move(*here), std::move(*there)};
}

Octets counted(std::size_t size) {
  Octets octets(size);
  for (std::size_t i = 0; i < size; ++i) octets[i] = static_cast<std::byte>(i * 7);
  return octets;
}

// How many were sent; negative: the error.
long send(int fd, const Octets& octets, os::SocketWait waiting = os::SocketWait::none) {
  const Bytes bytes{octets};
  const auto sent = os::send_some(fd, {&bytes, 1}, 0, waiting);
  return sent ? static_cast<long>(*sent) : -sent.error().code;
}

long receive(int fd, std::size_t most, os::SocketWait waiting = os::SocketWait::none) {
  Octets space(most);
  const auto count = os::receive_some(fd, space, waiting);
  return count ? static_cast<long>(*count) : -count.error().code;
}

// All of them, in as many pieces as the system takes.
void send_all(int fd, const Octets& octets, std::size_t piece) {
  for (std::size_t sent = 0; sent < octets.size();) {
    const auto size = std::min(piece, octets.size() - sent);
    const auto begin = octets.begin() + static_cast<std::ptrdiff_t>(sent);
    sent += static_cast<std::size_t>(
        send(fd, {begin, begin + static_cast<std::ptrdiff_t>(size)}, os::SocketWait::full));
  }
}

Octets receive_all(int fd) {
  Octets all, space(50);
  for (;;) {
    const auto count = os::receive_some(fd, space, os::SocketWait::some);
    if (!count || *count == 0) return all;
    all.insert(all.end(), space.begin(), space.begin() + static_cast<std::ptrdiff_t>(*count));
  }
}

// What a peer sees: counts, errors as negative numbers.
std::vector<long> seen_in(std::vector<Decision> decisions,
                          void (*body)(const Ends& ends, Notes<long>& seen)) {
  Notes<long> seen;
  const auto outcome = run_with(std::move(decisions), [&] { body(connected(), seen); });
  EXPECT_EQ(broken_law(outcome), "") << report_of(outcome);
  return seen.values();
}

using Seen = std::vector<long>;

// That value of fault_of(Kind::cut): so many bytes arrive.
std::uint32_t cut_after(std::uint32_t bytes) { return 2 * bytes + 1; }

}  // namespace

TEST(Network, BytesOfAConnectionNeverOvertakeEachOther) {
  constexpr std::array kFaults{Kind::delay, Kind::stall, Kind::short_write, Kind::short_read,
                               Kind::small_buffer};
  std::size_t wrong = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto settings = by_chance(seed, 1 + seed % 4, {kFaults.begin(), kFaults.end()});
    const auto outcome = simulate(settings, [&] {
      auto ends = connected();
      const auto octets = counted(700);
      os::Thread sender{[&] {
        send_all(ends.here.get(), octets, 13);
        ends.here.reset();
      }};
      wrong += receive_all(ends.there.get()) == octets ? 0U : 1U;
    });
    EXPECT_EQ(broken_law(outcome), "") << seed << ": " << report_of(outcome);
  }
  EXPECT_EQ(wrong, 0U);
}

TEST(Network, BytesThatTravelComeLater) {
  Notes<Time> moments;
  (void)run_with({{Kind::stall, 1, 3}}, [&] {
    const auto ends = connected();
    moments.add(virtual_now());
    send(ends.here.get(), counted(10));
    send(ends.here.get(), counted(10));  // these wait for those before them
    moments.add(receive(ends.there.get(), 20) == -EAGAIN ? virtual_now() : 0);
    moments.add(receive(ends.there.get(), 20, os::SocketWait::full) == 20 ? virtual_now() : 0);
  });
  ASSERT_EQ(moments.values().size(), 3U);
  EXPECT_LT(moments.values()[1], moments.values()[0] + kMillisecond);
  EXPECT_NEAR(static_cast<double>(moments.values()[2] - moments.values()[0]), 4e9, 1e7);
}

TEST(Network, AnotherConnectionDoesNotWait) {
  long count = 0;
  (void)run_with({{Kind::stall, 1, 4}}, [&] {
    const auto slow = connected(), fast = connected();
    send(slow.here.get(), counted(10));
    send(fast.here.get(), counted(10));
    count = receive(fast.there.get(), 20);
  });
  EXPECT_EQ(count, 10);
}

TEST(Network, APartIsTaken) {
  EXPECT_EQ(seen_in({{Kind::short_write, 1, 3}},
                    [](const Ends& ends, Notes<long>& seen) {
                      seen.add(send(ends.here.get(), counted(10)));
                      seen.add(receive(ends.there.get(), 20));
                    }),
            (Seen{3, 3}));
}

TEST(Network, APartIsGiven) {
  EXPECT_EQ(seen_in({{Kind::short_read, 1, 4}},
                    [](const Ends& ends, Notes<long>& seen) {
                      seen.add(send(ends.here.get(), counted(10)));
                      seen.add(receive(ends.there.get(), 20));
                      seen.add(receive(ends.there.get(), 20));
                    }),
            (Seen{10, 4, 6}));
}

constexpr std::uint32_t k128Octets = 1;  // of Kind::small_buffer: what a connection holds then

TEST(Network, AFullBufferTakesNoMore) {
  EXPECT_EQ(seen_in({{Kind::small_buffer, 1, k128Octets}},
                    [](const Ends& ends, Notes<long>& seen) {
                      seen.add(send(ends.here.get(), counted(200)));
                      seen.add(send(ends.here.get(), counted(200)));
                      seen.add(receive(ends.there.get(), 4));
                      seen.add(send(ends.here.get(), counted(200)));
                    }),
            (Seen{128, -EAGAIN, 4, 4}));
}

TEST(Network, ASenderWaitsForAReader) {
  const auto body = [](bool reads) {
    return [reads] {
      const auto ends = connected();
      os::Thread sender{[&] { send(ends.here.get(), counted(200), os::SocketWait::full); }};
      if (reads) receive(ends.there.get(), 200, os::SocketWait::full);
    };
  };
  EXPECT_EQ(broken_law(run_with({{Kind::small_buffer, 1, k128Octets}}, body(true))), "");
  const auto outcome = run_with({{Kind::small_buffer, 1, k128Octets}}, body(false));
  EXPECT_EQ(broken_law(outcome), "deadlock");
  EXPECT_NE(report_of(outcome).find("sends: the peer does not read"), std::string::npos);
}

TEST(Network, AConnectionBreaksWithinTheBytesThatAreSent) {
  EXPECT_EQ(seen_in({{Kind::cut, 1, cut_after(4)}},
                    [](const Ends& ends, Notes<long>& seen) {
                      seen.add(send(ends.here.get(), counted(10)));
                      seen.add(receive(ends.there.get(), 20));
                      seen.add(receive(ends.there.get(), 20));
                      seen.add(send(ends.here.get(), counted(10)));
                      seen.add(send(ends.here.get(), counted(10)));
                    }),
            (Seen{10, 4, -ECONNRESET, -ECONNRESET, -EPIPE}));
}

TEST(Network, OneDirectionEndsAndTheOtherGoesOn) {
  EXPECT_EQ(seen_in({{Kind::half_close, 1, 1}},
                    [](const Ends& ends, Notes<long>& seen) {
                      seen.add(send(ends.here.get(), counted(10)));
                      seen.add(receive(ends.there.get(), 20));
                      seen.add(receive(ends.there.get(), 20));
                      seen.add(send(ends.here.get(), counted(10)));
                      seen.add(send(ends.there.get(), counted(5)));
                      seen.add(receive(ends.here.get(), 20));
                    }),
            (Seen{10, 10, 0, -EPIPE, 5, 5}));
}

TEST(Network, BytesThatWereNotReadMakeAnEndAReset) {
  const auto close_there = [](const Ends& ends, Notes<long>& seen, bool reads) {
    send(ends.here.get(), counted(10));
    if (reads) receive(ends.there.get(), 10);
    const_cast<Ends&>(ends).there.reset();
    seen.add(receive(ends.here.get(), 20));
  };
  Notes<long> read, unread;
  (void)run_calm([&] { close_there(connected(), read, true); });
  (void)run_calm([&] { close_there(connected(), unread, false); });
  EXPECT_EQ(read.values(), Seen{0});
  EXPECT_EQ(unread.values(), Seen{-ECONNRESET});
}

TEST(Network, ConnectionsOfAKilledProcessEnd) {
  Notes<long> seen;
  (void)run_calm([&] {
    const auto listener = os::listen_tcp("", kPort);
    auto& process = *start_process({.name = "victim"}, [] {
      const auto fd = os::connect_tcp("node1", kPort, Deadline::never());
      send(fd->get(), counted(10));
      sleep_until(kNever - 1);
    });
    const auto accepted = os::accept_connection(listener->get());
    sleep_until(virtual_now() + kSecond);
    kill(process);
    seen.add(receive(accepted->get(), 20, os::SocketWait::some));
    seen.add(receive(accepted->get(), 20, os::SocketWait::some));
  });
  EXPECT_EQ(seen.values(), (Seen{10, 0}));
}

TEST(Network, ConnectingFailsInEachWay) {
  std::set<int> errors;
  Time took = 0;
  for (std::uint32_t form = 0; form < 5; ++form) {
    int error = 0;
    (void)run_with({{Kind::connect_fails, 1, form}}, [&] {
      const auto listener = os::listen_tcp("", kPort);
      const auto fd = os::connect_tcp("", kPort, Deadline::never());
      if (!fd) error = fd.error().code;
      if (error == ETIMEDOUT) took = virtual_now() - kStartOfRun;
    });
    errors.insert(error);
  }
  EXPECT_EQ(errors, (std::set<int>{0, ECONNREFUSED, ETIMEDOUT, EMFILE, EHOSTUNREACH}));
  EXPECT_GE(took, 20 * kSecond);
}

TEST(Network, APortHasOneListener) {
  Notes<int> errors;
  (void)run_calm([&] {
    errors.add(os::connect_tcp("", kPort, Deadline::never()).error().code);
    auto listener = os::listen_tcp("", kPort);
    errors.add(os::listen_tcp("", kPort).error().code);
    listener->reset();
    errors.add(os::listen_tcp("", kPort) ? 0 : -1);
    errors.add(os::connect_tcp("elsewhere", kPort, Deadline::never()).error().code);
  });
  EXPECT_EQ(errors.values(), (std::vector{ECONNREFUSED, EADDRINUSE, 0, -2}));
}

TEST(Network, ThePeerCanStandOnAnotherNode) {
  long count = 0;
  (void)run_calm([&] {
    auto& far = node_named("node2");
    auto& server = *start_process({.name = "server", .node = &far}, [&] {
      const auto listener = os::listen_tcp("", kPort);
      const auto accepted = os::accept_connection(listener->get());
      count = receive(accepted->get(), 20, os::SocketWait::some);
    });
    yield();
    const auto fd = os::connect_tcp("node2", kPort, Deadline::never());
    send(fd->get(), counted(6));
    await_end(server);
  });
  EXPECT_EQ(count, 6);
}

TEST(Network, DescriptorsComeWithTheirBytes) {
  Notes<long> seen;
  (void)run_calm([&] {
    auto pair = os::make_socket_pair();
    auto carried = os::make_socket_pair();
    const std::array fds{carried->first.get()};
    const auto octets = counted(3);
    send(pair->first.get(), counted(5));
    (void)os::send_with_descriptors(pair->first.get(), octets, fds);
    seen.add(receive(pair->second.get(), 20));  // up to those with which they come
    Octets space(20);
    auto received =
        os::receive_with_descriptors(pair->second.get(), space, 1, os::SocketWait::none);
    seen.add(static_cast<long>(received->size));
    carried->first.reset();
    send(received->descriptors.at(0).get(), counted(7));
    seen.add(receive(carried->second.get(), 20));
  });
  EXPECT_EQ(seen.values(), (Seen{5, 3, 7}));
}

namespace {

// The first octets of the datagrams that come within a second.
Seen datagrams_in(std::vector<Decision> decisions) {
  Notes<long> seen;
  (void)run_with(std::move(decisions), [&] {
    const auto inbox = os::bind_udp("", kPort);
    const auto outbox = os::connect_udp("", kPort);
    for (std::uint8_t i = 1; i <= 3; ++i) {
      const Octets datagram{std::byte{i}};
      const Bytes bytes{datagram};
      (void)os::send_datagram(outbox->get(), {&bytes, 1});
    }
    os::Thread stops{[&] {
      sleep_until(virtual_now() + kSecond);
      os::shut_down(inbox->get(), os::Direction::both);
    }};
    Octets space(10);
    while (*os::receive_datagram(inbox->get(), space) > 0) seen.add(static_cast<long>(space[0]));
  });
  return seen.values();
}

}  // namespace

TEST(Network, DatagramsAreLostDoubledAndOvertaken) {
  EXPECT_EQ(datagrams_in({}), (Seen{1, 2, 3}));
  EXPECT_EQ(datagrams_in({{Kind::datagram_lost, 2, 1}}), (Seen{1, 3}));
  EXPECT_EQ(datagrams_in({{Kind::datagram_twice, 2, 1}}), (Seen{1, 2, 2, 3}));
  EXPECT_EQ(datagrams_in({{Kind::datagram_late, 1, 1}}), (Seen{2, 3, 1}));
}

}  // namespace orbweaver::sim
