// SPDX-License-Identifier: Apache-2.0
// One packet to several destinations that reply.
#include <algorithm>
#include <array>
#include <latch>
#include <memory>
#include <numeric>
#include <vector>

#include "rig.hpp"

namespace orbweaver::ports {
namespace {

using Interface = standardInterfaces::realLong;
using Provides = ProvidesPort<Interface>;

constexpr std::array<std::int32_t, 4> kSamples{1, 2, 3, 4};

UsesOptions two_way(Nanoseconds timeout = ConnectionOptions::kSendTimeout) {
  UsesOptions options;
  options.connection.messaging = Messaging::twoway;
  options.connection.send_timeout = timeout;
  return options;
}

class FanOut : public testing::TestWithParam<const char*> {
 protected:
  void connect(UsesPort<Interface>& from, Provides& provides, const std::string& id) {
    from.connect(ends.seen(provides.activate(ends.receiver().poa())), id);
  }

  Ends ends{GetParam()};
  UsesPort<Interface> uses{two_way()};
};

TEST_P(FanOut, lets_all_destinations_work_at_the_same_time) {
  UsesPort<Interface> patient(two_way(Nanoseconds{0}));
  std::latch all_work{4};
  std::vector<std::unique_ptr<Provides>> destinations;
  for (int i = 0; i < 4; ++i) {
    destinations.push_back(std::make_unique<Provides>(
        ProvidesOptions{}, [&](auto&, const auto&) { all_work.arrive_and_wait(); }));
    connect(patient, *destinations.back(), std::to_string(i));
  }
  patient.push(kSamples);  // would not return if one waited for another
  for (const auto& one : patient.statistics()) {
    EXPECT_EQ(one.flow.packets, 1U);
    EXPECT_EQ(one.lost.all(), 0U);
  }
}

TEST_P(FanOut, waits_for_all_replies) {
  std::atomic<int> done{0};
  std::vector<std::unique_ptr<Provides>> destinations;
  // More than are awaited at once. Each end takes 64 MiB of the addresses of 32 bits.
  constexpr int kDestinations = 20;
  for (int i = 0; i < kDestinations; ++i) {
    destinations.push_back(
        std::make_unique<Provides>(ProvidesOptions{}, [&](auto&, const auto&) { ++done; }));
    connect(uses, *destinations.back(), std::to_string(i));
  }
  for (int packet = 1; packet <= 50; ++packet) {
    uses.push(kSamples);
    EXPECT_EQ(done, packet * kDestinations);
  }
}

TEST_P(FanOut, keeps_the_order_at_each_destination) {
  std::array<Journal, 3> journals;
  std::vector<std::unique_ptr<Provides>> destinations;
  for (auto& journal : journals) {
    destinations.push_back(std::make_unique<Provides>(
        ProvidesOptions{}, [&](auto& packet, const auto&) { journal.add(packet.I.size()); }));
    connect(uses, *destinations.back(), std::to_string(destinations.size()));
  }
  std::vector<std::uint64_t> sizes(300);
  std::iota(sizes.begin(), sizes.end(), 1U);
  for (const auto size : sizes)
    uses.push(std::vector<std::int32_t>(static_cast<std::size_t>(size)));
  for (auto& journal : journals) EXPECT_EQ(journal.values(), sizes);
}

// The calls begin together, so that the time of all has passed when the last of them is given up.
TEST_P(FanOut, loses_no_packet_of_others_when_destinations_hang) {
  constexpr std::size_t kLast = 3;
  Door door;
  Journal journal;
  std::vector<std::unique_ptr<Provides>> destinations;
  UsesPort<Interface> impatient(two_way(std::chrono::seconds(5)));
  for (std::size_t i = 0; i <= kLast; ++i) {
    const bool hangs = i == 0 || i == kLast;
    destinations.push_back(
        std::make_unique<Provides>(ProvidesOptions{}, [&, hangs](auto&, const auto&) {
          if (hangs) return door.pass();
          journal.add(1);
        }));
    connect(impatient, *destinations.back(), std::to_string(i));
  }
  impatient.push(kSamples);
  EXPECT_EQ(journal.values().size(), 2U);
  const auto statistics = impatient.statistics();
  for (std::size_t i = 0; i <= kLast; ++i) {
    const bool hangs = i == 0 || i == kLast;
    EXPECT_EQ(statistics.at(i).is_alive, !hangs) << i;
    EXPECT_EQ(statistics[i].lost.of(packets::Loss::dead), hangs ? 1U : 0U) << i;
  }
  door.open();
}

TEST_P(FanOut, waits_for_a_destination_before_the_next_if_it_is_to) {
  auto options = two_way();
  options.connections["a"] = options.connection;
  options.connections["a"].awaits_before_next = true;
  UsesPort<Interface> in_turn(options);
  std::atomic<int> first{0}, second{0};
  Provides a({}, [&](auto&, const auto&) { ++first; });
  Provides b({}, [&](auto&, const auto&) { EXPECT_EQ(first, ++second); });
  connect(in_turn, a, "a");
  connect(in_turn, b, "b");
  for (int i = 1; i <= 50; ++i) in_turn.push(kSamples);
  EXPECT_EQ(second, 50);
}

TEST_P(FanOut, goes_to_destinations_that_share_a_connection) {
  auto options = two_way();
  options.connection.is_private = false;
  UsesPort<Interface> sharing(options);
  std::array<std::atomic<int>, 6> came{};
  std::vector<std::unique_ptr<Provides>> destinations;
  for (auto& count : came) {
    destinations.push_back(
        std::make_unique<Provides>(ProvidesOptions{}, [&](auto&, const auto&) { ++count; }));
    connect(sharing, *destinations.back(), std::to_string(destinations.size()));
  }
  for (int packet = 1; packet <= 100; ++packet) {
    sharing.push(kSamples);
    for (const auto& count : came) EXPECT_EQ(count, packet);
  }
  EXPECT_EQ(ends.sender()->statistics().connections_opened, 1U);
}

// What it waits for may call back into its lane, for one call at a time.
TEST_P(FanOut, of_a_servant_sends_to_one_after_the_other) {
  std::atomic<int> first{0}, second{0};
  Provides a({}, [&](auto&, const auto&) { ++first; });
  Provides b({}, [&](auto&, const auto&) {
    EXPECT_EQ(first, second + 1) << "the first destination has not replied yet";
    ++second;
  });
  connect(uses, a, "a");
  connect(uses, b, "b");
  Provides middle({}, [&](auto& packet, const auto&) { uses.push(std::move(packet.I)); });
  UsesPort<Interface> source(two_way());
  connect(source, middle, "middle");
  for (int i = 1; i <= 20; ++i) {
    source.push(kSamples);
    EXPECT_EQ(second, i);
  }
}

INSTANTIATE_TEST_SUITE_P(Over, FanOut, testing::Values("unix", "tcp", "shm"),
                         [](const auto& one) { return std::string{one.param}; });

}  // namespace
}  // namespace orbweaver::ports
