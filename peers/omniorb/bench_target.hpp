// SPDX-License-Identifier: Apache-2.0
// Bench::Target as idl/lab/bench.idl describes it, in the classic mapping.
#pragma once
#include <bench/measure.hpp>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "bench_ports.hpp"

namespace peer {

class BenchTarget : public POA_Bench::Target {
 public:
  void ping() override {}
  void push(const Bench::Samples&) override {}
  void push_octets(const Bench::Octets&) override {}

  void give_octet(CORBA::Octet) override {}
  void give_short(CORBA::Short) override {}
  void give_float(CORBA::Float) override {}
  void give_double(CORBA::Double) override {}
  void push_shorts(const Bench::Shorts&) override {}
  void push_floats(const Bench::Floats&) override {}
  void push_octet_block(const Bench::OctetBlock) override {}
  void push_short_block(const Bench::ShortBlock) override {}
  void push_float_block(const Bench::FloatBlock) override {}
  void push_double_block(const Bench::DoubleBlock) override {}

  void post() override { count(); }
  void post_samples(const Bench::Samples&) override { count(); }
  void post_octets(const Bench::Octets&) override { count(); }
  void deliver(CORBA::ULongLong sent_ns, const Bench::Octets&) override {
    const auto arrived_ns = static_cast<CORBA::ULongLong>(bench::now_ns());
    const std::lock_guard lock(times_mutex_);
    if (times_ns_.size() < kMostTimes) times_ns_.push_back(arrived_ns - sent_ns);
  }

  // relaxed: only the number matters; each message is handed over by the ORB before it is counted.
  CORBA::ULongLong received() override { return received_.exchange(0, std::memory_order_relaxed); }
  Bench::Times* delivery_ns() override {
    const std::lock_guard lock(times_mutex_);
    auto* times = new Bench::Times;
    times->length(static_cast<CORBA::ULong>(times_ns_.size()));
    for (CORBA::ULong n = 0; n < times->length(); ++n) (*times)[n] = times_ns_[n];
    times_ns_.clear();
    return times;
  }

  Bench::SamplesPort_ptr samples_port() override { return samples_->_this(); }
  Bench::PacketsPort_ptr packets_port() override { return packets_->_this(); }

 private:
  static constexpr std::size_t kMostTimes = 1'000'000;
  void count() noexcept { received_.fetch_add(1, std::memory_order_relaxed); }

  std::atomic<std::uint64_t> received_{0};
  PortableServer::Servant_var<SamplesPort> samples_ = new SamplesPort;
  PortableServer::Servant_var<PacketsPort> packets_ = new PacketsPort;
  std::mutex times_mutex_;
  std::vector<CORBA::ULongLong> times_ns_;
};

}  // namespace peer
