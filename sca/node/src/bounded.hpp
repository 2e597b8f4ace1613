// SPDX-License-Identifier: Apache-2.0
// Calls CORBA objects with a time limit, and returns the outcome as a value.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/corba/bounded_call.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/program/exception_text.hpp>

#include <string>

namespace orbweaver::node {

using corba::bounded;

using Attempt = Result<void, std::string>;

/// Returns the result of `call`. Fails: with one clause about the exception that it threw.
template <class Call>
[[nodiscard]] Attempt attempt(Call call) {
  try {
    call();
    return {};
  } catch (const CORBA::TIMEOUT&) {
    return unexpected<std::string>("it does not answer in time");
  } catch (const CORBA::Exception& exception) {
    return unexpected(program::text_of(exception));
  }
}

}  // namespace orbweaver::node
