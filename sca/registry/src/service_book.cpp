// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/service_book.hpp>

#include <orbweaver/generated/sca/CF/Types.hpp>

namespace orbweaver::registry {

void remove_service(ServiceBook& services, const std::string& name,
                    const ServiceBook::Reference& service) {
  switch (services.remove(name, service)) {
    case ServiceBook::Removed::yes:
      return;
    case ServiceBook::Removed::unknown:
      throw CF::InvalidObjectReference("no service '" + name + "' is registered");
    case ServiceBook::Removed::is_another:
      throw CF::InvalidObjectReference("service '" + name + "' is another object");
  }
}

}  // namespace orbweaver::registry
