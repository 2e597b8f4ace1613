// SPDX-License-Identifier: Apache-2.0
// The CF::Resource of the component, called step by step with a limit.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/deploy/device.hpp>
#include <orbweaver/deploy/limit.hpp>
#include <orbweaver/generated/sca/CF/Port.hpp>
#include <orbweaver/generated/sca/CF/Resource.hpp>
#include <orbweaver/property/defaults.hpp>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::trial {

/// Every call ends at the deadline of its limit. Threads: one at a time.
class ComponentObject {
 public:
  using Object = CORBA::object_reference<CORBA::Object>;
  using Port = CORBA::object_reference<CF::Port>;
  using Limit = deploy::Limit;
  template <class T>
  using Outcome = deploy::Outcome<T>;

  explicit ComponentObject(std::shared_ptr<CORBA::ORB> orb) : orb_(std::move(orb)) {}

  /// Takes the object that the component bound or printed. Fails: it is no CF::Resource.
  [[nodiscard]] Outcome<void> adopt(const Object& object, const Limit& limit);
  [[nodiscard]] Outcome<void> initialise(const Limit& limit) const;
  [[nodiscard]] Outcome<void> configure(const deploy::Capacities& values, const Limit& limit) const;
  /// Like domain::unknown_settings() says.
  [[nodiscard]] Outcome<std::vector<std::string>> unknown_settings(
      const std::string& component, std::span<const property::Override> set,
      std::span<const property::Property> properties, const Limit& limit) const;
  [[nodiscard]] Outcome<void> start(const Limit& limit) const;
  [[nodiscard]] Outcome<void> stop(const Limit& limit) const;
  [[nodiscard]] Outcome<void> release(const Limit& limit) const;
  [[nodiscard]] Outcome<Object> port(const std::string& name, const Limit& limit) const;

  [[nodiscard]] static Outcome<void> connect(const Object& uses, const Object& provides,
                                             const std::string& connection, const Limit& limit);
  [[nodiscard]] static Outcome<void> disconnect(const Object& uses, const std::string& connection,
                                                const Limit& limit);

 private:
  [[nodiscard]] Outcome<void> call(const Limit& limit,
                                   const std::function<void(CF::Resource&)>& operation) const;

  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<CF::Resource> resource_;
};

}  // namespace orbweaver::trial
