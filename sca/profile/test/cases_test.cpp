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

const std::string kUsesPort =
    "<usesport>\n        <usesidentifier>log</usesidentifier>\n        "
    "<componentinstantiationref refid=\"Source1\"/>\n      </usesport>";

const std::vector<Case>& file_cases() {
  static const std::vector<Case> cases{
      {Code::file_missing, kSad, "/components/source/source.spd.xml", "/components/none.spd.xml", 0,
       "naming-name-unknown"},
      {Code::file_too_large, kBoard, "", std::string(30'000, ' '), kNoLine - 0},
      {Code::file_empty, kBoard, "", " \n", kNoLine},
      {Code::name_empty, kSad, "/components/source/source.spd.xml", "", 0},
      {Code::name_leaves_root, kSad, "/components/source/source.spd.xml", "/../source.spd.xml", 0},
      {Code::name_leaves_root, kSad, "/components/source/source.spd.xml",
       "../../../etc/source.spd.xml", 0},
      {Code::name_relative_to_root, kSad, "/components/source/source.spd.xml",
       "components/source/source.spd.xml", 0},
      {Code::xml_malformed, kBoard, "</devicepkg>", "", 1},
      {Code::xml_malformed, kBoard, "<author>", "<author", 0},
      {Code::xml_entity, kBoard, "<devicepkg", "<!DOCTYPE a [<!ENTITY b \"c\">]>\n<devicepkg", 0},
      {Code::xml_entity, kBoard, "A board with a chip", "&b;", 0},
      {Code::xml_too_deep, kBoard, "", nested(13), 0},
      {Code::xml_too_many_elements, kBoard, "", many(501), 0},
      {Code::root_element_unknown, kBoard, "", "<radio/>", 0},
      {Code::root_element_wrong, kSad, "/components/source/source.spd.xml",
       "/components/source/source.scd.xml", 0},
  };
  return cases;
}

const std::vector<Case>& structure_cases() {
  static const std::vector<Case> cases{
      {Code::element_unknown, kSad, "<usagename>source", "<speed/><usagename>source", 0},
      {Code::element_missing, kSad, "<componentfileref refid=\"FactoryFile\"/>", "", -1,
       "componentfile-unused"},
      {Code::element_repeated, kSad, "<usagename>source</usagename>",
       "<usagename>a</usagename><usagename>b</usagename>", 0},
      {Code::attribute_unknown, kSad, "<usagename>source", "<usagename speed=\"1\">source", 0},
      {Code::attribute_missing, kSad, "<componentfileref refid=\"FactoryFile\"/>",
       "<componentfileref/>", 0, "componentfile-unused"},
      {Code::attribute_missing, kSad, "<componentfileref refid=\"FactoryFile\"/>",
       "<componentfileref refid=\" \"/>", 0, "componentfile-unused"},
      {Code::attribute_value_unknown, kPrf, "mode=\"readwrite\"", "mode=\"any\"", 0},
      {Code::text_missing, kSad, "<usesidentifier>log</usesidentifier>", "<usesidentifier/>", 0},
      {Code::id_duplicate, kSad, "id=\"Filter2\"", "id=\"Filter1\"", 0,
       "instantiation-unknown connection-duplicate"},
      {Code::id_duplicate, kPrf, "id=\"on\"", "id=\"mode\"", 0},
      {Code::id_duplicate, kPrf, "id=\"agc\"", "id=\"frequency\"", 0},
  };
  return cases;
}

const std::vector<Case>& value_cases() {
  static const std::vector<Case> cases{
      {Code::type_unknown, kPrf, "id=\"on\" type=\"boolean\"", "id=\"on\" type=\"bool\"", 0},
      {Code::value_not_of_type, kPrf, "<value>-2147483648</value>", "<value>fast</value>", 0},
      {Code::value_not_of_type, kSad, "value=\"-1000\"", "value=\"2147483648\"", 0},
      {Code::value_not_of_type, kPrf, "<simple id=\"a\" type=\"long\"><value>1",
       "<simple id=\"a\" type=\"long\"><value>one", 0},
      {Code::value_out_of_range, kSad, "value=\"-3\"", "value=\"-11\"", 0},
      {Code::value_out_of_range, kSad, "<value>0.5</value>", "<value>1.5</value>", 0},
      {Code::value_not_enumerated, kPrf, "<value>1</value>\n    <enum",
       "<value>2</value>\n    <enum", 0},
      {Code::value_octal, kPrf, "<value>-2147483648</value>", "<value>010</value>", 0},
      {Code::range_wrong, kPrf, "min=\"-10\" max=\"10\"", "min=\"10\" max=\"5\"", 0,
       "value-out-of-range"},
      {Code::range_wrong, kPrf, "label=\"AM\" value=\"0\"", "label=\"AM\" value=\"AM\"", 0},
      {Code::property_unknown, kSad, "refid=\"gain\"", "refid=\"volume\"", 0},
      {Code::property_form_wrong, kSad, "<simpleref refid=\"gain\" value=\"-3\"/>",
       "<structref refid=\"gain\"/>", 0},
      {Code::property_readonly, kSad, "refid=\"gain\"", "refid=\"label\"", 0},
      {Code::property_redefined, kScd, "</softwarecomponent>",
       "<propertyfile><localfile name=\"../filter/width.prf.xml\"/></propertyfile>"
       "</softwarecomponent>",
       0, "file-missing"},
      {Code::struct_unknown, kPrf, "structrefid=\"channel\"", "structrefid=\"none\"", 0},
      {Code::struct_member_unknown, kSad, "refid=\"frequency\"", "refid=\"speed\"", 0},
  };
  return cases;
}

const std::vector<Case>& package_cases() {
  static const std::vector<Case> cases{
      {Code::spd_no_implementation, kTaps, "", "<softpkg id=\"a\" name=\"b\"><author/></softpkg>",
       0, "implementation-unknown"},
      {Code::spd_no_descriptor, kFilter,
       "<descriptor name=\"filter\">\n    <localfile name=\"filter.scd.xml\"/>\n  </descriptor>",
       "", kNoLine},
      {Code::implementation_no_code, kTaps,
       "<code type=\"SharedLibrary\">\n      <localfile name=\"taps.txt\"/>\n    </code>", "", -1},
      {Code::code_type_unknown, kTaps, "\"SharedLibrary\"", "\"Firmware\"", 0},
      {Code::binary_missing, kTaps, "taps.txt", "taps.so", 0},
      {Code::number_unreadable, kSpd, "65536", "large", -3},
      {Code::number_unreadable, kSpd, "<priority>1<", "<priority>high<", -4},
      {Code::dependency_incomplete, kSpd, "<propertyref refid=\"memory\" value=\"64\"/>", "", -1},
      {Code::dependency_cycle, kTaps, "<os name=\"Linux\"/>",
       "<os name=\"Linux\"/><dependency type=\"a\"><softpkgref><localfile "
       "name=\"taps.spd.xml\"/></softpkgref></dependency>",
       0},
      {Code::implementation_unknown, kSpd, "DCE:taps-linux", "DCE:taps-vxworks", 0},
      {Code::port_duplicate, kScd, "usesname=\"log\"", "usesname=\"out\"", 0, "port-unlisted"},
      {Code::interface_undeclared, kScd, "<uses repid=\"IDL:CF/LifeCycle:1.0\" usesname=\"log\"",
       "<uses repid=\"IDL:CF/Log:1.0\" usesname=\"log\"", 0},
      {Code::repid_unreadable, kScd, "<supportsinterface repid=\"IDL:CF/Resource:1.0\"",
       "<supportsinterface repid=\"CF::Resource\"", 0},
  };
  return cases;
}

const std::vector<Case>& application_cases() {
  static const std::vector<Case> cases{
      {Code::sad_no_assembly_controller, kSad,
       "<componentinstantiationref refid=\"Source1\"/>\n  </assemblycontroller>",
       "</assemblycontroller>", kNoLine},
      {Code::sad_no_component, kSad, "",
       "<softwareassembly id=\"a\"><componentfiles/><partitioning/><assemblycontroller/>"
       "</softwareassembly>",
       0, "sad-no-assembly-controller assignment-component-unknown"},
      {Code::componentfile_unknown, kSad, "<componentfileref refid=\"FactoryFile\"/>",
       "<componentfileref refid=\"None\"/>", 0, "componentfile-unused"},
      {Code::componentfile_unused, kSad, "</componentfiles>",
       "<componentfile id=\"Spare\"><localfile name=\"/components/filter/filter.spd.xml\"/>"
       "</componentfile></componentfiles>",
       0},
      {Code::instantiation_unknown, kSad,
       "<componentinstantiationref refid=\"Source1\"/>\n  </assemblycontroller>",
       "<componentinstantiationref refid=\"None\"/></assemblycontroller>", 0},
      {Code::instantiation_unknown, kSad, "<componentinstantiationref refid=\"Filter2\"/>",
       "<componentinstantiationref refid=\"None\"/>", -2},
      {Code::findcomponent_missing, kSad,
       "<findcomponent>\n          <namingservice name=\"factory\"/>\n        </findcomponent>", "",
       -2},
      {Code::factory_unknown, kSad, "refid=\"Factory1\"", "refid=\"None\"", -1},
      {Code::naming_name_duplicate, kSad, "<namingservice name=\"factory\"/>",
       "<namingservice name=\"source\"/>", -1},
      {Code::naming_name_unknown, kSad, "<namingservice name=\"source\"/>\n        </findby>",
       "<namingservice name=\"none\"/>"
       "</findby>",
       -1},
      {Code::startorder_unreadable, kSad, "id=\"Filter1\"", "id=\"Filter1\" startorder=\"first\"",
       0},
      {Code::usesdevice_unknown, kSad, "usesrefid=\"Tuner\"", "usesrefid=\"None\"", -2},
      {Code::connection_incomplete, kSad, kUsesPort, "", -1},
      {Code::connection_incomplete, kSad,
       "<findby>\n        <domainfinder type=\"log\" name=\"radio log\"/>\n      </findby>", "",
       -5},
      {Code::connection_incomplete, kSad, "<domainfinder type=\"log\" name=\"radio log\"/>", "",
       -1},
      {Code::connection_incomplete, kSad, "<componentinstantiationref refid=\"Filter2\"/>", "", -2},
      {Code::connection_incomplete, kSad,
       "<usesidentifier>out</usesidentifier>\n      "
       "<componentinstantiationref refid=\"Filter1\"/>",
       "<componentinstantiationref refid=\"Filter1\"/>", -2},
      {Code::connection_id_repeated, kSad, "id=\"SourceToDevice\"", "id=\"SourceToFilter1\"", 0},
      {Code::port_unlisted, kSad, "<providesidentifier>in<", "<providesidentifier>input<", -1},
      {Code::port_direction, kSad,
       "<usesidentifier>out</usesidentifier>\n      <componentinstantiationref refid=\"Filter1\"/>",
       "<providesidentifier>out</providesidentifier>"
       "<componentinstantiationref refid=\"Filter1\"/>",
       -2},
      {Code::interface_mismatch, kScd,
       "<uses repid=\"IDL:standardInterfaces/complexShort:1.0\" usesname=\"out\"",
       "<uses repid=\"IDL:CF/LifeCycle:1.0\" usesname=\"out\"", kNoLine},
      {Code::interface_unsupported, kSad, "IDL:CF/Resource:1.0", "IDL:CF/Device:1.0", -1,
       "interface-mismatch"},
      {Code::domainfinder_unknown, kSad, "type=\"log\"", "type=\"diary\"", -1},
      {Code::external_name_duplicate, kSad, "</externalports>",
       "<port><usesidentifier>out</usesidentifier><componentinstantiationref refid=\"Filter1\"/>"
       "</port></externalports>",
       0},
      {Code::external_property_unknown, kSad, "</softwareassembly>",
       "<externalproperties><property comprefid=\"Filter1\" propid=\"none\"/>"
       "</externalproperties></softwareassembly>",
       0},
      {Code::connection_duplicate, kSad, "id=\"SourceToResource\"", "id=\"SourceToDevice\"", 0,
       "connection-id-repeated"},
  };
  return cases;
}

const std::vector<Case>& node_cases() {
  static const std::vector<Case> cases{
      {Code::dcd_no_device_manager, kDcd,
       "<devicemanagersoftpkg>\n    <localfile name=\"/managers/manager.spd.xml\"/>\n  "
       "</devicemanagersoftpkg>",
       "", -1},
      {Code::dcd_no_domain_manager, kDcd, "<namingservice name=\"Domain/Domain\"/>", "", kNoLine},
      {Code::device_unknown, kDcd, "<deployondevice refid=\"Device1\"/>",
       "<deployondevice refid=\"None\"/>", 0},
      {Code::device_unknown, kDcd, "deviceid=\"Device1\"", "deviceid=\"None\"", 0},
      {Code::dmd_no_domain_manager, kDmd, "<localfile name=\"manager.spd.xml\"/>", "", -2},
      {Code::dpd_no_hardware, kDpd, "", "<devicepkg id=\"a\" name=\"b\"/>", 0},
      {Code::assignment_incomplete, kDas, "<assigndeviceid>Device1</assigndeviceid>", "", -2},
      {Code::assignment_duplicate, kDas, "Filter1", "Source1", -1},
      {Code::assignment_component_unknown, kDas, "Filter1", "Filter3", -1},
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
       "<units>dB</units>\n    <value>0</value>", 1},
      {Code::strict_order, kSad, "<componentfileref refid=\"FactoryFile\"/>", "", 1,
       "element-missing componentfile-unused"},
      {Code::strict_element_unlisted, kSad, "</softwareassembly>", "<options/></softwareassembly>",
       0},
      {Code::strict_attribute_unlisted, kSad, "id=\"Filter1\"", "id=\"Filter1\" startorder=\"1\"",
       0},
      {Code::strict_attribute_missing, kTaps, "name=\"taps\" ", "", 0},
      {Code::strict_attribute_value, kPrf, "id=\"on\" type=\"boolean\"><value>true",
       "id=\"on\" type=\"longlong\"><value>1", 0},
  };
  return cases;
}

}  // namespace orbweaver::profile
