// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/kept_names.hpp>

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/naming/naming_service.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <thread>
#include <utility>

namespace orbweaver::registry {
namespace {

using Lines = std::vector<std::string>;

/// A naming service in which one name is kept.
class AKeptName : public testing::Test {
 protected:
  AKeptName() {
    root->bind(name, root);
    kept.keep(root, "kept", root);
  }
  ~AKeptName() override { orb->destroy(); }
  [[nodiscard]] bool is_bound() const { return root->resolve(name)->_is_equivalent(root); }

  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  std::function<void()> on_unbind;
  naming::NamingService names{orb, {}, {}, [this](const std::string&) {
                                if (on_unbind) std::exchange(on_unbind, nullptr)();
                              }};
  CORBA::object_reference<CosNaming::NamingContext> root =
      IDL::traits<CosNaming::NamingContext>::narrow(names.root());
  const CosNaming::Name name{CosNaming::NameComponent{"kept", ""}};
  KeptNames kept;
};

constexpr const char* kWasAnother =
    "the name 'kept' was bound to another object by a client: it is bound again";

TEST_F(AKeptName, is_bound_again_though_a_client_binds_it_meanwhile) {
  const auto another = root->new_context();
  root->rebind(name, another);
  on_unbind = [&] { root->bind(name, another); };  // after restore() has unbound it
  EXPECT_EQ(kept.restore(), Lines{kWasAnother});
  EXPECT_TRUE(is_bound());
}

TEST_F(AKeptName, is_restored_by_one_thread_at_a_time) {
  root->rebind(name, root->new_context());
  Lines of_the_other;
  std::jthread other;
  on_unbind = [&] { other = std::jthread{[&] { of_the_other = kept.restore(); }}; };
  EXPECT_EQ(kept.restore(), Lines{kWasAnother});
  other.join();
  EXPECT_EQ(of_the_other, Lines{});
  EXPECT_TRUE(is_bound());
}

}  // namespace
}  // namespace orbweaver::registry
