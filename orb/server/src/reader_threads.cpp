#include "reader_threads.hpp"

#include <utility>

namespace orbweaver::server {

ReaderThreads::ReaderThreads(os::ThreadTraits traits) : traits_(std::move(traits)) {
  traits_.name = "ow-reader";
  spare_.reserve(kMostSpare);
}

ReaderThreads::~ReaderThreads() { stop(); }

void ReaderThreads::run(std::function<void()> body) {
  // After unlocking: a thread that wakes while the lock is held blocks on it.
  if (const auto woken = give(std::move(body))) woken->given.notify_one();
}

// Returns the place of the spare thread that is to be woken, if there was one.
std::shared_ptr<ReaderThreads::Place> ReaderThreads::give(std::function<void()> body) {
  const std::lock_guard lock(mutex_);
  join_ended();
  if (spare_.empty()) {
    start(std::move(body));
    return nullptr;
  }
  auto place = spare_.back()->shared_from_this();
  spare_.pop_back();
  place->body = std::move(body);
  return place;
}

void ReaderThreads::start(std::function<void()> body) {
  Places added{std::make_shared<Place>()};  // not among the others before it has a thread
  auto& place = *added.front();
  place.body = std::move(body);
  place.thread = os::start_thread(traits_, [this, &place] { work(place); });
  places_.splice(places_.end(), added);
}

// Requires: mutex_ held. A thread that has ended no longer takes the mutex, so joining cannot block
// long. If run() has a share of the place, it joins instead.
void ReaderThreads::join_ended() {
  places_.remove_if([](const auto& place) { return place->has_ended; });
}

void ReaderThreads::work(Place& place) {
  do {
    place.body();
    place.body = nullptr;
  } while (await_body(place));
}

// False: the thread is to end.
bool ReaderThreads::await_body(Place& place) {
  std::unique_lock lock(mutex_);
  if (!is_stopped_ && spare_.size() < kMostSpare) {
    spare_.push_back(&place);
    place.given.wait_until(lock, now() + kSpareTime, [&] { return place.body || is_stopped_; });
  }
  if (place.body) return true;
  std::erase(spare_, &place);
  place.has_ended = true;
  return false;
}

ReaderThreads::Places ReaderThreads::end_all() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  for (auto* const place : spare_) place->given.notify_one();
  return std::exchange(places_, {});
}

// Each thread takes the mutex once more: it is joined without.
void ReaderThreads::stop() noexcept { end_all().clear(); }

}  // namespace orbweaver::server
