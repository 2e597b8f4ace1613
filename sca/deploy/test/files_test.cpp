// SPDX-License-Identifier: Apache-2.0
// A plan of profiles that were read from files.
#include "sample.hpp"

#include <orbweaver/deploy/plan.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "scratch_folder.hpp"

namespace orbweaver::deploy {
namespace {

namespace fs = std::filesystem;

class PlanOfFiles : public ::testing::Test {
 protected:
  PlanOfFiles() {
    write("waveforms/radio/radio.sad.xml",
          "<softwareassembly id='radio' name='radio'><componentfiles>"
          "<componentfile id='F' type='SPD'><localfile name='/components/filter/f.spd.xml'/>"
          "</componentfile></componentfiles><partitioning><componentplacement>"
          "<componentfileref refid='F'/><componentinstantiation id='f'><usagename>f</usagename>"
          "<findcomponent><namingservice name='f'/></findcomponent></componentinstantiation>"
          "</componentplacement></partitioning><assemblycontroller>"
          "<componentinstantiationref refid='f'/></assemblycontroller></softwareassembly>");
    write("components/filter/f.spd.xml",
          "<softpkg id='f' name='f'><author/><descriptor><localfile name='f.scd.xml'/></descriptor>"
          "<implementation id='debug'><code type='Executable'><localfile name='debug/f'/></code>"
          "</implementation>"
          "<implementation id='release'><code type='Executable'><localfile name='bin/f'/></code>"
          "<os name='Linux'/><dependency type='room'><propertyref refid='memory' value='10'/>"
          "</dependency></implementation></softpkg>");
    write("components/filter/f.scd.xml",
          "<softwarecomponent><corbaversion>2.2</corbaversion>"
          "<componentrepid repid='IDL:CF/Resource:1.0'/><componenttype>resource</componenttype>"
          "<componentfeatures><ports/></componentfeatures><interfaces/></softwarecomponent>");
    write("components/filter/bin/f", "#!/bin/sh\n");
  }
  void write(const std::string& file, const std::string& text) const { scratch_.write(file, text); }

  ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
};

TEST_F(PlanOfFiles, names_files_from_the_root_and_passes_over_those_that_are_not_there) {
  const profile::Root root{folder_};
  profile::Library library;
  const auto loaded =
      profile::load_application(folder_ / "waveforms/radio/radio.sad.xml", library, root);
  ASSERT_NE(loaded.application.assembly, nullptr);
  PlanRequest request;
  request.application = &loaded.application;
  request.name = "radio_1";
  request.devices = {testing::executable_device("gpp")};
  request.locate = locate_below(root);
  PlanReport report;
  const auto plan = make_dry_plan(request, report);
  ASSERT_TRUE(plan.has_value()) << to_text(report);
  const auto& f = plan->components.at(0);
  EXPECT_EQ(f.implementation, "release");
  EXPECT_EQ(f.loads.at(0).file, "/components/filter/bin/f");
  EXPECT_EQ(f.profile, "/components/filter/f.spd.xml");
  EXPECT_EQ(plan->controller, "f:radio_1");
  EXPECT_NE(to_text(report).find("- file: wants debug/f, found no file"), std::string::npos)
      << to_text(report);
}

TEST_F(PlanOfFiles, does_not_leave_the_root) {
  const auto locate = locate_below(profile::Root{folder_});
  const auto found = locate({"../../../etc/passwd", {}}, folder_ / "components");
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(line(found.error()), "not there: it leads out of the root");
}

}  // namespace
}  // namespace orbweaver::deploy
