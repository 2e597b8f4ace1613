#include "sending.hpp"

#include <algorithm>
#include <pipeline/dictionary_work.hpp>
#include <thread>

#include "clock.hpp"
#include "summary.hpp"

namespace peer {
namespace {

Lab::Samples some_samples(unsigned elements) {
  Lab::Samples samples;
  samples.length(elements);
  for (CORBA::ULong i = 0; i < elements; ++i) samples[i] = i;
  return samples;
}

}  // namespace

Sending::Sending(const ProducerOptions& options, NextSink& next, const std::atomic<bool>& stopping)
    : options_(options),
      next_(next),
      stopping_(stopping),
      trace_(options.trace),
      started_ns_(now_ns()) {}

void Sending::run() {
  std::vector<std::thread> others;
  for (unsigned n = 1; n < options_.senders; ++n) others.emplace_back([this] { send_or_fail(); });
  send_or_fail();
  for (std::thread& other : others) other.join();
  if (failure_) std::rethrow_exception(failure_);
}

nlohmann::ordered_json Sending::to_json() const {
  nlohmann::ordered_json told{{"started_ns", started_ns_},
                              {"last_sent_ns", last_sent_ns_},
                              {"send_us", summary_us(send_ns_)}};
  if (trace_.is_on()) told["trace"] = trace_.to_json();
  return told;
}

void Sending::send_or_fail() {
  std::vector<std::int64_t> send_ns;
  std::int64_t last_ns = started_ns_;
  std::exception_ptr failure;
  try {
    send_some(send_ns, last_ns);
  } catch (const std::exception&) {
    failure = std::current_exception();
    number_ = options_.packets;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!failure_) failure_ = failure;
  send_ns_.insert(send_ns_.end(), send_ns.begin(), send_ns.end());
  last_sent_ns_ = std::max(last_sent_ns_, last_ns);
}

void Sending::send_some(std::vector<std::int64_t>& send_ns, std::int64_t& last_ns) {
  Lab::Samples samples = some_samples(options_.elements);
  send_ns.reserve(options_.packets);
  for (std::uint64_t number = ++number_; number <= options_.packets; number = ++number_) {
    if (options_.vary) lab_pipeline::fill_varied(number, samples, options_.elements);
    const std::int64_t due = wait_until_due(number);
    if (stopping_) return;
    trace_.note(number, lab_pipeline::Moment::sending);
    next_.send({static_cast<CORBA::ULong>(number), static_cast<CORBA::ULongLong>(due)}, samples);
    trace_.note(number, lab_pipeline::Moment::handed_on);
    last_ns = now_ns();
    send_ns.push_back(last_ns - due);
  }
}

/// The moment at which a packet is due; without a pace it is now.
std::int64_t Sending::wait_until_due(std::uint64_t number) const {
  if (options_.pace_ms <= 0) return now_ns();
  const auto after = static_cast<double>(number - 1) * options_.pace_ms * 1e6;
  const std::int64_t due = started_ns_ + static_cast<std::int64_t>(after);
  sleep_until_ns(due);
  return due;
}

}  // namespace peer
