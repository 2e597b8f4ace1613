// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/checked_reference.hpp>

#include <orbweaver/corba/exception.hpp>

#include <spdlog/fmt/fmt.h>

namespace orbweaver::corba {

void throw_nil(std::string_view repository_id, std::string_view operation) {
  auto what = operation.empty() ? fmt::format("a nil reference to {} was used", repository_id)
                                : fmt::format("'{}' was called on a nil reference to {}", operation,
                                              repository_id);
  throw CORBA::INV_OBJREF(0, CORBA::CompletionStatus::COMPLETED_NO, std::move(what));
}

}  // namespace orbweaver::corba
