// SPDX-License-Identifier: Apache-2.0
// What the foreign component and the foreign device have in common: two ports, and a gain by which
// samples are multiplied between them. Include it after the stubs of CF and standardInterfaces.
#pragma once
#include <atomic>
#include <map>
#include <mutex>
#include <string>

namespace foreign {

/// Threads: any.
class SamplesOut final : public POA_CF::Port {
 public:
  void connectPort(CORBA::Object_ptr object, const char* id) override {
    const auto destination = standardInterfaces::realFloat::_narrow(object);
    if (CORBA::is_nil(destination)) throw CF::Port::InvalidPort(1, "it takes no samples");
    const std::lock_guard lock(mutex_);
    destinations_[id] = destination;
  }
  void disconnectPort(const char* id) override {
    const std::lock_guard lock(mutex_);
    if (destinations_.erase(id) == 0) throw CF::Port::InvalidPort(2, "there is none of this id");
  }
  void push(const PortTypes::FloatSequence& samples) {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, destination] : destinations_) destination->pushPacket(samples);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, standardInterfaces::realFloat_var> destinations_;
};

/// Threads: any. `out` and `gain` outlive it.
class SamplesIn final : public POA_standardInterfaces::realFloat {
 public:
  SamplesIn(SamplesOut& out, const std::atomic<float>& gain) : out_(out), gain_(gain) {}
  void pushPacket(const PortTypes::FloatSequence& samples) override {
    PortTypes::FloatSequence amplified(samples);
    for (CORBA::ULong i = 0; i < amplified.length(); ++i) amplified[i] *= gain_;
    out_.push(amplified);
  }

 private:
  SamplesOut& out_;
  const std::atomic<float>& gain_;
};

/// `gain` is the only property that can be configured.
inline void configure_gain(std::atomic<float>& gain, const CF::Properties& wanted) {
  CORBA::Float value = 0;
  for (CORBA::ULong i = 0; i < wanted.length(); ++i) {
    if (std::string(wanted[i].id) != "gain" || !(wanted[i].value >>= value))
      throw CF::PropertySet::InvalidConfiguration("only gain can be configured", wanted);
    gain = value;
  }
}

}  // namespace foreign
