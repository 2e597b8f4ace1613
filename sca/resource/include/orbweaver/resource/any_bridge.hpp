// SPDX-License-Identifier: Apache-2.0
// Values of properties to CORBA::Any and back, in the types that the field sends:
//
//   simple            the type of IDL; objref: Object; utctime: CF::UTCTime
//   complex           CF::complexFloat and so on (REDHAWK)
//   simplesequence    CORBA::ShortSeq and so on; of objref: a sequence of Object; of utctime and
//                     complex: CF::UTCTimeSequence, CF::complexFloatSeq and so on
//   struct            CF::Properties
//   structsequence    CORBA::AnySeq, of which each is a CF::Properties
//
// A received Any may have an alias of the type. Numbers are not converted: a long is no short.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/property/value.hpp>
#include <orbweaver/resource/refusal.hpp>

#include <memory>

namespace orbweaver::resource {

/// Threads: any.
class AnyBridge {
 public:
  /// The ORB makes references of texts, and texts of references. Without one, or when it is gone,
  /// references that are not nil are refused.
  explicit AnyBridge(const std::shared_ptr<CORBA::ORB>& orb) : orb_(orb) {}

  /// Fails: `unreadable` for the text of a reference, `wrong_type` for a sequence with an item of
  /// another type, `too_deep`. A time that is `now` becomes the time of the call.
  [[nodiscard]] Result<CORBA::Any, Refusal> to_any(const property::Value& value) const;

  /// Fails: `unsupported`, `unreadable`, `too_deep`, `too_long`. An empty Any is unsupported.
  [[nodiscard]] Result<property::Value, Refusal> to_value(const CORBA::Any& any) const;

 private:
  std::weak_ptr<CORBA::ORB> orb_;  // not owned: the ORB owns servants, which own bridges
};

}  // namespace orbweaver::resource
