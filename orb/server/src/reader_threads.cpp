// SPDX-License-Identifier: Apache-2.0
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

// Returns the worker of the spare thread that is to be woken, if there was one.
std::shared_ptr<ReaderThreads::Worker> ReaderThreads::give(std::function<void()> body) {
  const std::lock_guard lock(mutex_);
  join_ended();
  if (spare_.empty()) {
    start(std::move(body));
    return nullptr;
  }
  auto worker = spare_.back()->shared_from_this();
  spare_.pop_back();
  worker->body = std::move(body);
  return worker;
}

void ReaderThreads::start(std::function<void()> body) {
  Workers added{std::make_shared<Worker>()};  // not among the others before it has a thread
  auto& worker = *added.front();
  worker.body = std::move(body);
  worker.thread = os::start_thread(traits_, [this, &worker] { work(worker); });
  workers_.splice(workers_.end(), added);
}

// Requires: mutex_ held. A thread that has ended no longer takes the mutex, so joining cannot block
// long. If run() has a share of the worker, it joins instead.
void ReaderThreads::join_ended() {
  workers_.remove_if([](const auto& worker) { return worker->has_ended; });
}

void ReaderThreads::work(Worker& worker) {
  do {
    worker.body();
    worker.body = nullptr;
  } while (await_body(worker));
}

// Returns false if the thread must end.
bool ReaderThreads::await_body(Worker& worker) {
  std::unique_lock lock(mutex_);
  if (!is_stopped_ && spare_.size() < kMostSpare) {
    spare_.push_back(&worker);
    worker.given.wait_until(lock, now() + kSpareTime, [&] { return worker.body || is_stopped_; });
  }
  if (worker.body) return true;
  std::erase(spare_, &worker);
  worker.has_ended = true;
  return false;
}

ReaderThreads::Workers ReaderThreads::end_all() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  for (auto* const worker : spare_) worker->given.notify_one();
  return std::exchange(workers_, {});
}

// Each thread takes the mutex once more: it is joined without.
void ReaderThreads::stop() noexcept { end_all().clear(); }

}  // namespace orbweaver::server
