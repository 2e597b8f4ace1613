// SPDX-License-Identifier: Apache-2.0
// iceoryx-bench-server: the other end of iceoryx-bench-client. See README.md.
#include <bench/measure.hpp>
#include <bench/program.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "channel.hpp"
#include "router.hpp"

namespace {

using peer::Channel;
using peer::Head;
using peer::Kind;

constexpr std::int64_t kPollNs = 2'000'000;  // without a message; then it sleeps
constexpr std::size_t kMostTimes = 100'000;

class Target {
 public:
  explicit Target(Channel& channel) : channel_(channel) {}

  void take(const void* message) {
    const auto arrived_ns = bench::now_ns();
    Head head;
    std::memcpy(&head, message, sizeof head);
    switch (head.kind) {
      case Kind::ping:
        return reply(0);
      case Kind::post:
        ++received_;
        return;
      case Kind::deliver:
        return note(arrived_ns - head.sent_ns);
      case Kind::ask_received:
        reply(received_);
        received_ = 0;
        return;
      case Kind::ask_times:
        return reply_times();
    }
  }

 private:
  void note(std::int64_t duration) {
    if (times_ns_.size() < kMostTimes) times_ns_.push_back(duration);
  }
  void reply(std::uint64_t value) {
    channel_.send(sizeof(Head), [&](void* out) { std::memcpy(out, &value, sizeof value); });
  }
  // Their number, then each.
  void reply_times() {
    const auto bytes = times_ns_.size() * sizeof times_ns_[0];
    channel_.send(sizeof(Head) + bytes, [&](void* out) {
      const std::uint64_t count = times_ns_.size();
      std::memcpy(out, &count, sizeof count);
      std::memcpy(static_cast<char*>(out) + sizeof count, times_ns_.data(), bytes);
    });
    times_ns_.clear();
  }

  Channel& channel_;
  std::uint64_t received_ = 0;
  std::vector<std::int64_t> times_ns_;
};

void serve_messages(Channel& channel, const std::atomic<bool>& has_ended) {
  Target target(channel);
  auto last_ns = bench::now_ns();
  // relaxed: nothing is handed over with it.
  while (!has_ended.load(std::memory_order_relaxed)) {
    if (channel.poll([&](const void* message) { target.take(message); }))
      last_ns = bench::now_ns();
    else if (bench::now_ns() - last_ns > kPollNs)
      channel.sleep();
  }
}

int serve(const bench::Options& options) {
  bench::hold_signals();
  // Static, and made before iceoryx's own runtime, so that it goes after it: the daemon kills
  // all programs that are still registered when it ends.
  static const peer::Router router;
  Channel channel(options.name + "-" + std::to_string(getpid()), Channel::Side::server);
  std::atomic<bool> has_ended{false};
  std::thread serving([&] { serve_messages(channel, has_ended); });
  bench::print_ready(options.name, "iceoryx:Bench/Target");
  bench::wait_for_end();
  has_ended = true;
  channel.wake_up();
  serving.join();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options{.name = "iceoryx-bench-server"};
  CLI::App app{"The other end of iceoryx-bench-client; starts iceoryx's daemon."};
  bench::add_server_options(app, options, {"shm"});
  return bench::run_program(app, argc, argv, options, [&] { return serve(options); });
}
