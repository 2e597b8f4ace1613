// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/giop/ior.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace {

using testing::HasSubstr;
using testing::Not;

TEST(InitialReferences, are_adapters_and_policy_managers) {
  const auto orb = CORBA::ORB_init();
  const auto get = [&](const char* name) { return orb->resolve_initial_references(name); };
  EXPECT_TRUE(IDL::traits<PortableServer::POA>::narrow(get("RootPOA")));
  EXPECT_TRUE(IDL::traits<PortableServer::POA>::narrow(get("INSPOA")));
  EXPECT_TRUE(IDL::traits<CORBA::PolicyManager>::narrow(get("ORBPolicyManager")));
  EXPECT_TRUE(IDL::traits<CORBA::PolicyCurrent>::narrow(get("PolicyCurrent")));
  EXPECT_EQ(get("RootPOA"), get("RootPOA"));
  EXPECT_THROW(get("NameService"), CORBA::ORB::InvalidName);
  EXPECT_THROW(get(""), CORBA::ORB::InvalidName);
}

TEST(InitialReferences, are_what_options_name) {
  const auto orb =
      CORBA::ORB_init({"-ORBInitRef", "NameService=corbaloc:iiop:1.2@localhost:9/NameService"});
  EXPECT_TRUE(orb->resolve_initial_references("NameService"));
  EXPECT_THAT(orb->list_initial_services(), testing::Contains("NameService"));
  EXPECT_THAT(orb->list_initial_services(), testing::Contains("RootPOA"));
}

TEST(InitialReferences, that_are_no_references_are_refused_when_the_orb_starts) {
  EXPECT_THROW((void)CORBA::ORB_init({"-ORBInitRef", "NameService=nonsense"}), CORBA::BAD_PARAM);
}

std::string invalid_name(const std::function<void()>& action) {
  try {
    action();
  } catch (const CORBA::ORB::InvalidName& refusal) {
    return refusal.what();
  }
  return "taken";
}

TEST(InitialReferences, that_do_not_exist_are_named_with_the_option_that_sets_them) {
  const auto orb = CORBA::ORB_init();
  const auto said = [&](const char* name) {
    return invalid_name([&] { (void)orb->resolve_initial_references(name); });
  };
  EXPECT_THAT(said("NameService"), HasSubstr("InvalidName: there is no initial reference "
                                             "'NameService'; -ORBInitRef NameService=REFERENCE"));
  EXPECT_THAT(said(""), HasSubstr("cannot be empty"));
  EXPECT_THAT(said("a\nb"), Not(HasSubstr("\n")));
}

TEST(InitialReferences, that_cannot_be_registered_are_named_with_the_reason) {
  const auto orb = CORBA::ORB_init();
  const auto object = orb->string_to_object("corbaloc::localhost:1/x");
  const auto said = [&](const char* name) {
    return invalid_name([&] { orb->register_initial_reference(name, object); });
  };
  EXPECT_EQ(said("A"), "taken");
  EXPECT_THAT(said("A"), HasSubstr("'A' is registered already"));
  EXPECT_THAT(said("RootPOA"), HasSubstr("'RootPOA' is an initial reference of the ORB itself"));
  EXPECT_THAT(said(""), HasSubstr("cannot be empty"));
}

std::string logged(const std::function<void()>& action) {
  testing::internal::CaptureStderr();
  action();
  return testing::internal::GetCapturedStderr();
}

// The ORB writes a line a second at most, so an earlier one may hold it back.
TEST(References, with_octets_behind_are_taken_with_a_warning) {
  const auto orb = CORBA::ORB_init();
  const auto text = orb->object_to_string(orb->string_to_object("corbaloc::localhost:1/x"));
  EXPECT_EQ(logged([&] { EXPECT_TRUE(orb->string_to_object(text)); }), "");
  const auto watchdog = orbweaver::Deadline::after(std::chrono::minutes(1));
  std::string said;
  while (said.empty() && !watchdog.has_passed())
    said = logged(
        [&] { EXPECT_EQ(orb->object_to_string(orb->string_to_object(text + "deadbeef")), text); });
  EXPECT_THAT(said, HasSubstr("4 octets come after the end of the reference 'IOR:"));
}

struct Bad {
  const char* text;
  const char* said;
};
void PrintTo(const Bad& one, std::ostream* out) { *out << one.text; }

class BadReferences : public testing::TestWithParam<Bad> {};

TEST_P(BadReferences, are_refused_in_one_line_that_says_what_is_wrong) {
  const auto orb = CORBA::ORB_init();
  try {
    (void)orb->string_to_object(GetParam().text);
    FAIL() << "taken";
  } catch (const CORBA::BAD_PARAM& refusal) {
    EXPECT_THAT(refusal.what(), HasSubstr(GetParam().said));
    EXPECT_THAT(refusal.what(), HasSubstr(std::string{GetParam().text}.substr(0, 40)));
    EXPECT_THAT(refusal.what(), Not(HasSubstr("\n")));
  }
}

std::string said(orbweaver::giop::ReferenceError error) {
  return std::string{orbweaver::giop::describe(error)};
}

TEST(BadReferences, are_each_described_by_their_own_cause) {
  using orbweaver::giop::ReferenceError;
  const auto orb = CORBA::ORB_init();
  const std::pair<const char*, ReferenceError> table[] = {
      {"", ReferenceError::unknown_scheme},
      {"nonsense", ReferenceError::unknown_scheme},
      {"IOR:0", ReferenceError::bad_hexadecimal},
      {"IOR:zz", ReferenceError::bad_hexadecimal},
      {"IOR:00", ReferenceError::bad_encapsulation},
      {"IOR:", ReferenceError::bad_encapsulation},
      {"IOR:0100000000000001ffffffff", ReferenceError::bad_encapsulation},
      {"corbaloc:iiop:1.2@:1/Key", ReferenceError::bad_address},
      {"corbaloc:iiop:1.2@host:port/Key", ReferenceError::bad_port},
      {"corbaloc:iiop:1.2@host:99999/Key", ReferenceError::bad_port},
      {"corbaloc:iiop:1.2@host:1/%zz", ReferenceError::bad_key},
      {"corbaloc:uiop:host:1/Key", ReferenceError::unsupported_protocol},
  };
  for (const auto& [text, error] : table) {
    try {
      (void)orb->string_to_object(text);
      ADD_FAILURE() << text << " was taken";
    } catch (const CORBA::BAD_PARAM& refusal) {
      EXPECT_THAT(refusal.what(), HasSubstr(said(error))) << text;
    }
  }
}

TEST(BadReferences, that_are_long_are_shown_by_their_beginning) {
  const auto orb = CORBA::ORB_init();
  try {
    (void)orb->string_to_object("IOR:" + std::string(5000, 'z'));
    FAIL() << "taken";
  } catch (const CORBA::BAD_PARAM& refusal) {
    EXPECT_LT(std::string{refusal.what()}.size(), 400U);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, BadReferences,
                         testing::Values(Bad{"nonsense", "no object reference"},
                                         Bad{"IOR:zz", "hexadecimal"},
                                         Bad{"corbaloc:uiop:host:1/Key", "iiop"}));

TEST(LocalObjects, cannot_leave_their_process_or_be_called) {
  const auto orb = CORBA::ORB_init();
  const auto poa = orb->resolve_initial_references("RootPOA");
  EXPECT_THROW((void)orb->object_to_string(poa), CORBA::MARSHAL);
  EXPECT_FALSE(poa->_non_existent());
  EXPECT_FALSE(poa->_is_a("IDL:Lab/Echo:1.0"));
  EXPECT_TRUE(poa->_is_equivalent(poa));
  orbweaver::cdr::Encoder encoder;
  orbweaver::corba::encode_object(encoder, poa.get());
  EXPECT_EQ(encoder.error(), orbweaver::cdr::EncodeError::local_only);
}

TEST(NilReferences, become_text_and_nil_again) {
  const auto orb = CORBA::ORB_init();
  const auto text = orb->object_to_string(nullptr);
  EXPECT_THAT(text, testing::StartsWith("IOR:"));
  EXPECT_EQ(orb->string_to_object(text), nullptr);
}

TEST(SystemExceptions, say_name_detail_minor_code_and_completion) {
  const CORBA::TRANSIENT bare;
  EXPECT_STREQ(bare.what(), "CORBA::TRANSIENT (minor 0x0, completed no)");
  const CORBA::COMM_FAILURE full(0x4f570003, CORBA::CompletionStatus::COMPLETED_MAYBE, "it left");
  EXPECT_STREQ(full.what(), "CORBA::COMM_FAILURE: it left (minor 0x4f570003, completed maybe)");
  EXPECT_STREQ(full._rep_id(), "IDL:omg.org/CORBA/COMM_FAILURE:1.0");
}

TEST(TheOrb, runs_until_it_is_asked_to_end_or_the_deadline) {
  const auto orb = CORBA::ORB_init();
  EXPECT_FALSE(orb->run_until(orbweaver::Deadline::at(orbweaver::now())));
  orb->shutdown(false);
  EXPECT_TRUE(orb->run_until(orbweaver::Deadline::never()));
}

}  // namespace
