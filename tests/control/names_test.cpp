// SPDX-License-Identifier: Apache-2.0
// Domains and applications with odd names: each is found, answers, and is released by its name.
#include "odd_names.hpp"
#include "operated_domain.hpp"

namespace orbweaver::control::test {
namespace {

void expect_whole_life(const Domain& domain, const std::string& application) {
  control::create(domain, {.application = "radio", .name = application});
  const auto found = examine(domain);
  EXPECT_TRUE(found.is_well) << found.text;
  EXPECT_EQ(found.document["components"], 2);
  for (const char* component : {"/rx", "/tx:"}) {
    auto target = application + component;
    if (target.ends_with(':')) target += application;
    const auto shown = properties(domain, target, {"gain"}).document;
    EXPECT_EQ(shown["application"], application);
    EXPECT_TRUE(shown["properties"][0].contains("value")) << shown.dump();
  }
  control::release(domain, application);
}

class ADomainOfOddName : public domain::test::ADomain,
                         public testing::WithParamInterface<std::string_view> {
 protected:
  ADomainOfOddName() {
    auto with = options();
    with.name = std::string{GetParam()};
    with.root = files.root().parent_path() / "served";
    std::filesystem::create_directories(with.root);
    begin(std::move(with));
    files.write("dom/waveforms/radio/radio.sad.xml", domain::test::sad());
  }
};

TEST_P(ADomainOfOddName, is_found_and_has_applications_of_its_name) {
  const auto naming = server->object_to_string(domain->names());
  const auto here = find_domain(client, {.name = std::string{GetParam()}, .naming = naming});
  EXPECT_EQ(here.manager->identifier(), GetParam());
  const auto sad = files.root() / "waveforms/radio/radio.sad.xml";
  control::install(here, {.sad = sad, .root = files.root()});
  expect_whole_life(here, std::string{GetParam()});
}

INSTANTIATE_TEST_SUITE_P(Names, ADomainOfOddName, testing::ValuesIn(kOddNames));

class AnApplicationOfOddName : public AnOperatedDomain {};

TEST_F(AnApplicationOfOddName, may_have_slashes) {
  control::install(here(), {.sad = sad("radio"), .root = files.root()});
  for (const auto odd_name : kOddNamesWithSlash) expect_whole_life(here(), std::string{odd_name});
}

}  // namespace
}  // namespace orbweaver::control::test
