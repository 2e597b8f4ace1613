// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/exception.hpp>

#include <spdlog/fmt/fmt.h>

namespace CORBA {

namespace {

const char* words_for(CompletionStatus completed) {
  switch (completed) {
    case CompletionStatus::COMPLETED_YES:
      return "yes";
    case CompletionStatus::COMPLETED_NO:
      return "no";
    case CompletionStatus::COMPLETED_MAYBE:
      break;
  }
  return "maybe";
}

}  // namespace

SystemException::SystemException(const char* name, std::uint32_t minor, CompletionStatus completed,
                                 std::string detail)
    : minor_(minor), completed_(completed), detail_(std::move(detail)) {
  text_ = fmt::format("CORBA::{}{}{} (minor {:#x}, completed {})", name,
                      detail_.empty() ? "" : ": ", detail_, minor, words_for(completed));
}

}  // namespace CORBA
