// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/generated/sca/CF.hpp>
#include <orbweaver/registry/bounded_call.hpp>

#include <gtest/gtest.h>

namespace orbweaver::registry {
namespace {

using deploy::Cause;
using deploy::Limit;
using Number = CF::ErrorNumberType;

template <class Exception>
std::string line_of(const Exception& exception) {
  const auto outcome = outcome_of(Limit{}, [&] { throw exception; });
  return outcome ? "" : deploy::line(outcome.error());
}

CF::Properties properties(const std::vector<std::string>& ids) {
  CF::Properties properties;
  for (const auto& text : ids) properties.emplace_back(text, CORBA::Any{});
  return properties;
}

TEST(WhatACallThrows, is_one_clause_with_what_the_exception_says) {
  EXPECT_EQ(line_of(CF::Resource::StartError(Number::CF_EIO, "no antenna")),
            "failed: StartError: no antenna");
  EXPECT_EQ(line_of(CF::LifeCycle::InitializeError({"no antenna", "no clock"})),
            "failed: InitializeError: no antenna, no clock");
  EXPECT_EQ(line_of(CF::PropertySet::PartialConfiguration(properties({"gain", "band"}))),
            "failed: PartialConfiguration: gain, band");
  EXPECT_EQ(line_of(CF::ExecutableDevice::InvalidOptions(properties({"PRIORITY"}))),
            "failed: InvalidOptions: PRIORITY");
  EXPECT_EQ(line_of(CF::ExecutableDevice::InvalidParameters(properties({"x"}))),
            "failed: InvalidParameters: x");
  EXPECT_EQ(line_of(CF::UnknownProperties(properties({"x"}))), "failed: UnknownProperties: x");
  EXPECT_EQ(line_of(CF::Port::OccupiedPort()), "failed: OccupiedPort");
  EXPECT_EQ(line_of(CF::Port::InvalidPort(1, "")), "failed: InvalidPort");
  EXPECT_EQ(line_of(std::runtime_error("no memory")), "failed: no memory");
  EXPECT_EQ(line_of(1), "failed: an unknown exception");
}

TEST(WhatACallThrows, begins_no_line_of_its_own) {
  EXPECT_EQ(line_of(CF::Resource::StopError(Number::CF_EIO, "one\ntwo\033[2J")),
            "failed: StopError: one two [2J");
}

TEST(WhatACallThrows, is_a_timeout_if_there_was_no_answer) {
  EXPECT_EQ(line_of(CORBA::TIMEOUT()), "timed out");
  EXPECT_NE(line_of(CORBA::NO_MEMORY(0, CORBA::COMPLETED_NO, "why")).find("NO_MEMORY"),
            std::string::npos);
}

TEST(ACall, is_not_made_when_it_is_not_wanted_any_more) {
  std::stop_source stop;
  stop.request_stop();
  bool is_called = false;
  const auto outcome =
      outcome_of(Limit{Deadline::never(), stop.get_token()}, [&] { is_called = true; });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().cause, Cause::cancelled);
  EXPECT_FALSE(is_called);
}

TEST(ACall, waits_for_the_report_of_an_end_when_its_connection_breaks) {
  std::stop_source stop;
  const auto outcome = outcome_of(Limit{Deadline::never(), stop.get_token()}, [&] {
    stop.request_stop();
    throw CORBA::COMM_FAILURE();
  });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().cause, Cause::failed);
}

TEST(ACall, gives_its_result) {
  EXPECT_EQ(outcome_of(Limit{}, [] { return 3; }).value(), 3);
  EXPECT_EQ(flat_outcome_of(Limit{}, []() -> deploy::Outcome<int> { return 4; }).value(), 4);
}

TEST(ATimeout, is_that_of_the_messaging_policy) {
  EXPECT_TRUE(timeout_policies(Deadline::never()).empty());
  const auto passed = timeout_policies(Deadline::at(now() - std::chrono::hours{1}));
  ASSERT_EQ(passed.size(), 1U);
  const auto shortest =
      std::dynamic_pointer_cast<Messaging::RelativeRoundtripTimeoutPolicy>(passed.front());
  ASSERT_TRUE(shortest);
  EXPECT_EQ(shortest->relative_expiry(), 1U) << "0 would be no limit";
  const auto later = std::dynamic_pointer_cast<Messaging::RelativeRoundtripTimeoutPolicy>(
      timeout_policies(Deadline::after(std::chrono::hours{1})).front());
  EXPECT_GT(later->relative_expiry(), 1U);
  EXPECT_LE(later->relative_expiry(), 36'000'000'000U) << "in units of 100 ns";
}

}  // namespace
}  // namespace orbweaver::registry
