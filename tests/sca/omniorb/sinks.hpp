// SPDX-License-Identifier: Apache-2.0
// Servants of omniORB that a component's uses ports are connected to. They keep what comes.
#pragma once
#include "corba.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

#include "component.hh"

namespace component_client {

/// What came, in the order in which it came. Threads: any.
template <class T>
class Arrivals {
 public:
  void put(T arrival) {
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(arrival));
    changed_.notify_all();
  }
  /// All of them. Blocks: until there are as many as are awaited.
  std::vector<T> await(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return all_.size() >= count; });
    return all_;
  }
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return all_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<T> all_;
};

template <class T>
struct Frame {
  Packet::StreamControlType control;
  std::vector<T> payload;
};

class SampleSink final : public POA_standardInterfaces::realFloat {
 public:
  void pushPacket(const PortTypes::FloatSequence& I) override {
    arrivals.put({I.get_buffer(), I.get_buffer() + I.length()});
  }
  Arrivals<std::vector<CORBA::Float>> arrivals;
};

/// Packet::PayloadStatus of any sink.
template <class Skeleton>
class PayloadSink : public Skeleton {
 public:
  CORBA::ULong getMaxPayloadSize() override { return 1 << 20; }
  CORBA::ULong getMinPayloadSize() override { return 0; }
  CORBA::ULong getDesiredPayloadSize() override { return 1024; }
  CORBA::ULong getMinOverrideTimeout() override { return 0; }
};

/// Refuses the packets whose first word is `refused`.
class WordSink final : public PayloadSink<POA_Packet::UshortStream> {
 public:
  static constexpr CORBA::UShort refused = 0xFFFF;

  void pushPacket(const Packet::StreamControlType& control,
                  const JTRS::UshortSequence& payload) override {
    if (payload.length() > 0 && payload[0] == refused)
      throw Packet::UnableToComplete(0, Packet::PPKT_ERROR_STREAM_BLOCKED);
    arrivals.put({control, {payload.get_buffer(), payload.get_buffer() + payload.length()}});
  }
  Arrivals<Frame<CORBA::UShort>> arrivals;
};

class OctetSink final : public PayloadSink<POA_Packet::FlowOctetStream> {
 public:
  CORBA::Boolean pushPacket(const Packet::StreamControlType& control,
                            const JTRS::OctetSequence& payload) override {
    arrivals.put({control, {payload.get_buffer(), payload.get_buffer() + payload.length()}});
    return true;
  }
  Arrivals<Frame<CORBA::Octet>> arrivals;
};

}  // namespace component_client
