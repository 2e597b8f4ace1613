// SPDX-License-Identifier: Apache-2.0
// What a Connection costs over the limit: a ping-pong between two pinned threads, both ways in turn
// within one run, so that whatever else the machine does meets both. The limit of sockets is bare
// send() and recv(); that of shared memory two words that two processors watch, or, on one
// processor, where watching is of no use, a unix connection.
//
//   transport_bench [CPUS [unix|tcp|shm]]    two processors, default "0,1"; one number pins both
//                                            threads to it
//
// Prints, for each transport, message size and kind of deadline, the median round trip of each, the
// least of a block, and the median of the ratios of neighbouring blocks; then what delivering a
// loan of different sizes costs, and the memory of an idle connection.
#include <orbweaver/base/histogram.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/transport/connection.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
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
constexpr FrameRule kRule{4, size_in_prefix, 64 << 20};

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
    return os::send_some(socket_, {&piece, 1}, 0, os::SocketWait::some).value_or(0) == out_.size();
  }
  [[nodiscard]] bool receive() {
    for (std::size_t have = 0; have < out_.size();) {
      const auto count =
          os::receive_some(socket_, MutableBytes{in_}.subspan(have), os::SocketWait::some)
              .value_or(0);
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

// Each side watches the other's word.
class BareEnd {
 public:
  struct alignas(64) Word {
    std::atomic<std::uint32_t> count = 0;
  };
  BareEnd(Word& mine, Word& theirs) : mine_(mine), theirs_(theirs) {}
  [[nodiscard]] bool send() {
    mine_.count.store(++sent_, std::memory_order_release);
    return true;
  }
  [[nodiscard]] bool receive() {
    for (++received_; theirs_.count.load(std::memory_order_acquire) != received_;)
      if (theirs_.count.load(std::memory_order_acquire) == kEnd) return false;
    return true;
  }
  void end() { mine_.count.store(kEnd, std::memory_order_release); }

 private:
  static constexpr std::uint32_t kEnd = UINT32_MAX;
  Word &mine_, &theirs_;
  std::uint32_t sent_ = 0, received_ = 0;
};

// Sends a loan whose content lies there already.
class LoanEnd {
 public:
  LoanEnd(Connection& connection, std::size_t size) : connection_(connection), out_(message_of(4)) {
    const auto prefix = static_cast<std::uint32_t>(size);
    std::memcpy(out_.data(), &prefix, sizeof prefix);
    payload_size_ = size - sizeof prefix;
  }
  [[nodiscard]] bool send() {
    const auto loan = connection_.loan(payload_size_);
    const Bytes pieces[] = {out_, {loan.data() + kLoanHeadroom, payload_size_}};
    return connection_.send(pieces, Deadline::never()).has_value();
  }
  [[nodiscard]] bool receive() { return connection_.receive(Deadline::never()).has_value(); }

 private:
  Connection& connection_;
  std::vector<std::byte> out_;
  std::size_t payload_size_;
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
  const auto start = monotonic_ns();
  for (int i = 0; i < kRoundTrips; ++i)
    if (!end.send() || !end.receive()) std::exit(1);
  return static_cast<double>(monotonic_ns() - start) / kRoundTrips / 1000;
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

struct Blocks {
  std::vector<double> limit_us, us, ratios;
};

template <class Limit, class End>
Blocks take_turns(Limit& limit, End& end) {
  Blocks blocks;
  (void)round_trip_us(limit);
  (void)round_trip_us(end);
  for (int block = 0; block < kBlocks; ++block) {
    blocks.limit_us.push_back(round_trip_us(limit));
    blocks.us.push_back(round_trip_us(end));
    blocks.ratios.push_back(blocks.us.back() / blocks.limit_us.back());
  }
  return blocks;
}

void print(const std::string& what, std::size_t size, const Blocks& blocks) {
  std::printf(
      "%-32s %8zu B  limit %8.3f us (least %8.3f)  connection %8.3f us (least %8.3f)  "
      "ratio %.3f\n",
      what.c_str(), size, median(blocks.limit_us), std::ranges::min(blocks.limit_us),
      median(blocks.us), std::ranges::min(blocks.us), median(blocks.ratios));
}

std::string name_of(const Address& address, Nanoseconds timeout) {
  const auto text = to_string(address);
  return text.substr(0, text.find(':')) +
         (timeout.count() == 0 ? ", no deadline" : ", deadline 10 s");
}

void compare_with_sockets(const Address& limit, const Address& address, std::size_t size,
                          Nanoseconds timeout, const std::vector<unsigned>& cpus) {
  auto raw = connected(limit), framed = connected(address);
  RawEnd raw_near{*raw.near, size}, raw_far{*raw.far, size};
  FramedEnd near{*framed.near, size, timeout}, far{*framed.far, size, Nanoseconds::zero()};
  const auto raw_echo = echo(raw_far, cpus), framed_echo = echo(far, cpus);
  print(name_of(address, timeout), size, take_turns(raw_near, near));
  raw.near->shutdown();
  framed.near->shutdown();
}

// The far word is watched only while it is this one's turn: two that spin all the time would leave
// no processor to the connection.
template <class End>
void compare_with_words(const std::string& what, End& near, std::size_t size,
                        const std::vector<unsigned>& cpus) {
  Blocks blocks;
  (void)round_trip_us(near);
  for (int block = 0; block < kBlocks; ++block) {
    BareEnd::Word here, there;
    BareEnd bare_near{here, there}, bare_far{there, here};
    {
      const auto bare_echo = echo(bare_far, cpus);
      (void)round_trip_us(bare_near);
      blocks.limit_us.push_back(round_trip_us(bare_near));
      bare_near.end();
    }
    (void)round_trip_us(near);
    blocks.us.push_back(round_trip_us(near));
    blocks.ratios.push_back(blocks.us.back() / blocks.limit_us.back());
  }
  print(what, size, blocks);
}

const ShmAddress kShm{"@orbweaver-ping-pong-shm"};
const UnixAddress kUnix{"@orbweaver-ping-pong"};

void compare_shm(std::size_t size, Nanoseconds timeout, const std::vector<unsigned>& cpus) {
  if (cpus.size() < 2) return compare_with_sockets(kUnix, kShm, size, timeout, cpus);
  auto framed = connected(kShm);
  FramedEnd near{*framed.near, size, timeout}, far{*framed.far, size, Nanoseconds::zero()};
  const auto far_echo = echo(far, cpus);
  compare_with_words(name_of(kShm, timeout), near, size, cpus);
  framed.near->shutdown();
}

void deliver_loans(const std::vector<unsigned>& cpus) {
  for (const std::size_t size : {64UL, 4096UL, 65536UL, 1UL << 20, 4UL << 20, 15UL << 20}) {
    auto small = connected(kShm), large = connected(kShm);
    LoanEnd small_near{*small.near, 64}, small_far{*small.far, 64};
    LoanEnd near{*large.near, size}, far{*large.far, size};
    const auto small_echo = echo(small_far, cpus), large_echo = echo(far, cpus);
    print("shm loan, limit: a loan of 64 B", size, take_turns(small_near, near));
    small.near->shutdown();
    large.near->shutdown();
  }
}

std::size_t kilobytes(const char* key) {
  std::ifstream rollup{"/proc/self/smaps_rollup"};
  for (std::string word; rollup >> word;)
    if (std::size_t value = 0; word == key && rollup >> value) return value;
  return 0;
}

// Both ends are here, so the memory that they share is seen twice in Rss, and once in Pss.
void weigh_idle_connections() {
  constexpr std::size_t kConnections = 200;
  for (const Address& address : {Address{kShm}, Address{kUnix}}) {
    const auto rss = kilobytes("Rss:"), pss = kilobytes("Pss:");
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < kConnections; ++i) {
      auto pair = connected(address);
      FramedEnd near{*pair.near, 64, Nanoseconds::zero()}, far{*pair.far, 64, Nanoseconds::zero()};
      if (!near.send() || !far.receive() || !far.send() || !near.receive()) std::exit(1);
      pairs.push_back(std::move(pair));
    }
    std::printf(
        "%s: an idle connection that carried one small message each way holds %.1f KiB in "
        "each process (%.1f KiB of memory in all)\n",
        name_of(address, {}).substr(0, to_string(address).find(':')).c_str(),
        static_cast<double>(kilobytes("Rss:") - rss) / 2 / kConnections,
        static_cast<double>(kilobytes("Pss:") - pss) / kConnections);
  }
}

constexpr Nanoseconds kTimeouts[] = {std::chrono::seconds{0}, std::chrono::seconds{10}};

void compare_stream(const Address& address, const std::vector<unsigned>& cpus) {
  for (const std::size_t size : {64U, 8192U})
    for (const auto timeout : kTimeouts)
      compare_with_sockets(address, address, size, timeout, cpus);
}

void measure_shm(const std::vector<unsigned>& cpus) {
  for (const std::size_t size : {72U, 1024U, 8192U})
    for (const auto timeout : kTimeouts) compare_shm(size, timeout, cpus);
  deliver_loans(cpus);
  weigh_idle_connections();
}

}  // namespace

int main(int count, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const auto cpus = os::parse_cpu_list(count > 1 ? arguments[1] : "0,1");
  if (!cpus || cpus->empty() ||
      !os::apply_to_this_thread({.name = "ping", .cpus = {cpus->front()}})) {
    std::fprintf(stderr, "usage: transport_bench [CPUS [unix|tcp|shm]], for example 0,1\n");
    return 2;
  }
  const std::string only = count > 2 ? arguments[2] : "";
  const auto is_wanted = [&](const char* name) { return only.empty() || only == name; };
  if (is_wanted("unix")) compare_stream(kUnix, *cpus);
  if (is_wanted("tcp")) compare_stream(TcpAddress{"127.0.0.1", 0}, *cpus);
  if (is_wanted("shm")) measure_shm(*cpus);
  return 0;
}
