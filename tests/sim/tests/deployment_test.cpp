// SPDX-License-Identifier: Apache-2.0
// Each law of deployment refuses what breaks it.
#include "laws/deployment.hpp"

#include <gtest/gtest.h>

#include "runs.hpp"

namespace orbweaver::sim {
namespace {

Holdings some() { return {.applications = 0, .names = 3, .parts = 0, .cores = {{"d", 2}}}; }

TEST(GivenBack, IsWhatWasThereBefore) { EXPECT_EQ(difference(some(), some()), ""); }

TEST(GivenBack, IsNotAnythingElse) {
  auto more = some();
  more.applications = 1;
  EXPECT_EQ(difference(some(), more), "applications: 1, before 0; ");
  more = some();
  more.names = 4;
  EXPECT_EQ(difference(some(), more), "names: 4, before 3; ");
  more = some();
  more.parts = 2;
  EXPECT_EQ(difference(some(), more), "processes of components: 2, before 0; ");
  more = some();
  more.cores["d"] = 1.5;
  EXPECT_EQ(difference(some(), more), "free cores of d: 1.5, before 2; ");
  more = some();
  more.cores.clear();
  EXPECT_EQ(difference(some(), more), "devices: 0, before 1; ");
  more = some();
  more.in_use.insert("d");
  EXPECT_EQ(difference(some(), more), "d is in use; ");
}

TEST(AnApplication, IsWholeIfAllItsProcessesRun) {
  const auto runs = [](int process) { return process < 10; };
  EXPECT_EQ(why_not_whole({.wanted = 2, .processes = {1, 2}}, runs), "");
  EXPECT_EQ(why_not_whole({.wanted = 2, .processes = {1}}, runs), "it has 1 of 2 processes");
  EXPECT_EQ(why_not_whole({.wanted = 2, .processes = {1, 10}}, runs),
            "its process 10 does not run");
}

std::string law_broken_by(const std::function<void(Deployment&)>& body) {
  return broken_law(run_calm([&] {
    Deployment deployment;
    body(deployment);
  }));
}

TEST(Connections, AreMadeOnceAndEnded) {
  EXPECT_EQ(law_broken_by([](Deployment& all) {
              all.connects(1, "a");
              all.connects(2, "a");
              all.disconnects(1, "a");
              all.disconnects(2, "a");
              all.part_ends(1, 0);
            }),
            "");
  EXPECT_EQ(law_broken_by([](Deployment& all) {
              all.connects(1, "a");
              all.connects(1, "a");
            }),
            "connections");
  EXPECT_EQ(law_broken_by([](Deployment& all) { all.disconnects(1, "a"); }), "connections");
  EXPECT_EQ(law_broken_by([](Deployment& all) {
              all.connects(1, "a");
              all.part_ends(1, 0);
            }),
            "connections");
  EXPECT_EQ(law_broken_by([](Deployment& all) { all.part_ends(1, 3); }), "deployment");
}

TEST(Connections, MayBeLeftAfterAFault) {
  EXPECT_EQ(law_broken_by([](Deployment& all) {
              all.kills();
              all.connects(1, "a");
              all.part_ends(1, 1);
            }),
            "");
}

}  // namespace
}  // namespace orbweaver::sim
