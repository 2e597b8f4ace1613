#include "stream/stream_pause.hpp"

#include <gtest/gtest.h>

namespace orbweaver::transport {
namespace {

using namespace std::chrono_literals;

Nanoseconds next_after(StreamPause& pause, int frames) {
  for (int i = 0; i < frames; ++i) pause.took_a_frame();
  return pause.next();
}

TEST(StreamPause, stays_short_while_messages_come_alone) {
  StreamPause pause{StreamPause::kMostOverTcp};
  for (const int frames : {0, 1, 1, 0, 1})
    EXPECT_EQ(next_after(pause, frames), StreamPause::kLeast);
}

TEST(StreamPause, grows_while_several_come_in_one_but_not_beyond_its_most) {
  StreamPause pause{StreamPause::kMostOverTcp};
  for (const auto expected : {10us, 20us, 40us, 50us, 50us})
    EXPECT_EQ(next_after(pause, 2), expected);
}

TEST(StreamPause, shrinks_when_messages_come_alone_again) {
  StreamPause pause{StreamPause::kMostOverTcp};
  for (int i = 0; i < 10; ++i) (void)next_after(pause, 9);
  for (const auto expected : {25'000ns, 12'500ns, 6'250ns, 5'000ns, 5'000ns})
    EXPECT_EQ(next_after(pause, 1), expected);
}

TEST(StreamPause, never_grows_where_it_gains_nothing) {
  StreamPause pause;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(next_after(pause, 9), StreamPause::kLeast);
}

}  // namespace
}  // namespace orbweaver::transport
