// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/sender_table.hpp>

#include <cstdio>

namespace orbweaver::packets {

namespace {

std::string name_of(std::uint64_t connection) {
  if (connection == 0) return "unnamed";
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(connection));
  return digits.data();
}

// Only one thread writes the counter, so a load and a store are enough.
std::uint64_t count(os::Atomic<std::uint64_t>& counter) noexcept {
  const auto now = counter.load(std::memory_order_relaxed) + 1;
  counter.store(now, std::memory_order_relaxed);
  return now;
}

}  // namespace

void Sender::begin(std::uint64_t connection, std::int64_t now_ns) noexcept {
  connection_.store(connection, std::memory_order_relaxed);
  reordered_.store(0, std::memory_order_relaxed);
  missing_.store(0, std::memory_order_relaxed);
  last_ns_ = now_ns;
  numbers_ = {};
  flow_.clear();
  losses_.clear();
  for (auto* const counter : {&broken_metadata_, &bad_values_, &time_went_back_})
    counter->store(0, std::memory_order_relaxed);
  last_time_.reset();
}

void Sender::note_arrival(std::uint64_t number) noexcept {
  if (number == 0) return;
  if (numbers_.note(number)) [[likely]]
    return;
  reordered_.store(numbers_.reordered(), std::memory_order_relaxed);
  missing_.store(numbers_.missing(), std::memory_order_relaxed);
}

void Sender::note_delivery(const Times& times, std::int64_t now_ns, std::size_t bytes) noexcept {
  if (times.sent_ns != 0) flow_.record_latency(now_ns - times.sent_ns);
  flow_.record(now_ns, bytes);
}

const char* Sender::note_metadata(CarriedMetadata& metadata) noexcept {
  if (metadata.is_broken())
    return count(broken_metadata_) == 1 ? "metadata that cannot be read: they are ignored"
                                        : nullptr;
  auto& given = metadata.given();
  const bool had_bad_values = remove_bad_values(given) > 0;
  if (given.time) {
    if (last_time_ && *given.time < *last_time_) (void)count(time_went_back_);
    last_time_ = given.time;
  }
  if (!had_bad_values || count(bad_values_) > 1) [[likely]]
    return nullptr;
  return "metadata with a sample rate, a frequency or a time that means nothing: it is taken as "
         "not "
         "given";
}

ConnectionStatistics Sender::statistics(std::int64_t now_ns) const {
  const auto number = connection_.load(std::memory_order_relaxed);
  ConnectionStatistics result{.connection = name_of(number),
                              .number = number,
                              .flow = flow_.snapshot(now_ns),
                              .lost = losses_.snapshot()};
  result.reordered = reordered_.load(std::memory_order_relaxed);
  result.missing = missing_.load(std::memory_order_relaxed);
  result.metadata = {broken_metadata_.load(std::memory_order_relaxed),
                     bad_values_.load(std::memory_order_relaxed),
                     time_went_back_.load(std::memory_order_relaxed)};
  return result;
}

SenderTable::~SenderTable() {
  for (const auto& sender : senders_) delete sender.load(std::memory_order_relaxed);
}

Sender& SenderTable::search(std::uint64_t connection, std::int64_t now_ns) {
  Sender* oldest = nullptr;
  for (auto& place : senders_) {
    auto* const sender = place.load(std::memory_order_relaxed);  // written by this side alone
    if (sender == nullptr) {
      auto new_sender = std::make_unique<Sender>();
      new_sender->begin(connection, now_ns);
      last_ = new_sender.release();
      place.store(last_, std::memory_order_release);  // pairs with the acquire in statistics()
      return *last_;
    }
    if (sender->connection_.load(std::memory_order_relaxed) == connection) {
      if (now_ns != 0) sender->last_ns_ = now_ns;
      return *(last_ = sender);
    }
    if (oldest == nullptr || sender->last_ns_ < oldest->last_ns_) oldest = sender;
  }
  oldest->begin(connection, now_ns);
  return *(last_ = oldest);
}

std::vector<ConnectionStatistics> SenderTable::statistics(std::int64_t now_ns) const {
  std::vector<ConnectionStatistics> result;
  for (const auto& place : senders_)
    if (const auto* const sender = place.load(std::memory_order_acquire))
      result.push_back(sender->statistics(now_ns));
  return result;
}

}  // namespace orbweaver::packets
