// SPDX-License-Identifier: Apache-2.0
// Bench::SamplesPort and Bench::PacketsPort as idl/lab/bench.idl describes them, in the
// classic mapping: packets are copied into the queue, as OSSIE does.
#pragma once
#include <bench/processing.hpp>

#include <cstdint>
#include <limits>
#include <utility>

#include "bench.hh"

namespace peer {

/// Threads: any number at once.
class SamplesPort : public POA_Bench::SamplesPort {
 public:
  void pushPacket(const PortTypes::ShortSequence& I, const PortTypes::ShortSequence& Q) override {
    processing_.push([&](auto& place) {
      place.first = I;
      place.second = Q;
    });
  }
  Bench::Times* taken_ns() override { return times(processing_.taken_ns()); }

  static Bench::Times* times(const std::vector<std::uint64_t>& values) {
    auto* result = new Bench::Times;
    result->length(static_cast<CORBA::ULong>(values.size()));
    for (CORBA::ULong n = 0; n < result->length(); ++n) (*result)[n] = values[n];
    return result;
  }

 private:
  bench::Processing<std::pair<PortTypes::ShortSequence, PortTypes::ShortSequence>> processing_;
};

/// Threads: any number at once.
class PacketsPort : public POA_Bench::PacketsPort {
 public:
  CORBA::ULong getMaxPayloadSize() override { return std::numeric_limits<CORBA::ULong>::max(); }
  CORBA::ULong getMinPayloadSize() override { return 0; }
  CORBA::ULong getDesiredPayloadSize() override { return 1024; }
  CORBA::ULong getMinOverrideTimeout() override { return 0; }

  void pushPacket(const Packet::StreamControlType& control,
                  const JTRS::OctetSequence& payload) override {
    processing_.push([&](auto& place) {
      place.first = control;
      place.second = payload;
    });
  }
  Bench::Times* taken_ns() override { return SamplesPort::times(processing_.taken_ns()); }

 private:
  bench::Processing<std::pair<Packet::StreamControlType, JTRS::OctetSequence>> processing_;
};

}  // namespace peer
