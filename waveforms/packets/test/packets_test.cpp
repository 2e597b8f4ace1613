// SPDX-License-Identifier: Apache-2.0
// Sender and device in one process: what a block gives, and when there is none.
#include <orbweaver/files/adapter.hpp>

#include <gtest/gtest.h>

#include <condition_variable>
#include <map>
#include <string>
#include <vector>

#include "device/packet_device.hpp"
#include "sender/sender.hpp"

namespace orbweaver::packets_waveform {
namespace {

using nlohmann::ordered_json;

/// Lines, awaited one by one.
class Printed {
 public:
  void add(ordered_json line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(std::move(line));
    changed_.notify_all();
  }
  ordered_json await() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !lines_.empty(); });
    auto first = lines_.front();
    lines_.erase(lines_.begin());
    return first;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<ordered_json> lines_;
};

class PacketsTest : public testing::Test {
 protected:
  PacketsTest()
      : orb_(CORBA::ORB_init({"-ORBcollocation", "off"})),
        adapter_(files::adapter_of(*orb_, "devices")),
        device_(CORBA::make_reference<PacketDevice>(adapter_, with_a_channel({}),
                                                    [this] { ++released_; })),
        sender_(ports_, [this](const ordered_json& line) { printed_.add(line); }) {
    (void)adapter_->servant_to_reference(device_);
  }
  ~PacketsTest() override {
    (void)sender_.stop();
    orb_->destroy();
  }

  void connect() {
    ports_->packets.connect(device_->getPort("packets_in"), "packets");
    ports_->times.connect(device_->getPort("times_in"), "times");
  }
  /// Whether the sender takes all values.
  [[nodiscard]] bool configure(const std::map<std::string, std::uint32_t>& values) {
    std::vector<property::Field> given;
    for (const auto& [id, value] : values)
      given.push_back({id, property::Value{property::Scalar{value}}});
    return sender_.properties()->configure(given).empty();
  }
  ordered_json block(std::uint32_t number, std::uint32_t payload) {
    if (!configure({{"payload", payload}, {"packets", 10}, {"warm_up", 3}, {"block", number}}))
      return {{"event", "refused"}};
    return printed_.await();
  }

  int released_ = 0;
  Printed printed_;
  std::shared_ptr<SenderPorts> ports_ = std::make_shared<SenderPorts>();
  std::shared_ptr<CORBA::ORB> orb_;
  files::Adapter adapter_;
  std::shared_ptr<PacketDevice> device_;
  Sender sender_;
};

TEST_F(PacketsTest, a_block_gives_what_a_bench_client_answers) {
  connect();
  ASSERT_TRUE(sender_.start());
  const auto line = block(7, 512);
  EXPECT_EQ(line["event"], "measured") << line;
  EXPECT_EQ(line["case"], "packet");
  EXPECT_EQ(line["block"], 7);
  EXPECT_EQ(line["bytes"], 512);
  EXPECT_EQ(line["calls"], 10);
  EXPECT_EQ(line["ns"]["count"], 10);
  EXPECT_EQ(line["taken_ns"]["count"], 10);
}

TEST_F(PacketsTest, blocks_follow_one_another) {
  connect();
  ASSERT_TRUE(sender_.start());
  for (const std::uint32_t number : {1U, 2U, 3U})
    EXPECT_EQ(block(number, 1U << number)["bytes"], 1U << number);
}

TEST_F(PacketsTest, a_sender_that_is_stopped_refuses_a_block_and_measures_again_when_started) {
  connect();
  EXPECT_FALSE(configure({{"block", 1}}));
  ASSERT_TRUE(sender_.start());
  ASSERT_TRUE(sender_.stop());
  EXPECT_FALSE(configure({{"block", 2}}));
  ASSERT_TRUE(sender_.start());
  EXPECT_EQ(block(3, 2)["event"], "measured");
}

TEST_F(PacketsTest, a_block_without_connections_is_an_error_and_the_next_one_is_measured) {
  ASSERT_TRUE(sender_.start());
  const auto line = block(1, 2);
  EXPECT_EQ(line["event"], "error") << line;
  EXPECT_EQ(line["block"], 1);
  connect();
  EXPECT_EQ(block(2, 2)["event"], "measured");
}

TEST_F(PacketsTest, the_device_has_one_channel) {
  CORBA::Any one;
  one <<= std::uint64_t{1};
  const CF::Properties channel{CF::DataType{kChannels, one}};
  EXPECT_TRUE(device_->allocateCapacity(channel));
  EXPECT_FALSE(device_->allocateCapacity(channel));
  device_->deallocateCapacity(channel);
  EXPECT_TRUE(device_->allocateCapacity(channel));
}

TEST_F(PacketsTest, the_device_has_no_other_port_and_says_when_it_is_released) {
  EXPECT_THROW((void)device_->getPort("packets_out"), CF::PortSupplier::UnknownPort);
  device_->releaseObject();
  EXPECT_EQ(released_, 1);
}

}  // namespace
}  // namespace orbweaver::packets_waveform
