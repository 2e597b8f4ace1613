// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/async.hpp>

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/corba/in_servant.hpp>

#include <functional>

namespace orbweaver::corba {

namespace {

void log_silenced(const char* what) noexcept {
  static LogLimit limit;
  warn_seldom(limit, "a reply handler threw {}, of which no caller learns", what);
}

}  // namespace

std::exception_ptr no_memory_for_results() noexcept {
  try {
    throw CORBA::NO_MEMORY(0, CORBA::CompletionStatus::COMPLETED_MAYBE);
  } catch (...) {
    return std::current_exception();
  }
}

void run_handler(const std::function<void()>& body) noexcept {
  const InServant mark;
  try {
    body();
  } catch (const std::exception& exception) {
    log_silenced(exception.what());
  } catch (...) {
    log_silenced("something that is no exception");
  }
}

}  // namespace orbweaver::corba
