// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/orb.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace {

constexpr const char* kSomewhere = "corbaloc::localhost:1/Names";

std::string text_of(CORBA::ORB& orb, const CORBA::object_reference<CORBA::Object>& object) {
  return orb.object_to_string(object);
}

CORBA::BAD_PARAM refusal_of(CORBA::ORB& orb, const std::string& text) {
  try {
    (void)orb.string_to_object(text);
  } catch (const CORBA::BAD_PARAM& refused) {
    return refused;
  }
  throw std::runtime_error("it was taken");
}
std::uint32_t minor_of_refusal(CORBA::ORB& orb, const std::string& text) {
  return refusal_of(orb, text).minor();
}

TEST(InitialReferences, are_found_by_name) {
  const auto orb = CORBA::ORB_init({"-ORBInitRef", std::string{"NameService="} + kSomewhere});
  const auto wanted = text_of(*orb, orb->string_to_object(kSomewhere));
  EXPECT_EQ(text_of(*orb, orb->resolve_initial_references("NameService")), wanted);
  EXPECT_EQ(text_of(*orb, orb->string_to_object("corbaloc:rir:/NameService")), wanted);
  EXPECT_EQ(text_of(*orb, orb->string_to_object("corbaloc:rir:/Na%6DeService")), wanted);
  EXPECT_EQ(text_of(*orb, orb->string_to_object("corbaloc:rir:")), wanted);
  EXPECT_EQ(text_of(*orb, orb->string_to_object("corbaname:rir:")), wanted);
  EXPECT_THROW((void)orb->resolve_initial_references("Other"), CORBA::ORB::InvalidName);
}

TEST(InitialReferences, that_are_not_configured_lie_behind_the_default_url) {
  const auto orb = CORBA::ORB_init({"-ORBDefaultInitRef", "corbaloc::localhost:1", "-ORBInitRef",
                                    "Own=corbaloc::localhost:2/Own"});
  EXPECT_EQ(text_of(*orb, orb->resolve_initial_references("Names")),
            text_of(*orb, orb->string_to_object(kSomewhere)));
  EXPECT_EQ(text_of(*orb, orb->resolve_initial_references("Own")),
            text_of(*orb, orb->string_to_object("corbaloc::localhost:2/Own")));
  EXPECT_TRUE(orb->resolve_initial_references("RootPOA"));
}

TEST(InitialReferences, are_registered_once_and_come_before_options) {
  const auto orb = CORBA::ORB_init({"-ORBInitRef", "A=corbaloc::localhost:2/A"});
  const auto object = orb->string_to_object(kSomewhere);
  orb->register_initial_reference("A", object);
  EXPECT_EQ(orb->resolve_initial_references("A"), object);
  EXPECT_THROW(orb->register_initial_reference("A", object), CORBA::ORB::InvalidName);
  EXPECT_THROW(orb->register_initial_reference("", object), CORBA::ORB::InvalidName);
  EXPECT_THROW(orb->register_initial_reference("RootPOA", object), CORBA::ORB::InvalidName);
  EXPECT_THROW(orb->register_initial_reference("B", nullptr), CORBA::BAD_PARAM);
  const auto names = orb->list_initial_services();
  EXPECT_EQ(std::ranges::count(names, "A"), 1);
  EXPECT_EQ(std::ranges::count(names, "RootPOA"), 1);
}

TEST(InitialReferences, that_lead_in_a_circle_are_refused) {
  const auto orb =
      CORBA::ORB_init({"-ORBInitRef", "A=corbaloc:rir:/B", "-ORBInitRef", "B=corbaloc:rir:/A"});
  EXPECT_THROW((void)orb->resolve_initial_references("A"), CORBA::BAD_PARAM);
}

TEST(References, of_every_scheme_are_refused_with_the_standard_s_minor) {
  const auto orb = CORBA::ORB_init();
  EXPECT_EQ(minor_of_refusal(*orb, "http://host/x"), 0x4f4d0007U);
  EXPECT_EQ(minor_of_refusal(*orb, "corbaloc::host:99999/x"), 0x4f4d0008U);
  EXPECT_EQ(minor_of_refusal(*orb, "corbaloc:rir:/Na%6"), 0x4f4d0009U);
  EXPECT_EQ(minor_of_refusal(*orb, "IOR:0"), 0x4f4d0009U);
  EXPECT_EQ(minor_of_refusal(*orb, "corbaname::host#%"), 0x4f4d0009U);
  EXPECT_EQ(minor_of_refusal(*orb, "corbaname::host#a//b"), 0x4f4d0009U);
  EXPECT_EQ(minor_of_refusal(*orb, "corbaloc:rir:/Nobody"), 0x4f4d000aU);
  EXPECT_EQ(minor_of_refusal(*orb, "file:///no/such/file"), 0x4f4d000aU);
}

TEST(References, are_read_from_files) {
  const auto orb = CORBA::ORB_init();
  const auto path = std::filesystem::path(testing::TempDir()) / "reference.ior";
  std::ofstream(path) << kSomewhere << "\n";
  EXPECT_EQ(text_of(*orb, orb->string_to_object("file://" + path.string())),
            text_of(*orb, orb->string_to_object(kSomewhere)));
  std::ofstream(path) << "file://" << path.string();
  EXPECT_EQ(minor_of_refusal(*orb, "file://" + path.string()), 0x4f4d000aU) << "a circle";
  std::ofstream(path) << std::string(70'000, 'x');
  EXPECT_EQ(minor_of_refusal(*orb, "file://" + path.string()), 0x4f4d000aU) << "too large";
  std::ofstream(path) << "\n";
  const std::string said = refusal_of(*orb, "file://" + path.string()).what();
  EXPECT_NE(said.find("file://"), std::string::npos) << said;
  EXPECT_NE(said.find("has the server that writes it started?"), std::string::npos) << said;
  std::filesystem::remove(path);
}

}  // namespace
