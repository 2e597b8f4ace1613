#include "server/reader_watch.hpp"

namespace orbweaver::engine {

ReaderWatch::ReaderWatch(const os::ThreadTraits& traits, SendStandIn send_stand_in)
    : send_stand_in_(std::move(send_stand_in)) {
  auto mine = traits;
  mine.name = "ow-watch";
  thread_ = os::start_thread(mine, [this] { run(); });
}

ReaderWatch::~ReaderWatch() { stop(); }

void ReaderWatch::add(const std::shared_ptr<ServerConnection>& connection) {
  const Lock lock(mutex_);
  std::erase_if(watched_, [](const Watched& one) { return one.connection.expired(); });
  watched_.push_back({connection, connection->absence().look()});
}

void ReaderWatch::stop() noexcept {
  {
    const Lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ReaderWatch::run() {
  Lock lock(mutex_);
  int quiet_ticks = 0;
  while (!stopping_) {
    quiet_ticks = look_at_all(lock) ? 0 : quiet_ticks + 1;
    if (quiet_ticks >= kQuietTicks)
      park(lock);
    else
      changed_.wait_for(lock, kTick, [this] { return stopping_; });
  }
}

bool ReaderWatch::look_at_all(Lock& lock) {
  bool is_any_busy = false;
  std::vector<std::pair<std::shared_ptr<ServerConnection>, Absence::Look>> stuck;
  for (auto& one : watched_) {
    const auto connection = one.connection.lock();
    if (!connection) continue;
    const auto look = connection->absence().look();
    const bool has_moved = look != one.last_look;
    is_any_busy = is_any_busy || has_moved || Absence::is_away(look);
    if (!has_moved && Absence::is_away(look)) stuck.emplace_back(connection, look);
    one.last_look = look;
  }
  if (stuck.empty()) return is_any_busy;
  lock.unlock();  // a connection that ends here, and what sends the stand-in, have locks of theirs
  for (const auto& [connection, look] : stuck) send_stand_in_(connection, look);
  stuck.clear();
  lock.lock();
  return true;
}

// Says first that it sleeps and looks then, as a reader says first that it is away and looks then:
// one of the two sees the other.
void ReaderWatch::park(Lock& lock) {
  sleeps_.store(true, std::memory_order_seq_cst);
  if (!look_at_all(lock))
    changed_.wait(lock, [this] { return stopping_ || !sleeps_.load(std::memory_order_relaxed); });
  sleeps_.store(false, std::memory_order_relaxed);
}

void ReaderWatch::wake_up() noexcept {
  const Lock lock(mutex_);
  sleeps_.store(false, std::memory_order_relaxed);  // the lock orders it
  changed_.notify_all();
}

}  // namespace orbweaver::engine
