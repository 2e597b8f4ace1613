// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/node/domain_search.hpp>

#include <gtest/gtest.h>

#include "node_under_test.hpp"

namespace orbweaver::node {
namespace {

using Way = profile::FindBy::Way;
using Kind = SearchFault::Kind;

class DomainSearch : public test::ANode {
 protected:
  [[nodiscard]] Result<CORBA::object_reference<CF::DomainManager>, SearchFault> find(
      Way way, const std::string& name) {
    return find_domain_manager(*server, {.way = way, .name = name}, std::chrono::minutes{5});
  }
};

TEST_F(DomainSearch, finds_a_domain_manager_by_its_reference) {
  const auto found = find(Way::stringified_reference, client->object_to_string(domain));
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)->identifier(), "fake");
}

TEST_F(DomainSearch, gives_up_where_no_other_try_can_help) {
  EXPECT_EQ(find(Way::stringified_reference, "nonsense").error().kind, Kind::wrong);
}

TEST_F(DomainSearch, may_try_again_while_no_naming_service_is_known) {
  const auto found = find(Way::naming_service, "Domain/Domain");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, Kind::not_there);
  EXPECT_EQ(found.error().why,
            "no naming service is known, and no such domain of this user runs on this machine: "
            "start one with 'orbweaver domain', or give -ORBInitRef NameService=REFERENCE");
}

TEST_F(DomainSearch, refuses_an_object_that_is_no_domain_manager) {
  make(options(test::dcd({})));
  const auto found = find(Way::stringified_reference, client->object_to_string(manager));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().why, "it is no CF::DomainManager");
}

TEST_F(DomainSearch, may_try_again_while_the_domain_manager_is_not_there) {
  const auto found = find(Way::stringified_reference, "corbaloc::127.0.0.1:1/Domain");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, Kind::not_there);
}

}  // namespace
}  // namespace orbweaver::node
