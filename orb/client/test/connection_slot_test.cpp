// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/connection_slot.hpp>

#include "client_connection.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "held_connection.hpp"

namespace orbweaver::client {
namespace {

class ConnectionSlots : public testing::Test {
 protected:
  /// Reports its end.
  class Counted final : public wire::HeldConnection {
   public:
    explicit Counted(std::atomic<int>& alive) : alive_(alive) {
      open();
      ++alive_;
    }
    ~Counted() override { --alive_; }

   private:
    std::atomic<int>& alive_;
  };

  std::shared_ptr<ClientConnection> make() {
    return std::make_shared<ClientConnection>(std::make_unique<Counted>(alive),
                                              ClientConnectionOptions{}, counters);
  }

  std::atomic<int> alive{0};
  wire::Counters counters;
  ConnectionSlot slot;
};

TEST_F(ConnectionSlots, an_empty_one_pins_nothing) {
  EXPECT_FALSE(ConnectionSlot::Pin(slot));
  slot.replace(make());
  EXPECT_TRUE(ConnectionSlot::Pin(slot));
  slot.replace(nullptr);
  EXPECT_FALSE(ConnectionSlot::Pin(slot));
  EXPECT_EQ(alive, 0);
}

TEST_F(ConnectionSlots, what_is_pinned_stays_when_it_is_replaced_and_goes_with_its_pin) {
  slot.replace(make());
  {
    const ConnectionSlot::Pin first(slot);
    slot.replace(make());
    const ConnectionSlot::Pin second(slot);
    EXPECT_NE(&*first, &*second);
    EXPECT_EQ(first->peer(), "held");
    EXPECT_EQ(alive, 2);
  }
  EXPECT_EQ(alive, 1);
}

TEST_F(ConnectionSlots, that_no_reference_pins_are_closed_when_they_are_replaced) {
  for (int i = 0; i < 10; ++i) slot.replace(make());
  EXPECT_EQ(alive, 1);
}

TEST_F(ConnectionSlots, a_moved_pin_is_let_go_of_once) {
  slot.replace(make());
  {
    ConnectionSlot::Pin first(slot);
    const ConnectionSlot::Pin second(std::move(first));
    slot.replace(nullptr);
    EXPECT_EQ(second->peer(), "held");
  }
  EXPECT_EQ(alive, 0);
}

TEST_F(ConnectionSlots, many_threads_use_it_while_it_is_replaced) {
  slot.replace(make());
  std::atomic<bool> stop{false};
  {
    std::vector<std::jthread> users;
    for (int i = 0; i < 3; ++i) {
      users.emplace_back([&] {
        while (!stop) {
          const ConnectionSlot::Pin pin(slot);
          if (pin) {
            EXPECT_EQ(pin->peer(), "held");
          }
        }
      });
    }
    for (int i = 0; i < 500; ++i) slot.replace(i % 5 == 0 ? nullptr : make());
    stop = true;
  }
  EXPECT_EQ(alive, 1);
}

}  // namespace
}  // namespace orbweaver::client
