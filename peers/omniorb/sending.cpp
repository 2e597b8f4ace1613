// SPDX-License-Identifier: Apache-2.0
#include "sending.hpp"

#include <algorithm>
#include <pipeline/dictionary_work.hpp>
#include <thread>

#include "clock.hpp"
#include "summary.hpp"

namespace peer {
namespace {

constexpr unsigned kMostReserved = 1U << 20;

}  // namespace

/// One of the threads that share the reference, and what it has sent.
class Sending::Sender {
 public:
  explicit Sender(Sending& all) : all_(all) {
    const ProducerOptions& options = all.options_;
    samples_.length(options.elements);
    for (CORBA::ULong i = 0; i < options.elements; ++i) samples_[i] = i;
    send_ns_.reserve(std::min(options.packets / options.senders + 1, kMostReserved));
  }

  void operator()() {
    const ProducerOptions& options = all_.options_;
    while (const std::uint64_t number = all_.senders_.take()) {
      if (options.vary) lab_pipeline::fill_varied(number, samples_, options.elements);
      const std::int64_t due_ns = all_.senders_.due_ns(number, all_.started_ns_, now_ns());
      if (options.pace_ms > 0) sleep_until_ns(due_ns);
      if (all_.senders_.is_stopping()) return;
      send(number, due_ns);
    }
  }
  const std::vector<std::int64_t>& send_ns() const { return send_ns_; }
  std::int64_t last_ns() const { return last_ns_; }

 private:
  void send(std::uint64_t number, std::int64_t due_ns) {
    all_.trace_.note(number, lab_pipeline::Moment::sending);
    all_.next_.send({static_cast<CORBA::ULong>(number), static_cast<CORBA::ULongLong>(due_ns)},
                    samples_);
    all_.trace_.note(number, lab_pipeline::Moment::handed_on);
    last_ns_ = now_ns();
    send_ns_.push_back(last_ns_ - due_ns);
  }

  Sending& all_;
  Lab::Samples samples_;
  std::vector<std::int64_t> send_ns_;
  std::int64_t last_ns_ = 0;
};

Sending::Sending(const ProducerOptions& options, NextSink& next)
    : options_(options),
      next_(next),
      senders_(options.packets, options.pace_ms),
      trace_(options.trace) {}

void Sending::run() {
  std::vector<Sender> bodies;
  for (unsigned n = 0; n < options_.senders; ++n) bodies.emplace_back(*this);
  started_ns_ = last_sent_ns_ = now_ns();
  senders_.run(bodies, [](std::size_t, auto body) { return std::thread(body); });
  for (const Sender& one : bodies) {
    send_ns_.insert(send_ns_.end(), one.send_ns().begin(), one.send_ns().end());
    last_sent_ns_ = std::max(last_sent_ns_, one.last_ns());
  }
}

nlohmann::ordered_json Sending::to_json() const {
  nlohmann::ordered_json reported{{"started_ns", started_ns_},
                                  {"last_sent_ns", last_sent_ns_},
                                  {"send_us", summary_us(send_ns_)}};
  if (trace_.is_on()) reported["trace"] = trace_.to_json();
  return reported;
}

}  // namespace peer
