// SPDX-License-Identifier: Apache-2.0
#include "grammar/rules.hpp"

#include <array>

namespace orbweaver::profile::grammar {

namespace {

// Types that REDHAWK adds.
constexpr std::string_view kMoreForSimple =
    "complex=true|false commandline=true|false optional=true|false type=longlong|ulonglong|utctime";

constexpr auto kPrf = std::to_array<Rule>({
    {"properties", "description?, (simple | simplesequence | test | struct | structsequence)+", ""},
    {"simple",
     "description?, value?, units?, range?, enumerations?, kind*, action?",
     "id!! type!!=boolean|char|double|float|short|long|objref|octet|string|ulong|ushort name "
     "mode=readonly|readwrite|writeonly",
     {},
     kMoreForSimple},
    {"simplesequence",
     "description?, values?, units?, range?, kind*, action?",
     "id!! type!!=boolean|char|double|float|short|long|objref|octet|string|ulong|ushort name "
     "mode=readonly|readwrite|writeonly",
     {},
     kMoreForSimple},
    {"units", "text", ""},
    {"range", "", "min!! max!!"},
    {"enumerations", "enumeration+", ""},
    {"enumeration", "", "label! value"},
    {"kind",
     "",
     "kindtype=allocation|configure|test|execparam|factoryparam",
     {},
     "kindtype=property|event|message"},
    {"action", "", "type=eq|ne|gt|lt|ge|le|external"},
    {"test", "description, inputValue?, resultValue", "id!!"},
    {"inputValue", "simple+", ""},
    {"resultValue", "simple+", ""},
    {"struct", "description?, simple+, configurationkind?",
     "id! name mode=readonly|readwrite|writeonly", "simplesequence*, configurationkind*"},
    {"configurationkind",
     "",
     "kindtype=configure|factoryparam",
     {},
     "kindtype=allocation|property|test|event|message|execparam"},
    {"structsequence", "description?, structvalue+, configurationkind?",
     "id!! structrefid! name mode=readonly|readwrite|writeonly", "struct?, configurationkind*"},
});

}  // namespace

std::span<const Rule> prf_rules() { return kPrf; }

std::span<const Tables> all_tables() {
  static const auto tables = std::to_array<Tables>({
      {"softwareassembly",
       "SAD",
       {common_rules(), override_rules(), assembly_rules(), sad_rules()}},
      {"softpkg", "SPD", {common_rules(), override_rules(), spd_rules(), {}}},
      {"softwarecomponent", "SCD", {common_rules(), scd_rules(), {}, {}}},
      {"properties", "PRF", {common_rules(), override_rules(), prf_rules(), {}}},
      {"deviceconfiguration",
       "DCD",
       {common_rules(), override_rules(), assembly_rules(), dcd_rules()}},
      {"domainmanagerconfiguration", "DMD", {common_rules(), dmd_rules(), {}, {}}},
      {"devicepkg", "DPD", {common_rules(), dpd_rules(), {}, {}}},
      {"deploymentenforcement", "DAS", {das_rules(), {}, {}, {}}},
  });
  return tables;
}

}  // namespace orbweaver::profile::grammar
