// The common part of unregisterService of a domain manager and of its own device manager.
#pragma once
#include <orbweaver/registry/service_book.hpp>

#include <string>

namespace orbweaver::registry {

/// Throws CF::InvalidObjectReference if no service, or another object, is registered under the name.
void remove_service(ServiceBook& services, const std::string& name,
                    const ServiceBook::Reference& service);

}  // namespace orbweaver::registry
