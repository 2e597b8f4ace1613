// SPDX-License-Identifier: Apache-2.0
// PortableServer::Current, and calls in this ORB to objects whose POA manager holds.
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/poa_current.hpp>
#include <orbweaver/corba/policy.hpp>

#include "rig.hpp"

#include <future>

namespace orbweaver::orb_test {
namespace {

using PortableServer::Current;

/// How calls reach the servant.
struct Way {
  const char* name;
  bool is_remote;
  Options options;
};
void PrintTo(const Way& one, std::ostream* out) { *out << one.name; }

class Currents : public testing::TestWithParam<Way> {
 protected:
  Currents() {
    if (GetParam().is_remote) other.emplace(Options{});
  }
  [[nodiscard]] Orb& client() { return other ? *other : server; }
  [[nodiscard]] EchoReference publish(const std::shared_ptr<Probe>& servant) {
    return client().echo(server.publish(servant));
  }
  [[nodiscard]] CORBA::object_reference<Current> current() const {
    return IDL::traits<Current>::narrow(server->resolve_initial_references("POACurrent"));
  }

  Orb server{GetParam().options};
  std::optional<Orb> other;
};

INSTANTIATE_TEST_SUITE_P(Each, Currents,
                         testing::Values(Way{"lane", true, {"-ORBdispatch", "lane"}},
                                         Way{"pool", true, {"-ORBdispatch", "pool"}},
                                         Way{"connection", true, {"-ORBdispatch", "connection"}},
                                         Way{"direct", false, {"-ORBcollocation", "direct"}},
                                         Way{"queued", false, {"-ORBcollocation", "queued"}},
                                         Way{"off", false, {"-ORBcollocation", "off"}}),
                         [](const auto& way) { return std::string{way.param.name}; });

TEST_P(Currents, name_what_a_servant_serves) {
  const auto servant = std::make_shared<Probe>();
  const auto echo = publish(servant);
  const auto look = [&] {
    EXPECT_EQ(current()->get_POA(), server.poa());
    EXPECT_EQ(current()->get_object_id(), server.poa()->servant_to_id(servant));
    EXPECT_EQ(current()->get_servant(), servant);
    EXPECT_TRUE(
        current()->get_reference()->_is_equivalent(server.poa()->servant_to_reference(servant)));
  };
  std::promise<void> called, poked;
  servant->on_nothing = [&] {
    look();
    called.set_value();
  };
  servant->on_poke = [&](std::uint32_t) {
    look();
    poked.set_value();
  };
  echo->nothing();
  echo->poke(1);
  called.get_future().wait();
  poked.get_future().wait();  // with dispatch `pool` no later call shows that it ran
}

TEST_P(Currents, nest) {
  const auto outer = std::make_shared<Probe>(), inner = std::make_shared<Probe>();
  const auto inner_echo = server.echo(server.publish(inner));
  inner->on_nothing = [&] { EXPECT_EQ(current()->get_servant(), inner); };
  outer->on_nothing = [&] {
    inner_echo->nothing();
    EXPECT_EQ(current()->get_servant(), outer);
  };
  publish(outer)->nothing();
}

TEST_P(Currents, know_nothing_outside_of_servants) {
  EXPECT_THROW((void)current()->get_POA(), Current::NoContext);
  EXPECT_THROW((void)current()->get_object_id(), Current::NoContext);
  EXPECT_THROW((void)current()->get_reference(), Current::NoContext);
  EXPECT_THROW((void)current()->get_servant(), Current::NoContext);
  publish(std::make_shared<Probe>())->nothing();
  EXPECT_THROW((void)current()->get_servant(), Current::NoContext);
}

TEST_P(Currents, know_ids_of_users_and_adapters_below) {
  const auto root = server.poa();
  const auto child = root->create_POA(
      "child", root->the_POAManager(),
      {root->create_lifespan_policy(PortableServer::LifespanPolicyValue::PERSISTENT),
       root->create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID)});
  const auto servant = std::make_shared<Probe>();
  const auto id = PortableServer::string_to_ObjectId("modem1");
  child->activate_object_with_id(id, servant);
  root->the_POAManager()->activate();
  servant->on_nothing = [&] {
    EXPECT_EQ(current()->get_POA(), child);
    EXPECT_EQ(current()->get_object_id(), id);
  };
  client().echo(server->object_to_string(child->id_to_reference(id)))->nothing();
}

// ---- managers that hold ----

class HeldCalls : public testing::Test {
 protected:
  void start(const Options& options) {
    orb.emplace(options);
    const auto root = orb->poa();
    echo = orb->echo((*orb)->object_to_string(root->servant_to_reference(servant)));
  }
  std::shared_ptr<Probe> servant = std::make_shared<Probe>();
  std::optional<Orb> orb;
  EchoReference echo;
};

TEST_F(HeldCalls, without_a_timeout_end_after_the_orbs) {
  start({"-ORBholdTimeout", "10"});
  try {
    echo->nothing();
    FAIL();
  } catch (const CORBA::TIMEOUT& exception) {
    EXPECT_EQ(exception.completed(), CORBA::CompletionStatus::COMPLETED_NO);
    EXPECT_NE(exception.detail().find("-ORBholdTimeout"), std::string::npos);
  }
}

TEST_F(HeldCalls, with_a_timeout_end_after_it) {
  start({"-ORBholdTimeout", "0", "-ORBcallTimeout", "10"});
  EXPECT_THROW(echo->nothing(), CORBA::TIMEOUT);
  EXPECT_THROW(echo->poke(1), CORBA::TIMEOUT);
}

TEST_F(HeldCalls, are_bounded) {
  start({"-ORBlaneDepth", "1"});
  std::jthread first{[&] {
    for (;;) {
      try {
        return echo->nothing();
      } catch (const CORBA::TRANSIENT&) {  // the other one waits just now
      }
    }
  }};
  const auto hurried = corba::with_policies(echo, timeout_of(std::chrono::milliseconds(1)));
  // Until the first one waits, this one waits without success.
  for (;;) {
    try {
      hurried->nothing();
    } catch (const CORBA::TIMEOUT&) {
      continue;
    } catch (const CORBA::TRANSIENT& exception) {
      EXPECT_EQ(exception.completed(), CORBA::CompletionStatus::COMPLETED_NO);
      break;
    }
  }
  orb->poa()->the_POAManager()->activate();
}

TEST_F(HeldCalls, go_on_when_the_manager_lets_them) {
  start({});
  std::jthread caller{[&] { EXPECT_NO_THROW(echo->nothing()); }};
  orb->poa()->the_POAManager()->activate();
}

TEST_F(HeldCalls, do_not_hold_up_who_waits_for_completion) {
  start({});
  std::jthread caller{[&] { EXPECT_THROW(echo->nothing(), CORBA::TRANSIENT); }};
  const auto manager = orb->poa()->the_POAManager();
  manager->hold_requests(true);
  manager->discard_requests(true);
}

}  // namespace
}  // namespace orbweaver::orb_test
