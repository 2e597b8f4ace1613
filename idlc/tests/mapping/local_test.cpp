// SPDX-License-Identifier: Apache-2.0
// Local and abstract interfaces, native types; in calls.
#include <gmock/gmock.h>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/mapping/local_poa.hpp>

namespace {

class RemoteServant final : public CORBA::servant_traits<Near::Remote>::base_type {
 public:
  std::int32_t number() override { return 7; }
  std::string name(const std::wstring& for_whom) override {
    if (for_whom.empty()) throw Near::Closed{L"\x20ac"};
    return "remote";
  }
};

using Whom = CORBA::object_reference<Near::Described>;

class LaterServant final : public CORBA::servant_traits<Near::Later>::base_type {
 public:
  std::string describe(long double much) override { return much > 1 ? "much" : "little"; }
  bool ready() override { return chosen_; }
  void ready(bool value) override { chosen_ = value; }
  void touch() override { chosen_ = true; }
  std::string carry(Whom whom, const Near::Window&) override { return whom->describe(2); }
  void what(const std::string& _cxx_std) override {
    throw Near::Closed{{_cxx_std.begin(), _cxx_std.end()}};
  }
  Whom itself(Whom& given) override { return std::exchange(given, nullptr); }

 private:
  bool chosen_ = false;
};

class BothHere final : public IDL::traits<Near::Both>::base_type {
 public:
  std::int32_t number() override { return 8; }
  std::string name(const std::wstring&) override { return "here"; }
  Near::Window where() override { return window_; }
  void where(const Near::Window& value) override { window_ = value; }
  void handle(CORBA::object_reference<Near::Remote> seen,
              CORBA::object_reference<Near::Watcher>& other) override {
    if (!seen) throw Near::Closed{L"unseen"};
    other = nullptr;
  }
  CORBA::object_reference<Near::Later> find(const std::string&) override { return nullptr; }

 private:
  Near::Window window_;
};

struct Rig {
  explicit Rig(const char* collocation)
      : orb(CORBA::ORB_init(
            {"-ORBcollocation", collocation, "-ORBendPoint", "giop:tcp:127.0.0.1:0"})),
        poa(IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"))) {
    poa->the_POAManager()->activate();
  }
  ~Rig() { orb->destroy(); }

  template <class Interface, class Servant>
  CORBA::object_reference<Interface> make() {
    const auto id = poa->activate_object(CORBA::make_reference<Servant>());
    return IDL::traits<Interface>::narrow(poa->id_to_reference(id));
  }

  IDL::traits<CORBA::ORB>::ref_type orb;
  IDL::traits<PortableServer::POA>::ref_type poa;
};

class NearCalls : public ::testing::TestWithParam<const char*> {
 protected:
  Rig rig{GetParam()};
};

TEST_P(NearCalls, of_operations_and_attributes) {
  const auto later = rig.make<Near::Later, LaterServant>();
  EXPECT_FALSE(later->ready());
  later->touch();
  EXPECT_TRUE(later->ready());
  later->ready(false);
  EXPECT_FALSE(later->ready());
  EXPECT_THROW(later->what("text"), Near::Closed);
}

TEST_P(NearCalls, through_a_reference_to_an_abstract_interface) {
  const auto later = rig.make<Near::Later, LaterServant>();
  const CORBA::object_reference<Near::Described> described = later;
  EXPECT_EQ(described->describe(0.5L), "little");
  auto given = described;
  const auto back = later->itself(given);
  ASSERT_NE(back, nullptr);
  EXPECT_EQ(given, nullptr);
  EXPECT_EQ(back->describe(1e4000L), "much");
  EXPECT_TRUE(back->_is_equivalent(later));
  given = nullptr;
  EXPECT_EQ(later->itself(given), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Both, NearCalls, ::testing::Values("direct", "off"));

template <class Call>
std::string refusal_of(Call call) {
  try {
    call();
  } catch (const CORBA::INV_OBJREF& exception) {
    return exception.what();
  }
  return "nothing was thrown";
}

TEST(NilLocalObject, throws_and_names_interface_and_operation) {
  const CORBA::object_reference<Near::Watcher> watcher;
  CORBA::object_reference<Near::Watcher> other;
  const auto said = refusal_of([&] { watcher->handle(nullptr, other); });
  EXPECT_THAT(said, ::testing::HasSubstr("IDL:Near/Watcher:1.0"));
  EXPECT_THAT(said, ::testing::HasSubstr("'handle'"));
}

TEST(NilLocalObject, throws_from_what_it_inherits) {
  const CORBA::object_reference<Near::Both> both;
  EXPECT_THAT(refusal_of([&] { static_cast<void>(both->find("x")); }),
              ::testing::HasSubstr("'find'"));
  EXPECT_THAT(refusal_of([&] { static_cast<void>(both->where()); }),
              ::testing::HasSubstr("'_get_where'"));
  EXPECT_THAT(refusal_of([&] { static_cast<void>(both->number()); }),
              ::testing::HasSubstr("'_get_number'"));
}

TEST(NilAbstract, throws_and_names_interface_and_operation) {
  const CORBA::object_reference<Near::Described> described;
  const auto said = refusal_of([&] { static_cast<void>(described->describe(1)); });
  EXPECT_THAT(said, ::testing::HasSubstr("IDL:Near/Described:1.0"));
  EXPECT_THAT(said, ::testing::HasSubstr("'describe'"));
}

TEST(Native, cannot_be_sent) {
  Rig rig{"off"};
  const auto later = rig.make<Near::Later, LaterServant>();
  try {
    static_cast<void>(later->carry(later, Near::Window{}));
    FAIL() << "it was sent";
  } catch (const CORBA::MARSHAL& exception) {
    EXPECT_EQ(exception.minor(), 0x4f4d0004U);
    EXPECT_EQ(exception.completed(), CORBA::CompletionStatus::COMPLETED_NO);
  }
}

TEST(LocalInterface, is_a_class_to_derive_from) {
  const auto both = CORBA::make_reference<BothHere>();
  const CORBA::object_reference<Near::Watcher> watcher = both;
  int here = 0;
  watcher->where(Near::Window{&here});
  EXPECT_EQ(both->where().address(), &here);
  EXPECT_EQ(both->number(), 8);
  EXPECT_EQ(IDL::traits<Near::Both>::narrow(watcher), both);
  EXPECT_EQ(IDL::traits<Near::Silent>::narrow(watcher), nullptr);
  CORBA::object_reference<Near::Watcher> other = both;
  EXPECT_THROW(watcher->handle(nullptr, other), Near::Closed);
}

TEST(LocalInterface, cannot_be_sent_as_what_it_derives_from) {
  Rig rig{"off"};
  const auto both = CORBA::make_reference<BothHere>();
  orbweaver::cdr::Encoder encoder;
  orbweaver::cdr::encode(encoder, CORBA::object_reference<Near::Remote>{both});
  EXPECT_EQ(encoder.error(), orbweaver::cdr::EncodeError::local_only);
  EXPECT_THROW((void)rig.orb->object_to_string(both), CORBA::MARSHAL);
}

TEST(LocalInterface, is_nothing_that_can_be_read) {
  const std::vector<std::byte> bytes(64);
  orbweaver::cdr::Decoder decoder{bytes};
  EXPECT_EQ(orbweaver::cdr::decode<CORBA::object_reference<Near::Silent>>(decoder), nullptr);
  EXPECT_EQ(decoder.error(), orbweaver::cdr::DecodeError::local_only);
}

TEST(LocalInterface, narrow_of_a_remote_object_is_null) {
  Rig rig{"off"};
  const auto remote = rig.make<Near::Remote, RemoteServant>();
  EXPECT_EQ(IDL::traits<Near::Both>::narrow(remote), nullptr);
  EXPECT_EQ(IDL::traits<Near::Silent>::narrow(remote), nullptr);
  EXPECT_EQ(remote->name(L"me"), "remote");
  EXPECT_THROW((void)remote->name(L""), Near::Closed);
}

}  // namespace
