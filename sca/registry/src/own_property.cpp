// SPDX-License-Identifier: Apache-2.0
#include "own_property.hpp"

namespace orbweaver::registry {

bool has_own_property(CF::Device& device, const char* id) {
  CF::Properties asked{CF::DataType{id, CORBA::Any{}}};
  try {
    device.query(asked);
  } catch (const CORBA::UserException&) {
    return false;
  } catch (const CORBA::NO_IMPLEMENT&) {
    return false;
  } catch (const CORBA::BAD_OPERATION&) {
    return false;
  } catch (const CORBA::UNKNOWN&) {
    return false;
  }
  bool answer = false;
  return asked.size() == 1 && (asked.front().value() >>= answer) && answer;
}

}  // namespace orbweaver::registry
