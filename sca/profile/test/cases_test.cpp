// SPDX-License-Identifier: Apache-2.0
#include "cases.hpp"

#include <array>
#include <vector>

namespace orbweaver::profile {

namespace {

const std::string kSad = "waveforms/radio/radio.sad.xml";
const std::string kDas = "waveforms/radio/radio_DAS.xml";
const std::string kDcd = "nodes/node/node.dcd.xml";
const std::string kDmd = "managers/domain.dmd.xml";
const std::string kDpd = "hardware/antenna.dpd.xml";
const std::string kSpd = "components/source/source.spd.xml";
const std::string kScd = "components/source/source.scd.xml";
const std::string kPrf = "components/source/source.prf.xml";
const std::string kFilter = "components/filter/filter.spd.xml";
const std::string kTaps = "packages/taps/taps.spd.xml";
const std::string kBoard = "hardware/board.dpd.xml";

std::string nested(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "<a>";
  for (int i = 0; i < depth; ++i) text += "</a>";
  return text;
}

std::string many(int elements) {
  std::string text = "<properties>";
  for (int i = 0; i < elements; ++i) text += "<simple/>";
  return text + "</properties>";
}

std::string attributes(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += " a" + std::to_string(i) + "=\"\"";
  return text;
}

const std::string kUsesPort =
    "<usesport>\n        <usesidentifier>log</usesidentifier>\n        "
    "<componentinstantiationref refid=\"Source1\"/>\n      </usesport>";

const std::vector<Case>& file_cases() {
  static const std::vector<Case> cases{
      {Code::file_missing, kSad, "/components/source/source.spd.xml", "/components/none.spd.xml",
       "radio.sad.xml:8", "naming-name-unknown"},
      {Code::file_too_large, kBoard, "", std::string(30'000, ' '), "board.dpd.xml:0"},
      {Code::file_empty, kBoard, "", " \n", "board.dpd.xml:0"},
      {Code::name_empty, kSad, "/components/source/source.spd.xml", "", "radio.sad.xml:8"},
      {Code::name_leaves_root, kSad, "/components/source/source.spd.xml", "/../source.spd.xml",
       "radio.sad.xml:8"},
      {Code::name_leaves_root, kSad, "/components/source/source.spd.xml",
       "../../../etc/source.spd.xml", "radio.sad.xml:8"},
      {Code::name_relative_to_root, kSad, "/components/source/source.spd.xml",
       "components/source/source.spd.xml", "radio.sad.xml:8"},
      {Code::xml_malformed, kBoard, "</devicepkg>", "", "board.dpd.xml:23"},
      {Code::xml_malformed, kBoard, "<author>", "<author", "board.dpd.xml:3"},
      {Code::xml_entity, kBoard, "<devicepkg", "<!DOCTYPE a [<!ENTITY b \"c\">]>\n<devicepkg",
       "board.dpd.xml:2"},
      {Code::xml_entity, kBoard, "A board with a chip", "&b;", "board.dpd.xml:6"},
      {Code::xml_default_value, kBoard, "<devicepkg",
       "<!DOCTYPE a [<!ATTLIST a b CDATA \"c\">]>\n<devicepkg", "board.dpd.xml:2"},
      {Code::xml_too_deep, kBoard, "", nested(13), "board.dpd.xml:1"},
      {Code::xml_too_many_elements, kBoard, "", many(501), "board.dpd.xml:1"},
      {Code::xml_too_many_attributes, kBoard, "<author>", "<author" + attributes(101) + ">",
       "board.dpd.xml:3"},
      {Code::root_element_unknown, kBoard, "", "<radio/>", "board.dpd.xml:1"},
      {Code::root_element_wrong, kSad, "/components/source/source.spd.xml",
       "/components/source/source.scd.xml", "radio.sad.xml:8"},
  };
  return cases;
}

const std::vector<Case>& structure_cases() {
  static const std::vector<Case> cases{
      {Code::element_unknown, kSad, "<usagename>source", "<speed/><usagename>source",
       "radio.sad.xml:21"},
      {Code::element_missing, kSad, "<componentfileref refid=\"FactoryFile\"/>", "",
       "radio.sad.xml:44", "componentfile-unused"},
      {Code::element_repeated, kSad, "<usagename>source</usagename>",
       "<usagename>a</usagename><usagename>b</usagename>", "radio.sad.xml:21"},
      {Code::attribute_unknown, kSad, "<usagename>source", "<usagename speed=\"1\">source",
       "radio.sad.xml:21"},
      {Code::attribute_missing, kSad, "<componentfileref refid=\"FactoryFile\"/>",
       "<componentfileref/>", "radio.sad.xml:45", "componentfile-unused"},
      {Code::attribute_missing, kSad, "<componentfileref refid=\"FactoryFile\"/>",
       "<componentfileref refid=\" \"/>", "radio.sad.xml:45", "componentfile-unused"},
      {Code::attribute_value_unknown, kPrf, "mode=\"readwrite\"", "mode=\"any\"",
       "source.prf.xml:5"},
      {Code::text_missing, kSad, "<usesidentifier>log</usesidentifier>", "<usesidentifier/>",
       "radio.sad.xml:123"},
      {Code::id_duplicate, kSad, "id=\"Filter2\"", "id=\"Filter1\"", "radio.sad.xml:62",
       "instantiation-unknown connection-duplicate"},
      {Code::id_duplicate, kPrf, "id=\"total\"", "id=\"memory\"", "source.prf.xml:31"},
      {Code::id_duplicate, kPrf, "id=\"agc\" type=\"boolean\"", "id=\"frequency\" type=\"double\"",
       "source.prf.xml:54"},
  };
  return cases;
}

const std::vector<Case>& value_cases() {
  static const std::vector<Case> cases{
      {Code::type_unknown, kPrf, "id=\"on\" type=\"boolean\"", "id=\"on\" type=\"bool\"",
       "source.prf.xml:22"},
      {Code::value_not_of_type, kPrf, "<value>-2147483648</value>", "<value>fast</value>",
       "source.prf.xml:26"},
      {Code::value_not_of_type, kSad, "value=\"-1000\"", "value=\"2147483648\"",
       "radio.sad.xml:35"},
      {Code::value_not_of_type, kPrf, "<simple id=\"a\" type=\"long\"><value>1",
       "<simple id=\"a\" type=\"long\"><value>one", "source.prf.xml:45"},
      {Code::value_out_of_range, kPrf, "<value>0</value>\n    <units>dB",
       "<value>-11</value>\n    <units>dB", "source.prf.xml:7"},
      {Code::value_not_enumerated, kPrf, "<value>1</value>\n    <enum",
       "<value>2</value>\n    <enum", "source.prf.xml:14"},
      {Code::value_empty, kSad, "value=\"-3\"", "value=\"\"", "radio.sad.xml:23"},
      {Code::value_octal, kPrf, "<value>-2147483648</value>", "<value>010</value>",
       "source.prf.xml:26"},
      {Code::range_wrong, kPrf, "min=\"-10\" max=\"10\"", "min=\"10\" max=\"5\"",
       "source.prf.xml:9", "value-out-of-range setting-out-of-range"},
      {Code::range_wrong, kPrf, "label=\"AM\" value=\"0\"", "label=\"AM\" value=\"AM\"",
       "source.prf.xml:16"},
      {Code::property_unknown, kSad, "refid=\"gain\"", "refid=\"volume\"", "radio.sad.xml:23"},
      {Code::setting_out_of_range, kSad, "refid=\"gain\" value=\"-3\"",
       "refid=\"gain\" value=\"-11\"", "radio.sad.xml:23"},
      {Code::setting_out_of_range, kSad, "<value>0.5</value>", "<value>1.5</value>",
       "radio.sad.xml:26"},
      {Code::property_form_wrong, kSad, "<simpleref refid=\"gain\" value=\"-3\"/>",
       "<structref refid=\"gain\"/>", "radio.sad.xml:23"},
      {Code::property_readonly, kSad, "refid=\"gain\"", "refid=\"label\"", "radio.sad.xml:23"},
      {Code::property_redefined, "components/source/descriptor.prf.xml", "type=\"short\"",
       "type=\"long\"", "source.prf.xml:5"},
      {Code::struct_unknown, kPrf, "structrefid=\"channel\"", "structrefid=\"none\"",
       "source.prf.xml:60"},
      {Code::struct_member_unknown, kSad, "refid=\"frequency\"", "refid=\"speed\"",
       "radio.sad.xml:31"},
  };
  return cases;
}

const std::vector<Case>& package_cases() {
  static const std::vector<Case> cases{
      {Code::spd_no_implementation, kTaps, "", "<softpkg id=\"a\" name=\"b\"><author/></softpkg>",
       "taps.spd.xml:1", "implementation-unknown"},
      {Code::spd_no_descriptor, kFilter,
       "<descriptor name=\"filter\">\n    <localfile name=\"filter.scd.xml\"/>\n  </descriptor>",
       "", "node.dcd.xml:15"},
      {Code::implementation_no_code, kTaps,
       "<code type=\"SharedLibrary\">\n      <localfile name=\"taps.txt\"/>\n    </code>", "",
       "taps.spd.xml:4"},
      {Code::code_type_unknown, kTaps, "\"SharedLibrary\"", "\"Firmware\"", "taps.spd.xml:5"},
      {Code::binary_missing, kTaps, "taps.txt", "taps.so", "taps.spd.xml:6"},
      {Code::number_unreadable, kSpd, "65536", "large", "source.spd.xml:17"},
      {Code::number_unreadable, kSpd, "<priority>1<", "<priority>high<", "source.spd.xml:17"},
      {Code::dependency_incomplete, kSpd, "<propertyref refid=\"memory\" value=\"64\"/>", "",
       "source.spd.xml:29"},
      {Code::dependency_file_missing, kTaps, "<author/>",
       "<author/><propertyfile><localfile name=\"none.prf.xml\"/></propertyfile>",
       "taps.spd.xml:3"},
      {Code::dependency_file_missing, kTaps, "<author/>",
       "<author/><descriptor><localfile name=\"none.scd.xml\"/></descriptor>", "taps.spd.xml:3"},
      {Code::name_leaves_root, kTaps, "<author/>",
       "<author/><descriptor><localfile name=\"/../none.scd.xml\"/></descriptor>",
       "taps.spd.xml:3"},
      {Code::dependency_cycle, kTaps, "<os name=\"Linux\"/>",
       "<os name=\"Linux\"/><dependency type=\"a\"><softpkgref><localfile "
       "name=\"taps.spd.xml\"/></softpkgref></dependency>",
       "taps.spd.xml:8"},
      {Code::implementation_unknown, kSpd, "DCE:taps-linux", "DCE:taps-vxworks",
       "source.spd.xml:35"},
      {Code::port_duplicate, kScd, "usesname=\"log\"", "usesname=\"out\"", "source.scd.xml:17",
       "port-unlisted"},
      {Code::interface_undeclared, kScd, "<uses repid=\"IDL:CF/LifeCycle:1.0\" usesname=\"log\"",
       "<uses repid=\"IDL:CF/Log:1.0\" usesname=\"log\"", "source.scd.xml:17"},
      {Code::repid_unreadable, kScd, "<supportsinterface repid=\"IDL:CF/Resource:1.0\"",
       "<supportsinterface repid=\"CF::Resource\"", "source.scd.xml:8"},
  };
  return cases;
}

const std::vector<Case>& application_cases() {
  static const std::vector<Case> cases{
      {Code::sad_no_assembly_controller, kSad,
       "<componentinstantiationref refid=\"Source1\"/>\n  </assemblycontroller>",
       "</assemblycontroller>", "radio.sad.xml:4"},
      {Code::sad_no_component, kSad, "",
       "<softwareassembly id=\"a\"><componentfiles/><partitioning/><assemblycontroller/>"
       "</softwareassembly>",
       "radio.sad.xml:1", "sad-no-assembly-controller assignment-component-unknown"},
      {Code::componentfile_unknown, kSad, "<componentfileref refid=\"FactoryFile\"/>",
       "<componentfileref refid=\"None\"/>", "radio.sad.xml:45", "componentfile-unused"},
      {Code::componentfile_unused, kSad, "</componentfiles>",
       "<componentfile id=\"Spare\"><localfile name=\"/components/filter/filter.spd.xml\"/>"
       "</componentfile></componentfiles>",
       "radio.sad.xml:16"},
      {Code::instantiation_unknown, kSad,
       "<componentinstantiationref refid=\"Source1\"/>\n  </assemblycontroller>",
       "<componentinstantiationref refid=\"None\"/></assemblycontroller>", "radio.sad.xml:76"},
      {Code::instantiation_unknown, kSad, "<componentinstantiationref refid=\"Filter2\"/>",
       "<componentinstantiationref refid=\"None\"/>", "radio.sad.xml:96"},
      {Code::findcomponent_missing, kSad,
       "<findcomponent>\n          <namingservice name=\"factory\"/>\n        </findcomponent>", "",
       "radio.sad.xml:46"},
      {Code::factory_unknown, kSad, "refid=\"Factory1\"", "refid=\"None\"", "radio.sad.xml:64"},
      {Code::naming_name_duplicate, kSad, "<namingservice name=\"factory\"/>",
       "<namingservice name=\"source\"/>", "radio.sad.xml:48"},
      {Code::naming_name_unknown, kSad, "<namingservice name=\"source\"/>\n        </findby>",
       "<namingservice name=\"none\"/>"
       "</findby>",
       "radio.sad.xml:92"},
      {Code::startorder_unreadable, kSad, "id=\"Filter1\"", "id=\"Filter1\" startorder=\"first\"",
       "radio.sad.xml:56"},
      {Code::usesdevice_unknown, kSad, "usesrefid=\"Tuner\"", "usesrefid=\"None\"",
       "radio.sad.xml:106"},
      {Code::connection_incomplete, kSad, kUsesPort, "", "radio.sad.xml:121"},
      {Code::connection_incomplete, kSad,
       "<findby>\n        <domainfinder type=\"log\" name=\"radio log\"/>\n      </findby>", "",
       "radio.sad.xml:121"},
      {Code::connection_incomplete, kSad, "<domainfinder type=\"log\" name=\"radio log\"/>", "",
       "radio.sad.xml:126"},
      {Code::connection_incomplete, kSad, "<componentinstantiationref refid=\"Filter2\"/>", "",
       "radio.sad.xml:96"},
      {Code::connection_incomplete, kSad,
       "<usesidentifier>out</usesidentifier>\n      "
       "<componentinstantiationref refid=\"Filter1\"/>",
       "<componentinstantiationref refid=\"Filter1\"/>", "radio.sad.xml:132"},
      {Code::connection_id_repeated, kSad, "id=\"SourceToDevice\"", "id=\"SourceToFilter1\"",
       "radio.sad.xml:101"},
      {Code::port_unlisted, kSad, "<providesidentifier>in<", "<providesidentifier>input<",
       "radio.sad.xml:84"},
      {Code::port_direction, kSad, "<providesidentifier>in</providesidentifier>",
       "<providesidentifier>out</providesidentifier>", "radio.sad.xml:84"},
      {Code::interface_mismatch, kScd,
       "<uses repid=\"IDL:standardInterfaces/complexShort:1.0\" usesname=\"out\"",
       "<uses repid=\"IDL:CF/LifeCycle:1.0\" usesname=\"out\"", "radio.sad.xml:79"},
      {Code::interface_unsupported, kSad, "IDL:CF/Resource:1.0", "IDL:CF/Device:1.0",
       "radio.sad.xml:116"},
      {Code::domainfinder_unknown, kSad, "type=\"log\"", "type=\"diary\"", "radio.sad.xml:126"},
      {Code::external_name_duplicate, kSad, "</externalports>",
       "<port><usesidentifier>out</usesidentifier><componentinstantiationref refid=\"Filter1\"/>"
       "</port></externalports>",
       "radio.sad.xml:137"},
      {Code::external_property_unknown, kSad, "</softwareassembly>",
       "<externalproperties><property comprefid=\"Filter1\" propid=\"none\"/>"
       "</externalproperties></softwareassembly>",
       "radio.sad.xml:138"},
      {Code::external_name_shadows, kSad, "</softwareassembly>",
       "<externalproperties><property comprefid=\"Source1\" propid=\"on\" externalpropid=\"gain\"/>"
       "</externalproperties></softwareassembly>",
       "radio.sad.xml:138"},
      {Code::connection_duplicate, kSad, "id=\"SourceToFilter2\"", "id=\"SourceToFilter1\"",
       "radio.sad.xml:89"},
  };
  return cases;
}

const std::vector<Case>& node_cases() {
  static const std::vector<Case> cases{
      {Code::dcd_no_device_manager, kDcd,
       "<devicemanagersoftpkg>\n    <localfile name=\"/managers/manager.spd.xml\"/>\n  "
       "</devicemanagersoftpkg>",
       "", "node.dcd.xml:3"},
      {Code::device_manager_missing, kDcd, "/managers/manager.spd.xml", "/managers/none.spd.xml",
       "node.dcd.xml:5"},
      {Code::dcd_no_domain_manager, kDcd, "<namingservice name=\"Domain/Domain\"/>", "",
       "node.dcd.xml:3"},
      {Code::device_unknown, kDcd, "<deployondevice refid=\"Device1\"/>",
       "<deployondevice refid=\"None\"/>", "node.dcd.xml:24"},
      {Code::device_unknown, kDcd, "deviceid=\"Device1\"", "deviceid=\"None\"", "node.dcd.xml:36"},
      {Code::instantiation_elsewhere, kDcd, "<filesystemnames>",
       "<connections><connectinterface><usesport><usesidentifier>out</usesidentifier>"
       "<componentinstantiationref refid=\"Device9\"/></usesport><findby><namingservice "
       "name=\"a\"/></findby></connectinterface></connections><filesystemnames>",
       "node.dcd.xml:35"},
      {Code::dmd_no_domain_manager, kDmd, "<localfile name=\"manager.spd.xml\"/>", "",
       "domain.dmd.xml:2"},
      {Code::dpd_no_hardware, kDpd, "", "<devicepkg id=\"a\" name=\"b\"/>", "antenna.dpd.xml:1"},
      {Code::assignment_incomplete, kDas, "<assigndeviceid>Device1</assigndeviceid>", "",
       "radio_DAS.xml:5"},
      {Code::assignment_duplicate, kDas, "Filter1", "Source1", "radio_DAS.xml:9"},
      {Code::assignment_component_unknown, kDas, "Filter1", "Filter3", "radio_DAS.xml:9"},
  };
  return cases;
}

}  // namespace

std::span<const Case> lenient_cases() {
  static const auto all = [] {
    std::vector<Case> cases;
    for (const auto* part : {&file_cases(), &structure_cases(), &value_cases(), &package_cases(),
                             &application_cases(), &node_cases()})
      cases.insert(cases.end(), part->begin(), part->end());
    return cases;
  }();
  return all;
}

std::span<const Case> strict_cases() {
  static const std::vector<Case> cases{
      {Code::strict_order, kPrf, "<value>0</value>\n    <units>dB</units>",
       "<units>dB</units>\n    <value>0</value>", "source.prf.xml:8"},
      {Code::strict_order, kSad, "<componentfileref refid=\"FactoryFile\"/>", "",
       "radio.sad.xml:46", "element-missing componentfile-unused"},
      {Code::strict_element_unlisted, kSad, "</softwareassembly>", "<options/></softwareassembly>",
       "radio.sad.xml:138"},
      {Code::strict_attribute_unlisted, kSad, "id=\"Filter1\"", "id=\"Filter1\" startorder=\"1\"",
       "radio.sad.xml:56"},
      {Code::strict_attribute_missing, kTaps, "name=\"taps\" ", "", "taps.spd.xml:2"},
      {Code::strict_attribute_value, kPrf, "id=\"on\" type=\"boolean\"><value>true",
       "id=\"on\" type=\"longlong\"><value>1", "source.prf.xml:22"},
  };
  return cases;
}

}  // namespace orbweaver::profile
