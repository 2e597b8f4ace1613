// What a Connection costs over bare send() and recv(): a ping-pong between two pinned threads, both
// ways in turn within one run, so that whatever else the machine does meets both.
//
//   transport_bench [CPUS]      two processors, default "0,1"; one number pins both threads to it
//
// Prints, for each transport, message size and kind of deadline, the median round trip of each and
// the median of the ratios of neighbouring blocks.
#include <orbweaver/base/histogram.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/transport/connection.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using namespace orbweaver;
using namespace orbweaver::transport;

constexpr int kBlocks = 20, kRoundTrips = 2000;

std::optional<std::size_t> size_in_prefix(Bytes header, std::size_t limit) {
  std::uint32_t size = 0;
  std::memcpy(&size, header.data(), sizeof size);
  return size > limit ? std::nullopt : std::optional<std::size_t>{size};
}
constexpr FrameRule kRule{4, size_in_prefix, 1 << 20};

template <class T, class E>
T must(Result<T, E> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", describe(result.error()).c_str());
  std::exit(1);
}

struct Pair {
  std::unique_ptr<Connection> near, far;
};

Pair connected(const Address& address) {
  auto listener = must(listen(address, kRule));
  auto near = must(connect(listener->address(), kRule, Deadline::never()));
  return {std::move(near), must(listener->accept())};
}

std::vector<std::byte> message_of(std::size_t size) {
  std::vector<std::byte> message(size);
  const auto prefix = static_cast<std::uint32_t>(size);
  std::memcpy(message.data(), &prefix, sizeof prefix);
  return message;
}

// One end of a ping-pong: sends its message and waits for the other's.
class RawEnd {
 public:
  RawEnd(Connection& connection, std::size_t size)
      : socket_(connection.descriptor()), out_(message_of(size)), in_(1 << 16) {}
  [[nodiscard]] bool send() const {
    const Bytes piece{out_};
    return os::send_some(socket_, {&piece, 1}, 0, os::Waiting::some).value_or(0) == out_.size();
  }
  [[nodiscard]] bool receive() {
    for (std::size_t have = 0; have < out_.size();) {
      const auto count =
          os::receive_some(socket_, MutableBytes{in_}.subspan(have), os::Waiting::some).value_or(0);
      if (count == 0) return false;
      have += count;
    }
    return true;
  }

 private:
  int socket_;
  std::vector<std::byte> out_, in_;
};

class FramedEnd {
 public:
  FramedEnd(Connection& connection, std::size_t size, Nanoseconds timeout)
      : connection_(connection), out_(message_of(size)), timeout_(timeout) {}
  [[nodiscard]] bool send() {
    deadline_ = Deadline::after(timeout_);
    const Bytes piece{out_};
    return connection_.send({&piece, 1}, deadline_).has_value();
  }
  [[nodiscard]] bool receive() { return connection_.receive(deadline_).has_value(); }

 private:
  Connection& connection_;
  std::vector<std::byte> out_;
  Nanoseconds timeout_;
  Deadline deadline_ = Deadline::never();
};

template <class End>
std::jthread echo(End& end, const std::vector<unsigned>& cpus) {
  return os::start_thread({.name = "echo", .cpus = {cpus.back()}}, [&end] {
    while (end.receive() && end.send()) {
    }
  });
}

template <class End>
double round_trip_us(End& end) {
  Histogram histogram;
  for (int i = 0; i < kRoundTrips; ++i) {
    const auto start = monotonic_ns();
    if (!end.send() || !end.receive()) std::exit(1);
    histogram.record(static_cast<std::uint64_t>(monotonic_ns() - start));
  }
  return histogram.percentile(50) / 1000;
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

void compare(const Address& address, std::size_t size, Nanoseconds timeout,
             const std::vector<unsigned>& cpus) {
  auto raw = connected(address), framed = connected(address);
  RawEnd raw_near{*raw.near, size}, raw_far{*raw.far, size};
  FramedEnd near{*framed.near, size, timeout}, far{*framed.far, size, Nanoseconds::zero()};
  const auto raw_echo = echo(raw_far, cpus), framed_echo = echo(far, cpus);
  std::vector<double> raw_us, framed_us, ratios;
  for (int block = 0; block < kBlocks; ++block) {
    raw_us.push_back(round_trip_us(raw_near));
    framed_us.push_back(round_trip_us(near));
    ratios.push_back(framed_us.back() / raw_us.back());
  }
  std::printf("%-12s %7zu B  %-13s raw %7.2f us  connection %7.2f us  ratio %.3f\n",
              to_string(address).substr(0, 12).c_str(), size,
              timeout.count() == 0 ? "no deadline" : "deadline 10 s", median(raw_us),
              median(framed_us), median(ratios));
  raw.near->shutdown();
  framed.near->shutdown();
}

}  // namespace

int main(int count, char** arguments) {
  const auto cpus = os::parse_cpu_list(count > 1 ? arguments[1] : "0,1");
  if (!cpus || cpus->empty() ||
      !os::apply_to_this_thread({.name = "ping", .cpus = {cpus->front()}})) {
    std::fprintf(stderr, "usage: transport_bench [CPUS], for example 0,1\n");
    return 2;
  }
  for (const Address& address :
       {Address{UnixAddress{"@orbweaver-ping-pong"}}, Address{TcpAddress{"127.0.0.1", 0}}})
    for (const std::size_t size : {64U, 8192U})
      for (const auto timeout : {std::chrono::seconds{0}, std::chrono::seconds{10}})
        compare(address, size, timeout, *cpus);
  return 0;
}
