// SPDX-License-Identifier: Apache-2.0
// A client of shared memory that may write what it likes, wherever it can: the server's connection
// ends, and nothing else happens.
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/shared_memory.hpp>
#include <orbweaver/os/socket.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <future>
#include <vector>

#include "shm/layout.hpp"
#include "transport_under_test.hpp"

namespace orbweaver::transport {
namespace {

using namespace conformance;
using namespace shm;

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator{"/proc/self/fd"})
    ++count;
  return count;
}

os::UniqueFd memory_of(std::size_t size) { return os::make_shared_memory(size).value(); }

/// Says a Hello of its own making, and has the whole memory for writing.
class HostileClient {
 public:
  explicit HostileClient(const std::string& path)
      : socket_(os::connect_unix(path, test_deadline()).value()),
        bell_(os::make_socket_pair().value()),
        memory_(memory_of(2 * kHalfSize)) {
    mapping_ = os::Mapping::of(memory_.get(), 0, 2 * kHalfSize, os::Protection::read_write).value();
  }

  void say_hello() { say(Hello{}, {memory_.get(), bell_.second.get()}); }
  void say(const Hello& hello, std::vector<int> descriptors) {
    const auto bytes = std::as_bytes(std::span{&hello, 1});
    if (descriptors.empty()) {
      const Bytes piece = bytes;
      ASSERT_TRUE(os::send_some(socket_.get(), {&piece, 1}, 0, os::SocketWait::some));
    } else {
      ASSERT_TRUE(os::send_with_descriptors(socket_.get(), bytes, descriptors));
    }
  }
  void ring() {
    const Bytes piece = as_bytes("!");
    (void)os::send_some(socket_.get(), {&piece, 1}, 0, os::SocketWait::none);
  }

  [[nodiscard]] int memory() const { return memory_.get(); }
  [[nodiscard]] int bell() const { return bell_.second.get(); }
  [[nodiscard]] Words& words() { return *reinterpret_cast<Words*>(mapping_.memory().data()); }
  [[nodiscard]] MutableBytes ring_bytes() {
    return mapping_.memory().subspan(kRingOffset, kRingSize);
  }
  [[nodiscard]] MutableBytes data() { return mapping_.memory().subspan(kDataOffset, kDataSize); }
  void put(std::size_t offset, std::uint32_t word) {
    ring::DirectAccess::store_relaxed(
        *reinterpret_cast<std::uint32_t*>(ring_bytes().data() + offset), word);
  }
  /// A record as no honest writer would make it, at the place of the next one.
  void put_record(std::uint32_t tag, const void* bytes, std::size_t size) {
    std::memcpy(ring_bytes().data() + at_ + ring::kRecordHeader, bytes, size);
    put(at_ + 4, tag);
    put(at_, ring::detail::kCommitted | static_cast<std::uint32_t>(size));
    at_ += ring::footprint(size);
  }
  void put_block(const BlockRecord& record) { put_record(kBlock, &record, sizeof record); }

 private:
  os::UniqueFd socket_;
  std::pair<os::UniqueFd, os::UniqueFd> bell_;
  os::UniqueFd memory_;
  os::Mapping mapping_;
  std::size_t at_ = 0;
};

class ShmHostilePeer : public testing::Test {
 protected:
  void SetUp() override {
    auto listening = listen(address, kLengthPrefixed);
    ASSERT_TRUE(listening) << describe(listening.error());
    listener = std::move(*listening);
  }
  std::unique_ptr<Connection> accept() { return listener->accept().value(); }

  void expect_service_for_others() {
    const auto client = connect(address, kLengthPrefixed, test_deadline());
    ASSERT_TRUE(client);
    const auto server = accept();
    ASSERT_TRUE(send_text(**client, frame_of(10'000)));
    EXPECT_EQ(receive_text(*server), frame_of(10'000));
  }

  const ShmAddress address{"@" + unused_name()};
  std::unique_ptr<Listener> listener;
};

TEST_F(ShmHostilePeer, that_stays_silent_holds_up_no_other_and_gets_no_memory) {
  const auto before = open_descriptors();
  std::vector<os::UniqueFd> silent;
  std::vector<std::unique_ptr<Connection>> accepted;
  for (int i = 0; i < 20; ++i) {
    silent.push_back(os::connect_unix(address.path, test_deadline()).value());
    accepted.push_back(accept());
  }
  EXPECT_EQ(open_descriptors(), before + 40);
  EXPECT_FALSE(accepted[0]->has_input());
  EXPECT_EQ(fault_of_receive(*accepted[0], Deadline::after(1ms)), ConnectionFault::timed_out);
  const auto sent = send_text(*accepted[0], frame_of(10), Deadline::after(1ms));
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().fault, ConnectionFault::timed_out);
  expect_service_for_others();
  silent.clear();
  EXPECT_EQ(fault_of_receive(*accepted[0]), ConnectionFault::closed);
  EXPECT_FALSE(send_text(*accepted[0], frame_of(10)));
}

TEST_F(ShmHostilePeer, whose_frame_comes_in_crumbs_keeps_no_receiver_beyond_the_deadline) {
  HostileClient client{address.path};
  client.say_hello();
  const auto server = accept();
  EXPECT_EQ(fault_of_receive(*server, Deadline::at(now())), ConnectionFault::timed_out);
  const auto frame = frame_of(40);
  for (const auto& crumb : frame) client.put_record(kInline, &crumb, 1);
  const auto received = server->receive(Deadline::at(now()));
  ASSERT_FALSE(received) << "it has read on while there was something to read";
  EXPECT_EQ(received.error().fault, ConnectionFault::timed_out);
  EXPECT_TRUE(received.error().mid_frame);
  EXPECT_EQ(receive_text(*server), frame);
}

TEST_F(ShmHostilePeer,
       that_stays_silent_leaves_both_threads_of_a_connection_waiting_and_stoppable) {
  const auto silent = os::connect_unix(address.path, test_deadline()).value();
  const auto server = accept();
  auto receiving =
      std::async(std::launch::async, [&] { return fault_of_receive(*server, Deadline::never()); });
  auto sending = std::async(std::launch::async,
                            [&] { return send_text(*server, frame_of(9), Deadline::never()); });
  server->shutdown();
  EXPECT_EQ(receiving.get(), ConnectionFault::broken);
  EXPECT_FALSE(sending.get());
}

TEST_F(ShmHostilePeer, that_introduces_itself_wrongly_is_refused) {
  const auto before = open_descriptors();
  const auto expect_bad = [&](const char* what, const std::function<void(HostileClient&)>& say) {
    HostileClient client{address.path};
    const auto server = accept();
    say(client);
    EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame) << what;
    EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame) << what;
    EXPECT_TRUE(server->refused_header().empty());
  };
  Hello other_magic, other_size;
  other_magic.magic[3] = 'x';
  other_size.half_size = 4096;
  expect_bad("magic", [&](auto& c) { c.say(other_magic, {c.memory(), c.bell()}); });
  expect_bad("size in words", [&](auto& c) { c.say(other_size, {c.memory(), c.bell()}); });
  expect_bad("no descriptors", [](auto& c) { c.say(Hello{}, {}); });
  expect_bad("three descriptors", [](auto& c) {
    c.say(Hello{}, {c.memory(), c.bell(), c.memory()});
  });
  expect_bad("eight descriptors", [](auto& c) { c.say(Hello{}, std::vector<int>(8, c.memory())); });
  expect_bad("wrong order", [](auto& c) { c.say(Hello{}, {c.bell(), c.memory()}); });
  expect_bad("half a Hello", [](auto& c) { c.ring(); });
  expect_bad("small memory", [](auto& c) {
    const auto small = memory_of(kHalfSize);
    c.say(Hello{}, {small.get(), c.bell()});
  });
  expect_bad("memory that may shrink", [](auto& c) {
    const os::UniqueFd unsealed{::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    ASSERT_EQ(::ftruncate(unsealed.get(), 2 * kHalfSize), 0);
    c.say(Hello{}, {unsealed.get(), c.bell()});
  });
  expect_bad("memory that may not be written", [](auto& c) {
    const auto path = "/proc/self/fd/" + std::to_string(c.memory());
    const os::UniqueFd read_only{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    c.say(Hello{}, {read_only.get(), c.bell()});
  });
  expect_bad("a device instead of memory", [](auto& c) {
    const os::UniqueFd device{::open("/dev/zero", O_RDWR | O_CLOEXEC)};
    c.say(Hello{}, {device.get(), c.bell()});
  });
  expect_bad("a file instead of a bell", [](auto& c) {
    const os::UniqueFd file{::open("/dev/null", O_RDWR | O_CLOEXEC)};
    c.say(Hello{}, {c.memory(), file.get()});
  });
  expect_service_for_others();
  EXPECT_EQ(open_descriptors(), before);
}

TEST_F(ShmHostilePeer, costs_only_its_own_connection_when_no_descriptor_is_left_for_it) {
  HostileClient client{address.path};
  const auto server = accept();
  client.say_hello();
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  rlimit none = before;
  none.rlim_cur = 3;
  ::setrlimit(RLIMIT_NOFILE, &none);
  const auto fault = fault_of_receive(*server);
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(fault, ConnectionFault::out_of_resources);
  expect_service_for_others();
}

TEST_F(ShmHostilePeer, that_writes_nonsense_into_the_ring_is_refused) {
  const std::uint32_t words[] = {1, 0x7FFFFFFF, 0xFFFFFFFF, 0xC0000000, 0xBFFFFFFF, 0x80010000};
  for (const auto word : words) {
    HostileClient client{address.path};
    const auto server = accept();
    client.put(0, word);
    client.say_hello();
    EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame) << word;
  }
  expect_service_for_others();
}

TEST_F(ShmHostilePeer, that_names_blocks_outside_its_data_or_held_already_is_refused) {
  const auto pages = static_cast<std::uint32_t>(kPages);
  const auto all = static_cast<std::uint32_t>(kDataSize);
  const BlockRecord records[] = {{pages, 1, 0, 10},
                                 {0xFFFFFFFF, 1, 0, 10},
                                 {0, 1, 0, 0},
                                 {0, 1, 0, all + 1},
                                 {0, 1, all, 1},
                                 {pages - 1, 1, 0, 4097},
                                 {0, 1, 0xFFFFFFFF, 0xFFFFFFFF},
                                 {0, 1, 1, 0xFFFFFFFF}};
  for (const auto& record : records) {
    HostileClient client{address.path};
    const auto server = accept();
    client.put_block(record);
    client.say_hello();
    EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame)
        << record.page << ' ' << record.size;
  }
  HostileClient client{address.path};
  const auto server = accept();
  std::memcpy(client.data().data(), frame_of(100).data(), 100);
  client.put_block({0, 1, 0, 100});
  client.put_block({0, 2, 0, 100});
  client.say_hello();
  const auto held = server->receive(test_deadline());
  ASSERT_TRUE(held);
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame);
  expect_service_for_others();
}

TEST_F(ShmHostilePeer, that_sends_records_of_no_kind_is_refused) {
  for (const std::uint32_t tag : {0U, 3U, 0xFFU}) {
    HostileClient client{address.path};
    const auto server = accept();
    client.put_record(tag, "0123456789abcdef", 16);
    client.say_hello();
    EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame) << tag;
  }
  HostileClient client{address.path};
  const auto server = accept();
  client.put_record(kBlock, "short", 5);
  client.say_hello();
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::bad_frame);
}

TEST_F(ShmHostilePeer, that_lies_about_what_it_read_or_returned_only_harms_itself) {
  HostileClient client{address.path};
  const auto server = accept();
  client.say_hello();
  const auto frame = frame_of(20'000);
  for (int i = 0; i < 300; ++i) {
    client.words().read_position = 0x1234567890ULL * static_cast<unsigned>(i);
    auto* const returns = reinterpret_cast<std::uint32_t*>(
        reinterpret_cast<std::byte*>(&client.words()) + kReturnsOffset);
    for (std::uint32_t page = 0; page < 64; ++page) returns[page] = static_cast<std::uint32_t>(i);
    const auto sent = send_text(*server, i % 2 == 0 ? frame : frame_of(100), Deadline::after(1ms));
    EXPECT_TRUE(sent || sent.error().fault == ConnectionFault::timed_out);
    if (!sent) break;
  }
}

TEST_F(ShmHostilePeer, may_change_what_it_sent_while_it_is_read) {
  for (unsigned round = 0; round < 20; ++round) {
    HostileClient client{address.path};
    const auto server = accept();
    client.say_hello();
    std::atomic<bool> is_over = false;
    std::jthread changing{[&] {
      for (std::uint32_t i = round; !is_over; ++i) {
        const auto size = static_cast<std::uint32_t>(i * 7919 % 50'000);
        std::memcpy(client.data().data() + i % 5 * kPage, &size, sizeof size);
        client.put(i % 3 * 32, i % 4 == 0 ? i * 2654435761U : ring::detail::kCommitted | 16);
      }
    }};
    for (std::uint32_t i = 0; i < 500; ++i) {
      client.put_block({i % 5, i, 0, 20'000});
      if (i % 40 == 0) client.ring();
      const auto frame = server->try_receive();
      if (!frame) break;
      if (*frame) {
        EXPECT_LE((*frame)->size(), kMaxFrameSize);
      }
    }
    is_over = true;
  }
  expect_service_for_others();
}

}  // namespace
}  // namespace orbweaver::transport
