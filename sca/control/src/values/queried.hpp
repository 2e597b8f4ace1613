// SPDX-License-Identifier: Apache-2.0
// Properties as an object of CF gives and takes them.
#pragma once
#include <orbweaver/control/report.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/sca/CF/PropertySet.hpp>
#include <orbweaver/property/value.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orbweaver::control {

struct Queried {
  std::string id;
  std::optional<property::Value> value;  // none: it is not set, or `is_foreign`
  bool is_foreign = false;               // it is set, to a value of a type that no property has
};

/// `ids`: none for all. Throws what CF::PropertySet::query throws.
[[nodiscard]] std::vector<Queried> query(const std::shared_ptr<CORBA::ORB>& orb,
                                         CF::PropertySet& from,
                                         const std::vector<std::string>& ids = {});

/// {"id", "type", "value"} of each; without a value {"id", "error"}.
[[nodiscard]] Json json_of(const std::vector<Queried>& properties);

/// The property with a value that a user wrote. Throws Failed.
[[nodiscard]] CF::DataType data_of(const std::shared_ptr<CORBA::ORB>& orb, const std::string& id,
                                   const property::Value& value);

}  // namespace orbweaver::control
