// SPDX-License-Identifier: Apache-2.0
// The `per-connection` threading: a blocking reader thread for each connection. A pause blocks that
// thread only.
#include "connection_reader.hpp"
#include "reader_threads.hpp"
#include "reader_watch.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/semaphore.hpp>

#include <algorithm>
#include <exception>
#include <list>
#include <new>

namespace orbweaver::server {

namespace {

class ThreadPerConnection final : public ConnectionReader, private os::SpareThreads {
 public:
  ThreadPerConnection(const os::ThreadTraits& traits, unsigned most_extra_readers)
      : SpareThreads(HeldWork::stays_bounded),
        most_extra_readers_(most_extra_readers),
        threads_(traits),
        watch_(traits, [this](const auto& connection, wire::ReaderHandoff::Look look) {
          start_reader(connection, look);
        }) {}
  ~ThreadPerConnection() override {
    stop();
    finish();
  }

  bool add(std::shared_ptr<ServerConnection> connection) override {
    const std::lock_guard lock(mutex_);
    remove_ended();
    if (stopped_) return false;
    std::list<Reader> added(1);  // it joins the other readers when it has all that it needs
    auto& reader = added.front();
    reader.connection = std::move(connection);
    reader.connection->set_on_resume([resumed = reader.resumed] { resumed->release(); });
    reader.connection->set_watch(watch_);
    watch_.add(reader.connection);
    readers_.splice(readers_.end(), added);
    return start([this, &reader] { read(reader); });
  }

  void stop() override {
    watch_.stop();
    std::unique_lock lock(mutex_);
    stopped_ = true;
    for (auto& reader : readers_)
      if (!reader.has_ended) reader.connection->stop_reading();
    ended_.wait(lock, [&] {
      for (const auto& reader : readers_)
        if (!reader.has_ended) return false;
      return true;
    });
  }

  void finish() override {
    threads_.stop();
    const std::lock_guard lock(mutex_);
    for (auto& reader : readers_)
      if (reader.connection) reader.connection->say_close_connection();
    readers_.clear();
  }

 private:
  struct Reader {
    std::shared_ptr<ServerConnection> connection;
    // Shared with the dispatcher that resumes, which may still be in release() when the reader has
    // gone on.
    std::shared_ptr<os::Semaphore> resumed = std::make_shared<os::Semaphore>(0);
    bool has_ended = false;
  };

  // Requires: mutex_ held, and stop() not called. The last of readers_ is removed if there is no
  // thread for its `body`.
  template <class Body>
  [[nodiscard]] bool start(Body body) {
    try {
      threads_.run(std::move(body));
      return true;
    } catch (const std::exception& error) {  // no thread, or no memory for one
      static LogLimit limit;
      warn_seldom(
          limit,
          "cannot start a thread for a connection ({}); raise the limit of threads (ulimit -u) or "
          "use -ORBthreading pool",
          error.what());
      readers_.pop_back();
      return false;
    }
  }

  // The watch lets another thread read in place of one that waits for a reply, if so many are
  // allowed.
  [[nodiscard]] bool begin_block(BlockKind /*kind*/) noexcept override {
    if (blocked_.fetch_add(1, std::memory_order_relaxed) < kMostBlocked) return true;
    end_block(BlockKind::wanted);
    return false;
  }
  void end_block(BlockKind /*kind*/) noexcept override {
    blocked_.fetch_sub(1, std::memory_order_relaxed);
  }

  void read(Reader& reader) {
    of_this_thread() = this;
    auto next = Next::read;
    while (next != Next::stop && next != Next::handed_over) {
      next = reader.connection->read_one();
      if (next == Next::pause) reader.resumed->acquire();
    }
    end(reader, next == Next::handed_over);
  }

  void end(Reader& reader, bool was_handed_over) {
    const std::lock_guard lock(mutex_);
    reader.has_ended = true;
    if (was_handed_over) --extra_readers_;
    // If the peer left, replies that are still due keep the connection alive.
    if (!stopped_ || was_handed_over) reader.connection.reset();
    ended_.notify_all();
  }

  // Called by the watch's thread. Besides the readers that wait, as many as the pool has threads
  // may stay in servants: a servant that takes long should run in the pool.
  void start_reader(const std::shared_ptr<ServerConnection>& connection,
                    wire::ReaderHandoff::Look look) noexcept try {
    const std::lock_guard lock(mutex_);
    remove_ended();
    const auto present = std::ranges::find(readers_, connection, &Reader::connection);
    if (stopped_ || present == readers_.end() || !may_add_one()) return;
    auto& reader = readers_.emplace_back();
    reader.connection = connection;
    reader.resumed = present->resumed;
    if (start([this, &reader, look] { read_on(reader, look); })) ++extra_readers_;
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the next look tries again
  }

  // Requires: mutex_ held. relaxed: the next look finds a reader that is not replaced now.
  [[nodiscard]] bool may_add_one() const noexcept {
    return extra_readers_ < most_extra_readers_ + blocked_.load(std::memory_order_relaxed);
  }

  void read_on(Reader& reader, wire::ReaderHandoff::Look look) {
    if (reader.connection->handoffs().take_over(look)) return read(reader);
    end(reader, true);  // the present reader stays
  }

  // Requires: mutex_ held. The thread of an ended reader touches it no more.
  void remove_ended() {
    readers_.remove_if([](const Reader& reader) { return reader.has_ended; });
  }

  static constexpr unsigned kMostBlocked = 64;
  const unsigned most_extra_readers_;
  os::Atomic<unsigned> blocked_{0};
  mutable os::Mutex mutex_;
  os::ConditionVariable ended_;
  std::list<Reader> readers_;
  unsigned extra_readers_ =
      0;  // readers that handed over, and threads that have not taken over yet
  bool stopped_ = false;
  ReaderThreads threads_;  // its threads use the members above
  ReaderWatch watch_;
};

}  // namespace

std::unique_ptr<ConnectionReader> make_thread_per_connection(const os::ThreadTraits& traits,
                                                             unsigned most_extra_readers) {
  return std::make_unique<ThreadPerConnection>(traits, most_extra_readers);
}

}  // namespace orbweaver::server
