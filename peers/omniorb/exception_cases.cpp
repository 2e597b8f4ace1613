// SPDX-License-Identifier: Apache-2.0
// Exceptions, user's and system's; each must leave the connection fit for the next call.
#include <cstring>

#include "cases.hpp"
#include "ior_key.hpp"
#include "orb_options.hpp"

namespace peer {
namespace {

void still_serves(const Target& on) {
  require(on.echo->add(1, 1) == 2, "the next call on this connection went wrong");
}

void refused_with(const Target& on, const std::string& reason, CORBA::Long code) {
  try {
    on.echo->refuse(reason.c_str(), code);
  } catch (const Lab::Refused& refused) {
    require(reason == refused.reason.in(), std::string("reason is '") + refused.reason.in() + "'");
    require(refused.code == code, "code is " + std::to_string(refused.code));
    return;
  }
  throw Failed("no Refused for code " + std::to_string(code));
}

std::string refuse(const Target& on) {
  refused_with(on, "too late", 7);
  refused_with(on, "", -2147483647 - 1);
  still_serves(on);
  return "Refused with its members, twice";
}

std::string refuse_empty(const Target& on) {
  try {
    on.echo->refuse("", 0);
  } catch (const Lab::Empty&) {
    still_serves(on);
    return "Empty";
  }
  throw Failed("no Empty for an empty reason");
}

std::string refuse_nothing(const Target& on) {
  on.echo->refuse("a reason", 0);
  return "returned";
}

std::string raise_system(const Target& on) {
  for (const CORBA::ULong minor : {0u, 1u, 0x4F4D0001u, 0xFFFFFFFFu}) {
    try {
      on.echo->raise_system(minor);
      throw Failed("no BAD_PARAM for minor " + std::to_string(minor));
    } catch (const CORBA::BAD_PARAM& raised) {
      require(raised.minor() == minor, "minor is " + std::to_string(raised.minor()));
      require(raised.completed() == CORBA::COMPLETED_NO, "not COMPLETED_NO: " + describe(raised));
    }
  }
  still_serves(on);
  return "BAD_PARAM with 4 minor codes";
}

template <class Exception>
void raises(CORBA::Request_ptr request) {
  CORBA::Exception* raised = nullptr;
  try {
    request->invoke();
    raised = kept_exception(request);
  } catch (const Exception&) {
    return;
  }
  require(raised != nullptr, "the call returned");
  require(Exception::_downcast(raised) != nullptr, std::string("raised ") + raised->_name());
}

void raises_completed(const Target& on, Lab::Completion completed) {
  constexpr CORBA::ULong kMinor = 0xFFFFFFFE;
  try {
    on.echo->raise_completed(kMinor, completed);
  } catch (const CORBA::NO_RESOURCES& raised) {
    require(raised.minor() == kMinor, "minor is " + std::to_string(raised.minor()));
    require(raised.completed() == static_cast<CORBA::CompletionStatus>(completed),
            "another completion: " + describe(raised));
    return;
  }
  throw Failed("no NO_RESOURCES");
}

std::string raise_completed(const Target& on) {
  for (const auto completed : {Lab::completed_yes, Lab::completed_no, Lab::completed_maybe})
    raises_completed(on, completed);
  still_serves(on);
  return "NO_RESOURCES, completed yes, no and maybe";
}

/// The request was sent, and the client cannot know whether it ran.
std::string vanish(const Target& on) {
  try {
    on.echo->vanish();
  } catch (const CORBA::COMM_FAILURE& raised) {
    require(raised.completed() == CORBA::COMPLETED_MAYBE,
            "another completion: " + describe(raised));
    return "COMM_FAILURE, completed maybe";
  }
  throw Failed("no COMM_FAILURE");
}

std::string unknown_operation(const Target& on) {
  const CORBA::Request_var request = on.echo->_request("no_such_operation");
  raises<CORBA::BAD_OPERATION>(request);
  still_serves(on);
  return "BAD_OPERATION";
}

void object_is_unknown(const Target& on, KeyDamage damage) {
  const CORBA::String_var ior = on.orb->object_to_string(on.echo);
  const CORBA::Object_var stranger =
      on.orb->string_to_object(with_damaged_key(ior.in(), damage).c_str());
  const Lab::Echo_var echo = Lab::Echo::_unchecked_narrow(stranger);
  try {
    echo->nothing();
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    still_serves(on);
    return;
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

/// The server may find it when it reads the request, or this ORB when it reads the reply or sends.
std::string enum_out_of_range(const Target& on) {
  try {
    on.echo->echo_enum(static_cast<Lab::Colour>(7));
  } catch (const CORBA::MARSHAL&) {
    still_serves(on);
    return "MARSHAL";
  } catch (const CORBA::BAD_PARAM&) {
    still_serves(on);
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

}  // namespace peer
