// SPDX-License-Identifier: Apache-2.0
// The parts of the chain as components: a source that makes packets on demand, filters, a sink.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/component/stream_component.hpp>

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "filter.hpp"

namespace orbweaver::chain_bench {

using SamplesIn = component::In<"samples_in", standardInterfaces::realFloat>;
using SamplesOut = component::Out<"samples_out", standardInterfaces::realFloat>;

class Source final : public component::StreamComponent<SamplesOut> {
 public:
  void set_samples(std::size_t samples) { wave_ = Wave{samples}; }
  /// Threads: any.
  void order(std::uint64_t packets) {
    const std::lock_guard lock(mutex_);
    ordered_ += packets;
    changed_.notify_all();
  }
  /// No more are ordered: the stream ends.
  void close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }

 private:
  bool produce(Output& out) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_closed_ || ordered_ > 0; });
    if (is_closed_) return false;
    --ordered_;
    wave_.fill(out.packet());
    return true;
  }

  Wave wave_{1};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t ordered_ = 0;
  bool is_closed_ = false;
};

class Filter final : public component::StreamComponent<SamplesIn, SamplesOut> {
  void process(const Input& in, Output& out) override {
    biquad_.process(in.samples(), out.packet());
  }
  Biquad biquad_;
};

class Sink final : public component::StreamComponent<SamplesIn> {
 public:
  /// When the last of so many packets came, since the beginning. Blocks: until then.
  std::int64_t await(std::uint64_t packets) {
    std::unique_lock lock(mutex_);
    awaited_ = packets;
    changed_.wait(lock, [&] { return came_ >= packets; });
    return last_ns_;
  }
  /// Blocks: until the end of the stream has come.
  void await_end() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return has_ended_; });
  }

 private:
  void process(const Input& in, Output&) override {
    power_.add(in.samples());
    const std::lock_guard lock(mutex_);
    if (++came_ < awaited_) return;  // those that come before await() may each be the last
    last_ns_ = monotonic_ns();
    changed_.notify_all();
  }
  void finish(Output&) override {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }

  Power power_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t came_ = 0, awaited_ = 0;
  std::int64_t last_ns_ = 0;
  bool has_ended_ = false;
};

}  // namespace orbweaver::chain_bench
