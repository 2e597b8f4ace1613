// SPDX-License-Identifier: Apache-2.0
#include "channel.hpp"

#include <iceoryx_hoofs/log/logmanager.hpp>
#include <iceoryx_posh/runtime/posh_runtime.hpp>

#include <stdexcept>

namespace peer {
namespace {

using iox::capro::IdString_t;
using iox::capro::ServiceDescription;

constexpr std::size_t kMostBytes = 4 << 20;
// With one in each side's hands it is what the daemon's pool of 4 MiB chunks holds.
constexpr std::uint64_t kQueue = 8;

ServiceDescription topic(bool is_to_server) {
  return {"Bench", "Target", is_to_server ? IdString_t("requests") : IdString_t("replies")};
}

iox::popo::PublisherOptions blocking_publisher() {
  iox::popo::PublisherOptions options;
  options.subscriberTooSlowPolicy = iox::popo::ConsumerTooSlowPolicy::WAIT_FOR_CONSUMER;
  return options;
}

iox::popo::SubscriberOptions blocking_subscriber() {
  iox::popo::SubscriberOptions options;
  options.queueFullPolicy = iox::popo::QueueFullPolicy::BLOCK_PRODUCER;
  options.queueCapacity = kQueue;
  return options;
}

ServiceDescription joined(const std::string& runtime, ServiceDescription description) {
  iox::log::LogManager::GetLogManager().SetDefaultLogLevel(iox::log::LogLevel::kWarn,
                                                           iox::log::LogLevelOutput::kHideLogLevel);
  iox::runtime::PoshRuntime::initRuntime(
      iox::RuntimeName_t(iox::cxx::TruncateToCapacity, runtime.c_str()));
  return description;
}

}  // namespace

Channel::Channel(const std::string& runtime, Side side)
    : publisher_(joined(runtime, topic(side == Side::client)), blocking_publisher()),
      subscriber_(topic(side == Side::server), blocking_subscriber()) {}

void Channel::send(std::size_t bytes, const std::function<void(void*)>& fill) {
  if (bytes > kMostBytes)  // iceoryx would end the program
    throw std::runtime_error("iceoryx's daemon has no memory pool for messages over 4 MiB");
  auto loan = publisher_.loan(static_cast<std::uint32_t>(bytes));
  if (loan.has_error())
    throw std::runtime_error("iceoryx has no free chunk of " + std::to_string(bytes) + " bytes");
  fill(loan.value());
  publisher_.publish(loan.value());
}

void Channel::sleep() {
  waits_.attachState(subscriber_, iox::popo::SubscriberState::HAS_DATA).or_else([](auto&) {
    throw std::runtime_error("iceoryx: the WaitSet takes no subscriber");
  });
  waits_.wait();
  waits_.detachState(subscriber_, iox::popo::SubscriberState::HAS_DATA);
}

void Channel::wake_up() { waits_.markForDestruction(); }

bool Channel::is_connected() const {
  return publisher_.hasSubscribers() &&
         subscriber_.getSubscriptionState() == iox::SubscribeState::SUBSCRIBED;
}

}  // namespace peer
