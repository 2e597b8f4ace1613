// SPDX-License-Identifier: Apache-2.0
// Requests that come in one piece are run in a row by the thread that read them. Clients and
// servants must not notice, apart from the time.
#include <unistd.h>

#include <fstream>
#include <set>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using giop::ResponseFlags;

/// Requests as bytes, back to back.
class Packet {
 public:
  Packet& poke(const giop::OctetBuffer& key, std::uint32_t number,
               ResponseFlags response = ResponseFlags::none) {
    cdr::Encoder encoder;
    giop::begin_request(encoder, number, response, key, "poke");
    giop::begin_body(encoder);
    encoder.put(number);
    giop::finish_message(encoder);
    text_ += as_text(encoder.bytes());
    return *this;
  }
  Packet& ask(const giop::OctetBuffer& key, std::uint32_t id) {
    cdr::Encoder encoder;
    giop::begin_request(encoder, id, ResponseFlags::with_target, key, "nothing");
    giop::finish_message(encoder);
    text_ += as_text(encoder.bytes());
    return *this;
  }
  Packet& add(std::string_view bytes) {
    text_ += bytes;
    return *this;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class RequestRow : public testing::Test {
 protected:
  struct Object {
    std::shared_ptr<Probe> servant = std::make_shared<Probe>();
    std::string reference;
    giop::OctetBuffer key;
    Journal pokes;
  };

  explicit RequestRow(const Options& more = {}) : server(with(more)) {
    for (auto* one : {&first, &second}) {
      one->servant->on_poke = [one](std::uint32_t number) { one->pokes.add(number); };
      publish(*one);
    }
  }
  [[nodiscard]] static Options with(const Options& more) {
    Options options{"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBthreads", "4"};
    options.insert(options.end(), more.begin(), more.end());
    return options;
  }
  /// Until its requests run on the reading thread.
  void publish(Object& object) {
    object.reference = server.publish(object.servant);
    const auto ior = giop::parse_reference(object.reference);
    object.key = giop::read_iiop_profile(ior->profiles.at(0))->object_key;
    const Orb client;
    const auto echo = client.echo(object.reference);
    for (int i = 0; i < 8; ++i) (void)echo->add(i, 1);
  }
  [[nodiscard]] RawPeer connect() const { return RawPeer::to(first.reference); }
  [[nodiscard]] std::uint64_t received() const { return server->statistics().requests_received; }

  Object first, second;  // before the server, whose threads use them
  Orb server;
};

std::vector<std::uint32_t> numbers(std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> result;
  for (auto number = from; number <= to; ++number) result.push_back(number);
  return result;
}

TEST_F(RequestRow, many_at_once_keep_their_order_and_are_all_counted) {
  auto peer = connect();
  const auto before = received();
  Packet packet;
  for (std::uint32_t number = 1; number <= 500; ++number) packet.poke(first.key, number);
  peer.send(packet.ask(first.key, 501).text());
  EXPECT_EQ(peer.receive().request_id(), 501U);
  EXPECT_EQ(first.pokes.entries(), numbers(1, 500));
  EXPECT_EQ(received() - before, 501U);
}

TEST_F(RequestRow, replies_come_in_the_order_of_the_requests) {
  auto peer = connect();
  Packet packet;
  for (std::uint32_t id = 1; id <= 100; ++id) packet.poke(first.key, id).ask(first.key, id);
  peer.send(packet.text());
  for (std::uint32_t id = 1; id <= 100; ++id) ASSERT_EQ(peer.receive().request_id(), id);
}

TEST_F(RequestRow, objects_that_take_turns_each_get_their_own) {
  auto peer = connect();
  Packet packet;
  for (std::uint32_t number = 1; number <= 100; ++number)
    packet.poke(first.key, number).poke(first.key, number + 1000).poke(second.key, number);
  peer.send(packet.ask(first.key, 1).ask(second.key, 2).text());
  EXPECT_EQ((std::set{peer.receive().request_id(), peer.receive().request_id()}),
            (std::set<std::uint32_t>{1, 2}));
  EXPECT_EQ(first.pokes.entries().size(), 200U);
  EXPECT_EQ(second.pokes.entries(), numbers(1, 100));
}

TEST_F(RequestRow, an_acknowledged_request_amid_others_is_acknowledged_once) {
  auto peer = connect();
  Packet packet;
  packet.poke(first.key, 1).poke(first.key, 2, ResponseFlags::with_server).poke(first.key, 3);
  peer.send(packet.ask(first.key, 4).text());
  EXPECT_EQ(peer.receive().request_id(), 2U);
  EXPECT_EQ(peer.receive().request_id(), 4U);
  EXPECT_EQ(first.pokes.entries(), numbers(1, 3));
}

TEST_F(RequestRow, a_servant_that_hangs_in_the_middle_holds_up_no_other_object) {
  const ScopedGate gate;
  Object hangs;
  hangs.servant->on_poke = [&pokes = hangs.pokes, gate = gate.share()](std::uint32_t number) {
    if (number == 3) gate.pass();
    pokes.add(number);
  };
  publish(hangs);
  auto peer = connect();
  Packet packet;
  for (std::uint32_t number = 1; number <= 6; ++number) packet.poke(hangs.key, number);
  peer.send(packet.ask(second.key, 7).poke(hangs.key, 8).ask(second.key, 9).text());
  EXPECT_EQ(peer.receive().request_id(), 7U);
  EXPECT_EQ(peer.receive().request_id(), 9U);
  gate.wait_for_arrivals(1);
  EXPECT_EQ(hangs.pokes.entries(), numbers(1, 2));
  gate.open();
  EXPECT_EQ(hangs.pokes.wait_for(7), (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 8}));
  server->destroy();
}

// What was read before its object left may run: so it is with requests that went through the lane,
// as they do after one that took long on a busy machine. Those of a row are refused.
TEST_F(RequestRow, an_object_that_is_deactivated_in_the_middle_refuses_the_rest) {
  constexpr int kTries = 200;
  std::size_t fewest = 6;
  for (int tries = 0; tries < kTries && fewest > 2; ++tries) {
    Object leaves;
    leaves.servant->on_poke = [&](std::uint32_t number) {
      leaves.pokes.add(number);
      if (number != 2) return;
      const auto poa = server.poa();
      poa->deactivate_object(poa->servant_to_id(leaves.servant));
    };
    publish(leaves);
    const auto refused_before = server->statistics().requests_refused;
    auto peer = connect();
    Packet packet;
    for (std::uint32_t number = 1; number <= 5; ++number) packet.poke(leaves.key, number);
    peer.send(packet.ask(leaves.key, 6).text());
    const auto answer = peer.receive();
    auto body = answer.body();
    const bool has_run = giop::decode_reply(body).status == giop::ReplyStatus::no_exception;
    spin_until([&] {
      const auto refused = server->statistics().requests_refused - refused_before;
      return leaves.pokes.entries().size() + (has_run ? 1 : 0) + refused == 6;
    });
    const auto ran = leaves.pokes.entries();
    EXPECT_EQ(ran, numbers(1, static_cast<std::uint32_t>(ran.size())));
    EXPECT_TRUE(!has_run || ran.size() == 5);
    fewest = std::min(fewest, ran.size());
  }
  EXPECT_EQ(fewest, 2U);
  server->destroy();
}

TEST_F(RequestRow, what_is_no_giop_ends_the_connection_when_those_before_it_have_run) {
  auto peer = connect();
  Packet packet;
  for (std::uint32_t number = 1; number <= 5; ++number) packet.poke(first.key, number);
  peer.send(packet.add("this is no GIOP at all").text());
  EXPECT_EQ(peer.receive().header.type, giop::MessageType::message_error);
  EXPECT_EQ(first.pokes.wait_for(5), numbers(1, 5));
}

TEST_F(RequestRow, a_request_that_contradicts_itself_ends_the_connection_too) {
  auto peer = connect();
  Packet good, bad;
  for (std::uint32_t number = 1; number <= 5; ++number) good.poke(first.key, number);
  auto broken = bad.poke(first.key, 6).text();
  broken[24] = '\x7f';  // the length of the object key
  peer.send(good.add(broken).text());
  EXPECT_EQ(peer.receive().header.type, giop::MessageType::message_error);
  EXPECT_EQ(first.pokes.wait_for(5), numbers(1, 5));
}

class RequestRowUnderRules : public RequestRow {
 protected:
  RequestRowUnderRules() : RequestRow({"-ORBrules", rules_file()}) {}
  [[nodiscard]] static std::string rules_file() {
    auto path = testing::TempDir() + "row-" + std::to_string(::getpid()) + ".toml";
    std::ofstream{path}
        << "default = \"allow\"\n[[rule]]\ndecide = \"deny\"\noperation = \"poke\"\n";
    return path;
  }
};

TEST_F(RequestRowUnderRules, runs_nothing_that_they_deny) {
  auto peer = connect();
  Packet packet;
  packet.ask(first.key, 1).poke(first.key, 2).poke(first.key, 3).ask(first.key, 4);
  peer.send(packet.poke(first.key, 5).ask(first.key, 6).text());
  for (const auto id : {1U, 4U, 6U}) EXPECT_EQ(peer.receive().request_id(), id);
  EXPECT_EQ(first.pokes.entries(), numbers(1, 0));
  EXPECT_EQ(server->statistics().requests_denied, 3U);
}

}  // namespace
}  // namespace orbweaver::orb_test
