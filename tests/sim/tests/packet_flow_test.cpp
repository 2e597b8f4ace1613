// SPDX-License-Identifier: Apache-2.0
// Each law of the packets of a waveform refuses what breaks it.
#include "laws/packet_flow.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "runs.hpp"

namespace orbweaver::sim {
namespace {

constexpr std::uint32_t kSource = 1, kOther = 2;

/// Source 1 has made packets 0 to 2, and the other source packet 0.
std::string law_broken_by(const std::function<void(PacketFlow&)>& body, bool keeps_order = true) {
  return broken_law(run_calm([&] {
    PacketFlow flow{keeps_order};
    flow.add_source(kSource);
    flow.add_source(kOther);
    for (int i = 0; i < 3; ++i) (void)flow.makes(kSource);
    (void)flow.makes(kOther);
    body(flow);
  }));
}

void end_sources(PacketFlow& flow) {
  flow.makes_no_more(kSource);
  flow.makes_no_more(kOther);
}

TEST(Packets, ComeInTheOrderOfEachSourceAndThenTheEnd) {
  EXPECT_EQ(law_broken_by([](PacketFlow& flow) {
              flow.arrives(kSource, 0);
              flow.arrives(kOther, 0);
              flow.arrives(kSource, 1);
              flow.arrives(kSource, 2);
              end_sources(flow);
              flow.ends();
            }),
            "");
}

TEST(Packets, DoNotOvertakeEachOther) {
  const auto overtake = [](PacketFlow& flow) { flow.arrives(kSource, 1); };
  EXPECT_EQ(law_broken_by(overtake), "packets come in order");
  EXPECT_EQ(law_broken_by(overtake, false), "");
}

TEST(Packets, ComeOnce) {
  const auto come_twice = [](PacketFlow& flow) {
    flow.arrives(kSource, 0);
    flow.arrives(kSource, 0);
  };
  EXPECT_EQ(law_broken_by(come_twice), "at most once");
  EXPECT_EQ(law_broken_by(come_twice, false), "at most once");
}

TEST(Packets, AreThoseThatWereMade) {
  EXPECT_EQ(law_broken_by([](PacketFlow& flow) { flow.arrives(kOther, 1); }), "integrity");
}

TEST(Packets, HaveAllComeAtTheEnd) {
  EXPECT_EQ(law_broken_by([](PacketFlow& flow) {
              for (std::uint32_t i = 0; i < 3; ++i) flow.arrives(kSource, i);
              end_sources(flow);
              flow.ends();
            }),
            "nothing is lost");
}

TEST(AnEnd, ComesLastAndOnce) {
  const auto all_come = [](PacketFlow& flow) {
    for (std::uint32_t i = 0; i < 3; ++i) flow.arrives(kSource, i);
    flow.arrives(kOther, 0);
  };
  EXPECT_EQ(law_broken_by([&](PacketFlow& flow) {
              all_come(flow);
              flow.makes_no_more(kSource);
              flow.ends();
            }),
            "the end comes last");
  EXPECT_EQ(law_broken_by([&](PacketFlow& flow) {
              all_come(flow);
              end_sources(flow);
              flow.ends();
              flow.arrives(kSource, flow.makes(kSource));
            }),
            "the end comes last");
  EXPECT_EQ(law_broken_by([&](PacketFlow& flow) {
              all_come(flow);
              end_sources(flow);
              flow.ends();
              flow.ends();
            }),
            "the end comes last");
}

/// What has come when both sources have ended.
void end_first_stream(PacketFlow& flow) {
  for (std::uint32_t i = 0; i < 3; ++i) flow.arrives(kSource, i);
  flow.arrives(kOther, 0);
  end_sources(flow);
}

TEST(AStream, FollowsAnotherOne) {
  EXPECT_EQ(law_broken_by([](PacketFlow& flow) {
              end_first_stream(flow);
              flow.begins_again(kSource);
              flow.arrives(kSource, flow.makes(kSource));
              flow.ends();
              flow.makes_no_more(kSource);
              flow.begins_again(kOther);
              flow.makes_no_more(kOther);
              flow.ends();
            }),
            "")
      << "its packets may come before the end of the one before";
}

TEST(AStream, HasOneEndWhenAllSourcesHaveEndedIt) {
  EXPECT_EQ(law_broken_by([](PacketFlow& flow) {
              end_first_stream(flow);
              flow.ends();
              flow.begins_again(kSource);
              flow.makes_no_more(kSource);
              flow.ends();
            }),
            "the end comes last");
  EXPECT_EQ(law_broken_by([](PacketFlow& flow) {
              end_first_stream(flow);
              flow.makes_no_more(kSource);
            }),
            "the end comes last");
}

TEST(AStream, IsWholeBeforeItsEndAndOverBehindIt) {
  const auto with_two = [](PacketFlow& flow) {
    end_first_stream(flow);
    flow.begins_again(kSource);
    (void)flow.makes(kSource);
    (void)flow.makes(kSource);
    flow.makes_no_more(kSource);
    flow.begins_again(kOther);
    flow.makes_no_more(kOther);
    flow.ends();
    flow.arrives(kSource, 3);
  };
  EXPECT_EQ(law_broken_by([&](PacketFlow& flow) {
              with_two(flow);
              flow.ends();
            }),
            "nothing is lost");
  EXPECT_EQ(law_broken_by([&](PacketFlow& flow) {
              with_two(flow);
              flow.begins_again(kSource);
              const auto next = flow.makes(kSource);
              flow.arrives(kSource, 4);
              flow.ends();
              flow.arrives(kSource, next);
            }),
            "");
  EXPECT_EQ(law_broken_by(
                [](PacketFlow& flow) {
                  flow.arrives(kOther, 0);
                  flow.arrives(kSource, 0);
                  flow.arrives(kSource, 2);
                  end_sources(flow);
                  flow.begins_again(kSource);
                  const auto next = flow.makes(kSource);
                  flow.arrives(kSource, next);
                  flow.ends();
                },
                false),
            "nothing is lost")
      << "though as many have come";
}

TEST(AComponent, WorksUnlessItIsStopped) {
  EXPECT_EQ(law_broken_by([](PacketFlow& flow) {
              flow.has_stopped(kOther);
              flow.works(kSource);
              flow.starts(kOther);
              flow.works(kOther);
            }),
            "");
  EXPECT_EQ(law_broken_by([](PacketFlow& flow) {
              flow.has_stopped(kSource);
              flow.works(kSource);
            }),
            "what is stopped rests");
}

}  // namespace
}  // namespace orbweaver::sim
