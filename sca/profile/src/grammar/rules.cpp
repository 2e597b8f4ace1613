// SPDX-License-Identifier: Apache-2.0
#include "grammar/rules.hpp"

#include <array>

namespace orbweaver::profile::grammar {

namespace {

constexpr auto kCommon = std::to_array<Rule>({
    {"localfile", "", "name!!"},
    {"description", "text", ""},
    {"title", "text", ""},
    {"author", "name*, company?, webpage?", ""},
    {"name", "text", ""},
    {"company", "text", ""},
    {"webpage", "text", ""},
    {"propertyfile", "localfile", "type", {}, {}, "localfile"},
    {"findby", "namingservice | stringifiedobjectref | domainfinder", ""},
    {"namingservice", "", "name!!"},
    {"stringifiedobjectref", "text", "", {}, {}, "text"},
    {"domainfinder", "", "type!! name"},
    {"propertyref", "", "refid!! value!!"},
});

// OSSIE's tool writes attributes `name` and `description` to a simpleref.
constexpr auto kOverrides = std::to_array<Rule>({
    {"simpleref", "", "refid!! value!!", {}, "name description"},
    {"simplesequenceref", "values", "refid!!", {}, {}, "values"},
    {"structref", "simpleref+", "refid!!", "simplesequenceref"},
    {"structsequenceref", "structvalue+", "refid!!"},
    {"structvalue", "simpleref+", "", "simplesequenceref"},
    {"values", "value+", ""},
    {"value", "text", ""},
});

constexpr std::string_view kAnyOverride =
    "(simpleref | simplesequenceref | structref | structsequenceref)+";

constexpr auto kAssembly = std::to_array<Rule>({
    {"componentfiles", "componentfile+", ""},
    {"componentfile", "localfile", "id!! type", {}, {}, "localfile"},
    {"componentfileref", "", "refid!!"},
    {"usagename", "text", ""},
    {"componentproperties", kAnyOverride, ""},
    {"componentinstantiationref", "", "refid!!"},
    {"connections", "connectinterface*", ""},
    {"connectinterface", "usesport, (providesport | componentsupportedinterface | findby)", "id"},
    {"usesport",
     "usesidentifier, (componentinstantiationref | devicethatloadedthiscomponentref | "
     "deviceusedbythiscomponentref | findby)",
     "",
     "deviceusedbyapplication",
     {},
     "usesidentifier"},
    {"providesport",
     "providesidentifier, (componentinstantiationref | devicethatloadedthiscomponentref | "
     "deviceusedbythiscomponentref | findby)",
     "",
     "deviceusedbyapplication",
     {},
     "providesidentifier"},
    {"componentsupportedinterface",
     "supportedidentifier, (componentinstantiationref | findby)",
     "",
     "devicethatloadedthiscomponentref, deviceusedbythiscomponentref, deviceusedbyapplication",
     {},
     "supportedidentifier"},
    {"usesidentifier", "text", "", {}, {}, "text"},
    {"providesidentifier", "text", "", {}, {}, "text"},
    {"supportedidentifier", "text", "", {}, {}, "text"},
    {"devicethatloadedthiscomponentref", "", "refid!!"},
    {"deviceusedbythiscomponentref", "", "refid!! usesrefid!!"},
    {"deviceusedbyapplication", "", "", {}, "usesrefid!!"},
    {"loggingconfig", "text", "", {}, "level"},
    {"affinity", kAnyOverride, ""},
    {"requires", "", "", {}, "id!! value!!"},
});

constexpr auto kSad = std::to_array<Rule>({
    {"softwareassembly",
     "description?, componentfiles, partitioning, assemblycontroller, connections?, externalports?",
     "id!! name", "externalproperties, options, usesdevicedependencies", "version",
     "componentfiles partitioning"},
    {"partitioning", "(componentplacement | hostcollocation)*", ""},
    {"componentplacement",
     "componentfileref, componentinstantiation+",
     "",
     {},
     {},
     "componentfileref componentinstantiation"},
    {"componentinstantiation", "usagename?, componentproperties?, findcomponent?", "id!!",
     "affinity, loggingconfig, devicerequires", "startorder"},
    {"findcomponent", "componentresourcefactoryref | namingservice", ""},
    {"componentresourcefactoryref", "resourcefactoryproperties?", "refid!!"},
    {"resourcefactoryproperties", kAnyOverride, ""},
    {"hostcollocation",
     "componentplacement+",
     "id name",
     "usesdeviceref*, reservation*",
     {},
     "componentplacement"},
    {"usesdeviceref", "", "", {}, "refid!!"},
    {"reservation", "", "", {}, "kind!! value!!"},
    {"devicerequires", "requires+", ""},
    {"assemblycontroller", "componentinstantiationref", ""},
    {"externalports", "port+", ""},
    {"port",
     "description?, (usesidentifier | providesidentifier | supportedidentifier), "
     "componentinstantiationref",
     "",
     {},
     "externalname",
     "componentinstantiationref"},
    {"externalproperties", "property+", ""},
    {"property", "", "", {}, "comprefid!! propid!! externalpropid"},
    {"options", "option+", ""},
    {"option", "", "", {}, "name!! value!!"},
    {"usesdevicedependencies", "usesdevice+", ""},
    {"usesdevice",
     "(propertyref | simpleref | simplesequenceref | structref | structsequenceref)+",
     "",
     {},
     "id!! type"},
});

constexpr auto kSpd = std::to_array<Rule>({
    {"softpkg",
     "title?, author+, description?, propertyfile?, descriptor?, implementation+, usesdevice*",
     "id!! name! type=sca_compliant|sca_non_compliant version",
     {},
     "type=*"},
    {"descriptor", "localfile", "name", {}, {}, "localfile"},
    {"implementation",
     "description?, propertyfile?, code, compiler?, programminglanguage?, humanlanguage?, "
     "runtime?, "
     "(os | processor | dependency)+, usesdevice*",
     "id!! aepcompliance=aep_compliant|aep_non_compliant"},
    {"code", "localfile, entrypoint?, stacksize?, priority?", "type", {}, {}, "localfile"},
    {"entrypoint", "text", ""},
    {"stacksize", "text", ""},
    {"priority", "text", ""},
    {"compiler", "", "name! version"},
    {"programminglanguage", "", "name! version"},
    {"humanlanguage", "", "name!"},
    {"runtime", "", "name! version"},
    {"os", "", "name!! version"},
    {"processor", "", "name!!"},
    {"dependency", "softpkgref | propertyref", "type!",
     "simpleref*, simplesequenceref*, structref*, structsequenceref*"},
    {"softpkgref", "localfile, implref?", "", {}, {}, "localfile"},
    {"implref", "", "refid!!"},
    {"usesdevice", "propertyref+", "id!! type!",
     "simpleref*, simplesequenceref*, structref*, structsequenceref*"},
});

constexpr auto kScd = std::to_array<Rule>({
    {"softwarecomponent",
     "corbaversion, componentrepid, componenttype, componentfeatures, interfaces, propertyfile?",
     ""},
    {"corbaversion", "text", ""},
    {"componentrepid", "", "repid!"},
    {"componenttype", "text", ""},
    {"componentfeatures", "supportsinterface*, ports", ""},
    {"supportsinterface", "", "repid!! supportsname!"},
    {"ports", "(provides | uses)*", ""},
    {"provides", "porttype*", "repid!! providesname!!", "description"},
    {"uses", "porttype*", "repid!! usesname!!", "description"},
    {"porttype", "", "type!=data|control|responses|test", {}, "type=virtual"},
    {"interfaces", "interface+", ""},
    {"interface", "inheritsinterface*", "repid!! name!"},
    {"inheritsinterface", "", "repid!!"},
});

constexpr auto kDcd = std::to_array<Rule>({
    {"deviceconfiguration",
     "description?, devicemanagersoftpkg, componentfiles?, partitioning?, domainmanager, "
     "connections?, filesystemnames?",
     "id!! name"},
    {"devicemanagersoftpkg", "localfile", ""},
    {"partitioning", "componentplacement*", ""},
    {"componentplacement",
     "componentfileref, deployondevice?, compositepartofdevice?, devicepkgfile?, "
     "componentinstantiation+",
     "",
     {},
     {},
     "componentfileref componentinstantiation"},
    {"componentinstantiation", "usagename?, componentproperties?", "id!!",
     "affinity, loggingconfig, deployerrequires", "startorder"},
    {"deployondevice", "", "refid!!"},
    {"compositepartofdevice", "", "refid!!"},
    {"devicepkgfile", "localfile", "type", {}, {}, "localfile"},
    {"deployerrequires", "requires+", ""},
    {"domainmanager", "namingservice | stringifiedobjectref", ""},
    {"filesystemnames", "filesystemname+", ""},
    {"filesystemname", "", "mountname!! deviceid!!"},
});

constexpr auto kDmd = std::to_array<Rule>({
    {"domainmanagerconfiguration", "description?, domainmanagersoftpkg, services?", "id!! name!"},
    {"domainmanagersoftpkg", "localfile", ""},
    {"services", "service+", ""},
    {"service", "usesidentifier, findby", "", {}, {}, "usesidentifier findby"},
    {"usesidentifier", "text", "", {}, {}, "text"},
});

constexpr auto kDpd = std::to_array<Rule>({
    {"devicepkg", "title?, author+, description?, hwdeviceregistration", "id!! name! version"},
    {"hwdeviceregistration",
     "propertyfile?, description, manufacturer, modelnumber, deviceclass, childhwdevice*",
     "id!! name! version"},
    {"manufacturer", "text", ""},
    {"modelnumber", "text", ""},
    {"deviceclass", "class+", ""},
    {"class", "text", ""},
    {"childhwdevice", "hwdeviceregistration | devicepkgref", ""},
    {"devicepkgref", "localfile", "type", {}, {}, "localfile"},
});

// SCA 2.2.2 has no DTD for these elements: they are as OSSIE's tools write them.
constexpr auto kDas = std::to_array<Rule>({
    {"deploymentenforcement",
     "application?, deviceassignmentsequence",
     "",
     {},
     {},
     "deviceassignmentsequence"},
    {"application", "", "id name"},
    {"deviceassignmentsequence", "deviceassignmenttype*", ""},
    {"deviceassignmenttype", "componentid, assigndeviceid", ""},
    {"componentid", "text", ""},
    {"assigndeviceid", "text", ""},
});

}  // namespace

std::span<const Rule> common_rules() { return kCommon; }
std::span<const Rule> override_rules() { return kOverrides; }
std::span<const Rule> assembly_rules() { return kAssembly; }
std::span<const Rule> sad_rules() { return kSad; }
std::span<const Rule> spd_rules() { return kSpd; }
std::span<const Rule> scd_rules() { return kScd; }
std::span<const Rule> dcd_rules() { return kDcd; }
std::span<const Rule> dmd_rules() { return kDmd; }
std::span<const Rule> dpd_rules() { return kDpd; }
std::span<const Rule> das_rules() { return kDas; }

}  // namespace orbweaver::profile::grammar
