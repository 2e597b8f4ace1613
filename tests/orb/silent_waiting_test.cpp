// SPDX-License-Identifier: Apache-2.0
// What waits, perhaps for ever, is named in the log: docs/guides/when-it-hangs.md.
#include <gmock/gmock.h>

#include "raw_peer.hpp"
#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

using testing::HasSubstr;

const Options kWarnSoon{"-ORBwaitWarning", "1"};

class Waits : public testing::Test {
 protected:
  /// A call in a thread of its own.
  [[nodiscard]] static std::jthread call(std::function<void()> body) {
    return std::jthread([body = std::move(body)] {
      try {
        body();
      } catch (const CORBA::SystemException&) {  // the end of the test
      }
    });
  }

  StandardError log;
};

TEST_F(Waits, for_a_server_that_never_activated_any_poa_manager_are_named_by_the_server) {
  const Orb server{kWarnSoon};
  const auto root = server.poa();
  const auto text = server->object_to_string(root->servant_to_reference(std::make_shared<Probe>()));
  const Orb client;
  const auto calling = call([echo = client.echo(text)] { echo->nothing(); });
  log.wait_for("no POAManager of this program was ever activated");
  root->the_POAManager()->activate();
}

/// A server with an adapter "radio" whose manager is its own, below RootPOA, which is active.
class WaitsAtAnAdapter : public Waits {
 protected:
  [[nodiscard]] std::string publish() const {
    server.poa()->the_POAManager()->activate();
    return server->object_to_string(
        radio->id_to_reference(radio->activate_object(std::make_shared<Probe>())));
  }

  Orb server{kWarnSoon};
  CORBA::object_reference<PortableServer::POA> radio =
      server.poa()->create_POA("radio", nullptr, {});
};

TEST_F(WaitsAtAnAdapter, that_was_never_active_are_named) {
  const Orb client;
  const auto calling = call([echo = client.echo(publish())] { echo->nothing(); });
  log.wait_for("requests for RootPOA/radio/#1 wait, because its POAManager was never activated");
  radio->the_POAManager()->activate();
}

TEST_F(WaitsAtAnAdapter, that_was_never_active_are_named_within_a_process) {
  const auto calling = call([echo = server.echo(publish())] { echo->nothing(); });
  log.wait_for("requests for RootPOA/radio/#1 wait, because its POAManager was never activated");
  radio->the_POAManager()->activate();
}

TEST_F(WaitsAtAnAdapter, that_holds_again_are_named_so) {
  const Orb client;
  const auto text = publish();
  radio->the_POAManager()->activate();
  client.echo(text)->nothing();
  radio->the_POAManager()->hold_requests(false);
  const auto calling = call([echo = client.echo(text)] { echo->nothing(); });
  log.wait_for("requests for RootPOA/radio/#1 wait, because its POAManager holds them since");
  radio->the_POAManager()->activate();
}

TEST_F(Waits, for_a_server_that_accepts_and_says_nothing_are_named_by_the_client) {
  RawServer server;
  const Orb client{kWarnSoon};
  const auto calling = call([echo = client.echo(server.reference())] { echo->nothing(); });
  auto peer = server.accept();
  log.wait_for("has accepted the connection and said nothing since, while nothing of object 'raw'");
  peer.reply_to(peer.receive());
}

TEST_F(Waits, without_a_timeout_are_reported_and_others_are_not) {
  RawServer server;
  const Orb client{{"-ORBwaitReport", "1"}};
  const auto echo = client.echo(server.reference());
  const auto limited = corba::StubFactory::unchecked_narrow<Lab::Echo>(echo->_set_policy_overrides(
      timeout_of(std::chrono::hours(1)), CORBA::SetOverrideType::SET_OVERRIDE));
  const auto patient = call([&] { (void)limited->add(1, 2); });
  auto peer = server.accept();
  const auto first = peer.receive();
  const auto calling = call([&] { echo->nothing(); });
  log.wait_for("nothing of object 'raw' at tcp:127.0.0.1:");
  log.wait_for("has no timeout");
  EXPECT_FALSE(log.has("add of object"));
  peer.die();
}

TEST_F(Waits, of_one_way_calls_whose_server_reads_no_more_are_reported) {
  std::optional<RawServer> server{std::in_place};
  const Orb client{{"-ORBwaitReport", "1"}};
  const auto echo = corba::with_policies(client.echo(server->reference()),
                                         sync_scope(Messaging::SYNC_WITH_TRANSPORT));
  const auto calling = call([&] {
    for (;;) echo->poke(1);
  });
  auto peer = server->accept();
  log.wait_for("a message to tcp:127.0.0.1:");
  log.wait_for("has not left for 1 ms: the server does not read on");
  server.reset();  // first, so that the client has no server to which it could send the rest
  peer.die();
}

TEST(OtherPrograms, that_answer_in_another_language_are_named_in_the_exception) {
  RawServer server;
  const Orb client;
  const auto echo = client.echo(server.reference());
  std::jthread serving([&] { server.accept().send("SSH-2.0-OpenSSH_9.2p1\r\n"); });
  try {
    echo->nothing();
    FAIL() << "there is no answer";
  } catch (const CORBA::SystemException& exception) {
    EXPECT_THAT(exception.what(),
                HasSubstr("what answers there is no CORBA server: it begins with 'SSH-2.0-Open'"));
  }
}

TEST(OtherPrograms, that_hang_up_at_once_are_named_uncertain_in_the_exception) {
  RawServer server;
  const Orb client;
  const auto echo = client.echo(server.reference());
  std::jthread serving([&] {
    while (true) {
      try {
        server.accept().die();
      } catch (const std::runtime_error&) {
        return;
      }
    }
  });
  try {
    echo->nothing();
    FAIL() << "there is no answer";
  } catch (const CORBA::SystemException& exception) {
    EXPECT_THAT(exception.what(), HasSubstr("before it sent anything: the server has ended, is no "
                                            "CORBA server, or takes TLS alone"));
  }
  server.stop();
}

}  // namespace
}  // namespace orbweaver::orb_test
