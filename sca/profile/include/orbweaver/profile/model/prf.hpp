// SPDX-License-Identifier: Apache-2.0
// Properties Descriptor (SCA 2.2.2 Appendix D.4). The types of properties are in
// orbweaver/property.
#pragma once
#include <orbweaver/profile/model/parts.hpp>

namespace orbweaver::profile {

/// `test`: the input and output values of TestableObject::runTest.
struct Test {
  std::string id;
  std::string description;
  std::vector<property::Simple> inputs;
  std::vector<property::Simple> results;
  Position at;
};

struct Properties {
  std::string description;
  std::vector<property::Property> properties;
  std::vector<Test> tests;
  Position at;
};

}  // namespace orbweaver::profile
