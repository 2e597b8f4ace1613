// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/report.hpp>
#include <orbweaver/generated/sca/CF.hpp>

#include <gtest/gtest.h>

namespace orbweaver::control {
namespace {

using Number = CF::ErrorNumberType;

std::string line(const CORBA::Exception& exception) {
  return line_of(failure_of("do it", exception));
}

TEST(AFailure, has_number_and_message_of_an_exception_of_cf) {
  const CF::DomainManager::ApplicationInstallationError error{Number::CF_EINVAL, "no controller"};
  const auto failure = failure_of("install /x", error);
  EXPECT_EQ(failure.exception, "ApplicationInstallationError");
  EXPECT_EQ(failure.number, "CF_EINVAL");
  EXPECT_TRUE(line_of(failure).starts_with(
      "install /x: ApplicationInstallationError (CF_EINVAL): no controller; "));
}

TEST(AFailure, names_the_properties_and_assignments_of_an_exception) {
  const CF::Properties wrong{CF::DataType{"gain", {}}, CF::DataType{"level", {}}};
  EXPECT_TRUE(line(CF::PropertySet::InvalidConfiguration{"too loud", wrong})
                  .starts_with("do it: InvalidConfiguration: too loud: gain, level; "));
  EXPECT_TRUE(line(CF::PropertySet::InvalidConfiguration{"gain and level are too high", wrong})
                  .starts_with("do it: InvalidConfiguration: gain and level are too high; "));
  const auto partial = failure_of("do it", CF::PropertySet::PartialConfiguration{wrong});
  EXPECT_EQ(partial.ids, (std::vector<std::string>{"gain", "level"}));
  EXPECT_TRUE(line(CF::ApplicationFactory::CreateApplicationRequestError{
                       {CF::DeviceAssignmentType{"rx", "board"}}})
                  .starts_with("do it: CreateApplicationRequestError: rx=board; "));
  EXPECT_EQ(line(CF::LifeCycle::ReleaseError{{"rx hangs", "tx, too"}}),
            "do it: ReleaseError: rx hangs; tx, too");
  EXPECT_TRUE(line(CF::Port::InvalidPort{7, "no data port"})
                  .starts_with("do it: InvalidPort (7): no data port; "));
}

TEST(AFailure, of_an_exception_without_members_has_its_name_and_a_remedy) {
  EXPECT_EQ(line(CF::PortSupplier::UnknownPort{}),
            "do it: UnknownPort; 'orbweaver ports' lists those that there are");
  EXPECT_NE(line(CORBA::TIMEOUT{}).find("--timeout"), std::string::npos);
  EXPECT_EQ(failure_of("do it", CORBA::NO_IMPLEMENT{}).remedy, "");
}

TEST(AFailure, is_one_line_whatever_the_peer_says) {
  const auto said = line(CF::FileException{Number::CF_NOTSET, "a\nb\x1b[31mc\x7f"});
  EXPECT_EQ(said, "do it: FileException: a b [31mc ");
}

TEST(AFailure, is_a_document_with_the_parts_that_it_has) {
  const auto document = document_of({"do it", "no", {}});
  EXPECT_EQ(document.dump(), R"({"error":{"what":"do it","cause":"no","line":"do it: no"}})");
}

TEST(ADocument, is_utf_8_whatever_a_peer_says) {
  EXPECT_EQ(text_of(Json{{"name", "a\xff"}}), "{\n \"name\": \"a\xef\xbf\xbd\"\n}\n");
}

TEST(AnAttempt, gives_the_result_or_a_failure_with_what_was_tried) {
  EXPECT_EQ(attempt("count", [] { return 3; }), 3);
  try {
    attempt("count", [] { throw CF::InvalidProfile{}; });
    FAIL();
  } catch (const Failed& failed) {
    EXPECT_EQ(failed.failure().what, "count");
    EXPECT_EQ(failed.failure().exception, "InvalidProfile");
  }
}

}  // namespace
}  // namespace orbweaver::control
