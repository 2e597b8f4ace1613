// SPDX-License-Identifier: Apache-2.0
// The structure of profiles as tables: SCA 2.2.2 Appendix D, with additions of REDHAWK and OSSIE.
#pragma once
#include <span>
#include <string_view>

namespace orbweaver::profile::grammar {

/// One element of one kind of profile.
struct Rule {
  std::string_view element;
  /// Content in the notation of a DTD: "a, b?, (c
  ///  d)+"; "text" for characters, "" for none.
  std::string_view content;
  /// Attributes: "id!! name! type=data
  /// control". `!`: SCA 2.2.2 requires it. `!!`: SCA 2.2.2 and deployment require it. `=`: the
  /// allowed values; `*` allows any value.
  std::string_view attributes;
  /// Additional elements and attributes for lenient reading, in the same notation.
  std::string_view more_content = {};
  std::string_view more_attributes = {};
  /// Children, or "text", without which deployment cannot use the element.
  std::string_view needs = {};
};

/// The rules of one kind of profile, found by its root element; empty if there are none. They
/// consist of up to three tables, some of which several kinds share.
struct Tables {
  std::string_view root;
  std::string_view kind;  // "SAD"
  std::span<const Rule> tables[4];
};
[[nodiscard]] std::span<const Tables> all_tables();

// The tables.
[[nodiscard]] std::span<const Rule> common_rules();    // localfile, description, author, ...
[[nodiscard]] std::span<const Rule> override_rules();  // simpleref, structref, ...
[[nodiscard]] std::span<const Rule> assembly_rules();  // placements and connections
[[nodiscard]] std::span<const Rule> sad_rules();
[[nodiscard]] std::span<const Rule> spd_rules();
[[nodiscard]] std::span<const Rule> scd_rules();
[[nodiscard]] std::span<const Rule> prf_rules();
[[nodiscard]] std::span<const Rule> dcd_rules();
[[nodiscard]] std::span<const Rule> dmd_rules();
[[nodiscard]] std::span<const Rule> dpd_rules();
[[nodiscard]] std::span<const Rule> das_rules();

}  // namespace orbweaver::profile::grammar
