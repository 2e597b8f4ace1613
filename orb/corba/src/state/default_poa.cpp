// SPDX-License-Identifier: Apache-2.0
#include "state/default_poa.hpp"

#include <orbweaver/corba/poa.hpp>
#include <orbweaver/os/mutex.hpp>

#include <mutex>
#include <vector>

namespace orbweaver::corba {

namespace {

struct RootPoas {
  os::Mutex mutex;
  std::vector<std::weak_ptr<PortableServer::POA>> all;  // the oldest first
};

// Never destroyed: requests may run while the program's static objects are destroyed.
RootPoas& roots() {
  static RootPoas& instance = *new RootPoas;
  return instance;
}

}  // namespace

void add_default_poa(const CORBA::object_reference<PortableServer::POA>& root) {
  auto& known = roots();
  const std::lock_guard lock(known.mutex);
  std::erase_if(known.all, [](const auto& other) { return other.expired(); });
  known.all.push_back(root);
}

CORBA::object_reference<PortableServer::POA> default_poa() {
  auto& known = roots();
  const std::lock_guard lock(known.mutex);
  for (const auto& weak : known.all)
    if (auto root = weak.lock()) return root;
  return nullptr;
}

}  // namespace orbweaver::corba
