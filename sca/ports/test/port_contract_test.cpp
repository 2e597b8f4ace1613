// SPDX-License-Identifier: Apache-2.0
// What ports promise, on every messaging mode, transport and kind of receiver.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "rig.hpp"

namespace orbweaver::ports {
namespace {

using Interface = standardInterfaces::realLong;
using packets::Loss;
using packets::WhenFull;

struct Receiver {
  const char* name;
  std::size_t depth;
  WhenFull when_full = WhenFull::block;
};
constexpr std::array kReceivers{Receiver{"without_a_queue", 0}, Receiver{"that_blocks", 8},
                                Receiver{"that_drops_oldest", 8, WhenFull::drop_oldest},
                                Receiver{"that_drops_newest", 8, WhenFull::drop_newest}};

using Case = std::tuple<const char*, Messaging, std::size_t>;

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  const auto [transport, messaging, receiver] = info.param;
  auto name = std::string{transport} + "_" + std::string{name_of(messaging)} + "_to_one_" +
              kReceivers.at(receiver).name;
  std::ranges::replace(name, '-', '_');
  return name;
}

class PortContract : public testing::TestWithParam<Case> {
 protected:
  PortContract() : ends_(std::get<0>(GetParam())) {}

  [[nodiscard]] static Messaging messaging() { return std::get<1>(GetParam()); }
  [[nodiscard]] static const Receiver& kind() { return kReceivers.at(std::get<2>(GetParam())); }
  [[nodiscard]] static bool keeps_order() {
    return messaging() != Messaging::oneway && messaging() != Messaging::oneway_worker;
  }
  [[nodiscard]] static bool drops() { return kind().when_full != WhenFull::block; }

  [[nodiscard]] static ProvidesOptions provides_options() {
    return {.queue = {.depth = kind().depth, .when_full = kind().when_full},
            .dispatch = keeps_order() ? wire::Dispatch::lane : wire::Dispatch::pool};
  }
  [[nodiscard]] static UsesOptions uses_options() {
    UsesOptions options;
    options.connection.messaging = messaging();
    return options;
  }
  void connect(UsesPort<Interface>& uses, ProvidesPort<Interface>& provides,
               const std::string& id = "a") {
    uses.connect(ends_.seen(provides.activate(ends_.receiver().poa())), id);
  }
  static void push(UsesPort<Interface>& uses, std::int32_t number) {
    uses.push(std::array{number, -number});
  }
  auto into_journal() {
    return [this](RealPacket<std::int32_t>& packet, const packets::Stamp&) {
      ASSERT_EQ(packet.I.size(), 2U);
      ASSERT_EQ(packet.I[0], -packet.I[1]);
      journal_.add(static_cast<std::uint64_t>(packet.I[0]));
    };
  }
  /// Waits until so many packets are delivered or counted as lost, and requires that none is lost
  /// otherwise.
  void require_all(const UsesPort<Interface>& uses, const ProvidesPort<Interface>& provides,
                   std::uint64_t sent) {
    std::uint64_t delivered = 0, lost = 0;
    spin_until([&] {
      delivered = journal_.values().size();
      lost = 0;
      for (const auto& one : provides.statistics()) lost += one.lost.all();
      for (const auto& one : uses.statistics()) lost += one.lost.all();
      return delivered + lost >= sent;
    });
    EXPECT_EQ(delivered + lost, sent);
    if (!drops()) {
      EXPECT_EQ(lost, 0U);
    }
  }

  Journal journal_;
  Ends ends_;
};

constexpr std::int32_t kPackets = 300;

TEST_P(PortContract, each_packet_is_delivered_in_order_or_counted) {
  ProvidesPort<Interface> provides(provides_options(), into_journal());
  UsesPort<Interface> uses(uses_options());
  push(uses, 0);  // to none
  connect(uses, provides);
  for (std::int32_t i = 1; i <= kPackets; ++i) push(uses, i);
  require_all(uses, provides, kPackets);
  auto values = journal_.values();
  if (!keeps_order()) std::ranges::sort(values);
  EXPECT_TRUE(std::ranges::is_sorted(values, std::ranges::less_equal{}) || !keeps_order());
  EXPECT_EQ(std::ranges::adjacent_find(values), values.end()) << "delivered twice";
  if (!drops()) {
    EXPECT_EQ(values.size(), static_cast<std::size_t>(kPackets));
  }
  const auto statistics = provides.statistics();
  ASSERT_EQ(statistics.size(), 1U);
  EXPECT_EQ(statistics[0].missing, 0U);
  if (keeps_order()) {
    EXPECT_EQ(statistics[0].reordered, 0U);
  }
  EXPECT_GE(statistics[0].flow.latency_ns.count, 1U);
}

TEST_P(PortContract, connections_come_and_go_while_data_flows) {
  ProvidesPort<Interface> provides(provides_options(), into_journal());
  Journal elsewhere;
  ProvidesPort<Interface> other(provides_options(),
                                [&](auto& packet, const auto&) { elsewhere.add(packet.I.size()); });
  UsesPort<Interface> uses(uses_options());
  connect(uses, provides);
  const auto to_other = ends_.seen(other.activate(ends_.receiver().poa()));
  std::atomic<bool> is_over{false};
  std::jthread operator_of_it{[&] {
    for (int i = 0; i < 10 || !is_over; ++i) {
      uses.connect(to_other, "other");
      (void)uses.statistics();
      uses.disconnect("other");
    }
  }};
  for (std::int32_t i = 1; i <= kPackets; ++i) push(uses, i);
  is_over = true;
  operator_of_it.join();
  require_all(uses, provides, kPackets);
}

TEST_P(PortContract, connections_of_several_senders_are_counted_apart) {
  ProvidesPort<Interface> provides(provides_options(), into_journal());
  constexpr std::int32_t kSenders = 3;
  std::vector<std::unique_ptr<UsesPort<Interface>>> senders;
  for (std::int32_t i = 0; i < kSenders; ++i) {
    senders.push_back(std::make_unique<UsesPort<Interface>>(uses_options()));
    connect(*senders.back(), provides);
  }
  {
    std::vector<std::jthread> threads;
    for (std::int32_t s = 0; s < kSenders; ++s)
      threads.emplace_back([&, s] {
        for (std::int32_t i = 1; i <= kPackets; ++i)
          push(*senders[static_cast<std::size_t>(s)], s * 1000 + i);
      });
  }
  require_all(*senders[0], provides, kSenders * kPackets);
  const auto statistics = provides.statistics();
  ASSERT_EQ(statistics.size(), static_cast<std::size_t>(kSenders));
  for (const auto& one : statistics)
    EXPECT_EQ(one.flow.packets + one.lost.all(), std::uint64_t{kPackets});
  if (!keeps_order()) return;
  std::array<std::uint64_t, kSenders> last{};
  for (const auto value : journal_.values()) {
    auto& before = last.at(static_cast<std::size_t>(value / 1000));
    EXPECT_LT(before, value % 1000);
    before = value % 1000;
  }
}

TEST_P(PortContract, a_wrong_object_is_refused_and_changes_nothing) {
  ProvidesPort<Interface> provides(provides_options(), into_journal());
  ProvidesPort<standardInterfaces::realShort> wrong({}, [](auto&, const auto&) {});
  UsesPort<Interface> uses(uses_options());
  connect(uses, provides);
  const auto port = uses.activate(ends_.sender().poa());
  const auto code_of = [&](const auto& body) {
    try {
      body();
    } catch (const CF::Port::InvalidPort& refused) {
      EXPECT_FALSE(refused.msg().empty());
      return refused.errorCode();
    }
    return std::uint16_t{0};
  };
  const auto object = ends_.seen(wrong.activate(ends_.receiver().poa()));
  EXPECT_EQ(code_of([&] { port->connectPort(object, "b"); }), 1U);
  EXPECT_EQ(code_of([&] { port->connectPort(nullptr, "b"); }), 1U);
  EXPECT_EQ(code_of([&] { port->disconnectPort("b"); }), 2U);
  const auto right = ends_.seen(provides.activate(ends_.receiver().poa()));
  EXPECT_THROW(port->connectPort(right, "a"), CF::Port::OccupiedPort);
  for (std::int32_t i = 1; i <= 5; ++i) push(uses, i);
  EXPECT_EQ(journal_.wait_for(5).size(), 5U);
  port->disconnectPort("a");
  EXPECT_FALSE(uses.is_connected());
}

INSTANTIATE_TEST_SUITE_P(
    Ports, PortContract,
    testing::Combine(testing::Values("tcp", "unix", "shm", "inproc"),
                     testing::Values(Messaging::twoway, Messaging::twoway_worker, Messaging::oneway,
                                     Messaging::oneway_worker, Messaging::ordered),
                     testing::Values(std::size_t{0}, std::size_t{1}, std::size_t{2},
                                     std::size_t{3})),
    name_of_case);

}  // namespace
}  // namespace orbweaver::ports
