#include "types/value_factories.hpp"

#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/os/mutex.hpp>

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace orbweaver::corba {

namespace {

struct Factories {
  os::SharedMutex mutex;
  std::map<std::string, ValueFactory, std::less<>> by_id;
};

// Never destroyed: requests may run while the program's static objects are destroyed.
Factories& factories() {
  static Factories& all = *new Factories;
  return all;
}

}  // namespace

ValueFactory exchange_value_factory(std::string_view id, ValueFactory factory) {
  auto& [mutex, by_id] = factories();
  const std::unique_lock lock{mutex};
  if (factory) return std::exchange(by_id[std::string{id}], std::move(factory));
  const auto found = by_id.find(id);
  if (found == by_id.end()) return nullptr;
  auto removed = std::move(found->second);
  by_id.erase(found);
  return removed;
}

ValueFactory find_value_factory(std::string_view id) {
  auto& [mutex, by_id] = factories();
  const std::shared_lock lock{mutex};
  const auto found = by_id.find(id);
  return found == by_id.end() ? nullptr : found->second;
}

}  // namespace orbweaver::corba

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
