// SPDX-License-Identifier: Apache-2.0
// What an ORB says about what it chose: CORBA::ORB::explain(), -ORBexplain on.
#include <orbweaver/giop/ior.hpp>

#include <gmock/gmock.h>

#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// The choices about connections.
std::vector<Choice> connections_of(const Orb& orb) {
  std::vector<Choice> found;
  for (auto& choice : orb->explain())
    if (choice.what.find("connection to ") != std::string::npos) found.push_back(std::move(choice));
  return found;
}

Choice only_connection_of(const Orb& orb) {
  const auto connections = connections_of(orb);
  EXPECT_EQ(connections.size(), 1U);
  return connections.empty() ? Choice{} : connections.front();
}

Choice choice_of(const Orb& orb, std::string_view what) {
  for (const auto& choice : orb->explain())
    if (choice.what == what) return choice;
  ADD_FAILURE() << "nothing is said about " << what;
  return {};
}

class Explain : public TwoOrbs {
 protected:
  /// Publishes an object, changes its reference, and calls it.
  void call(const std::function<void(giop::IiopProfile&)>& change = {}) {
    const auto text = server->publish(std::make_shared<Probe>());
    auto ior = giop::parse_reference(text).value();
    auto profile = giop::read_iiop_profile(ior.profiles.front()).value();
    if (change) change(profile);
    ior.profiles = {giop::make_profile(profile)};
    EXPECT_EQ(client->echo(giop::to_string(ior))->add(1, 2), 3);
  }
};

TEST_F(Explain, says_nothing_about_connections_that_were_not_made) {
  start();
  EXPECT_TRUE(connections_of(*client).empty());
}

TEST_F(Explain, names_the_fastest_way_to_an_object_on_the_same_host) {
  start();
  call();
  const auto choice = only_connection_of(*client);
  EXPECT_EQ(choice.value, "shm");
  EXPECT_THAT(choice.what, StartsWith("connection to shm:@"));
  EXPECT_THAT(choice.why, HasSubstr("the fastest way"));
}

TEST_F(Explain, says_why_a_server_with_tcp_only_is_not_reached_faster) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  call();
  const auto choice = only_connection_of(*client);
  EXPECT_EQ(choice.value, "tcp");
  EXPECT_EQ(choice.why, "no shm: the reference offers none; no unix: the reference offers none");
}

TEST_F(Explain, says_that_it_was_set) {
  start({}, {"-ORBtransport", "tcp", "-ORBlaneDepth", "7"});
  call();
  EXPECT_EQ(only_connection_of(*client).why, "set by -ORBtransport tcp");
  EXPECT_EQ(choice_of(*client, "transport").why, "set by -ORBtransport tcp");
  EXPECT_EQ(choice_of(*client, "lane depth"),
            (Choice{"lane depth", "7 messages", "set by -ORBlaneDepth 7"}));
}

TEST_F(Explain, names_the_way_that_refused) {
  start();
  call([](giop::IiopProfile& profile) {
    for (auto& component : profile.components)
      if (auto endpoint = giop::read_shm_component(component)) {
        endpoint->path = "@orbweaver-nobody-is-here";
        component = giop::make_component(*endpoint);
      }
  });
  const auto choice = only_connection_of(*client);
  EXPECT_EQ(choice.value, "unix");
  EXPECT_THAT(choice.why, StartsWith("shm:@orbweaver-nobody-is-here: no server listens there"));
}

TEST_F(Explain, has_one_choice_for_each_connection_that_is_made) {
  start();
  const auto text = server->publish(std::make_shared<Probe>());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client->echo(text)->add(1, 2), 3);
  EXPECT_EQ(connections_of(*client).size(), 1U) << "it is shared";
  const auto own = corba::with_policies(client->echo(text),
                                        {std::make_shared<RTCORBA::PrivateConnectionPolicy>()});
  EXPECT_EQ(own->add(1, 2), 3);
  ASSERT_EQ(connections_of(*client).size(), 2U);
  EXPECT_THAT(connections_of(*client).back().what, StartsWith("private connection to shm:@"));
}

TEST_F(Explain, tells_datagrams_too) {
  start({"-ORBendPoint", "giop:udp:127.0.0.1:0", "-ORBendPoint", "giop:tcp:127.0.0.1:0"},
        {"-ORBtransport", "udp"});
  const auto echo = client->echo(server->publish(std::make_shared<Probe>()));
  echo->poke(1);
  EXPECT_EQ(echo->add(1, 2), 3);
  const auto choices = (*client)->explain();
  EXPECT_TRUE(std::ranges::any_of(choices, [](const Choice& choice) {
    return choice.what.starts_with("datagrams to udp:127.0.0.1:") && choice.value == "udp";
  }));
}

TEST_F(Explain, writes_each_choice_when_it_is_made_if_asked_to) {
  testing::internal::CaptureStderr();
  start({}, {"-ORBexplain", "on", "-ORBwaiting", "block"});
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("waiting: block (set by -ORBwaiting block)\n"));
  testing::internal::CaptureStderr();
  call();
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("connection to shm:@"));
}

// Both kinds of waiting, both sides, over each way.
class WaitingKinds : public TwoOrbs,
                     public testing::WithParamInterface<std::tuple<const char*, const char*>> {};

TEST_P(WaitingKinds, answer_calls_and_keep_order) {
  const auto& [waiting, transport] = GetParam();
  start({"-ORBwaiting", waiting}, {"-ORBwaiting", waiting, "-ORBtransport", transport});
  Journal journal;
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [&](std::uint32_t number) { journal.add(number); };
  const auto echo = client->echo(server->publish(servant));
  for (std::uint32_t i = 0; i < 200; ++i) {
    echo->poke(i);
    EXPECT_EQ(echo->add(1, 2), 3);
  }
  EXPECT_TRUE(std::ranges::is_sorted(journal.wait_for(200)));
}

INSTANTIATE_TEST_SUITE_P(Orb, WaitingKinds,
                         testing::Combine(testing::Values("look", "block"),
                                          testing::Values("shm", "unix", "tcp")),
                         [](const auto& param_info) {
                           return std::string{std::get<0>(param_info.param)} + "_" +
                                  std::get<1>(param_info.param);
                         });

}  // namespace
}  // namespace orbweaver::orb_test
