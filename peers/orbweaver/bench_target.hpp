// SPDX-License-Identifier: Apache-2.0
// Bench::Target as idl/lab/bench.idl describes it, on our ORB.
#pragma once
#include "bench_ports.hpp"

#include <bench/measure.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace orbweaver::lab {

/// Threads: any number at once.
class BenchTarget final : public CORBA::servant_traits<Bench::Target>::views_type {
 public:
  using Doubles = corba::View<double>;
  using Octets = corba::View<std::uint8_t>;

  void ping() override {}
  void push(Doubles) override {}
  void push_octets(Octets) override {}

  void give_octet(std::uint8_t) override {}
  void give_short(std::int16_t) override {}
  void give_float(float) override {}
  void give_double(double) override {}
  void push_shorts(corba::View<std::int16_t>) override {}
  void push_floats(corba::View<float>) override {}
  void push_octet_block(const Bench::OctetBlock&) override {}
  void push_short_block(const Bench::ShortBlock&) override {}
  void push_float_block(const Bench::FloatBlock&) override {}
  void push_double_block(const Bench::DoubleBlock&) override {}

  void post() override { count(); }
  void post_samples(Doubles) override { count(); }
  void post_octets(Octets) override { count(); }
  void deliver(std::uint64_t sent_ns, Octets) override {
    const auto arrived_ns = static_cast<std::uint64_t>(bench::now_ns());
    const std::lock_guard lock(times_mutex_);
    if (times_ns_.size() < kMostTimes) times_ns_.push_back(arrived_ns - sent_ns);
  }

  // relaxed: only the number matters; each message is handed over by the ORB before it is counted.
  std::uint64_t received() override { return received_.exchange(0, std::memory_order_relaxed); }
  Bench::Times delivery_ns() override {
    const std::lock_guard lock(times_mutex_);
    return std::exchange(times_ns_, {});
  }

  CORBA::object_reference<Bench::SamplesPort> samples_port() override { return samples_->_this(); }
  CORBA::object_reference<Bench::PacketsPort> packets_port() override { return packets_->_this(); }

 private:
  static constexpr std::size_t kMostTimes = 1'000'000;
  void count() noexcept { received_.fetch_add(1, std::memory_order_relaxed); }

  std::atomic<std::uint64_t> received_{0};
  std::shared_ptr<SamplesPort> samples_ = CORBA::make_reference<SamplesPort>();
  std::shared_ptr<PacketsPort> packets_ = CORBA::make_reference<PacketsPort>();
  std::mutex times_mutex_;
  Bench::Times times_ns_;
};

}  // namespace orbweaver::lab
