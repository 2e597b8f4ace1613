// SPDX-License-Identifier: Apache-2.0
// Objects that are asked whether they are there: those that live, hang, end, and are forgotten.
#include <orbweaver/registry/leases.hpp>

#include <gtest/gtest.h>

#include <thread>

#include "fake_node.hpp"
#include "reports.hpp"
#include "scratch_folder.hpp"

namespace orbweaver::registry::test {
namespace {

using Silence = Leases::Silence;
using Connection = Leases::Connection;

class SomeLeases : public testing::Test {
 protected:
  ~SomeLeases() override {
    leases.finish();
    client->destroy();
  }
  CORBA::object_reference<CORBA::Object> seen(FakeNode& node) {
    return node.seen_by<CORBA::Object>(*client, node.reference);
  }
  Leases::Number watch(FakeNode& node, const std::string& name, Silence silence = Silence::ends_it,
                       Connection connection = Connection::shared) {
    return leases.watch({seen(node), silence,
                         [this, name](const std::string& how) { gone.add(name + ": " + how); },
                         connection});
  }

  ScratchFolder files;
  Reports gone;
  std::shared_ptr<CORBA::ORB> client = CORBA::ORB_init();
  Leases leases{std::chrono::milliseconds{400}, 2};
};

TEST_F(SomeLeases, find_what_hangs_and_what_has_ended) {
  FakeNode hangs{files.path()}, ends{files.path()}, withdrawn{files.path()};
  watch(hangs, "hangs");
  watch(withdrawn, "withdrawn");
  hangs.hang();
  gone.await("hangs: it did not answer within 600 ms");
  const auto root = IDL::traits<PortableServer::POA>::narrow(
      withdrawn.orb->resolve_initial_references("RootPOA"));
  root->deactivate_object(root->reference_to_id(withdrawn.reference));
  gone.await("withdrawn: its object does not exist any more");
  watch(ends, "ends");
  ends.end();
  while (gone.all().size() < 3) std::this_thread::yield();
  EXPECT_TRUE(gone.all()[2].starts_with("ends: it cannot be reached")) << gone.all()[2];
  hangs.go_on();
}

TEST_F(SomeLeases, bear_with_what_may_be_busy) {
  FakeNode busy{files.path()}, hangs{files.path()};
  watch(busy, "busy", Silence::is_borne);
  busy.hang();
  hangs.hang();
  for (int i = 0; i < 3; ++i) watch(hangs, "hangs " + std::to_string(i));
  for (int i = 0; i < 3; ++i)
    gone.await("hangs " + std::to_string(i) + ": it did not answer within 600 ms");
  EXPECT_EQ(gone.all().size(), 3U);
  busy.go_on();
  hangs.go_on();
}

TEST_F(SomeLeases, find_by_new_connections_what_takes_none) {
  FakeNode busy{files.path()}, ends{files.path()}, withdrawn{files.path()};
  watch(busy, "busy", Silence::is_borne, Connection::is_new);
  watch(withdrawn, "withdrawn", Silence::is_borne, Connection::is_new);
  busy.hang();
  const auto root = IDL::traits<PortableServer::POA>::narrow(
      withdrawn.orb->resolve_initial_references("RootPOA"));
  root->deactivate_object(root->reference_to_id(withdrawn.reference));
  gone.await("withdrawn: its object does not exist any more, though its process runs");
  watch(ends, "ends", Silence::is_borne, Connection::is_new);
  ends.end();
  gone.await_begin("ends: ");  // another program may have its port by then, and answer
  EXPECT_EQ(gone.all().size(), 2U);
  busy.go_on();
}

// A process may go on with the connections that it has, in shared memory for example.
TEST_F(SomeLeases, make_a_connection_for_each_question) {
  FakeNode node{files.path()};
  const auto before = node.orb->statistics().connections_accepted;
  watch(node, "node", Silence::is_borne, Connection::is_new);
  while (node.orb->statistics().connections_accepted < before + 3) std::this_thread::yield();
  EXPECT_TRUE(gone.all().empty());
}

TEST_F(SomeLeases, say_nothing_of_what_is_forgotten) {
  FakeNode ends{files.path()}, hangs{files.path()};
  leases.forget(watch(ends, "forgotten"));
  ends.end();
  hangs.hang();
  watch(hangs, "hangs");
  gone.await("hangs: it did not answer within 600 ms");
  EXPECT_EQ(gone.all().size(), 1U);
  hangs.go_on();
}

}  // namespace
}  // namespace orbweaver::registry::test
