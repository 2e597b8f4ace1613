// SPDX-License-Identifier: Apache-2.0
// Why a property was not set, queried or converted.
#pragma once
#include <orbweaver/property/value.hpp>

#include <cstddef>
#include <string>

namespace orbweaver::resource {

/// A reason with a readable text.
struct Refusal {
  /// The rule that forbids it.
  enum class Cause {
    unknown,         // the component has no property with this id
    readonly,        // the property's mode forbids configure
    writeonly,       // the property's mode forbids query
    wrong_kind,      // the kinds forbid the operation: an execparam cannot be configured
    wrong_form,      // a simple where a struct is wanted, and the like
    wrong_type,      // a long for a short; text that is no number
    out_of_range,    // outside the property's <range>
    not_enumerated,  // none of the property's <enumerations>
    unknown_member,  // the struct has no such member
    unsupported,     // a CORBA type that no property has
    too_deep,        // more structs within each other than kMostNesting
    too_long,        // a sequence of more than kMostItems
    unreadable,      // bytes that are no value, or a reference that cannot be read or made
    refused,         // a listener of the component threw
  };
  Cause cause = Cause::unknown;  // one of those above
  std::string text;  // one line that names the property: "gain: 70 is outside the range 0 to 60"
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

/// The most structs that may enclose each other. A profile describes one within a structsequence.
inline constexpr int kMostNesting = 8;
/// The most items of a received sequence: an item of one byte takes about 100 bytes as a value.
inline constexpr std::size_t kMostItems = std::size_t{1} << 20;

}  // namespace orbweaver::resource
