// SPDX-License-Identifier: Apache-2.0
// iceoryx-bench-client: measures publishers and subscribers of iceoryx. See README.md.
#include <bench/measure.hpp>
#include <bench/program.hpp>

#include <algorithm>
#include <cstring>

#include "channel.hpp"

namespace {

using bench::Command;
using bench::Measured;
using peer::Channel;
using peer::Head;
using peer::Kind;

constexpr std::int64_t kTimeoutNs = 10'000'000'000;

class Client {
 public:
  explicit Client(const std::string& name)
      : channel_(name + "-" + std::to_string(getpid()), Channel::Side::client) {
    const auto limit = bench::now_ns() + kTimeoutNs;
    while (!channel_.is_connected()) {
      if (bench::now_ns() > limit) throw std::runtime_error("iceoryx-bench-server is not there");
      std::this_thread::yield();
    }
  }

  void post(Kind kind, std::size_t bytes) {
    channel_.send(std::max(bytes, sizeof(Head)), [&](void* out) {
      const Head head{kind, bench::now_ns()};
      std::memcpy(out, &head, sizeof head);
    });
  }
  /// Posts, polls for the reply, hands it to `use`.
  template <class Use>
  void call(Kind kind, std::size_t bytes, Use&& use) {
    post(kind, bytes);
    for (std::uint64_t polls = 1; !channel_.poll(use); ++polls)
      if (polls % (1U << 28) == 0) throw std::runtime_error("iceoryx-bench-server does not answer");
  }
  void call(Kind kind, std::size_t bytes) {
    call(kind, bytes, [](const void*) {});
  }
  std::uint64_t received() {
    std::uint64_t count = 0;
    call(Kind::ask_received, 0, [&](const void* in) { std::memcpy(&count, in, sizeof count); });
    return count;
  }
  std::vector<std::int64_t> times() {
    std::vector<std::int64_t> times;
    call(Kind::ask_times, 0, [&](const void* in) {
      std::uint64_t count = 0;
      std::memcpy(&count, in, sizeof count);
      times.resize(count);
      std::memcpy(times.data(), static_cast<const char*>(in) + sizeof count,
                  count * sizeof times[0]);
    });
    return times;
  }

 private:
  Channel channel_;
};

Measured twoway(Client& client, const Command& command) {
  return bench::time_calls(command, [&] { client.call(Kind::ping, command.bytes); });
}

Measured oneway(Client& client, const Command& command) {
  (void)client.received();
  return bench::time_stream(
      command, [&] { client.post(Kind::post, command.bytes); }, [&] { return client.received(); });
}

Measured delivery(Client& client, const Command& command) {
  const auto deliver = [&](std::uint64_t count) {
    for (std::uint64_t n = 0; n < count; ++n) {
      client.post(Kind::deliver, command.bytes);
      client.call(Kind::ping, 0);
    }
  };
  deliver(command.warm_up);
  (void)client.times();
  const auto begin = bench::now_ns();
  deliver(command.calls);
  const auto elapsed = bench::now_ns() - begin;
  auto times = client.times();
  return {.calls = times.size(), .elapsed_ns = elapsed, .durations_ns = std::move(times)};
}

int measure(const bench::Options& options) {
  Client client(options.name);
  bench::print_ready(options.name, "");
  return bench::answer_commands(
      options.name, {{"twoway", [&](const Command& c) { return twoway(client, c); }},
                     {"oneway", [&](const Command& c) { return oneway(client, c); }},
                     {"delivery", [&](const Command& c) { return delivery(client, c); }}});
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options{.name = "iceoryx-bench-client"};
  CLI::App app{"Measures iceoryx; reads commands from standard input."};
  bench::add_client_options(app, options, {"shm"});
  return bench::run_program(app, argc, argv, options, [&] { return measure(options); });
}
