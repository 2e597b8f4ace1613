// SPDX-License-Identifier: Apache-2.0
// What it costs to wake another thread: a ping-pong of futexes, and one of bytes through a unix
// socket whose receiver blocks in recv(), in turn within one run. docs/understand/decisions/0004
// rests on it.
//
//   os_bench [CPUS]      two processors, default "0,1"; one number pins both threads to it
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/thread.hpp>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using namespace orbweaver;

constexpr int kBlocks = 15, kRoundTrips = 1000;

class Futex {
 public:
  void wake() {
    word_.fetch_add(1, std::memory_order_release);
    ::syscall(SYS_futex, &word_, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }
  void wait() {
    while (word_.load(std::memory_order_acquire) == seen_)
      ::syscall(SYS_futex, &word_, FUTEX_WAIT, seen_, nullptr, nullptr, 0);
    ++seen_;
  }

 private:
  std::atomic<std::uint32_t> word_ = 0;
  std::uint32_t seen_ = 0;
};

class Bell {
 public:
  void wake() {
    const std::byte ring{'!'};
    const Bytes piece{&ring, 1};
    (void)os::send_some(ends_.first.get(), {&piece, 1}, 0, os::SocketWait::none);
  }
  void wait() {
    std::byte ring;
    (void)os::receive_some(ends_.second.get(), {&ring, 1}, os::SocketWait::some);
  }

 private:
  std::pair<os::UniqueFd, os::UniqueFd> ends_ = os::make_socket_pair().value();
};

template <class Waker>
double round_trip_us(const std::vector<unsigned>& cpus) {
  Waker there, back;
  const auto echo = os::start_thread({.name = "echo", .cpus = {cpus.back()}}, [&] {
    for (int i = 0; i < kRoundTrips; ++i) {
      there.wait();
      back.wake();
    }
  });
  const auto start = monotonic_ns();
  for (int i = 0; i < kRoundTrips; ++i) {
    there.wake();
    back.wait();
  }
  return static_cast<double>(monotonic_ns() - start) / kRoundTrips / 1000;
}

double median(std::vector<double>& values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** arguments) {
  const auto cpus = os::parse_cpu_list(count > 1 ? arguments[1] : "0,1");
  if (!cpus || cpus->empty() ||
      !os::apply_to_this_thread({.name = "ping", .cpus = {cpus->front()}})) {
    std::fprintf(stderr, "usage: os_bench [CPUS], for example 0,1\n");
    return 2;
  }
  std::vector<double> futex_us, bell_us, ratios;
  for (int block = 0; block < kBlocks; ++block) {
    futex_us.push_back(round_trip_us<Futex>(*cpus));
    bell_us.push_back(round_trip_us<Bell>(*cpus));
    ratios.push_back(bell_us.back() / futex_us.back());
  }
  std::printf("round trip of wake-ups: futex %.2f us, bytes through a socket %.2f us, ratio %.2f\n",
              median(futex_us), median(bell_us), median(ratios));
  return 0;
}
