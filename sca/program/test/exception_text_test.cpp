// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/option_properties.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/generated/sca/CF/ExecutableDevice.hpp>
#include <orbweaver/program/exception_text.hpp>

#include <gtest/gtest.h>

namespace orbweaver::program {
namespace {

TEST(ExceptionText, has_the_name_and_what_the_members_say) {
  const auto number = CF::ErrorNumberType::CF_EBUSY;
  EXPECT_EQ(text_of(CF::DomainManager::RegisterError(number, "full")), "RegisterError: full");
  EXPECT_EQ(text_of(CF::DomainManager::UnregisterError(number, "late")), "UnregisterError: late");
  EXPECT_EQ(text_of(CF::LifeCycle::InitializeError({"no clock", "no antenna"})),
            "InitializeError: no clock, no antenna");
  EXPECT_EQ(text_of(CF::InvalidProfile()), "InvalidProfile");
}

TEST(ExceptionText, of_options_has_their_values) {
  CORBA::Any number, nothing;
  number <<= std::uint32_t{1000};
  EXPECT_EQ(text_of(CF::ExecutableDevice::InvalidOptions(
                {CF::DataType{"PRIORITY", number}, CF::DataType{"x", nothing}})),
            "InvalidOptions: PRIORITY=1000, x");
  CORBA::Any reason;
  reason <<= std::string{"PRIORITY takes less"};
  EXPECT_EQ(text_of(CF::ExecutableDevice::InvalidOptions(
                {CF::DataType{"PRIORITY", number}, CF::DataType{device::kReasonId, reason}})),
            "InvalidOptions: PRIORITY=1000: PRIORITY takes less");
}

TEST(ExceptionText, is_one_line_whatever_a_peer_says) {
  EXPECT_EQ(text_of(CF::InvalidObjectReference("a\nb")), "InvalidObjectReference: a b");
}

TEST(ExceptionText, of_a_system_exception_is_all_that_it_knows) {
  const CORBA::TRANSIENT failure(7, CORBA::COMPLETED_NO, "connection refused");
  EXPECT_EQ(text_of(failure), failure.what());
}

}  // namespace
}  // namespace orbweaver::program
