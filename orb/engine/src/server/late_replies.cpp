#include "server/late_replies.hpp"

#include "server/server_connection.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace orbweaver::engine {

namespace {

// What a socket holds, so often, is some 100 MB/s; clients that read nothing are asked less often.
constexpr Nanoseconds kShortestRest = std::chrono::milliseconds(1),
                      kLongestRest = std::chrono::milliseconds(16);

}  // namespace

class LateReplies::Rounds final : public dispatch::Alarm::Target {
 public:
  explicit Rounds(LateReplies& all) noexcept : all_(all) {}
  void ring() noexcept override { all_.go_round(); }

 private:
  LateReplies& all_;
};

LateReplies::LateReplies(std::size_t most_bytes)
    : most_bytes_(most_bytes), rest_(kShortestRest), rounds_(std::make_shared<Rounds>(*this)) {}

LateReplies::~LateReplies() { finish(Deadline::at(now())); }

void LateReplies::take_on(const std::shared_ptr<ServerConnection>& connection) {
  std::shared_ptr<ServerConnection> too_much;
  {
    const Lock lock(mutex_);
    connections_.insert(connection);
    if (is_finished_ || !begin_rounds(lock))
      too_much = connection;
    else if (bytes(lock) > most_bytes_)
      too_much = most_due(lock);
  }
  if (too_much) too_much->drop_late_replies(most_bytes_);
}

// Requires: lock held. False: there is no thread for it.
bool LateReplies::begin_rounds(const Lock&) {
  if (!goes_round_) goes_round_ = alarm_.set(now() + rest_, rounds_);
  return goes_round_;
}

std::size_t LateReplies::bytes(const Lock&) const noexcept {
  return std::accumulate(connections_.begin(), connections_.end(), std::size_t{0},
                         [](std::size_t sum, const auto& one) { return sum + one->late_bytes(); });
}

std::shared_ptr<ServerConnection> LateReplies::most_due(const Lock&) const noexcept {
  return *std::ranges::max_element(connections_, {},
                                   [](const auto& one) { return one->late_bytes(); });
}

// A connection that has something late again is taken on once more, behind this.
void LateReplies::go_round() {
  Lock lock(mutex_);
  const std::vector late(connections_.begin(), connections_.end());
  lock.unlock();
  bool has_any_gone = false;
  for (const auto& one : late) has_any_gone = one->send_late_replies() || has_any_gone;
  lock.lock();
  std::erase_if(connections_, [](const auto& one) { return one->late_bytes() == 0; });
  rest_ = has_any_gone ? kShortestRest : std::min(2 * rest_, kLongestRest);
  goes_round_ = false;
  if (connections_.empty())
    nothing_is_late_.notify_all();
  else if (!is_finished_)
    (void)begin_rounds(lock);
}

void LateReplies::finish(Deadline deadline) {
  Lock lock(mutex_);
  const auto is_over = [this] { return connections_.empty(); };
  if (deadline.is_never())
    nothing_is_late_.wait(lock, is_over);
  else
    nothing_is_late_.wait_until(lock, deadline.moment(), is_over);
  is_finished_ = true;
  const auto left = std::exchange(connections_, {});
  lock.unlock();
  alarm_.stop();
  for (const auto& one : left) one->drop_late_replies(most_bytes_);
}

}  // namespace orbweaver::engine
