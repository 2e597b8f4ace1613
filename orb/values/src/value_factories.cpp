// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/value_factories.hpp>

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
