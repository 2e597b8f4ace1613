// The `per-connection` threading: a blocking reader thread for each connection. A pause blocks that
// thread only.
#include "server/connection_reader.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/thread.hpp>

#include <condition_variable>
#include <list>
#include <mutex>
#include <semaphore>
#include <system_error>
#include <thread>

namespace orbweaver::engine {

namespace {

class ThreadPerConnection final : public ConnectionReader {
 public:
  explicit ThreadPerConnection(os::ThreadTraits traits) : traits_(std::move(traits)) {
    traits_.name = "ow-reader";
  }
  ~ThreadPerConnection() override {
    stop();
    finish();
  }

  bool add(std::shared_ptr<ServerConnection> connection) override {
    const std::lock_guard lock(mutex_);
    join_ended();
    if (stopped_) return false;
    auto& reader = readers_.emplace_back();
    reader.connection = std::move(connection);
    reader.connection->set_on_resume([resumed = reader.resumed] { resumed->release(); });
    try {
      reader.thread = os::start_thread(traits_, [this, &reader] { read(reader); });
      return true;
    } catch (const std::system_error& error) {
      log().warn(
          "cannot start a thread for a connection ({}); raise the limit of threads (ulimit -u) or "
          "use "
          "-ORBthreading pool",
          error.what());
      readers_.pop_back();
      return false;
    }
  }

  [[nodiscard]] std::size_t size() const override {
    const std::lock_guard lock(mutex_);
    std::size_t reading = 0;
    for (const auto& reader : readers_) reading += reader.has_ended ? 0 : 1;
    return reading;
  }

  void stop() override {
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
    const std::lock_guard lock(mutex_);
    for (auto& reader : readers_)
      if (reader.connection) reader.connection->say_goodbye();
    readers_.clear();  // joins the threads, which have nothing left to do
  }

 private:
  struct Reader {
    std::shared_ptr<ServerConnection> connection;
    // Shared with the dispatcher that resumes, which may still be in release() when the reader has
    // gone on.
    std::shared_ptr<std::counting_semaphore<>> resumed =
        std::make_shared<std::counting_semaphore<>>(0);
    bool has_ended = false;
    std::jthread thread;
  };

  void read(Reader& reader) {
    for (;;) {
      const auto next = reader.connection->read_one();
      if (next == ServerConnection::Next::stop) break;
      if (next == ServerConnection::Next::pause) reader.resumed->acquire();
    }
    const std::lock_guard lock(mutex_);
    reader.has_ended = true;
    if (!stopped_)
      reader.connection.reset();  // the peer left; replies that are still due keep it alive
    ended_.notify_all();
  }

  // Requires: mutex_ held. The thread of an ended reader no longer takes the mutex, so joining
  // cannot block long.
  void join_ended() {
    readers_.remove_if([](const Reader& reader) { return reader.has_ended; });
  }

  os::ThreadTraits traits_;
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  std::list<Reader> readers_;
  bool stopped_ = false;
};

}  // namespace

std::unique_ptr<ConnectionReader> make_thread_per_connection(const os::ThreadTraits& traits) {
  return std::make_unique<ThreadPerConnection>(traits);
}

}  // namespace orbweaver::engine
