// The `pool` threading: a few threads read all connections, whichever is readable. A descriptor
// fires once and is armed again when its messages have been dealt with, so one connection is never
// read by two threads.
#include "server/connection_reader.hpp"

#include <orbweaver/os/thread.hpp>
#include <orbweaver/transport/poller.hpp>

#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace orbweaver::engine {

namespace {

// A paused connection goes on when both have happened, in either order: its reader has put it down,
// and the lane has room again. Whoever comes second picks it up.
class Rendezvous {
 public:
  [[nodiscard]] bool arrive_second() noexcept {
    // acq_rel: the second to arrive sees what the first did before it arrived
    return arrivals_.fetch_add(1, std::memory_order_acq_rel) % 2 == 1;
  }

 private:
  std::atomic<unsigned> arrivals_{0};  // two for each pause
};

class PolledReaders final : public ConnectionReader {
 public:
  PolledReaders(unsigned threads, os::ThreadTraits traits) {
    traits.name = "ow-poller";
    for (unsigned i = 0; i < threads; ++i)
      threads_.push_back(os::start_thread(traits, [this] { run(); }));
  }
  ~PolledReaders() override {
    stop();
    finish();
  }

  bool add(std::shared_ptr<ServerConnection> connection) override {
    const std::lock_guard lock(mutex_);
    if (stopped_) return false;
    const auto token = next_token_++;
    auto watched = std::make_shared<Watched>();
    watched->connection = std::move(connection);
    watched->connection->set_on_resume([this, token, watched = std::weak_ptr(watched)] {
      const auto paused = watched.lock();
      if (paused && paused->rendezvous.arrive_second()) poller_.post(token);
    });
    watched_.emplace(token, watched);
    if (poller_.arm(watched->connection->descriptor(), token)) return true;
    drop(token);
    return false;
  }

  [[nodiscard]] std::size_t size() const override {
    const std::lock_guard lock(mutex_);
    return watched_.size();
  }

  void stop() override {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
      for (const auto& [token, watched] : watched_) watched->connection->stop_reading();
    }
    poller_.stop();
    threads_.clear();  // joins
  }

  void finish() override {
    const std::lock_guard lock(mutex_);
    for (const auto& [token, watched] : watched_) watched->connection->say_goodbye();
    watched_.clear();
  }

 private:
  struct Watched {
    std::shared_ptr<ServerConnection> connection;
    Rendezvous rendezvous;
  };

  void run() {
    while (const auto token = poller_.wait())
      if (const auto watched = find(*token)) read(*token, *watched);
  }

  void read(std::uint64_t token, Watched& watched) {
    switch (watched.connection->read_available()) {
      case ServerConnection::Next::read:
        if (!poller_.arm(watched.connection->descriptor(), token)) forget(token);
        return;
      case ServerConnection::Next::read_more:
        return poller_.post(token);
      case ServerConnection::Next::pause:
        if (watched.rendezvous.arrive_second()) poller_.post(token);
        return;
      case ServerConnection::Next::stop:
        return forget(token);
    }
  }

  [[nodiscard]] std::shared_ptr<Watched> find(std::uint64_t token) const {
    const std::lock_guard lock(mutex_);
    const auto found = watched_.find(token);
    return found == watched_.end() ? nullptr : found->second;
  }

  void forget(std::uint64_t token) {
    const std::lock_guard lock(mutex_);
    drop(token);
  }

  // Requires: mutex_ held.
  void drop(std::uint64_t token) {
    const auto found = watched_.find(token);
    if (found == watched_.end()) return;
    poller_.remove(found->second->connection->descriptor());
    if (!stopped_) watched_.erase(found);  // replies that are still due keep the connection alive
  }

  transport::Poller poller_;
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<Watched>> watched_;
  std::uint64_t next_token_ = 1;
  bool stopped_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace

std::unique_ptr<ConnectionReader> make_polled_readers(unsigned threads,
                                                      const os::ThreadTraits& traits) {
  return std::make_unique<PolledReaders>(threads, traits);
}

}  // namespace orbweaver::engine
