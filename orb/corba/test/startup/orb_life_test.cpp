// SPDX-License-Identifier: Apache-2.0
// From ORB_init to destroy(). CORBA 3.3 Part 1, 8.5.1 and 8.5.5.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/servant.hpp>
#include <orbweaver/corba/stub.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <thread>
#include <vector>

namespace {

using testing::HasSubstr;

constexpr std::uint32_t kShutDown = 0x4f4d0004;  // OMG minor of BAD_INV_ORDER

/// Words as main() gets them.
class Words {
 public:
  explicit Words(std::vector<std::string> words) : words_(std::move(words)) {
    words_.insert(words_.begin(), "program");
    for (auto& word : words_) pointers_.push_back(word.data());
    count_ = static_cast<int>(pointers_.size());
  }
  [[nodiscard]] std::shared_ptr<CORBA::ORB> init(const std::string& id = {}) {
    return CORBA::ORB_init(count_, pointers_.data(), id);
  }
  [[nodiscard]] int count() const { return count_; }

 private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
  int count_ = 0;
};

std::shared_ptr<CORBA::ORB> init(const std::vector<std::string>& words,
                                 const std::string& id = {}) {
  return Words{words}.init(id);
}

/// The minor code of the BAD_INV_ORDER that `action` throws; 1 if it throws none.
std::uint32_t refused_with(const std::function<void()>& action) {
  try {
    action();
  } catch (const CORBA::BAD_INV_ORDER& refusal) {
    return refusal.minor();
  }
  return 1;
}

std::string logged(const std::function<void()>& action) {
  testing::internal::CaptureStderr();
  action();
  return testing::internal::GetCapturedStderr();
}

TEST(OrbIds, name_one_orb_each) {
  const auto one = init({}, "one");
  EXPECT_EQ(init({}, "one"), one);
  EXPECT_NE(init({}, "two"), one);
  EXPECT_EQ(one->id(), "one");
}

TEST(OrbIds, are_empty_for_the_default_orb) {
  const auto orb = init({});
  EXPECT_EQ(orb->id(), "");
  EXPECT_EQ(init({}), orb);
}

TEST(OrbIds, are_also_taken_from_the_option_unless_the_argument_names_one) {
  const auto orb = init({"-ORBid", "radio"});
  EXPECT_EQ(orb->id(), "radio");
  EXPECT_EQ(init({}, "radio"), orb);
  const auto other = init({"-ORBid", "radio"}, "tuner");
  EXPECT_EQ(other->id(), "tuner");
  EXPECT_NE(other, orb);
  EXPECT_EQ(CORBA::ORB_init({"-ORBid", "radio"}), orb);
  EXPECT_EQ(CORBA::ORB_init({}, "tuner"), other);
}

TEST(OrbIds, are_made_for_orbs_that_a_list_of_options_makes) {
  const auto one = CORBA::ORB_init();
  const auto two = CORBA::ORB_init();
  EXPECT_NE(one, two);
  EXPECT_NE(one->id(), two->id());
  EXPECT_EQ(init({}, one->id()), one);
}

TEST(OrbIds, are_free_again_when_the_orb_is_destroyed_or_released) {
  auto first = init({}, "short");
  first->shutdown(true);
  EXPECT_EQ(init({}, "short"), first) << "it was not destroyed";
  first->destroy();
  auto second = init({}, "short");
  EXPECT_NE(second, first);
  EXPECT_NO_THROW((void)second->list_initial_services());
  second.reset();
  EXPECT_NO_THROW((void)init({}, "short")->list_initial_services());
}

TEST(OrbIds, name_one_orb_for_threads_that_begin_at_once) {
  std::array<std::shared_ptr<CORBA::ORB>, 8> orbs;
  {
    std::vector<std::jthread> threads;
    for (auto& orb : orbs) threads.emplace_back([&orb] { orb = init({}, "at once"); });
  }
  for (const auto& orb : orbs) EXPECT_EQ(orb, orbs.front());
}

TEST(OrbIds, of_an_orb_that_exists_ignore_other_options_with_a_warning) {
  const auto orb = init({}, "kept");
  Words words{{"-ORBlaneDepth", "7", "file"}};
  const auto said = logged([&] { EXPECT_EQ(words.init("kept"), orb); });
  EXPECT_THAT(said, HasSubstr("the ORB with the id 'kept' exists already, and keeps its options: "
                              "-ORBlaneDepth has no effect"));
  EXPECT_EQ(words.count(), 2);
  EXPECT_EQ(logged([&] { EXPECT_EQ(init({}, "kept"), orb); }), "");
}

struct Operation {
  const char* name;
  std::function<void(CORBA::ORB&)> run;
};
void PrintTo(const Operation& one, std::ostream* out) { *out << one.name; }

class DeadOrb : public testing::TestWithParam<Operation> {};

TEST_P(DeadOrb, refuses_each_operation_when_it_is_shut_down_and_when_it_is_destroyed) {
  const auto orb = CORBA::ORB_init();
  orb->shutdown(true);
  EXPECT_EQ(refused_with([&] { GetParam().run(*orb); }), kShutDown);
  orb->destroy();
  EXPECT_THROW(GetParam().run(*orb), CORBA::OBJECT_NOT_EXIST);
}

INSTANTIATE_TEST_SUITE_P(
    Each, DeadOrb,
    testing::Values(
        Operation{"run", [](auto& orb) { orb.run(); }},
        Operation{"work_pending", [](auto& orb) { (void)orb.work_pending(); }},
        Operation{"perform_work", [](auto& orb) { orb.perform_work(); }},
        Operation{"shutdown", [](auto& orb) { orb.shutdown(false); }},
        Operation{"shutdown_and_wait", [](auto& orb) { orb.shutdown(true); }},
        Operation{"string_to_object",
                  [](auto& orb) { (void)orb.string_to_object("corbaloc::localhost:1/x"); }},
        Operation{"object_to_string", [](auto& orb) { (void)orb.object_to_string(nullptr); }},
        Operation{"resolve_initial_references",
                  [](auto& orb) { (void)orb.resolve_initial_references("RootPOA"); }},
        Operation{"list_initial_services", [](auto& orb) { (void)orb.list_initial_services(); }},
        Operation{"create_policy", [](auto& orb) { (void)orb.create_policy(16, CORBA::Any{}); }}),
    [](const auto& test) { return std::string{test.param.name}; });

TEST(TheOrb, is_destroyed_once) {
  const auto orb = CORBA::ORB_init();
  orb->destroy();
  EXPECT_THROW(orb->destroy(), CORBA::OBJECT_NOT_EXIST);
}

TEST(TheOrb, operates_as_normal_until_it_is_shut_down) {
  const auto orb = CORBA::ORB_init();
  orb->shutdown(false);
  EXPECT_NO_THROW((void)orb->list_initial_services());
  EXPECT_NO_THROW(orb->shutdown(false));
  orb->run();
  EXPECT_EQ(refused_with([&] { (void)orb->list_initial_services(); }), kShutDown);
  EXPECT_NO_THROW(orb->destroy());
}

TEST(TheOrb, lives_as_long_as_it_runs) {
  auto orb = CORBA::ORB_init();
  auto& running = *orb;
  const std::weak_ptr<CORBA::ORB> watched = orb;
  std::jthread runner{[&running] { running.run(); }};
  while (watched.use_count() < 2) std::this_thread::yield();
  orb.reset();
  running.shutdown(false);
  runner.join();
  EXPECT_TRUE(watched.expired());
}

/// An object without operations of its own.
class Plain final : public orbweaver::corba::Servant {
 public:
  bool _dispatch(orbweaver::corba::ServerCall&) override { return false; }
  bool _has_operation(std::string_view) const noexcept override { return false; }
  bool _implements(std::string_view id) const noexcept override {
    return id == "IDL:Test/Plain:1.0";
  }
  const char* _interface_id() const noexcept override { return "IDL:Test/Plain:1.0"; }
};

/// A servant of one ORB, as another ORB sees it, and as its own.
class PlainObject : public testing::Test {
 protected:
  void SetUp() override {
    const auto poa =
        IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
    poa->the_POAManager()->activate();
    const auto text =
        server->object_to_string(poa->servant_to_reference(std::make_shared<Plain>()));
    remote = client->string_to_object(text);
    local = server->string_to_object(text);
  }

  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  CORBA::object_reference<CORBA::Object> remote, local;
};

TEST_F(PlainObject, answers_the_operations_of_every_object) {
  for (const auto& object : {remote, local}) {
    EXPECT_EQ(object->_repository_id(), "IDL:Test/Plain:1.0");
    EXPECT_EQ(object->_get_component(), nullptr);
    EXPECT_FALSE(object->_non_existent());
  }
}

TEST_F(PlainObject, is_in_no_domain_and_in_no_interface_repository) {
  using orbweaver::corba::ClientCall;
  ClientCall domains{*remote, "_domain_managers", orbweaver::corba::Operation::twoway};
  EXPECT_EQ(domains.invoke().get<std::uint32_t>(), 0U);
  ClientCall interface {
    *remote, "_interface", orbweaver::corba::Operation::twoway
  };
  EXPECT_THROW((void)interface.invoke(), CORBA::INTF_REPOS);
}

TEST_F(PlainObject, cannot_be_called_through_an_orb_that_is_shut_down) {
  (void)remote->_repository_id();
  client->destroy();
  EXPECT_EQ(refused_with([&] { (void)remote->_repository_id(); }), kShutDown);
  EXPECT_EQ(refused_with([&] { (void)remote->_non_existent(); }), kShutDown);
  server->shutdown(true);
  EXPECT_EQ(refused_with([&] { (void)local->_repository_id(); }), kShutDown);
  EXPECT_EQ(refused_with([&] { (void)local->_non_existent(); }), kShutDown);
}

TEST_F(PlainObject, cannot_be_made_by_an_adapter_of_an_orb_that_is_shut_down) {
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  server->shutdown(true);
  const auto servant = std::make_shared<Plain>();
  EXPECT_EQ(refused_with([&] { (void)poa->activate_object(servant); }), kShutDown);
  EXPECT_EQ(refused_with([&] { (void)poa->create_reference("IDL:Test/Plain:1.0"); }), kShutDown);
  EXPECT_EQ(refused_with([&] { (void)poa->create_POA("below", nullptr, {}); }), kShutDown);
  EXPECT_EQ(refused_with([&] { poa->the_POAManager()->activate(); }), kShutDown);
  EXPECT_NO_THROW(poa->destroy(false, false)) << "ends may come in any order";
}

}  // namespace
