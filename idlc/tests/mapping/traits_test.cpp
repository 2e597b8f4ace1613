// SPDX-License-Identifier: Apache-2.0
// What types say about themselves: the names of references, IDL::traits<T>, swap.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/mapping/async_poa.hpp>
#include <orbweaver/generated/mapping/text_poa.hpp>

#include <gmock/gmock.h>

#include <sstream>
#include <type_traits>

namespace {

template <class Class>
constexpr bool kNamesItsReferences =
    std::is_same_v<typename Class::_ref_type, typename IDL::traits<Class>::ref_type> &&
    std::is_same_v<typename Class::_weak_ref_type, typename IDL::traits<Class>::weak_ref_type> &&
    std::is_same_v<typename Class::_traits_type, IDL::traits<Class>>;

TEST(Reference, has_a_name_in_its_class) {
  EXPECT_TRUE(kNamesItsReferences<Text::Device>);
  EXPECT_TRUE(kNamesItsReferences<Async::Mixer>);
  EXPECT_TRUE(kNamesItsReferences<Text::Note>);
  EXPECT_TRUE(kNamesItsReferences<CORBA::Object>);
  EXPECT_TRUE(kNamesItsReferences<CORBA::ORB>);
  EXPECT_TRUE(kNamesItsReferences<PortableServer::POA>);
  EXPECT_TRUE(kNamesItsReferences<PortableServer::POAManager>);
  EXPECT_TRUE(kNamesItsReferences<CORBA::ValueBase>);
}

TEST(Traits, name_the_classes_of_a_value_type) {
  using Traits = IDL::traits<Text::Note>;
  EXPECT_TRUE((std::is_same_v<Traits::obv_type, Text::OBV::Note>));
  EXPECT_TRUE((std::is_same_v<Traits::factory_ref_type, std::shared_ptr<Text::Note_init>>));
  EXPECT_TRUE((std::is_same_v<Text::obv::Note, Text::OBV::Note>));
  const CORBA::ValueFactory factory = std::make_shared<Text::Note_init>();
  EXPECT_STREQ(factory->_obv_repository_id(), Text::Note::_id);
  EXPECT_TRUE((std::is_same_v<Text::Note_init::_ref_type, Traits::factory_ref_type>));
}

struct LoudNote : Text::OBV::Note {
  using Text::OBV::Note::Note;
};

TEST(Traits, make_values_and_find_the_classes_that_implement_them) {
  const auto note = IDL::traits<Text::Note>::make_reference<LoudNote>();
  const IDL::traits<LoudNote>::ref_type loud = IDL::traits<LoudNote>::narrow(note);
  EXPECT_EQ(loud.get(), note.get());
  EXPECT_EQ(IDL::traits<LoudNote>::narrow(std::make_shared<Text::OBV::Note>()), nullptr);
}

TEST(Reference, gives_a_weak_one_that_keeps_nothing_alive) {
  auto note = IDL::traits<Text::Note>::make_reference<LoudNote>();
  const IDL::traits<Text::Note>::weak_ref_type weak = note.weak_reference();
  EXPECT_EQ(weak.lock(), note);
  note = nullptr;
  EXPECT_TRUE(weak.expired());
}

TEST(Traits, say_how_large_values_may_become) {
  EXPECT_FALSE(IDL::traits<std::string>::is_bounded());
  EXPECT_FALSE(IDL::traits<Text::Pairs>::is_bounded());
  EXPECT_TRUE(IDL::traits<Text::Bytes>::is_bounded());
  EXPECT_EQ(IDL::traits<Text::Bytes>::bound(), 4U);
  EXPECT_TRUE(IDL::traits<IDL::bounded_wstring<5>>::is_bounded());
  EXPECT_EQ(IDL::traits<Text::Pair>::dimensions(), 1U);
  EXPECT_EQ(IDL::traits<Text::Cube>::dimensions(), 3U);
  EXPECT_TRUE((std::is_same_v<IDL::traits<Text::Cube>::element_traits, IDL::traits<std::int16_t>>));
  EXPECT_EQ((IDL::traits<IDL::Fixed<5, 2>>::digits()), 5);
  EXPECT_EQ((IDL::traits<IDL::Fixed<5, 2>>::scale()), 2);
}

struct Listener final : CORBA::servant_traits<Text::Device>::base_type {};

TEST(Traits, name_the_reference_to_a_class_that_implements_an_interface) {
  const CORBA::servant_traits<Listener>::ref_type servant = CORBA::make_reference<Listener>();
  EXPECT_EQ(servant->_lock(), servant);
  EXPECT_EQ(CORBA::servant_traits<Listener>::narrow(servant->_lock()), servant);
}

TEST(Servant, gives_a_weak_reference_that_keeps_nothing_alive) {
  CORBA::servant_reference<Listener> servant = CORBA::make_reference<Listener>();
  const CORBA::weak_servant_reference<Listener> weak = servant.weak_reference();
  EXPECT_EQ(weak.lock(), servant);
  const PortableServer::Servant base = servant;
  servant = nullptr;
  EXPECT_FALSE(weak.expired());
}

// No base class: what a tie calls is found by name.
struct PlainEcho {
  std::uint32_t count() { return ++count_; }
  std::string label() { return label_; }
  void label(const std::string& value) { label_ = value; }
  void poke(std::uint32_t amount) { count_ += amount; }
  void nothing() {}
  std::int32_t echo_long(std::int32_t value) { return value; }
  Async::Doubles echo_doubles(const Async::Doubles& value) { return value; }
  void refuse(const std::string& reason, std::int32_t code) { throw Async::Refused{reason, code}; }
  std::int32_t twice(std::int32_t value) { return 2 * value; }

  std::uint32_t count_ = 0;
  std::string label_;
};

}  // namespace

// A tie's operation may be written anew.
template <>
std::int32_t CORBA::servant_traits<Async::Echo>::tie_type<PlainEcho>::echo_long(
    std::int32_t value) {
  return _tied_object()->twice(value);
}

namespace {

// A pointer that notes when the object is in use.
struct CountingPointer {
  struct InUse {
    PlainEcho* echo;
    int* held;
    InUse(PlainEcho* of, int* count) : echo(of), held(count) { ++*held; }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;
    ~InUse() { --*held; }
    PlainEcho* operator->() const { return echo; }
  };
  PlainEcho* echo;
  int* held;
  InUse operator->() const { return {echo, held}; }
};
TEST(Tie, reaches_its_object_by_a_pointer_of_any_kind_for_the_time_of_the_call) {
  PlainEcho plain;
  int held = 0;
  using Tie = CORBA::servant_traits<Async::Echo>::tie_type<PlainEcho, CountingPointer>;
  const auto tie = CORBA::make_reference<Tie>(CountingPointer{&plain, &held});
  tie->label("tied");
  EXPECT_EQ(plain.label_, "tied");
  EXPECT_THROW(tie->refuse("no", 2), Async::Refused);
  EXPECT_EQ(held, 0);
  EXPECT_EQ(tie->_tied_object().echo, &plain);
}

TEST(Tie, calls_an_object_of_a_class_without_a_base) {
  const auto orb = CORBA::ORB_init();
  const auto root = orb->resolve_initial_references("RootPOA");
  const auto poa = IDL::traits<PortableServer::POA>::narrow(root);
  poa->the_POAManager()->activate();
  const auto plain = std::make_shared<PlainEcho>();
  using Tie = CORBA::servant_traits<Async::Echo>::tie_type<PlainEcho>;
  const auto id = poa->activate_object(CORBA::make_reference<Tie>(plain));
  const auto echo = IDL::traits<Async::Echo>::narrow(poa->id_to_reference(id));
  echo->label("tied");
  EXPECT_EQ(plain->label_, "tied");
  EXPECT_EQ(echo->label(), "tied");
  EXPECT_EQ(echo->count(), 1U);
  EXPECT_EQ(echo->echo_long(4), 8);
  EXPECT_EQ(echo->echo_doubles({1.5}), Async::Doubles{1.5});
  EXPECT_THROW(echo->refuse("no", 2), Async::Refused);
  orb->destroy();
}

TEST(TypeCode, answers_as_a_local_object) {
  EXPECT_TRUE(Text::_tc_Pair->_is_a("IDL:omg.org/CORBA/TypeCode:1.0"));
  EXPECT_FALSE(Text::_tc_Pair->_is_a(Text::Device::_id));
  EXPECT_FALSE(Text::_tc_Pair->_non_existent());
  EXPECT_TRUE(IDL::traits<CORBA::TypeCode>::is_local());
  EXPECT_FALSE(IDL::traits<CORBA::TypeCode>::is_abstract());
}

TEST(Traits, say_what_an_interface_is) {
  EXPECT_FALSE(IDL::traits<Text::Device>::is_local());
  EXPECT_FALSE(IDL::traits<Text::Device>::is_abstract());
  EXPECT_TRUE(IDL::traits<Text::Here>::is_local());
  EXPECT_TRUE(IDL::traits<Text::Either>::is_abstract());
}

struct Here final : Text::Here {
  explicit Here(std::int32_t number) : number_(number) {}
  std::int32_t number() override { return number_; }

 private:
  std::int32_t number_;
};

TEST(Traits, make_an_object_of_a_local_interface) {
  const Text::Here::_ref_type here = IDL::traits<Text::Here>::make_reference<Here>(7);
  EXPECT_EQ(here->number(), 7);
}

using Counter = CORBA::amic_traits<Async::Counter>;

struct Replies final : Counter::replyhandler_base_type {
  using Failure = IDL::traits<Messaging::ExceptionHolder>::ref_type;
  void get_count(std::uint32_t) override {}
  void get_count_excep(Failure) override {}
  void get_label(const std::string&) override {}
  void get_label_excep(Failure) override {}
  void set_label() override {}
  void set_label_excep(Failure) override {}
  // Of an operation that has no reply.
  void poke() override {}
  void poke_excep(Failure) override {}
};

TEST(Orb, has_work_until_it_is_shut_down) {
  const auto orb = CORBA::ORB_init({});
  EXPECT_TRUE(orb->work_pending());
  orb->perform_work();
  orb->shutdown();
  EXPECT_FALSE(orb->work_pending());
  orb->perform_work(std::chrono::hours{1});
}

TEST(ReplyHandler, gives_a_weak_reference_that_keeps_nothing_alive) {
  Counter::replyhandler_servant_ref_type handler = CORBA::make_reference<Replies>();
  const Counter::replyhandler_weak_servant_ref_type weak = handler.weak_reference();
  EXPECT_EQ(weak.lock(), handler);
  handler = nullptr;
  EXPECT_TRUE(weak.expired());
}

TEST(ReplyHandler, is_found_by_the_id_that_an_adapter_gave_it) {
  const auto orb = CORBA::ORB_init({});
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  const Counter::replyhandler_servant_ref_type replies = CORBA::make_reference<Replies>();

  const auto id = poa->activate_object(replies);
  const Counter::replyhandler_ref_type found =
      Counter::replyhandler_traits::narrow(poa->id_to_reference(id));
  EXPECT_EQ(found, replies);

  poa->deactivate_object(id);
  EXPECT_THROW((void)poa->id_to_reference(id), PortableServer::POA::ObjectNotActive);
  EXPECT_THROW(poa->deactivate_object(id), PortableServer::POA::ObjectNotActive);
}

TEST(ReplyHandler, is_let_go_of_with_its_adapter) {
  const auto orb = CORBA::ORB_init({});
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  auto replies = CORBA::make_reference<Replies>();
  const std::weak_ptr<Replies> observed = replies;
  (void)poa->activate_object(replies);
  replies = nullptr;
  EXPECT_FALSE(observed.expired());

  poa->destroy(true, true);
  EXPECT_TRUE(observed.expired());
}

TEST(ReplyHandler, that_is_nil_gets_no_id) {
  const auto orb = CORBA::ORB_init({});
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  EXPECT_THROW(poa->activate_object(std::shared_ptr<Replies>{}), CORBA::BAD_PARAM);
}

TEST(Name, of_an_integer_type_of_cpp_is_escaped) {
  const Text::_cxx_int16_t escaped = 7;
  EXPECT_EQ(escaped, 7);
}

TEST(CompletionStatus, has_its_enumerators_in_its_module_too) {
  EXPECT_EQ(CORBA::COMPLETED_MAYBE, CORBA::CompletionStatus::COMPLETED_MAYBE);
}

TEST(Swap, is_a_member_of_structs_and_unions) {
  Bare left{Outside::out_here};
  Bare right{Outside::out_there};
  left.swap(right);
  EXPECT_EQ(left.where(), Outside::out_there);

  Text::Option message;
  message.message("text");
  Text::Option numbers;
  numbers.numbers({1, 2});
  message.swap(numbers);
  EXPECT_EQ(numbers.message(), "text");
}

}  // namespace
