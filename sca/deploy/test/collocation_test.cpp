// SPDX-License-Identifier: Apache-2.0
// Which components share a host process, and which run as programs of their own.
#include "sample.hpp"

#include <orbweaver/deploy/plan.hpp>

#include <gtest/gtest.h>

namespace orbweaver::deploy {
namespace {

using testing::executable_device;
using testing::needs;
using Placement = PlanRequest::Placement;

class CollocationTest : public ::testing::Test {
 protected:
  static profile::Implementation library(const std::string& id) {
    auto implementation = testing::implementation("library", "/lib/lib" + id + ".so");
    implementation.code->type = profile::CodeType::shared_library;
    implementation.code->type_text = "SharedLibrary";
    return implementation;
  }
  void collocate(const std::string& id, std::initializer_list<std::string> components) {
    profile::HostCollocation host_collocation;
    host_collocation.id = id;
    for (const auto& component : components) {
      sample_.add_to(host_collocation, component).spd.implementations.push_back(library(component));
    }
    sample_.sad.collocations.push_back(std::move(host_collocation));
  }
  Plan plan(Placement placement = Placement::as_sad) {
    auto request = sample_.request();
    request.placement = placement;
    auto dry_plan = make_dry_plan(request, report_);
    EXPECT_TRUE(dry_plan.has_value()) << to_text(report_);
    return dry_plan ? std::move(*dry_plan) : Plan{};
  }
  /// "a in pair as library from /lib/liba.so"
  static std::string where(const Plan& plan, const std::string& id) {
    const auto* component = plan.find(id + ":app");
    if (component == nullptr || !component->execute) return id + " is not executed";
    const auto& request = *component->execute;
    return id + (request.collocation.empty() ? " alone" : " in " + request.collocation) +
           (request.is_shared_library ? " as library from " : " as program from ") + request.file;
  }

  testing::Sample sample_;
  PlanReport report_;
};

TEST_F(CollocationTest, runs_components_that_are_all_libraries_in_one_host_process) {
  collocate("pair", {"a", "b"});
  sample_.add("c").spd.implementations.push_back(library("c"));
  const auto new_plan = plan();
  EXPECT_EQ(where(new_plan, "a"), "a in pair as library from /lib/liba.so");
  EXPECT_EQ(where(new_plan, "b"), "b in pair as library from /lib/libb.so");
  EXPECT_EQ(where(new_plan, "c"), "c alone as program from /bin/c");
  EXPECT_EQ(new_plan.find("a:app")->loads.back().kind, LoadRequest::Kind::shared_library);
}

TEST_F(CollocationTest, runs_programs_if_one_component_is_no_library) {
  collocate("pair", {"a", "b"});
  sample_.parts("b").spd.implementations.pop_back();
  const auto new_plan = plan();
  EXPECT_EQ(where(new_plan, "a"), "a in pair as program from /bin/a");
  EXPECT_EQ(where(new_plan, "b"), "b in pair as program from /bin/b");
}

TEST_F(CollocationTest, runs_programs_if_the_library_of_one_component_fits_no_device) {
  collocate("pair", {"a", "b"});
  sample_.parts("b").spd.implementations[1].dependencies.push_back(needs("memory", "1000"));
  sample_.parts("a").spd.implementations[1].dependencies.push_back(needs("memory", "90"));
  sample_.parts("a").spd.implementations[0].dependencies.push_back(needs("memory", "90"));
  const auto new_plan = plan();
  EXPECT_EQ(where(new_plan, "a"), "a in pair as program from /bin/a") << "capacity was given back";
  EXPECT_EQ(where(new_plan, "b"), "b in pair as program from /bin/b");
}

TEST_F(CollocationTest, runs_programs_if_the_file_of_a_library_is_not_there) {
  collocate("pair", {"a", "b"});
  sample_.missing = {"/lib/libb.so"};
  EXPECT_EQ(where(plan(), "a"), "a in pair as program from /bin/a");
  EXPECT_NE(to_text(report_).find("- file: wants /lib/libb.so, found no such file"),
            std::string::npos);
}

TEST_F(CollocationTest, wants_an_executable_device_for_libraries_in_a_host) {
  sample_.devices = {executable_device("store"), executable_device("gpp")};
  sample_.devices[0].kind = DeviceKind::loadable;
  collocate("pair", {"a"});
  EXPECT_EQ(plan().find("a:app")->device, "gpp");
}

TEST_F(CollocationTest, ignores_collocations_if_components_are_to_be_separate) {
  sample_.devices = {executable_device("one", 10), executable_device("two", 10)};
  collocate("pair", {"a", "b"});
  for (const auto* id : {"a", "b"}) {
    sample_.parts(id).spd.implementations[0].dependencies.push_back(needs("memory", "10"));
  }
  const auto new_plan = plan(Placement::separate);
  EXPECT_EQ(where(new_plan, "a"), "a alone as program from /bin/a");
  EXPECT_EQ(new_plan.find("b:app")->device, "two");
}

TEST_F(CollocationTest, puts_all_components_into_one_host_if_they_are_to_be_together) {
  collocate("pair", {"a"});
  sample_.add("c").spd.implementations.push_back(library("c"));
  const auto new_plan = plan(Placement::together);
  EXPECT_EQ(where(new_plan, "a"), "a in together as library from /lib/liba.so");
  EXPECT_EQ(where(new_plan, "c"), "c in together as library from /lib/libc.so");
}

TEST_F(CollocationTest, refuses_libraries_of_one_process_with_different_execute_options) {
  collocate("pair", {"a", "b"});
  sample_.parts("b").spd.implementations[1].code->priority = "10";
  auto request = sample_.request();
  const auto fault = make_dry_plan(request, report_);
  ASSERT_FALSE(fault);
  EXPECT_EQ(fault.error().kind, PlanFault::Kind::invalid_profile);
  EXPECT_NE(line(fault.error().failures.at(0))
                .find("the components 'a' (none) and 'b' (PRIORITY=10) share one host process"),
            std::string::npos)
      << line(fault.error().failures.at(0));
  EXPECT_EQ(where(plan(Placement::separate), "b"), "b alone as program from /bin/b");
}

TEST_F(CollocationTest, lets_libraries_of_one_process_have_the_same_execute_options) {
  collocate("pair", {"a", "b"});
  for (const auto* id : {"a", "b"}) sample_.parts(id).spd.implementations[1].code->priority = "10";
  EXPECT_EQ(where(plan(), "b"), "b in pair as library from /lib/libb.so");
}

TEST_F(CollocationTest, gives_collocations_without_an_id_one_of_their_own) {
  collocate("", {"a"});
  collocate("", {"b"});
  const auto new_plan = plan();
  EXPECT_EQ(where(new_plan, "a"), "a in collocation_1 as library from /lib/liba.so");
  EXPECT_EQ(where(new_plan, "b"), "b in collocation_2 as library from /lib/libb.so");
}

TEST_F(CollocationTest, does_not_ask_for_a_library_of_what_a_factory_of_the_host_makes) {
  collocate("pair", {"f"});
  sample_.parts("f").scd.type = "resourcefactory";
  sample_.add_made("m", "f");
  const auto new_plan = plan(Placement::together);
  EXPECT_EQ(where(new_plan, "f"), "f in together as library from /lib/libf.so");
  EXPECT_EQ(where(new_plan, "m"), "m is not executed");
}

TEST_F(CollocationTest, passes_over_a_library_that_would_be_loaded_and_never_register) {
  auto& spd = sample_.add("a").spd;
  spd.implementations.insert(spd.implementations.begin(), library("a"));
  EXPECT_EQ(where(plan(), "a"), "a alone as program from /bin/a");
  EXPECT_NE(to_text(report_).find("- code: wants a host process"), std::string::npos);
}

TEST_F(CollocationTest, executes_a_library_with_an_entry_point_by_itself) {
  auto& spd = sample_.add("a").spd;
  spd.implementations = {library("a")};
  spd.implementations[0].code->entrypoint = "make";
  EXPECT_EQ(where(plan(), "a"), "a alone as library from /lib/liba.so");
}

}  // namespace
}  // namespace orbweaver::deploy
