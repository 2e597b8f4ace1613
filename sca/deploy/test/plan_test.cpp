// SPDX-License-Identifier: Apache-2.0
// Which implementation goes to which device, and what the report says about it.
#include "sample.hpp"

#include <orbweaver/deploy/plan.hpp>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace orbweaver::deploy {
namespace {

using testing::executable_device;
using testing::implementation;
using testing::needs;
using testing::needs_package;
using testing::Sample;

class PlanTest : public ::testing::Test {
 protected:
  Plan plan_of(const PlanRequest& request) {
    auto plan = make_dry_plan(request, report_);
    EXPECT_TRUE(plan.has_value()) << to_text(report_);
    return plan ? std::move(*plan) : Plan{};
  }
  PlanFault fault_of(const PlanRequest& request) {
    auto plan = make_dry_plan(request, report_);
    EXPECT_FALSE(plan.has_value());
    return plan ? PlanFault{} : plan.error();
  }
  /// "a on gpp as impl"
  static std::string where(const Plan& plan, const std::string& id) {
    const auto* component = plan.find(id + ":app");
    if (component == nullptr) return "nowhere";
    return id + " on " + component->device + " as " + component->implementation;
  }
  bool says(const std::string& text) const {
    return to_text(report_).find(text) != std::string::npos;
  }

  Sample sample_;
  PlanReport report_;
};

TEST_F(PlanTest, places_a_component_on_the_first_device_that_fits) {
  sample_.devices = {executable_device("arm"), executable_device("gpp")};
  sample_.devices[0].processors = {"armv7l"};
  sample_.add("a").spd.implementations[0].processors.push_back({"x86", {}, {}});
  EXPECT_EQ(where(plan_of(sample_.request()), "a"), "a on gpp as impl");
  EXPECT_TRUE(says("- processor: wants x86, found armv7l")) << to_text(report_);
}

TEST_F(PlanTest, tries_the_next_device_before_the_next_implementation) {
  sample_.devices = {executable_device("small", 5), executable_device("large", 50)};
  auto& spd = sample_.add("a").spd;
  spd.implementations[0].dependencies.push_back(needs("memory", "10"));
  spd.implementations.push_back(implementation("thrifty", "/bin/a2"));
  EXPECT_EQ(where(plan_of(sample_.request()), "a"), "a on large as impl");
}

TEST_F(PlanTest, tries_the_next_implementation_when_no_device_fits) {
  auto& spd = sample_.add("a").spd;
  spd.implementations[0].operating_systems.push_back({"VxWorks", {}, {}});
  spd.implementations.push_back(implementation("linux", "/bin/a2"));
  const auto plan = plan_of(sample_.request());
  EXPECT_EQ(where(plan, "a"), "a on gpp as linux");
  EXPECT_EQ(plan.components[0].loads.back().file, "/bin/a2");
}

TEST_F(PlanTest, passes_over_an_implementation_whose_file_is_not_there_and_says_so) {
  auto& spd = sample_.add("a").spd;
  spd.implementations.push_back(implementation("second", "/bin/a2"));
  sample_.missing = {"/bin/a"};
  EXPECT_EQ(where(plan_of(sample_.request()), "a"), "a on gpp as second");
  EXPECT_TRUE(says("- file: wants /bin/a, found no such file")) << to_text(report_);
}

TEST_F(PlanTest, counts_down_capacity_and_goes_to_the_next_device) {
  sample_.devices = {executable_device("one", 30), executable_device("two", 30)};
  for (const auto* id : {"a", "b", "c"}) {
    sample_.add(id).spd.implementations[0].dependencies.push_back(needs("memory", "15"));
  }
  const auto plan = plan_of(sample_.request());
  EXPECT_EQ(where(plan, "b"), "b on one as impl");
  EXPECT_EQ(where(plan, "c"), "c on two as impl");
  EXPECT_TRUE(says("'memory': 0 left")) << to_text(report_);
}

TEST_F(PlanTest, says_for_each_device_and_implementation_why_nothing_fits) {
  auto& spd = sample_.add("a").spd;
  spd.implementations[0].processors.push_back({"armv7l", {}, {}});
  spd.implementations.push_back(implementation("second", "/bin/a2"));
  spd.implementations[1].dependencies.push_back(needs("memory", "1000"));
  const auto fault = fault_of(sample_.request());
  EXPECT_EQ(fault.kind, PlanFault::Kind::no_device_fits);
  ASSERT_EQ(fault.failures.size(), 1U);
  EXPECT_EQ(line(fault.failures[0]),
            "component 'a:app': plan: refused: implementation 'impl' on device 'gpp': processor: "
            "wants armv7l, found x86_64, x86; implementation 'second' on device 'gpp': capacity: "
            "wants memory 1000, found refused: 'memory': 100 left");
}

TEST_F(PlanTest, without_any_device_says_just_that) {
  sample_.add("a");
  sample_.devices.clear();
  const auto fault = fault_of(sample_.request());
  EXPECT_EQ(fault.kind, PlanFault::Kind::no_device_fits);
  EXPECT_EQ(fault.failures.front().fault.text, "there is no device; 'orbweaver node' starts some");
}

TEST_F(PlanTest, names_implementation_and_device_once_for_all_that_does_not_match) {
  auto& wanted = sample_.add("a").spd.implementations[0];
  wanted.processors.push_back({"armv7l", {}, {}});
  wanted.operating_systems.push_back({"VxWorks", {}, {}});
  const auto fault = fault_of(sample_.request());
  ASSERT_EQ(fault.failures.size(), 1U);
  EXPECT_EQ(line(fault.failures[0]),
            "component 'a:app': plan: refused: implementation 'impl' on device 'gpp': os: wants "
            "VxWorks, found Linux 6.1.0; processor: wants armv7l, found x86_64, x86");
}

TEST_F(PlanTest, that_is_only_reported_names_each_component_that_fits_nowhere) {
  sample_.add("a").spd.implementations[0].processors.push_back({"armv7l", {}, {}});
  sample_.add("b");
  sample_.add("c").spd.implementations[0].processors.push_back({"mips", {}, {}});
  const auto fault = fault_of(sample_.request());
  ASSERT_EQ(fault.failures.size(), 2U);
  EXPECT_EQ(fault.failures[0].component, "a:app");
  EXPECT_EQ(fault.failures[1].component, "c:app");
  EXPECT_TRUE(says("component 'b'\n  implementation 'impl' on device 'gpp': fits"))
      << to_text(report_);
}

TEST_F(PlanTest, that_is_carried_out_ends_at_the_first_component_that_fits_nowhere) {
  for (const auto* id : {"a", "b"})
    sample_.add(id).spd.implementations[0].processors.push_back({"armv7l", {}, {}});
  CopiedCapacities source{sample_.devices};
  Transaction taken;
  const auto plan = make_plan(sample_.request(), source, taken, report_);
  ASSERT_FALSE(plan.has_value());
  EXPECT_EQ(plan.error().failures.size(), 1U);
}

TEST_F(PlanTest, does_not_use_a_device_that_is_locked) {
  sample_.devices[0].availability = Availability::locked;
  sample_.add("a");
  (void)fault_of(sample_.request());
  EXPECT_TRUE(says("- availability: wants available, found locked"));
}

TEST_F(PlanTest, loads_packages_before_the_component_that_depends_on_them) {
  auto& a = sample_.add("a");
  a.spd.implementations[0].dependencies.push_back(needs_package("l.spd.xml"));
  auto library = a.packages["l.spd.xml"] = std::make_shared<testing::Parts>();
  library->spd.implementations = {implementation("arm", "/lib/arm.so"),
                                  implementation("x86", "/lib/x86.so")};
  library->spd.implementations[0].processors.push_back({"armv7l", {}, {}});
  library->spd.implementations[1].code->type = profile::CodeType::shared_library;
  const auto plan = plan_of(sample_.request());
  ASSERT_EQ(plan.components[0].loads.size(), 2U);
  EXPECT_EQ(plan.components[0].loads[0].file, "/lib/x86.so");
  EXPECT_EQ(plan.components[0].loads[0].kind, LoadRequest::Kind::shared_library);
  EXPECT_EQ(plan.components[0].loads[1].file, "/bin/a");
}

TEST_F(PlanTest, misses_no_host_process_where_no_device_is) {
  sample_.devices.clear();
  auto& a = sample_.add("a");
  a.spd.implementations[0].code->type = profile::CodeType::shared_library;
  const auto fault = fault_of(sample_.request());
  EXPECT_FALSE(says("host process")) << to_text(report_);
  EXPECT_NE(line(fault.failures[0]).find("there is no device"), std::string::npos);
}

/// Two packages at each level, which both need both of the level below.
void add_diamonds(testing::Parts& top, int levels, const std::string& processor = {}) {
  std::vector<std::shared_ptr<testing::Parts>> below;
  for (int level = levels; level > 0; --level) {
    std::vector<std::shared_ptr<testing::Parts>> these;
    for (const char* side : {"l", "r"}) {
      auto parts = std::make_shared<testing::Parts>();
      const auto name = side + std::to_string(level);
      parts->spd.implementations = {implementation("impl", "/lib/" + name + ".so")};
      auto& only = parts->spd.implementations[0];
      only.dependencies.push_back(needs("memory", "1"));
      if (below.empty() && !processor.empty()) only.processors.push_back({processor, {}, {}});
      for (std::size_t i = 0; i < below.size(); ++i) {
        const auto file = std::to_string(i) + ".spd.xml";
        only.dependencies.push_back(needs_package(file));
        parts->packages[file] = below[i];
      }
      these.push_back(parts);
    }
    below = these;
  }
  for (std::size_t i = 0; i < below.size(); ++i) {
    const auto file = std::to_string(i) + ".spd.xml";
    top.spd.implementations[0].dependencies.push_back(needs_package(file));
    top.packages[file] = below[i];
  }
}

TEST_F(PlanTest, loads_a_package_once_however_many_depend_on_it) {
  add_diamonds(sample_.add("a"), 22);
  const auto plan = plan_of(sample_.request());
  const auto& loads = plan.components[0].loads;
  ASSERT_EQ(loads.size(), 45U);
  EXPECT_EQ(loads[0].file, "/lib/l22.so");
  EXPECT_EQ(loads[1].file, "/lib/r22.so");
  EXPECT_EQ(loads[2].file, "/lib/l21.so");
  EXPECT_EQ(loads.back().file, "/bin/a");
}

TEST_F(PlanTest, says_briefly_that_a_package_far_below_does_not_fit) {
  add_diamonds(sample_.add("a"), 22, "armv7l");
  (void)fault_of(sample_.request());
  EXPECT_LT(to_text(report_).size(), 10'000U);
}

TEST_F(PlanTest, refuses_a_device_for_which_a_package_has_no_implementation) {
  auto& a = sample_.add("a");
  a.spd.implementations[0].dependencies.push_back(needs_package("l.spd.xml"));
  auto library = a.packages["l.spd.xml"] = std::make_shared<testing::Parts>();
  library->spd.implementations = {implementation("arm", "/lib/arm.so")};
  library->spd.implementations[0].processors.push_back({"armv7l", {}, {}});
  (void)fault_of(sample_.request());
  EXPECT_TRUE(
      says("package 'l.spd.xml': wants an implementation, found none that fits (arm: "
           "processor: wants armv7l, found x86_64, x86)"))
      << to_text(report_);
}

TEST_F(PlanTest, puts_a_host_collocation_on_one_device_that_takes_all_of_it) {
  sample_.devices = {executable_device("small", 15), executable_device("large", 50)};
  profile::HostCollocation together;
  together.id = "together";
  for (const auto* id : {"a", "b"}) {
    sample_.add_to(together, id)
        .spd.implementations[0]
        .dependencies.push_back(needs("memory", "10"));
  }
  sample_.sad.collocations.push_back(together);
  sample_.add("c").spd.implementations[0].dependencies.push_back(needs("memory", "15"));
  const auto plan = plan_of(sample_.request());
  EXPECT_EQ(where(plan, "a"), "a on large as impl");
  EXPECT_EQ(where(plan, "b"), "b on large as impl");
  EXPECT_EQ(where(plan, "c"), "c on small as impl") << "what the collocation tried is given back";
  EXPECT_EQ(plan.find("a:app")->execute->collocation, "together");
}

TEST_F(PlanTest, names_the_collocation_that_no_device_takes) {
  sample_.devices = {executable_device("small", 15)};
  profile::HostCollocation together;
  together.id = "together";
  for (const auto* id : {"a", "b"}) {
    sample_.add_to(together, id)
        .spd.implementations[0]
        .dependencies.push_back(needs("memory", "10"));
  }
  sample_.sad.collocations.push_back(together);
  const auto fault = fault_of(sample_.request());
  EXPECT_NE(line(fault.failures[0]).find("no device takes all of host collocation 'together'"),
            std::string::npos);
  EXPECT_NE(line(fault.failures[0]).find("; 'b': implementation"), std::string::npos);
  EXPECT_EQ(line(fault.failures[0]).find("'a':"), std::string::npos) << "it alone would fit";
}

TEST_F(PlanTest, keeps_to_an_assigned_device) {
  sample_.devices = {executable_device("one"), executable_device("two")};
  sample_.add("a");
  auto request = sample_.request();
  request.assignments = {{"a", "two"}};
  EXPECT_EQ(where(plan_of(request), "a"), "a on two as impl");
  EXPECT_TRUE(says("- assignment: wants two, found one"));
}

TEST_F(PlanTest, refuses_assignments_that_name_no_component_or_no_device) {
  sample_.add("a");
  auto request = sample_.request();
  request.assignments = {{"a", "nowhere"}, {"nothing", "gpp"}};
  const auto fault = fault_of(request);
  EXPECT_EQ(fault.kind, PlanFault::Kind::invalid_assignments);
  EXPECT_EQ(fault.names, (std::vector<std::string>{"a", "nothing"}));
}

TEST_F(PlanTest, finds_a_device_that_a_component_uses_and_takes_capacity_there) {
  auto radio = executable_device("radio");
  radio.kind = DeviceKind::plain;
  radio.properties = {testing::allocation("channels", property::Type::long_,
                                          property::Action::external, std::int32_t{1})};
  sample_.devices.push_back(radio);
  for (const auto* id : {"a", "b"}) {
    profile::UsesDevice uses;
    uses.id = "antenna";
    uses.properties.push_back({"channels", "1", {}});
    sample_.add(id).spd.uses_devices.push_back(uses);
  }
  const auto fault = fault_of(sample_.request());
  EXPECT_TRUE(says("uses device 'antenna' of implementation 'impl' on device 'radio': fits"));
  EXPECT_EQ(fault.failures[0].component, "b:app") << "one channel is not enough for two";
  sample_.sad.placements.pop_back();
  report_ = {};
  EXPECT_EQ(plan_of(sample_.request()).components[0].uses_devices.at("antenna"), "radio");
}

TEST_F(PlanTest, is_the_same_when_it_is_made_again) {
  sample_ = testing::full_sample();
  (void)plan_of(sample_.request());
  const auto first = to_text(report_);
  report_ = {};
  (void)plan_of(sample_.request());
  EXPECT_EQ(to_text(report_), first);
}

TEST_F(PlanTest, has_a_report_for_programs) {
  sample_.add("a").spd.implementations[0].processors.push_back({"arm\xff", {}, {}});
  (void)fault_of(sample_.request());
  const auto json = nlohmann::json::parse(to_json(report_));
  EXPECT_EQ(json["application"], "app");
  EXPECT_EQ(json["fits"], false);
  ASSERT_EQ(json["trials"].size(), 1U);
  EXPECT_EQ(json["trials"][0]["device"], "gpp");
  EXPECT_EQ(json["trials"][0]["comparisons"][1]["what"], "processor");
  EXPECT_EQ(json["trials"][0]["comparisons"][1]["found"], "x86_64, x86");
  EXPECT_EQ(json["trials"][0]["comparisons"][1]["matches"], false);
  EXPECT_EQ(json["failures"][0]["component"], "a:app");
}

TEST_F(PlanTest, has_no_plan_for_a_component_whose_profile_was_not_read) {
  sample_.add("a");
  sample_.sad.placements[0].file.refid = "other";
  const auto fault = fault_of(sample_.request());
  EXPECT_EQ(fault.kind, PlanFault::Kind::invalid_profile);
}

}  // namespace
}  // namespace orbweaver::deploy
