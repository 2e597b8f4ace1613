// SPDX-License-Identifier: Apache-2.0
// The operations of the ORB on the table of value factories.
#include <orbweaver/corba/value_factories.hpp>

#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/orb.hpp>

#include <string>

namespace CORBA {

namespace {

[[noreturn]] void refuse(std::uint32_t minor, const std::string& why) {
  throw BAD_PARAM(orbweaver::corba::omg_minor(minor), CompletionStatus::COMPLETED_NO, why);
}

}  // namespace

valuefactory_reference<ValueFactoryBase> ORB::register_value_factory(
    const std::string& id, const valuefactory_reference<ValueFactoryBase>& factory) {
  (void)usable();
  if (!factory) refuse(1, "a value factory that is registered must be one");
  return orbweaver::corba::exchange_value_factory(id, factory);
}

void ORB::unregister_value_factory(const std::string& id) {
  (void)usable();
  if (!orbweaver::corba::exchange_value_factory(id, nullptr))
    refuse(1, "no value factory is registered for " + id);
}

valuefactory_reference<ValueFactoryBase> ORB::lookup_value_factory(const std::string& id) const {
  (void)usable();
  auto found = orbweaver::corba::find_value_factory(id);
  if (!found) refuse(1, "no value factory is registered for " + id);
  return found;
}

}  // namespace CORBA
