// SPDX-License-Identifier: Apache-2.0
// Connections to services that come and go.
#include "deployment_fixture.hpp"

namespace orbweaver::deploy {
namespace {

using Calls = std::vector<std::string>;

class DeploymentWithAService : public testing::DeploymentTest {};

TEST_F(DeploymentWithAService, connects_to_a_service_when_it_comes_and_waits_again_when_it_goes) {
  const FoundOwner log{FoundOwner::Way::domain_finder, "log", "service"};
  sample_.connect_to_service("a-log", "a", "log", "log");
  auto app = application();
  ASSERT_TRUE(app->create().has_value()) << "a service that is not there fails nothing";
  ASSERT_EQ(app->waiting().size(), 1U);
  EXPECT_EQ(app->waiting()[0].id, "a-log");
  target_.services.insert("log");
  EXPECT_TRUE(app->service_came(log).empty());
  EXPECT_TRUE(target_.world().has("connection a-log of a:app"));
  EXPECT_TRUE(app->waiting().empty());
  EXPECT_TRUE(app->service_went(log).empty());
  EXPECT_FALSE(target_.world().has("connection a-log of a:app"));
  EXPECT_EQ(app->waiting().size(), 1U);
  EXPECT_TRUE(app->service_came(log).empty());
  EXPECT_TRUE(app->release().empty());
  EXPECT_EQ(target_.world().held(), Calls{});
}

TEST_F(DeploymentWithAService, does_not_connect_to_another_service_of_the_same_type) {
  sample_.connect_to_service("a-log", "a", "log", "log");
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  target_.services = {"log", "other"};
  (void)app->service_came({FoundOwner::Way::domain_finder, "other", "service"});
  EXPECT_EQ(app->waiting().size(), 1U);
}

}  // namespace
}  // namespace orbweaver::deploy
