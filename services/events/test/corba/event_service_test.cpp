// SPDX-License-Identifier: Apache-2.0
#include "corba/rig.hpp"

#include <latch>

namespace {

using namespace orbweaver;
using namespace orbweaver::events;

TEST_F(EventsOf, suppliers_reach_consumers_in_order) {
  const auto one = std::make_shared<Recorder>(), other = std::make_shared<Recorder>();
  (void)connect(publish_consumer(one));
  (void)connect(publish_consumer(other));
  const auto proxy = connect_supplier();
  for (const auto value : numbers(0, 300)) proxy->push(any_of(value));
  EXPECT_EQ(one->wait_for_values(300), numbers(0, 300));
  EXPECT_EQ(other->wait_for_values(300), numbers(0, 300));
}

TEST_F(EventsOf, the_program_itself_reach_consumers_without_a_supplier) {
  const auto consumer = std::make_shared<Recorder>();
  (void)connect(publish_consumer(consumer));
  push(0, 900);
  EXPECT_EQ(consumer->wait_for_values(900), numbers(0, 900));
  spin_until([&] { return channel->statistics().counts.delivered == 900; });
  const auto statistics = channel->statistics();
  EXPECT_EQ(statistics.name, "ODM_Channel");
  EXPECT_EQ(statistics.pushed, 900U);
  EXPECT_EQ(statistics.waiting, 0U);
  EXPECT_EQ(statistics.counts, (Counts{.pushed = 900, .delivered = 900}));
}

TEST_F(EventsOf, an_id_go_to_one_consumer) {
  const auto consumer = std::make_shared<Recorder>();
  const auto reference = publish_consumer(consumer);
  EXPECT_TRUE(channel->connect(reference, "radio"));
  EXPECT_EQ(channel->connect(reference, "radio").error(), ConnectError::already_connected);
  EXPECT_EQ(channel->connect(nullptr, "nil").error(), ConnectError::nil_consumer);
  push(0);
  (void)consumer->wait_for_values(1);
  EXPECT_TRUE(channel->disconnect("radio"));
  EXPECT_FALSE(channel->disconnect("radio"));
  EXPECT_TRUE(channel->connect(reference, "radio"));
  push(1);
  EXPECT_EQ(consumer->wait_for_values(2), numbers(0, 2));
}

TEST_F(EventsOf, this_program_reach_consumers_of_it_without_waiting_for_them) {
  const auto consumer = std::make_shared<Recorder>();
  const auto let_go = std::make_shared<std::latch>(1);
  consumer->on_push = [let_go] { let_go->wait(); };
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  const auto reference =
      IDL::traits<CosEventComm::PushConsumer>::narrow(root->servant_to_reference(consumer));
  ASSERT_TRUE(channel->connect(reference, "here"));
  push(0, 500);
  (void)consumer->wait_for_values(1);
  let_go->count_down();
  EXPECT_EQ(consumer->wait_for_values(500), numbers(0, 500));
}

TEST_F(EventsOf, a_proxy_need_a_connection_and_have_one_alone) {
  const auto consumer = std::make_shared<Recorder>();
  const auto reference = publish_consumer(consumer);
  const auto supplier_proxy = remote->for_consumers()->obtain_push_supplier();
  EXPECT_THROW(supplier_proxy->connect_push_consumer(nullptr), CORBA::BAD_PARAM);
  supplier_proxy->connect_push_consumer(reference);
  EXPECT_THROW(supplier_proxy->connect_push_consumer(reference),
               CosEventChannelAdmin::AlreadyConnected);

  const auto consumer_proxy = remote->for_suppliers()->obtain_push_consumer();
  EXPECT_THROW(consumer_proxy->push(any_of(0)), CosEventComm::Disconnected);
  consumer_proxy->connect_push_supplier(nullptr);
  EXPECT_THROW(consumer_proxy->connect_push_supplier(nullptr),
               CosEventChannelAdmin::AlreadyConnected);
  EXPECT_NO_THROW(consumer_proxy->push(any_of(0)));
}

TEST_F(EventsOf, a_proxy_end_with_it) {
  const auto consumer = std::make_shared<Recorder>();
  const auto supplier_proxy = connect(publish_consumer(consumer));
  const auto consumer_proxy = connect_supplier();
  EXPECT_EQ(channel->statistics().suppliers, 1U);
  supplier_proxy->disconnect_push_supplier();
  EXPECT_TRUE(channel->statistics().consumers.empty());
  EXPECT_THROW(supplier_proxy->disconnect_push_supplier(), CORBA::OBJECT_NOT_EXIST);
  consumer_proxy->disconnect_push_consumer();
  EXPECT_EQ(channel->statistics().suppliers, 0U);
  EXPECT_THROW(consumer_proxy->push(any_of(0)), CORBA::OBJECT_NOT_EXIST);
}

TEST_F(EventsOf, the_pull_model_do_not_exist) {
  try {
    (void)IDL::traits<CosEventChannelAdmin::EventChannel>::narrow(channel->reference())
        ->for_consumers()
        ->obtain_pull_supplier();
    ADD_FAILURE() << "it was made";
  } catch (const CORBA::NO_IMPLEMENT& refused) {
    EXPECT_NE(refused.detail().find("obtain_push_supplier"), std::string::npos);
  }
  EXPECT_THROW((void)remote->for_suppliers()->obtain_pull_consumer(), CORBA::NO_IMPLEMENT);
}

TEST_F(EventsOf, a_destroyed_channel_end_for_all) {
  const auto consumer = std::make_shared<Recorder>();
  (void)connect(publish_consumer(consumer));
  const auto supplier = std::make_shared<Supplier>();
  const auto proxy = remote->for_suppliers()->obtain_push_consumer();
  proxy->connect_push_supplier(publish<CosEventComm::PushSupplier>(supplier));
  remote->destroy();
  consumer->wait_until_disconnected();
  supplier->wait_until_disconnected();
  EXPECT_THROW(remote->destroy(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(proxy->push(any_of(0)), CORBA::OBJECT_NOT_EXIST);
  EXPECT_FALSE(channel->push(any_of(0)));
  EXPECT_EQ(service->find("ODM_Channel"), nullptr);
  EXPECT_TRUE(service->create("ODM_Channel")) << "the name is free again";
}

TEST_F(EventsOf, a_service_that_ends_end_for_all) {
  const auto consumer = std::make_shared<Recorder>();
  (void)connect(publish_consumer(consumer));
  service.reset();
  consumer->wait_until_disconnected();
  EXPECT_TRUE(channel->is_destroyed());
  EXPECT_EQ(channel->connect(publish_consumer(consumer), "late").error(), ConnectError::destroyed);
}

TEST_F(EventsOf, a_consumer_that_wants_no_more_end) {
  const auto consumer = std::make_shared<Recorder>();
  consumer->on_push = [] { throw CosEventComm::Disconnected{}; };
  const auto proxy = connect(publish_consumer(consumer));
  push(0);
  EXPECT_NE(reports.wait_for_next().reason.find("Disconnected"), std::string::npos);
  EXPECT_TRUE(proxy->_non_existent()) << "its proxy goes with it";
  EXPECT_EQ(channel->statistics().counts, (Counts{.pushed = 1, .failed = 1}));
}

TEST_F(EventsOf, an_object_that_is_no_consumer_end) {
  const auto supplier = publish<CosEventComm::PushSupplier>(std::make_shared<Supplier>());
  ASSERT_TRUE(channel->connect(
      corba::StubFactory::unchecked_narrow<CosEventComm::PushConsumer>(supplier), "odd"));
  push(0);
  EXPECT_EQ(reports.wait_for_next().consumer.id, "odd");
}

TEST_F(EventsOf, two_services_of_one_orb_are_apart) {
  EventService other(server);
  const auto same_name = other.create("ODM_Channel").value();
  const auto consumer = std::make_shared<Recorder>();
  ASSERT_TRUE(same_name->connect(publish_consumer(consumer), "one"));
  push(0);
  (void)same_name->push(any_of(1));
  EXPECT_EQ(consumer->wait_for_values(1), numbers(1, 1));
}

TEST_F(EventsOf, channels_have_names) {
  EXPECT_EQ(service->create("ODM_Channel").error(), CreateError::name_in_use);
  EXPECT_THROW((void)service->create(""), CORBA::BAD_PARAM);
  const auto reserved =
      service->create("IDM_Channel", {.may_destroy = MayDestroy::program, .key = Key::by_name});
  ASSERT_TRUE(reserved);
  EXPECT_EQ(service->find("IDM_Channel"), *reserved);
  EXPECT_EQ(service->channels().size(), 2U);
  const auto text = server->object_to_string((*reserved)->reference());
  const auto reference =
      IDL::traits<CosEventChannelAdmin::EventChannel>::narrow(client->string_to_object(text));
  EXPECT_THROW(reference->destroy(), CORBA::NO_PERMISSION);
  (*reserved)->destroy();
  EXPECT_THROW((void)reference->for_consumers(), CORBA::OBJECT_NOT_EXIST);
}

// ---- consumers that fail ----

TEST_F(EventsOf, a_program_that_ended_are_reported_and_end) {
  const auto consumer = std::make_shared<Recorder>();
  ASSERT_TRUE(channel->connect(publish_consumer(consumer), "dead"));
  push(0);
  (void)consumer->wait_for_values(1);
  client->shutdown(true);
  push(1, 5);
  EXPECT_EQ(reports.wait_for_next().consumer.id, "dead");
  EXPECT_TRUE(channel->statistics().consumers.empty());
}

class EventsOfSilence : public EventsOf {
 protected:
  [[nodiscard]] static EventOptions options() {
    auto quick = quick_options();
    quick.call_timeout = std::chrono::milliseconds(50);
    quick.failures = 3;
    return quick;
  }
  EventsOfSilence() : EventsOf(options()) {}
};

TEST_F(EventsOfSilence, are_reported_and_end) {
  const auto stuck = std::make_shared<Recorder>();
  const auto let_go = std::make_shared<std::latch>(1);
  stuck->on_push = [let_go] { let_go->wait(); };
  ASSERT_TRUE(channel->connect(publish_consumer(stuck), "stuck"));
  push(0, 20);
  const auto report = reports.wait_for_next();
  EXPECT_EQ(report.consumer.id, "stuck");
  const auto& counts = report.consumer.counts;
  EXPECT_EQ(counts.pushed, counts.dropped + counts.failed);
  let_go->count_down();
}

// ---- limits ----

class EventsWithLimits : public EventsOf {
 protected:
  [[nodiscard]] static EventOptions options() {
    auto few = quick_options();
    few.channels = few.consumers = few.suppliers = 1;
    return few;
  }
  EventsWithLimits() : EventsOf(options()) {}
};

TEST_F(EventsWithLimits, have_no_more_proxies_and_channels_than_they_may) {
  const auto consumer = remote->for_consumers()->obtain_push_supplier();
  EXPECT_THROW((void)remote->for_consumers()->obtain_push_supplier(), CORBA::IMP_LIMIT);
  consumer->disconnect_push_supplier();
  EXPECT_NO_THROW((void)remote->for_consumers()->obtain_push_supplier());

  const auto supplier = remote->for_suppliers()->obtain_push_consumer();
  EXPECT_THROW((void)remote->for_suppliers()->obtain_push_consumer(), CORBA::IMP_LIMIT);
  supplier->disconnect_push_consumer();
  EXPECT_NO_THROW((void)remote->for_suppliers()->obtain_push_consumer());

  EXPECT_EQ(service->create("second").error(), CreateError::too_many_channels);
}

}  // namespace
