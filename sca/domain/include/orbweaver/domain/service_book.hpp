// Services that registered with the domain, by their names: what domain finders look up.
#pragma once
#include <orbweaver/corba/object.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::domain {

/// Threads: any.
class ServiceBook {
 public:
  using Reference = CORBA::object_reference<CORBA::Object>;

  /// False: the name is registered already, and stays so.
  bool add(const std::string& name, Reference service) {
    const std::scoped_lock lock{mutex_};
    return services_.try_emplace(name, std::move(service)).second;
  }
  /// False: there was none of this name.
  bool remove(const std::string& name) {
    const std::scoped_lock lock{mutex_};
    return services_.erase(name) > 0;
  }
  /// Nil if there is none.
  [[nodiscard]] Reference find(const std::string& name) const {
    const std::scoped_lock lock{mutex_};
    const auto found = services_.find(name);
    return found == services_.end() ? Reference{} : found->second;
  }
  [[nodiscard]] std::vector<std::pair<std::string, Reference>> all() const {
    const std::scoped_lock lock{mutex_};
    return {services_.begin(), services_.end()};
  }

 private:
  mutable os::Mutex mutex_;
  std::map<std::string, Reference> services_;
};

}  // namespace orbweaver::domain
