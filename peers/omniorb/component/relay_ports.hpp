// SPDX-License-Identifier: Apache-2.0
// The relay's two ports: what comes is pushed on to all that is connected.
#pragma once
#include <component.hh>

#include <map>
#include <mutex>
#include <string>

namespace relay {

/// Threads: any.
class SamplesOut : public POA_CF::Port {
 public:
  void connectPort(CORBA::Object_ptr connection, const char* connectionId) override;
  void disconnectPort(const char* connectionId) override;
  void push(const PortTypes::FloatSequence& samples);

 private:
  std::mutex mutex_;
  std::map<std::string, standardInterfaces::realFloat_var> connections_;
};

class SamplesIn : public POA_standardInterfaces::realFloat {
 public:
  explicit SamplesIn(SamplesOut& out) : out_(&out) {}
  void pushPacket(const PortTypes::FloatSequence& samples) override { out_->push(samples); }

 private:
  SamplesOut* out_;
};

}  // namespace relay
