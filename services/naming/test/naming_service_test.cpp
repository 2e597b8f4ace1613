// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/reference.hpp>
#include <orbweaver/corba/compound_name.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/naming/naming_service.hpp>

#include <gtest/gtest.h>

#include "odd_names.hpp"

namespace {

using namespace orbweaver;
using CosNaming::BindingType;
using CosNaming::NameComponent;
using CosNaming::NamingContext;
using CosNaming::NamingContextExt;
using Context = CORBA::object_reference<NamingContextExt>;
using Reason = NamingContext::NotFoundReason;

/// A service and a client, which reach each other through sockets.
class NamesOf : public testing::Test {
 protected:
  explicit NamesOf(const naming::NamingLimits& limits) : service(server, limits) {}
  NamesOf() : NamesOf(naming::NamingLimits{}) {}
  ~NamesOf() override {
    client->destroy();
    server->destroy();
  }

  [[nodiscard]] CORBA::object_reference<CORBA::Object> object(const std::string& key) const {
    return client->string_to_object("corbaloc::localhost:1/" + key);
  }
  [[nodiscard]] CosNaming::Name name(const std::string& text) const { return root->to_name(text); }
  [[nodiscard]] std::string text_of(const CORBA::object_reference<CORBA::Object>& any) const {
    return client->object_to_string(any);
  }
  /// Why, and at which step, the call found nothing.
  template <class Call>
  [[nodiscard]] std::pair<Reason, std::string> failure_of(Call call) const {
    try {
      call();
    } catch (const NamingContext::NotFound& failure) {
      return {failure.why(), root->to_string(failure.rest_of_name())};
    }
    return {};
  }

  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  naming::NamingService service;
  Context root = IDL::traits<NamingContextExt>::narrow(
      client->string_to_object(server->object_to_string(service.root())));
};

TEST(NamesOfAProgramThatWaits, are_reported_before_their_callers_go_on) {
  const auto orb = CORBA::ORB_init();
  std::vector<std::string> bound;
  const naming::NamingService names(
      orb, {}, [&](const std::string& id, const CORBA::object_reference<CORBA::Object>& object) {
        bound.push_back(id + (object ? "" : " nil"));
      });
  const auto root = IDL::traits<NamingContextExt>::narrow(names.root());
  const auto object = orb->string_to_object("corbaloc::localhost:1/modem");
  const auto radio = root->bind_new_context({NameComponent{"radio", ""}});
  EXPECT_TRUE(bound.empty()) << "a context is no object";
  root->bind({NameComponent{"radio", ""}, NameComponent{"modem", "device"}}, object);
  EXPECT_EQ(bound, std::vector<std::string>{"modem"});
  EXPECT_THROW(radio->bind({NameComponent{"modem", "device"}}, object),
               NamingContext::AlreadyBound);
  EXPECT_EQ(bound.size(), 1U);
  radio->rebind({NameComponent{"modem", "device"}}, object);
  EXPECT_EQ(bound.size(), 2U);
  orb->destroy();
}

TEST(NamesOfAProgramThatKeepsThem, are_reported_when_they_are_unbound_or_replaced) {
  const auto orb = CORBA::ORB_init();
  std::vector<std::string> gone;
  const naming::NamingService names(orb, {}, {},
                                    [&](const std::string& id) { gone.push_back(id); });
  const auto root = IDL::traits<NamingContextExt>::narrow(names.root());
  const auto object = orb->string_to_object("corbaloc::localhost:1/modem");
  const auto radio = root->bind_new_context({NameComponent{"radio", ""}});
  root->bind(root->to_name("radio/modem.device"), object);
  EXPECT_TRUE(gone.empty());
  root->rebind(root->to_name("radio/modem.device"), object);
  root->unbind(root->to_name("radio/modem.device"));
  root->rebind_context(root->to_name("radio"), radio);
  EXPECT_EQ(gone, (std::vector<std::string>{"modem", "modem", "radio"}));
  orb->destroy();
}

TEST_F(NamesOf, objects_lead_to_them) {
  root->bind(name("modem.device"), object("modem"));
  EXPECT_EQ(text_of(root->resolve(name("modem.device"))), text_of(object("modem")));
  EXPECT_EQ(text_of(root->resolve_str("modem.device")), text_of(object("modem")));
  EXPECT_THROW(root->bind(name("modem.device"), object("other")), NamingContext::AlreadyBound);
  root->rebind(name("modem.device"), object("other"));
  EXPECT_EQ(text_of(root->resolve_str("modem.device")), text_of(object("other")));
  root->unbind(name("modem.device"));
  EXPECT_EQ(failure_of([&] { (void)root->resolve_str("modem.device"); }),
            std::pair(Reason::missing_node, std::string{"modem.device"}));
}

TEST_F(NamesOf, several_steps_go_through_contexts) {
  const auto radio = root->bind_new_context(name("radio"));
  const auto rack = radio->bind_new_context(name("rack.1"));
  root->bind(name("radio/rack.1/modem"), object("modem"));
  EXPECT_EQ(text_of(rack->resolve(name("modem"))), text_of(object("modem")));
  EXPECT_EQ(text_of(root->resolve_str("radio/rack.1/modem")), text_of(object("modem")));
  EXPECT_EQ(failure_of([&] { root->unbind(name("radio/none/modem")); }),
            std::pair(Reason::missing_node, std::string{"none/modem"}));
  EXPECT_EQ(failure_of([&] { (void)root->resolve_str("radio/rack.1/modem/x"); }),
            std::pair(Reason::not_context, std::string{"modem/x"}));
  EXPECT_EQ(failure_of([&] { root->rebind(name("radio"), object("x")); }).first,
            Reason::not_object);
  EXPECT_EQ(failure_of([&] { rack->rebind_context(name("modem"), root); }).first,
            Reason::not_context);
  root->rebind_context(name("radio"), rack);
  EXPECT_EQ(text_of(root->resolve_str("radio/modem")), text_of(object("modem")));
}

TEST_F(NamesOf, contexts_of_another_service_are_followed) {
  const auto other = CORBA::ORB_init();
  const naming::NamingService theirs(other);
  const auto far = IDL::traits<NamingContext>::narrow(
      client->string_to_object(other->object_to_string(theirs.root())));
  root->bind_context(name("far"), far);
  root->bind(name("far/modem"), object("modem"));
  EXPECT_EQ(text_of(far->resolve(name("modem"))), text_of(object("modem")));
  other->destroy();
  EXPECT_THROW((void)root->resolve_str("far/modem"), CORBA::SystemException);
}

TEST_F(NamesOf, circles_end_with_their_steps) {
  root->bind_context(name("self"), root);
  root->bind(name("modem"), object("modem"));
  std::string way;
  for (std::size_t i = 1; i < corba::kMostNameSteps; ++i) way += "self/";
  EXPECT_EQ(text_of(root->resolve_str(way + "modem")), text_of(object("modem")));
  CosNaming::Name longer(corba::kMostNameSteps + 1, NameComponent{"self", ""});
  EXPECT_THROW((void)root->resolve(longer), CORBA::IMP_LIMIT);
}

TEST_F(NamesOf, nothing_are_refused) {
  EXPECT_THROW((void)root->resolve({}), NamingContext::InvalidName);
  EXPECT_THROW(root->bind({}, object("x")), NamingContext::InvalidName);
  EXPECT_THROW(root->bind(name("x"), nullptr), CORBA::BAD_PARAM);
  EXPECT_THROW(root->bind_context(name("x"), nullptr), CORBA::BAD_PARAM);
  EXPECT_THROW((void)root->to_name("a//b"), NamingContext::InvalidName);
  EXPECT_THROW((void)root->to_string({}), NamingContext::InvalidName);
}

TEST_F(NamesOf, contexts_go_when_they_are_empty) {
  const auto radio = root->bind_new_context(name("radio"));
  radio->bind(name("x"), object("x"));
  EXPECT_THROW(radio->destroy(), NamingContext::NotEmpty);
  radio->unbind(name("x"));
  radio->destroy();
  EXPECT_TRUE(radio->_non_existent());
  EXPECT_THROW(root->destroy(), CORBA::NO_PERMISSION);
  EXPECT_THROW((void)root->bind_new_context(name("radio")), NamingContext::AlreadyBound);
}

TEST_F(NamesOf, things_are_listed_in_parts) {
  for (const char* text : {"a", "b", "c.d"}) root->bind(name(text), object("x"));
  (void)root->bind_new_context(name("e"));
  CosNaming::BindingList some;
  CORBA::object_reference<CosNaming::BindingIterator> rest;
  root->list(2, some, rest);
  ASSERT_EQ(some.size(), 2U);
  EXPECT_EQ(some[0].binding_name(), name("a"));
  ASSERT_TRUE(rest);
  CosNaming::Binding one;
  EXPECT_TRUE(rest->next_one(one));
  EXPECT_EQ(one.binding_name(), name("c.d"));
  EXPECT_EQ(one.binding_type(), BindingType::nobject);
  EXPECT_THROW((void)rest->next_n(0, some), CORBA::BAD_PARAM);
  EXPECT_TRUE(rest->next_n(10, some));
  ASSERT_EQ(some.size(), 1U);
  EXPECT_EQ(some[0].binding_type(), BindingType::ncontext);
  EXPECT_FALSE(rest->next_one(one));
  EXPECT_FALSE(rest->next_n(1, some));
  rest->destroy();
  EXPECT_TRUE(rest->_non_existent());
  root->list(4, some, rest);
  EXPECT_EQ(some.size(), 4U);
  EXPECT_FALSE(rest);
}

TEST_F(NamesOf, objects_have_urls) {
  root->bind(name("a b"), object("x"));
  const auto url = root->to_url("rir:", "a b");
  EXPECT_EQ(url, "corbaname:rir:#a%20b");
  EXPECT_EQ(text_of(server->string_to_object(url)), text_of(object("x")));
  EXPECT_THROW((void)root->to_url("", "a"), NamingContextExt::InvalidAddress);
  EXPECT_THROW((void)root->to_url("host", "a"), NamingContextExt::InvalidAddress);
  EXPECT_THROW((void)root->to_url("rir:", "a//b"), NamingContext::InvalidName);
  EXPECT_THROW((void)server->string_to_object("corbaname:rir:#none"), CORBA::BAD_PARAM);
}

// ---- limits ----

class NamesWithLimits : public NamesOf {
 protected:
  NamesWithLimits()
      : NamesOf({.bindings = 4,
                 .contexts = 3,
                 .iterators = 2,
                 .listed_at_once = 3,
                 .follow_timeout = std::chrono::milliseconds(50)}) {}
};

TEST_F(NamesWithLimits, are_no_more_than_they_may_be) {
  for (const char* text : {"a", "b", "c", "d"}) root->bind(name(text), object("x"));
  EXPECT_THROW(root->bind(name("e"), object("x")), CORBA::IMP_LIMIT);
  EXPECT_NO_THROW(root->rebind(name("a"), object("y")));
  root->unbind(name("a"));
  EXPECT_NO_THROW(root->bind(name("e"), object("x")));
}

class NamesOfBytes : public NamesOf {
 protected:
  NamesOfBytes() : NamesOf({.bytes = 4000, .listed_at_once = 1}) {}
  /// Whose name takes most of the bytes.
  [[nodiscard]] static CosNaming::Name large(char letter) {
    return {NameComponent{std::string(2000, letter), ""}};
  }
};

TEST_F(NamesOfBytes, and_references_take_no_more_than_they_may) {
  root->bind(large('a'), object("x"));
  try {
    IDL::traits<NamingContext>::narrow(service.root())->bind(large('b'), object("x"));
    ADD_FAILURE() << "it was bound";
  } catch (const CORBA::IMP_LIMIT& met) {
    EXPECT_NE(met.detail().find("--bytes"), std::string::npos) << met.detail();
  }
  EXPECT_THROW(root->bind(large('b'), object("x")), CORBA::IMP_LIMIT);
  EXPECT_THROW(root->bind(name("c"), object(std::string(2000, 'k'))), CORBA::IMP_LIMIT);
  EXPECT_NO_THROW(root->rebind(large('a'), object("y"))) << "it takes the place of the one before";
  EXPECT_THROW(root->rebind(large('a'), object(std::string(2000, 'k'))), CORBA::IMP_LIMIT);
  EXPECT_EQ(text_of(root->resolve(large('a'))), text_of(object("y")));
  root->unbind(large('a'));
  EXPECT_NO_THROW(root->bind(large('b'), object("x")));
}

TEST_F(NamesOfBytes, in_iterators_end_the_oldest_of_these) {
  root->bind(name("a"), object("x"));
  root->bind(large('b'), object("x"));
  CosNaming::BindingList some;
  std::vector<CORBA::object_reference<CosNaming::BindingIterator>> rests(3);
  for (auto& rest : rests) root->list(1, some, rest);
  EXPECT_TRUE(rests[0]->_non_existent());
  EXPECT_FALSE(rests[1]->_non_existent());
  EXPECT_FALSE(rests[2]->_non_existent());
}

TEST_F(NamesWithLimits, that_lead_back_here_by_a_url_are_resolved) {
  const auto profile =
      giop::read_iiop_profile(corba::StubFactory::reference_of(*service.root())->ior().profiles[0]);
  const auto url = "corbaloc:iiop:1.2@127.0.0.1:" + std::to_string(profile->port) + "/NameService";
  root->bind_context(name("self"),
                     IDL::traits<NamingContext>::narrow(client->string_to_object(url)));
  EXPECT_THROW((void)root->resolve_str("self/self/x"), NamingContext::NotFound);
  root->bind(name("x"), object("x"));
  EXPECT_NE(root->resolve_str("self/self/x"), nullptr);
  EXPECT_NO_THROW(root->unbind(name("self"))) << "the service goes on";
}

TEST_F(NamesWithLimits, have_no_more_contexts_than_they_may) {
  const auto first = root->new_context();
  (void)root->new_context();
  EXPECT_THROW((void)root->new_context(), CORBA::IMP_LIMIT);
  first->destroy();
  EXPECT_NO_THROW((void)root->new_context());
  EXPECT_THROW((void)root->bind_new_context(name("x")), CORBA::IMP_LIMIT);
}

TEST_F(NamesWithLimits, end_the_oldest_iterator_for_a_new_one) {
  for (const char* text : {"a", "b", "c", "d"}) root->bind(name(text), object("x"));
  CosNaming::BindingList some;
  std::vector<CORBA::object_reference<CosNaming::BindingIterator>> rests(3);
  for (auto& rest : rests) root->list(100, some, rest);
  EXPECT_EQ(some.size(), 3U) << "no more than one reply may hold";
  EXPECT_TRUE(rests[0]->_non_existent());
  EXPECT_FALSE(rests[1]->_non_existent());
  EXPECT_FALSE(rests[2]->_non_existent());
}

TEST_F(NamesOf, odd_spelling_are_resolved_by_their_text) {
  for (const auto odd_name : kOddNames) {
    const CosNaming::Name name{NameComponent{std::string{odd_name}, std::string{odd_name}}};
    root->bind(name, object("modem"));
    const auto text = root->to_string(name);
    EXPECT_EQ(text_of(root->resolve_str(text)), text_of(object("modem"))) << text;
    const auto again = root->to_name(text);
    ASSERT_EQ(again.size(), 1U) << text;
    EXPECT_EQ(again.front().id(), odd_name);
    EXPECT_EQ(again.front().kind(), odd_name);
    root->unbind(again);
  }
}

}  // namespace
