// SPDX-License-Identifier: Apache-2.0
// Reads a file and sends its samples, on a thread of its own.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/samples/sample_files.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "sample_sender.hpp"

namespace orbweaver::trial {

/// The packets and samples that were sent to a port so far.
struct SentCounts {
  std::uint64_t packets = 0, samples = 0;
};

/// Threads: any.
class Feed {
 public:
  enum class Cause { file, component, connection };
  /// How the feed ended: an empty text if everything was sent; else one clause, and the kind of
  /// cause.
  using OnEnd = std::function<void(const std::string& failure, Cause cause)>;

  Feed(samples::SampleReader reader, std::size_t sample_bytes, std::unique_ptr<SampleSender> sender,
       std::size_t packet_samples);
  /// Blocks: as stop() and join().
  ~Feed();
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  /// Starts to send. `on_end` is called once, on the feed's thread, unless stop() was called.
  void begin(OnEnd on_end);
  /// Sends no packet after the present one.
  void stop() noexcept;
  /// Blocks: until the present packet is sent.
  void join();
  [[nodiscard]] SentCounts sent() const noexcept;

 private:
  void run(const OnEnd& on_end);
  [[nodiscard]] Result<bool, std::string> send_next();

  samples::SampleReader reader_;
  const std::size_t sample_bytes_;
  const std::unique_ptr<SampleSender> sender_;
  std::vector<std::byte> packet_;
  samples::Wake wake_;
  os::Atomic<bool> is_stopped_{false};
  os::Atomic<std::uint64_t> packets_{0}, samples_{0};
  Cause cause_ = Cause::file;  // of a failure; used by the feed's thread
  os::Thread thread_;
};

}  // namespace orbweaver::trial
