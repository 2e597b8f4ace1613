// SPDX-License-Identifier: Apache-2.0
#include "feed.hpp"

#include <orbweaver/os/thread.hpp>

#include <algorithm>

namespace orbweaver::trial {

Feed::Feed(samples::SampleReader reader, std::size_t sample_bytes,
           std::unique_ptr<SampleSender> sender, std::size_t packet_samples)
    : reader_(std::move(reader)),
      sample_bytes_(sample_bytes),
      sender_(std::move(sender)),
      packet_(std::min(packet_samples, sender_->most_samples()) * sample_bytes) {}

Feed::~Feed() {
  stop();
  join();
}

void Feed::begin(OnEnd on_end) {
  thread_ =
      os::start_thread({.name = "ow-feed"}, [this, on_end = std::move(on_end)] { run(on_end); });
}

void Feed::stop() noexcept {
  is_stopped_.store(true);
  wake_.call();
}

void Feed::join() {
  if (thread_.joinable()) thread_.join();
}

SentCounts Feed::sent() const noexcept { return {packets_.load(), samples_.load()}; }

void Feed::run(const OnEnd& on_end) {
  std::string failure;
  while (!is_stopped_.load()) {
    const auto more = send_next();
    if (more && *more) continue;
    if (!more) failure = more.error();
    break;
  }
  if (!is_stopped_.load()) on_end(failure, cause_);
}

/// False: that was the end.
Result<bool, std::string> Feed::send_next() {
  cause_ = Cause::file;
  const auto bytes = reader_.read(packet_, wake_);
  if (!bytes) return unexpected(bytes.error());
  if (is_stopped_.load()) return false;
  if (*bytes % sample_bytes_ != 0)
    return unexpected(
        reader_.file() + ": it ends within a sample: " + std::to_string(*bytes % sample_bytes_) +
        " of its " + std::to_string(sample_bytes_) + " bytes; --input takes whole samples");
  const auto sent =
      *bytes == 0 ? sender_->send_end() : sender_->send(std::span{packet_}.first(*bytes));
  cause_ = sender_->was_refused() ? Cause::component : Cause::connection;
  if (!sent) return unexpected(sent.error());
  if (*bytes == 0) return false;
  packets_ += 1;
  samples_ += *bytes / sample_bytes_;
  return true;
}

}  // namespace orbweaver::trial
