// SPDX-License-Identifier: Apache-2.0
// The audio does not depend on how the samples are cut into packets.
#include <algorithm>
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <orbweaver/fm/reference.hpp>
#include <orbweaver/recording/random.hpp>

namespace orbweaver::fm {
namespace {

using Iq = std::vector<std::complex<float>>;

Iq noise(std::size_t samples) {
  recording::Random random(7);
  Iq iq(samples);
  for (auto& sample : iq) {
    const auto pair = normal_pair(random);
    sample = {pair.i, pair.q};
  }
  return iq;
}

/// `next` gives the length of each packet.
template <class Next>
std::vector<float> received(const Plan& plan, const Iq& iq, Next next) {
  Receiver receiver(plan);
  std::vector<float> audio;
  for (std::size_t at = 0; at < iq.size();) {
    const auto length = std::min<std::size_t>(next(), iq.size() - at);
    const auto fresh = receiver.push(std::span(iq).subspan(at, length));
    audio.insert(audio.end(), fresh.begin(), fresh.end());
    at += length;
  }
  return audio;
}

TEST(Receiver, gives_the_same_samples_for_every_cutting) {
  const Iq iq = noise(60'000);
  const Choices all[] = {
      {},
      {.sample_rate_hz = 1'000'000, .offset_hz = 123'456, .audio_rate_hz = 44'100},
      {.band = Band::narrow, .sample_rate_hz = 250'000, .audio_rate_hz = 8'000},
      {.band = Band::narrow, .sample_rate_hz = 32'000, .offset_hz = -2'000},
  };
  for (const Choices& choices : all) {
    const Plan plan = make_plan(choices).value();
    const auto whole = received(plan, iq, [&] { return iq.size(); });
    EXPECT_GT(whole.size(), 1000U);
    for (const std::size_t length : {1U, 7U, 1024U, 4096U}) {
      EXPECT_EQ(received(plan, iq, [&] { return length; }), whole) << length;
    }
    recording::Random random(3);
    EXPECT_EQ(received(plan, iq, [&] { return random.below(3000); }), whole);
  }
}

TEST(Receiver, takes_empty_packets_as_nothing) {
  Receiver receiver(make_plan({}).value());
  EXPECT_TRUE(receiver.push({}).empty());
}

}  // namespace
}  // namespace orbweaver::fm
