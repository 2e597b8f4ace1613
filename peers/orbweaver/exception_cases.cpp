// SPDX-License-Identifier: Apache-2.0
// Exceptions, user's and system's; each must leave the connection fit for the next call.
#include <orbweaver/corba/stub.hpp>

#include "cases.hpp"
#include "damaged_key.hpp"

namespace orbweaver::lab {

namespace {

void refused_with(const Target& on, const std::string& reason, std::int32_t code) {
  try {
    on.echo->refuse(reason, code);
  } catch (const Lab::Refused& refused) {
    require(refused.reason() == reason, "reason is '" + refused.reason() + "'");
    require(refused.code() == code, "code is " + std::to_string(refused.code()));
    return;
  }
  throw Failed("no Refused for code " + std::to_string(code));
}

std::string refuse(const Target& on) {
  refused_with(on, "too late", 7);
  refused_with(on, "", -2147483647 - 1);
  require_still_serving(on);
  return "Refused with its members, twice";
}

std::string refuse_empty(const Target& on) {
  try {
    on.echo->refuse("", 0);
  } catch (const Lab::Empty&) {
    require_still_serving(on);
    return "Empty";
  }
  throw Failed("no Empty for an empty reason");
}

std::string refuse_nothing(const Target& on) {
  on.echo->refuse("a reason", 0);
  return "returned";
}

void raises_bad_param(const Target& on, std::uint32_t minor) {
  try {
    on.echo->raise_system(minor);
  } catch (const CORBA::BAD_PARAM& raised) {
    require(raised.minor() == minor, "minor is " + std::to_string(raised.minor()));
    require(raised.completed() == CORBA::CompletionStatus::COMPLETED_NO,
            std::string{"not COMPLETED_NO: "} + raised.what());
    return;
  }
  throw Failed("no BAD_PARAM for minor " + std::to_string(minor));
}

std::string raise_system(const Target& on) {
  for (const std::uint32_t minor : {0U, 1U, 0x4F4D0001U, 0xFFFFFFFFU}) raises_bad_param(on, minor);
  require_still_serving(on);
  return "BAD_PARAM with 4 minor codes";
}

void raises_completed(const Target& on, Lab::Completion completed) {
  constexpr std::uint32_t kMinor = 0xFFFFFFFE;
  try {
    on.echo->raise_completed(kMinor, completed);
  } catch (const CORBA::NO_RESOURCES& raised) {
    require(raised.minor() == kMinor, "minor is " + std::to_string(raised.minor()));
    require(raised.completed() == static_cast<CORBA::CompletionStatus>(completed),
            std::string{"another completion: "} + raised.what());
    return;
  }
  throw Failed("no NO_RESOURCES");
}

std::string raise_completed(const Target& on) {
  for (const auto completed : {Lab::Completion::completed_yes, Lab::Completion::completed_no,
                               Lab::Completion::completed_maybe})
    raises_completed(on, completed);
  require_still_serving(on);
  return "NO_RESOURCES, completed yes, no and maybe";
}

/// The request was sent, and the client cannot know whether it ran.
std::string vanish(const Target& on) {
  try {
    on.echo->vanish();
  } catch (const CORBA::COMM_FAILURE& raised) {
    require(raised.completed() == CORBA::CompletionStatus::COMPLETED_MAYBE,
            std::string{"another completion: "} + raised.what());
    return "COMM_FAILURE, completed maybe";
  }
  throw Failed("no COMM_FAILURE");
}

std::string unknown_operation(const Target& on) {
  corba::ClientCall call{*on.echo, "no_such_operation", corba::Operation::twoway};
  try {
    call.invoke();
  } catch (const CORBA::BAD_OPERATION&) {
    require_still_serving(on);
    return "BAD_OPERATION";
  }
  throw Failed("an operation that does not exist returned");
}

void object_is_unknown(const Target& on, KeyDamage damage) {
  try {
    with_damaged_key(on, damage)->nothing();
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    return require_still_serving(on);
  }
  throw Failed("a call to an object that does not exist returned");
}

std::string unknown_object(const Target& on) {
  object_is_unknown(on, KeyDamage::last_octet);
  return "OBJECT_NOT_EXIST for a changed identifier";
}

std::string senseless_object_key(const Target& on) {
  object_is_unknown(on, KeyDamage::every_octet);
  return "OBJECT_NOT_EXIST for a key that no server made";
}

/// The server finds it when it reads the request.
std::string enum_out_of_range(const Target& on) {
  try {
    (void)on.echo->echo_enum(static_cast<Lab::Colour>(7));
  } catch (const CORBA::MARSHAL&) {
    require_still_serving(on);
    return "MARSHAL";
  } catch (const CORBA::BAD_PARAM&) {
    require_still_serving(on);
    return "BAD_PARAM";
  }
  throw Failed("a colour that does not exist came back");
}

}  // namespace

std::vector<Case> cutting_cases() { return {{"vanish", vanish}}; }

std::vector<Case> exception_cases() {
  return {{"refuse", refuse},
          {"refuse_empty", refuse_empty},
          {"refuse_nothing", refuse_nothing},
          {"raise_system", raise_system},
          {"raise_completed", raise_completed},
          {"unknown_operation", unknown_operation},
          {"unknown_object", unknown_object},
          {"senseless_object_key", senseless_object_key},
          {"enum_out_of_range", enum_out_of_range}};
}

}  // namespace orbweaver::lab
