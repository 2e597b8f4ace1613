// SPDX-License-Identifier: Apache-2.0
// CF::AggregateDevice as a servant: holds the parts of a composite device, which add themselves.
// SCA 2.2.2, 3.1.3.3.4.
#pragma once
#include <orbweaver/generated/sca/CF/Device_poa.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace orbweaver::device {

/// The parts of a composite device. Threads: any. Blocks: never; references are compared without a
/// call.
class DeviceParts {
 public:
  using Device = IDL::traits<CF::Device>::ref_type;
  /// The most parts that a device takes, so that no client can fill the memory.
  static constexpr std::size_t kMost = 1024;

  /// Adds a part. Does nothing if it is a part already. Throws CF::InvalidObjectReference for nil,
  /// and beyond kMost.
  void add(const Device& device);
  /// Removes a part. Throws CF::InvalidObjectReference for nil, and for a device that is no part.
  void remove(const Device& device);
  [[nodiscard]] CF::DeviceSequence all() const;
  /// Releases and removes every part, for the composite's own releaseObject(). Returns a line for
  /// each part that could not be released. Blocks: as the parts do.
  std::vector<std::string> release_all();

 private:
  mutable os::Mutex mutex_;
  CF::DeviceSequence devices_;
};

/// The parts as an object. A device whose own IDL interface inherits CF::Device and
/// CF::AggregateDevice has a DeviceParts instead.
class AggregateDevice final : public CORBA::servant_traits<CF::AggregateDevice>::base_type {
 public:
  CF::DeviceSequence devices() override { return parts_.all(); }
  void addDevice(IDL::traits<CF::Device>::ref_type associatedDevice) override {
    parts_.add(associatedDevice);
  }
  void removeDevice(IDL::traits<CF::Device>::ref_type associatedDevice) override {
    parts_.remove(associatedDevice);
  }
  [[nodiscard]] DeviceParts& parts() noexcept { return parts_; }

 private:
  DeviceParts parts_;
};

}  // namespace orbweaver::device
