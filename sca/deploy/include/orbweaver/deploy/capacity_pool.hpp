// Where planning takes capacity from: the devices themselves, or a copy of what they have.
#pragma once
#include <orbweaver/deploy/target.hpp>
#include <orbweaver/deploy/transaction.hpp>

namespace orbweaver::deploy {

class CapacityPool {
 public:
  CapacityPool() = default;
  CapacityPool(const CapacityPool&) = delete;
  CapacityPool& operator=(const CapacityPool&) = delete;
  virtual ~CapacityPool() = default;

  /// Takes all of `capacities` from the device, or nothing. What gives them back is recorded in
  /// `taken`, under the name of `component`.
  /// Fails: `refused` if the device has not that much; else as `Target::allocate`.
  virtual Outcome<void> take(const std::string& component, const std::string& device,
                             const Capacities& capacities, Transaction& taken) = 0;
};

/// A copy: nothing outside changes. Numbers are amounts that get less; other values must be what
/// the device has. What the device does not say is granted.
class DryCapacities final : public CapacityPool {
 public:
  explicit DryCapacities(Devices devices) : devices_(std::move(devices)) {}
  Outcome<void> take(const std::string& component, const std::string& device,
                     const Capacities& capacities, Transaction& taken) override;

 private:
  Devices devices_;
};

/// The devices themselves.
class TargetCapacities final : public CapacityPool {
 public:
  /// `target` must outlive the pool and every transaction that it recorded in. Stop of `stop` ends
  /// allocation, not giving back.
  TargetCapacities(Target& target, const Timeouts& timeouts, std::stop_token stop)
      : target_(&target), timeouts_(timeouts), stop_(std::move(stop)) {}
  Outcome<void> take(const std::string& component, const std::string& device,
                     const Capacities& capacities, Transaction& taken) override;

 private:
  Target* target_;
  Timeouts timeouts_;
  std::stop_token stop_;
};

}  // namespace orbweaver::deploy
