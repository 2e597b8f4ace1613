// SPDX-License-Identifier: Apache-2.0
// CF::PropertySet over a PropertyStore: what a servant's configure and query do. SCA 2.2.2,
// 3.1.3.1.4.
#pragma once
#include <orbweaver/generated/sca/CF/PropertySet.hpp>
#include <orbweaver/resource/any_bridge.hpp>
#include <orbweaver/resource/property_store.hpp>

#include <memory>

namespace orbweaver::resource {

/// Threads: any, as PropertyStore.
class PropertySetCore {
 public:
  PropertySetCore(std::shared_ptr<PropertyStore> store, AnyBridge bridge)
      : store_(std::move(store)), bridge_(std::move(bridge)) {}

  /// Sets what is right and no listener refuses by throwing; what is refused keeps its old value.
  /// Throws PartialConfiguration with the properties that were not set; InvalidConfiguration if
  /// none was, whose message has the causes of the first ten.
  void configure(const CF::Properties& properties);

  /// Fills in the values. An empty list is filled with all that may be read. A property without a
  /// value gets an empty Any, and so does an objref whose text names no object.
  /// Throws UnknownProperties with those that are not known or may not be read; then nothing is
  /// filled in.
  void query(CF::Properties& properties) const;

 private:
  [[nodiscard]] Result<property::Value, Refusal> value_of(const CF::DataType& given) const;
  [[nodiscard]] CORBA::Any any_of(const std::optional<property::Value>& value) const;

  std::shared_ptr<PropertyStore> store_;
  AnyBridge bridge_;
};

}  // namespace orbweaver::resource
