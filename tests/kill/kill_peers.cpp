// SPDX-License-Identifier: Apache-2.0
// Kills the other side of a connection at random moments, again and again, and looks at what this
// side sees and what is left.
//
//   kill_peers [--strikes 1000] [--transport tcp|unix|shm] [--within-ms 100] [--seed N]
//
// Each strike starts a peer process, which listens or connects, lets frames of all sizes flow in
// one of several ways, kills the peer (SIGKILL) some moments later, and takes the time until a
// thread that was receiving or sending here had its failure. Then nothing of the connection may be
// left in this process (descriptors, mappings), no socket's name, and no process; and the next
// peer, at the same address, must be served. Some peers are only stopped (SIGSTOP): then the
// deadline of a blocked call ends it. Prints one line for each transport and way; status 1 if
// something was wrong, or noticed later than --within-ms (0: whenever).
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/histogram.hpp>
#include <orbweaver/transport/connection.hpp>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "length_prefixed.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace {

using namespace orbweaver;
using namespace orbweaver::transport;
using conformance::frame_of;
using conformance::kLengthPrefixed;

/// What flows, seen from the side that lives on.
const std::vector<std::string> kWays{"receive", "send", "ping-pong", "blocked", "idle"};

[[noreturn]] void give_up(std::string_view why) {
  std::cerr << "kill_peers: " << why << '\n';
  std::exit(1);
}

template <class T, class E>
T must(Result<T, E> result) {
  if (!result) give_up(describe(result.error()));
  return std::move(*result);
}

bool send_frame(Connection& connection, const std::string& frame,
                Deadline deadline = Deadline::never()) {
  const Bytes piece = as_bytes(frame);
  return connection.send({&piece, 1}, deadline).has_value();
}

/// Frames from a few bytes to some megabytes, most of them small.
std::string some_frame(std::mt19937& random) {
  const auto bits = static_cast<unsigned>(random() % 22);
  return frame_of(conformance::kPrefix + random() % ((1U << bits) + 1), bits);
}

bool receive_one(Connection& connection) {
  return connection.receive(Deadline::never()).has_value();
}

void flow(Connection& connection, const std::string& way, std::mt19937& random) {
  if (way == "receive" || way == "idle")
    while (receive_one(connection)) {
    }
  else if (way == "ping-pong")
    while (send_frame(connection, some_frame(random)) && receive_one(connection)) {
    }
  else
    while (send_frame(connection, some_frame(random))) {
    }
}

/// The other end of the same way.
void answer(Connection& connection, const std::string& way) {
  std::mt19937 random{std::random_device{}()};
  if (way == "receive") return flow(connection, "send", random);
  if (way == "send") return flow(connection, "receive", random);
  if (way == "ping-pong") {
    while (receive_one(connection) && send_frame(connection, some_frame(random))) {
    }
    return;
  }
  for (;;) ::pause();
}

// ---- the peer, a process of its own -------------------------------------------------------------

int run_peer(const std::string& role, const std::string& address, const std::string& way) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const auto where = must(parse_address(address));
  std::unique_ptr<Connection> connection;
  if (role == "listen") {
    const auto listener = must(listen(where, kLengthPrefixed));
    std::cout << to_string(listener->address()) << std::endl;
    connection = must(listener->accept());
  } else {
    connection = must(connect(where, kLengthPrefixed, Deadline::never()));
    std::cout << "connected" << std::endl;
  }
  answer(*connection, way);
  return 0;
}

class Peer {
 public:
  Peer(const std::string& role, const std::string& address, const std::string& way) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) give_up("pipe");
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::vector<std::string> words{"kill_peers", "--peer", role, "--at", address, "--way", way};
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (::posix_spawn(&pid_, "/proc/self/exe", &actions, nullptr, arguments.data(), environ) != 0)
      give_up("cannot start a peer");
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    said_ = ends[0];
  }
  ~Peer() {
    if (pid_ != 0) strike(SIGKILL);
    bury();
    ::close(said_);
  }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// The line that it prints when it is there.
  [[nodiscard]] std::string hear() const {
    std::string line;
    for (char c = 0; ::read(said_, &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }
  void strike(int signal) const { ::kill(pid_, signal); }
  void bury() {
    if (pid_ != 0) ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

 private:
  pid_t pid_ = 0;
  int said_ = -1;
};

// ---- what may not be left -----------------------------------------------------------------------

struct Belongings {
  std::size_t descriptors = 0, mappings = 0;
  friend bool operator==(const Belongings&, const Belongings&) = default;
};

std::size_t lines_with(const char* file, std::string_view text) {
  std::size_t count = 0;
  std::ifstream lines{file};
  for (std::string line; std::getline(lines, line);)
    if (line.contains(text)) ++count;
  return count;
}

Belongings belongings() {
  Belongings mine{0, lines_with("/proc/self/maps", "memfd:orbweaver")};
  for ([[maybe_unused]] const auto& one : std::filesystem::directory_iterator{"/proc/self/fd"})
    ++mine.descriptors;
  return mine;
}

// ---- one strike ---------------------------------------------------------------------------------

struct Case {
  std::string transport, role, way;
  std::string address;
};

std::string unused_address(const std::string& transport) {
  static unsigned count = 0;
  if (transport == "tcp") return "tcp:127.0.0.1:0";
  return transport + ":@ow-kill-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
}

/// A connection to a new peer at the case's address.
std::unique_ptr<Connection> meet(const Case& one, Listener* listener, Peer& peer) {
  if (one.role == "listen")
    return must(connect(must(parse_address(peer.hear())), kLengthPrefixed, Deadline::never()));
  auto connection = must(listener->accept());
  (void)peer.hear();
  return connection;
}

std::unique_ptr<Listener> listener_for(const Case& one) {
  if (one.role == "listen") return nullptr;
  return must(listen(must(parse_address(one.address)), kLengthPrefixed));
}

std::string address_for_peer(const Case& one, const Listener* listener) {
  return listener != nullptr ? to_string(listener->address()) : one.address;
}

/// Microseconds from the strike to the failure; nothing if it came before.
std::optional<std::uint64_t> kill_during(const Case& one, Listener* listener,
                                         std::mt19937& random) {
  Peer peer{one.role, address_for_peer(one, listener), one.way};
  const auto connection = meet(one, listener, peer);
  std::atomic<std::int64_t> noticed_at = 0;
  std::jthread traffic{[&, seed = random()] {
    std::mt19937 mine{static_cast<std::uint32_t>(seed)};
    flow(*connection, one.way, mine);
    noticed_at = monotonic_ns();
  }};
  std::this_thread::sleep_for(std::chrono::microseconds{random() % 4000});  // the random moment
  const auto struck_at = monotonic_ns();
  peer.strike(SIGKILL);
  traffic.join();
  if (noticed_at < struck_at) return std::nullopt;
  return static_cast<std::uint64_t>(noticed_at - struck_at) / 1000;
}

/// Whether a stopped peer ends a call at its deadline and not before, and is served on afterwards.
bool stop_during(const Case& one, Listener* listener, std::mt19937& random) {
  Peer peer{one.role, address_for_peer(one, listener), one.way};
  const auto connection = meet(one, listener, peer);
  peer.strike(SIGSTOP);
  constexpr auto kTimeout = std::chrono::milliseconds{20};
  Result<Frame, ConnectionFailure> received;
  do {
    received = connection->receive(Deadline::after(kTimeout));
  } while (received);
  Result<void, ConnectionFailure> sent;
  while (sent) {
    const auto frame = some_frame(random);
    const Bytes piece = as_bytes(frame);
    sent = connection->send({&piece, 1}, Deadline::after(kTimeout));
  }
  peer.strike(SIGCONT);
  return received.error().fault == ConnectionFault::timed_out &&
         sent.error().fault == ConnectionFault::timed_out;
}

struct Verdict {
  Histogram noticed_us;
  unsigned left_over = 0, wrong = 0;
};

void strike_often(const Case& one, unsigned strikes, std::mt19937& random, Verdict& verdict) {
  const auto listener = listener_for(one);
  const auto before = belongings();
  for (unsigned i = 0; i < strikes; ++i) {
    if (i % 16 == 15) {
      if (!stop_during(one, listener.get(), random)) ++verdict.wrong;
    } else if (const auto noticed_us = kill_during(one, listener.get(), random)) {
      verdict.noticed_us.record(*noticed_us);
    } else {
      ++verdict.wrong;
    }
    if (belongings() != before) ++verdict.left_over;
    if (one.role == "listen" && one.transport != "tcp" &&
        lines_with("/proc/net/unix", one.address.substr(one.transport.size() + 1)) != 0)
      ++verdict.left_over;
  }
}

/// True if all was well.
bool report(const std::string& transport, const std::string& way, const Verdict& verdict,
            unsigned within_ms) {
  const auto& times = verdict.noticed_us;
  const bool is_late = within_ms != 0 && times.max() > within_ms * std::uint64_t{1000};
  const bool is_well = !is_late && verdict.left_over == 0 && verdict.wrong == 0;
  std::printf(
      "%-4s %-9s killed %4llu times, noticed after us: p50 %8.0f  p99 %8.0f  max %8llu   "
      "left over %u, wrong %u%s\n",
      transport.c_str(), way.c_str(), static_cast<unsigned long long>(times.count()),
      times.percentile(50), times.percentile(99), static_cast<unsigned long long>(times.max()),
      verdict.left_over, verdict.wrong, is_well ? "" : "   <-- not well");
  return is_well;
}

}  // namespace

int main(int count, char** arguments) {
  CLI::App app{"Kills the other side of connections at random moments."};
  unsigned strikes = 1000, within_ms = 100, seed = std::random_device{}();
  std::string transport, peer, at, way;
  app.add_option("--strikes", strikes, "for each transport and each of its two sides");
  app.add_option("--transport", transport, "only this one")
      ->check(CLI::IsMember({"tcp", "unix", "shm"}));
  app.add_option("--within-ms", within_ms, "latest moment to notice; 0: whenever");
  app.add_option("--seed", seed, "of the random moments");
  app.add_option("--peer", peer)->group("");
  app.add_option("--at", at)->group("");
  app.add_option("--way", way)->group("");
  CLI11_PARSE(app, count, arguments);
  if (!peer.empty()) return run_peer(peer, at, way);

  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::printf("seed %u\n", seed);
  std::mt19937 random{seed};
  bool is_well = true;
  for (const std::string name : {"tcp", "unix", "shm"}) {
    if (!transport.empty() && transport != name) continue;
    for (const auto& each_way : kWays) {
      Verdict verdict;
      const auto share = std::max<unsigned>(strikes / static_cast<unsigned>(kWays.size()), 1);
      for (const std::string role : {"listen", "connect"})
        strike_often({name, role, each_way, unused_address(name)}, share, random, verdict);
      is_well &= report(name, each_way, verdict, within_ms);
    }
  }
  return is_well ? 0 : 1;
}
