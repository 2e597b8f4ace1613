// SPDX-License-Identifier: Apache-2.0
// Properties of a CF object, as query() returns them and configure() takes them.
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
  std::optional<property::Value> value;  // nothing: the property has no value, or `is_foreign`
  bool is_foreign = false;               // its value is of a type that no profile can define
};

/// Queries the properties with these ids; an empty list queries all. Throws the exceptions of
/// CF::PropertySet::query.
[[nodiscard]] std::vector<Queried> query(const std::shared_ptr<CORBA::ORB>& orb,
                                         CF::PropertySet& from,
                                         const std::vector<std::string>& ids = {});

/// Returns {"id", "type", "value"} for each property; {"id", "error"} for one without a value.
[[nodiscard]] Json json_of(const std::vector<Queried>& properties);

/// Makes the property from the text of a user. Throws Failed.
[[nodiscard]] CF::DataType data_of(const std::shared_ptr<CORBA::ORB>& orb, const std::string& id,
                                   const property::Value& value);

}  // namespace orbweaver::control
