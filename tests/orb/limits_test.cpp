// SPDX-License-Identifier: Apache-2.0
// What is taken from a peer at most, crossed one by one: docs/reference/limits.md.
#include <orbweaver/giop/fragments.hpp>

#include <orbweaver/generated/lab/types_poa.hpp>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "raw_peer.hpp"
#include "rig.hpp"
#include "types_servant.hpp"

namespace orbweaver::orb_test {
namespace {

template <class Call>
CORBA::IMP_LIMIT limit_met_by(Call call) {
  try {
    call();
  } catch (const CORBA::IMP_LIMIT& met) {
    return met;
  }
  throw std::runtime_error("no limit was met");
}

class Limits : public TwoOrbs {
 protected:
  static void expect(const CORBA::IMP_LIMIT& met, wire::Minor minor,
                     CORBA::CompletionStatus completed) {
    EXPECT_EQ(met.minor(), static_cast<std::uint32_t>(minor));
    EXPECT_EQ(met.completed(), completed);
  }
};

TEST_F(Limits, of_length_refuse_one_element_more_and_the_connection_goes_on) {
  start({"-ORBmaxLength", "100"});
  const auto echo = publish(std::make_shared<Probe>());
  EXPECT_EQ(echo->echo_doubles(Lab::Doubles(100)).size(), 100U);
  EXPECT_EQ(echo->echo_string(std::string(99, 'x')).size(), 99U) << "its NUL counts";
  using enum CORBA::CompletionStatus;
  expect(limit_met_by([&] { (void)echo->echo_doubles(Lab::Doubles(101)); }),
         wire::Minor::value_too_long, COMPLETED_NO);
  expect(limit_met_by([&] { (void)echo->echo_string(std::string(100, 'x')); }),
         wire::Minor::value_too_long, COMPLETED_NO);
  EXPECT_EQ(echo->add(1, 1), 2);
  EXPECT_EQ(client->shared()->statistics().connections_opened, 1U);
}

TEST_F(Limits, of_length_hold_for_results_and_say_which_option_raises_them) {
  start({}, {"-ORBmaxLength", "100"});
  const auto echo = publish(std::make_shared<Probe>());
  const auto met = limit_met_by([&] { (void)echo->echo_octets(Lab::Octets(101)); });
  expect(met, wire::Minor::value_too_long, CORBA::CompletionStatus::COMPLETED_YES);
  EXPECT_NE(std::string{met.what()}.find("-ORBmaxLength 100"), std::string::npos) << met.what();
}

TEST_F(Limits, of_memory_refuse_values_that_take_more_and_the_connection_goes_on) {
  start({"-ORBmaxDecodedBytes", "65536"});
  const auto echo = publish(std::make_shared<Probe>());
  constexpr std::size_t kMost = 65536 / sizeof(std::string);
  EXPECT_EQ(echo->echo_strings(Lab::Strings(kMost)).size(), kMost);
  expect(limit_met_by([&] { (void)echo->echo_strings(Lab::Strings(kMost + 1)); }),
         wire::Minor::value_too_much, CORBA::CompletionStatus::COMPLETED_NO);
  EXPECT_EQ(echo->echo_octets(Lab::Octets(1 << 20)).size(), 1U << 20) << "they take what they are";
  EXPECT_EQ(echo->add(1, 1), 2);
  EXPECT_EQ(client->shared()->statistics().connections_opened, 1U);
}

TEST_F(Limits, of_memory_hold_for_results_and_say_which_option_raises_them) {
  start({}, {"-ORBmaxDecodedBytes", "65536"});
  const auto echo = publish(std::make_shared<Probe>());
  const auto met = limit_met_by([&] { (void)echo->echo_strings(Lab::Strings(4096)); });
  expect(met, wire::Minor::value_too_much, CORBA::CompletionStatus::COMPLETED_YES);
  EXPECT_NE(std::string{met.what()}.find("-ORBmaxDecodedBytes 65536"), std::string::npos)
      << met.what();
}

TEST_F(Limits, of_memory_let_honest_messages_of_many_bytes_pass) {
  start();
  const auto echo = publish(std::make_shared<Probe>());
  const Lab::Strings texts(std::size_t{2} << 20, "some text");  // 32 MiB
  EXPECT_EQ(echo->echo_strings(texts).size(), texts.size());
  const Lab::Octets octets(std::size_t{60} << 20);
  EXPECT_EQ(echo->echo_octets(octets).size(), octets.size());
}

TEST_F(Limits, of_time_to_read_a_reply_end_the_connection_and_others_are_served) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBreplyTimeout", "20"});
  const auto echo = publish(std::make_shared<Probe>());
  auto deaf = RawPeer::to(client->shared()->object_to_string(echo));
  cdr::Encoder request;
  const auto key = giop::read_iiop_profile(
      giop::parse_reference(client->shared()->object_to_string(echo))->profiles.at(0));
  giop::begin_request(request, 1, giop::ResponseFlags::with_target, key->object_key, "echo_octets");
  giop::begin_body(request);
  cdr::encode(request, Lab::Octets(std::size_t{48} * 1024 * 1024));  // more than sockets hold
  giop::finish_message(request);
  deaf.send(request);
  spin_until([&] { return server->shared()->statistics().replies_dropped == 1; });
  EXPECT_EQ(echo->add(1, 1), 2);
}

Lab::Types::Tree tree_of(unsigned height) {
  Lab::Types::Tree tree;
  for (unsigned i = 1; i < height; ++i) {
    Lab::Types::Tree around;
    around.branches().push_back(std::move(tree));
    tree = std::move(around);
  }
  return tree;
}

TEST_F(Limits, of_depth_refuse_one_level_more) {
  for (const unsigned depth : {3U, 64U, 300U}) {
    start({"-ORBmaxDepth", std::to_string(depth)}, {"-ORBmaxDepth", "1000"});
    const auto text = server->publish(CORBA::make_reference<lab::TypesServant>([] {}));
    const auto echo = corba::StubFactory::unchecked_narrow<Lab::Types::Echo>(
        client->shared()->string_to_object(text));
    Lab::Types::Tree second, third;
    (void)echo->echo_tree(tree_of(depth), second, third);
    expect(limit_met_by([&] { (void)echo->echo_tree(tree_of(depth + 1), second, third); }),
           wire::Minor::value_too_deep, CORBA::CompletionStatus::COMPLETED_NO);
    TearDown();
  }
}

/// Fragments that never end, each of a request of its own.
class EndlessFragments : public testing::Test {
 protected:
  void start(const Options& limits) {
    Options options{"-ORBendPoint", "giop:tcp:127.0.0.1:0"};
    options.insert(options.end(), limits.begin(), limits.end());
    server.emplace(options);
    reference = server->publish_as("Echo", std::make_shared<Probe>());
  }
  static void begin_request(RawPeer& peer, std::uint32_t id, std::size_t bytes) {
    cdr::Encoder whole, cut;
    giop::begin_request(whole, id, giop::ResponseFlags::with_target,
                        as_bytes(std::string_view{"Echo"}), "echo_octets");
    giop::begin_body(whole);
    whole.put_octets(std::vector<std::byte>(2 * bytes));
    giop::finish_message(whole);
    ASSERT_TRUE(giop::cut_into_fragments(cut, std::array{whole.bytes()}, bytes));
    peer.send(cut.bytes().first(bytes));
  }
  void require_refusal(RawPeer& peer) {
    EXPECT_EQ(peer.receive().header.type, giop::MessageType::message_error);
    EXPECT_TRUE(peer.has_ended());
    auto other = RawPeer::to(reference);
    cdr::Encoder question;
    giop::put_locate_request(question, 7, as_bytes(std::string_view{"Echo"}));
    other.send(question);
    EXPECT_EQ(other.receive().header.type, giop::MessageType::locate_reply);
    EXPECT_EQ(server->shared()->statistics().bad_messages, 1U);
  }

  std::optional<Orb> server;
  std::string reference;
};

TEST_F(EndlessFragments, of_more_messages_than_the_limit_end_the_connection) {
  start({"-ORBmaxFragmentedMessages", "3"});
  auto peer = RawPeer::to(reference);
  for (std::uint32_t id = 0; id < 4; ++id) begin_request(peer, id, 128);
  require_refusal(peer);
}

TEST_F(EndlessFragments, of_more_bytes_than_the_limit_end_the_connection) {
  start({"-ORBmaxFragmentedBytes", "4096"});
  auto peer = RawPeer::to(reference);
  for (std::uint32_t id = 0; id < 3; ++id) begin_request(peer, id, 2048);
  require_refusal(peer);
}

/// A port whose queue of connections is full: a client that connects gets no answer for minutes.
class FullListener {
 public:
  FullListener() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* place = reinterpret_cast<sockaddr*>(&address);  // as the socket API wants it
    socklen_t size = sizeof address;
    const int listener = opened(0);
    if (::bind(listener, place, size) != 0 || ::listen(listener, 0) != 0 ||
        ::getsockname(listener, place, &size) != 0)
      throw std::runtime_error("no listener");
    port_ = ntohs(address.sin_port);
    constexpr int kMoreThanTheQueueHolds = 8;
    for (int i = 0; i < kMoreThanTheQueueHolds; ++i)
      (void)::connect(opened(SOCK_NONBLOCK), place, size);
  }
  ~FullListener() {
    for (const int socket : sockets_) ::close(socket);
  }
  FullListener(const FullListener&) = delete;
  FullListener& operator=(const FullListener&) = delete;
  [[nodiscard]] std::string reference() const {
    return "corbaloc:iiop:1.2@127.0.0.1:" + std::to_string(port_) + "/Nobody";
  }

 private:
  int opened(int flags) {
    sockets_.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
    return sockets_.back();
  }
  std::vector<int> sockets_;
  std::uint16_t port_ = 0;
};

// Without the limit the test would end by its own.
TEST_F(Limits, of_time_to_connect_end_the_call_that_is_not_answered) {
  const FullListener full;
  client.emplace(Options{"-ORBconnectTimeout", "20"});
  const auto echo = client->echo(full.reference());
  try {
    echo->nothing();
    FAIL() << "returned";
  } catch (const CORBA::TRANSIENT& refused) {
    EXPECT_NE(std::string{refused.what()}.find("-ORBconnectTimeout 20"), std::string::npos)
        << refused.what();
  }
}

// Where the call has less time than the connection, the call has timed out.
TEST_F(Limits, of_time_of_a_call_bound_its_connection) {
  const FullListener full;
  client.emplace(Options{"-ORBconnectTimeout", "3600000", "-ORBcallTimeout", "20"});
  EXPECT_THROW(client->echo(full.reference())->nothing(), CORBA::TIMEOUT);
}

}  // namespace
}  // namespace orbweaver::orb_test
