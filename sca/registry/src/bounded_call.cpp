// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/program/exception_text.hpp>
#include <orbweaver/registry/bounded_call.hpp>

#include <algorithm>

namespace orbweaver::registry {

namespace {

using program::text_of;

using deploy::Cause;
using deploy::Fault;

constexpr Nanoseconds kEndIsReported = std::chrono::milliseconds{500};

void await_end(const deploy::Limit& limit) {
  auto most = kEndIsReported;
  if (!limit.deadline.is_never()) most = std::min(most, limit.deadline.remaining());
  os::Mutex mutex;
  os::ConditionVariableAny never;
  std::unique_lock lock{mutex};
  never.wait_for(lock, limit.stop, most, [] { return false; });
}

bool is_broken_connection(const CORBA::SystemException& exception) {
  return dynamic_cast<const CORBA::COMM_FAILURE*>(&exception) != nullptr ||
         dynamic_cast<const CORBA::TRANSIENT*>(&exception) != nullptr ||
         dynamic_cast<const CORBA::OBJECT_NOT_EXIST*>(&exception) != nullptr;
}

Fault fault_of(const CORBA::SystemException& exception, const deploy::Limit& limit) {
  if (dynamic_cast<const CORBA::TIMEOUT*>(&exception) != nullptr) return {Cause::timed_out, {}};
  if (is_broken_connection(exception)) await_end(limit);
  return {Cause::failed, text_of(exception)};
}

}  // namespace

CORBA::PolicyList timeout_policies(const Deadline& deadline) {
  if (deadline.is_never()) return {};
  constexpr std::int64_t kUnit = 100;  // ns, of TimeBase::TimeT
  const auto units = std::max<std::int64_t>(deadline.remaining().count() / kUnit, 1);
  return {std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(
      static_cast<std::uint64_t>(units))};
}

Fault fault_of_exception(const deploy::Limit& limit) {
  try {
    throw;
  } catch (const CORBA::SystemException& exception) {
    return fault_of(exception, limit);
  } catch (const CORBA::Exception& exception) {
    return {Cause::failed, text_of(exception), true};
  } catch (const std::exception& exception) {
    return {Cause::failed, exception.what()};
  } catch (...) {
    return {Cause::failed, "an unknown exception"};
  }
}

}  // namespace orbweaver::registry
