// SPDX-License-Identifier: Apache-2.0
// What a sender says of its samples, on every way that a packet goes.
#include <algorithm>
#include <array>
#include <memory>
#include <tuple>
#include <utility>

#include <orbweaver/corba/packet_stamp.hpp>

#include "rig.hpp"

namespace orbweaver::ports {
namespace {

using Interface = standardInterfaces::realLong;
using packets::Metadata, packets::Tag, packets::UtcTime;

constexpr std::array<std::int32_t, 4> kSamples{1, 2, 3, 4};

Metadata said_of(std::uint64_t number) {
  return {.sample_rate = 48e3,
          .centre_frequency = 98.5e6,
          .time = UtcTime{static_cast<std::int64_t>(number), 5},
          .sample_number = number,
          .stream_id = "antenna"};
}
Metadata tagged(std::uint64_t number) {
  auto metadata = said_of(number);
  metadata.tags = {{"gain", 3.5, number}, {"antenna", std::string(200, 'n'), 1}};
  return metadata;
}

/// What came with packets, in order.
class Said {
 public:
  auto note() {
    return [this](auto& packet, const packets::Stamp&) { add(packet.metadata.get()); };
  }
  void add(const Metadata& metadata) {
    {
      const std::lock_guard lock(mutex_);
      all_.push_back(metadata);
    }
    came_.add(all_.size());
  }
  std::vector<Metadata> wait_for(std::size_t count) {
    (void)came_.wait_for(count);
    const std::lock_guard lock(mutex_);
    return all_;
  }

 private:
  std::mutex mutex_;
  std::vector<Metadata> all_;
  Journal came_;
};

UsesOptions with(Messaging messaging, std::size_t depth = 0, Stamps stamps = Stamps::sent) {
  UsesOptions options;
  options.connection.messaging = messaging;
  options.connection.stamps = stamps;
  options.connection.queue.depth = depth;
  return options;
}

using Way = std::tuple<const char*, Messaging, std::size_t, std::size_t, Stamps>;

std::string name_of_way(const testing::TestParamInfo<Way>& info) {
  const auto [transport, messaging, sender_depth, depth, stamps] = info.param;
  auto name = std::string{transport} + "_" + std::string{name_of(messaging)} +
              (sender_depth > 0 ? "_queued" : "") + (depth > 0 ? "_to_a_queue" : "") +
              (stamps == Stamps::omitted ? "_without_stamps" : "");
  std::ranges::replace(name, '-', '_');
  return name;
}

class OnEachWay : public testing::TestWithParam<Way> {
 protected:
  OnEachWay() { uses.connect(ends.seen(provides.activate(ends.receiver().poa())), "a"); }

  Said said;
  Ends ends{std::get<0>(GetParam())};
  ProvidesPort<Interface> provides{{.queue = {.depth = std::get<3>(GetParam())}}, said.note()};
  UsesPort<Interface> uses{
      with(std::get<1>(GetParam()), std::get<2>(GetParam()), std::get<4>(GetParam()))};
};

TEST_P(OnEachWay, metadata_arrive_with_their_packet) {
  std::vector<Metadata> sent;
  for (std::uint64_t i = 1; i <= 40; ++i) {
    sent.push_back(i % 4 == 0 ? Metadata{} : i % 4 == 1 ? tagged(i) : said_of(i));
    if (sent.back().is_empty() && i % 8 == 0)
      uses.push(kSamples);
    else
      uses.push(sent.back(), kSamples);
  }
  EXPECT_EQ(said.wait_for(sent.size()), sent);
  EXPECT_EQ(provides.statistics().at(0).metadata, packets::MetadataFaults{});
}

INSTANTIATE_TEST_SUITE_P(Ways, OnEachWay,
                         testing::Combine(testing::Values("tcp", "unix", "shm", "inproc"),
                                          testing::Values(Messaging::twoway, Messaging::ordered),
                                          testing::Values(0, 3), testing::Values(0, 3),
                                          testing::Values(Stamps::sent, Stamps::omitted)),
                         name_of_way);

class Metadatas : public testing::Test {
 protected:
  CORBA::object_reference<CORBA::Object> seen(ProvidesPort<Interface>& provides) {
    return ends.seen(provides.activate(ends.receiver().poa()));
  }
  Ends ends{"unix"};
  Said said;
};

TEST_F(Metadatas, of_complex_samples_and_of_streams_arrive_too) {
  ProvidesPort<standardInterfaces::complexShort> pairs({}, said.note());
  ProvidesPort<Packet::OctetStream> stream({.queue = {.depth = 2}}, said.note());
  UsesPort<standardInterfaces::complexShort> pairs_out;
  UsesPort<Packet::OctetStream> stream_out;
  pairs_out.connect(ends.seen(pairs.activate(ends.receiver().poa())), "a");
  stream_out.connect(stream.activate(ends.receiver().poa()), "a");
  const std::array<std::int16_t, 2> shorts{1, 2};
  const std::array<std::uint8_t, 2> octets{1, 2};
  pairs_out.push(said_of(1), shorts, shorts);
  said.wait_for(1);
  stream_out.push(said_of(2), StreamControl{}, octets);
  EXPECT_EQ(said.wait_for(2), (std::vector{said_of(1), said_of(2)}));
}

TEST_F(Metadatas, of_a_packet_go_to_all_connections) {
  std::array<Said, 3> entry;
  std::vector<std::unique_ptr<ProvidesPort<Interface>>> provides;
  UsesPort<Interface> uses(with(Messaging::twoway));
  for (auto& one : entry) {
    provides.push_back(std::make_unique<ProvidesPort<Interface>>(ProvidesOptions{}, one.note()));
    uses.connect(seen(*provides.back()), std::to_string(provides.size()));
  }
  for (std::uint64_t i = 1; i <= 5; ++i) uses.push(tagged(i), kSamples);
  for (auto& one : entry)
    EXPECT_EQ(one.wait_for(5),
              (std::vector{tagged(1), tagged(2), tagged(3), tagged(4), tagged(5)}));
}

TEST_F(Metadatas, go_with_a_packet_of_which_the_age_is_known) {
  ProvidesPort<Interface> provides({}, said.note());
  UsesPort<Interface> uses;
  uses.connect(seen(provides), "a");
  uses.push_as_old_as({.born_ns = 1}, said_of(1), kSamples);
  EXPECT_EQ(said.wait_for(1), std::vector{said_of(1)});
}

/// Dead at first, until it was given a packet.
class ToTheDead final : public packets::Destination<SentOf<Interface>> {
 public:
  explicit ToTheDead(Said& said) : said_(said) {}
  packets::Sent send(const SentOf<Interface>& packet, const packets::Stamp&,
                     Meanwhile*) noexcept override {
    if (!std::exchange(is_alive_, true)) return packets::Sent::unreachable;
    said_.add(packet.metadata() != nullptr ? *packet.metadata() : Metadata{});
    return packets::Sent::ok;
  }
  bool answers() noexcept override { return true; }
  [[nodiscard]] std::string why() const override { return "the test says so"; }

 private:
  Said& said_;
  bool is_alive_ = false;
};

TEST_F(Metadatas, of_the_last_packet_go_with_it_when_it_is_sent_again) {
  packets::PacketBuffers buffers;
  packets::UsesPortCore<SentOf<Interface>> port;
  ASSERT_EQ(port.connect("a", std::make_unique<ToTheDead>(said), {}),
            packets::UsesPortCore<SentOf<Interface>>::Connected::yes);
  {
    const auto metadata = tagged(7);  // and is gone when the packet is sent again
    port.push({buffers, &metadata, kSamples}, std::nullopt, packets::Last::yes);
  }
  EXPECT_EQ(said.wait_for(1), std::vector{tagged(7)});
}

TEST_F(Metadatas, that_cannot_be_sent_are_refused_and_nothing_is_sent) {
  ProvidesPort<Interface> provides({}, said.note());
  UsesPort<Interface> uses(with(Messaging::twoway));
  uses.connect(seen(provides), "a");
  Metadata metadata;
  metadata.tags.assign(129, {"burst", 1.0, 0});
  EXPECT_THROW(uses.push(metadata, kSamples), std::length_error);
  metadata.tags.pop_back();
  uses.push(metadata, kSamples);
  EXPECT_EQ(said.wait_for(1), std::vector{metadata});
}

TEST_F(Metadatas, that_are_broken_fail_no_call_and_are_counted) {
  ProvidesPort<Interface> provides({}, said.note());
  const auto port = IDL::traits<Interface>::narrow(seen(provides));
  const std::vector<std::int32_t> samples{1, 2};
  testing::internal::CaptureStderr();
  for (const std::size_t size : {8U, 16U, 240U}) {
    const std::vector<std::byte> broken(size, std::byte{0xff});
    const corba::StampedCalls calls(nullptr, nullptr, broken);
    port->pushPacket(samples);
  }
  port->pushPacket(samples);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("metadata that cannot be read"),
            std::string::npos);
  EXPECT_EQ(said.wait_for(4), std::vector<Metadata>(4));
  EXPECT_EQ(provides.statistics().at(0).metadata, packets::MetadataFaults{.broken = 3});
}

TEST_F(Metadatas, with_a_rate_that_means_nothing_arrive_without_it_also_within_a_process) {
  ProvidesPort<Interface> provides({.queue = {.depth = 2}}, said.note());
  UsesPort<Interface> far(with(Messaging::twoway)), near;
  far.connect(seen(provides), "a");
  near.connect(provides.activate(ends.receiver().poa()), "a");
  testing::internal::CaptureStderr();
  far.push({.sample_rate = 0.0, .sample_number = 1}, kSamples);
  near.push({.sample_rate = -5.0, .sample_number = 1}, kSamples);
  EXPECT_EQ(said.wait_for(2), std::vector<Metadata>(2, {.sample_number = 1}));
  (void)testing::internal::GetCapturedStderr();
  std::uint64_t counted = 0;
  for (const auto& one : provides.statistics()) counted += one.metadata.bad_values;
  EXPECT_EQ(counted, 2U);
}

}  // namespace
}  // namespace orbweaver::ports
