// SPDX-License-Identifier: Apache-2.0
// Bench::SamplesPort and Bench::PacketsPort as idl/lab/bench.idl describes them, on our ORB:
// packets stay where they arrived.
#pragma once
#include <orbweaver/generated/lab/bench_poa.hpp>

#include <bench/processing.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace orbweaver::lab {

/// Threads: any number at once.
class SamplesPort final : public CORBA::servant_traits<Bench::SamplesPort>::views_type {
 public:
  using Shorts = corba::View<std::int16_t>;

  void pushPacket(Shorts I, Shorts Q) override {
    processing_.push([&](auto& place) { place = {std::move(I), std::move(Q)}; });
  }
  Bench::Times taken_ns() override { return processing_.taken_ns(); }

 private:
  bench::Processing<std::pair<Shorts, Shorts>> processing_;
};

/// Threads: any number at once.
class PacketsPort final : public CORBA::servant_traits<Bench::PacketsPort>::views_type {
 public:
  using Octets = corba::View<std::uint8_t>;

  std::uint32_t getMaxPayloadSize() override { return std::numeric_limits<std::uint32_t>::max(); }
  std::uint32_t getMinPayloadSize() override { return 0; }
  std::uint32_t getDesiredPayloadSize() override { return 1024; }
  std::uint32_t getMinOverrideTimeout() override { return 0; }

  void pushPacket(const Packet::StreamControlType& control, Octets payload) override {
    processing_.push([&](auto& place) { place = {control, std::move(payload)}; });
  }
  Bench::Times taken_ns() override { return processing_.taken_ns(); }

 private:
  bench::Processing<std::pair<Packet::StreamControlType, Octets>> processing_;
};

}  // namespace orbweaver::lab
