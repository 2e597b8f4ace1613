// SPDX-License-Identifier: Apache-2.0
#include "xml/parse.hpp"

#include <gtest/gtest.h>

namespace orbweaver::profile::xml {
namespace {

Element parsed(std::string_view text) {
  auto tree = parse(text, {});
  EXPECT_TRUE(tree) << tree.error().cause;
  return tree.value_or(Element{});
}

XmlFault fault(std::string_view text, const ReadLimits& limits = {}) {
  auto tree = parse(text, limits);
  return tree ? XmlFault{Code::file_missing, -1, "none"} : tree.error();
}

TEST(Xml, elements_attributes_and_texts_are_kept) {
  const auto root = parsed("<a b='1' c=''>x<d/>y<e>z</e></a>");
  EXPECT_EQ(root.name, "a");
  EXPECT_EQ(root.text, "xy");
  ASSERT_EQ(root.children.size(), 2U);
  EXPECT_EQ(root.children[1].text, "z");
  EXPECT_EQ(*attribute(root, "b"), "1");
  EXPECT_EQ(*attribute(root, "c"), "");
  EXPECT_EQ(attribute(root, "d"), nullptr);
}

TEST(Xml, a_line_is_that_where_the_tag_begins) {
  const auto root =
      parsed("<a>\n  <b\n   c='1'\n  />\n  <!-- \n -->\n  <d/><e/>\n <![CDATA[\n]]><f/></a>");
  ASSERT_EQ(root.children.size(), 4U);
  EXPECT_EQ(root.children[0].line, 2);
  EXPECT_EQ(root.children[1].line, 7);
  EXPECT_EQ(root.children[2].line, 7);
  EXPECT_EQ(root.children[3].line, 9);
}

TEST(Xml, lines_beyond_65535_are_counted) {
  const auto root = parsed("<a>" + std::string(70'000, '\n') + "<b/></a>");
  EXPECT_EQ(root.children[0].line, 70'001);
}

TEST(Xml, the_five_entities_of_xml_and_characters_by_number_are_read) {
  const auto root = parsed("<a b='&lt;&amp;&#38;&quot;&#228;&amp;#38;'>&lt;&amp;&#x41;&apos;</a>");
  EXPECT_EQ(*attribute(root, "b"), "<&&\"ä&#38;");
  EXPECT_EQ(root.text, "<&A'");
}

TEST(Xml, other_encodings_become_utf_8) {
  const auto root = parsed("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE4</a>");
  EXPECT_EQ(root.text, "ä");
  const std::string utf16("\xFF\xFE<\0a\0>\0\xE4\0<\0/\0a\0>\0", 18);
  EXPECT_EQ(parsed(utf16).text, "ä");
}

TEST(Xml, prefixes_and_namespaces_are_left_out) {
  const auto root = parsed("<s:a xmlns:s='urn:sca' s:b='1'/>");
  EXPECT_EQ(root.name, "a");
  EXPECT_EQ(*attribute(root, "b"), "1");
}

TEST(Xml, a_document_type_that_lies_elsewhere_is_not_loaded) {
  EXPECT_EQ(parsed("<!DOCTYPE a SYSTEM 'file:///dev/zero'><a/>").name, "a");
  EXPECT_EQ(parsed("<!DOCTYPE a PUBLIC 'x' 'http://localhost:1/a.dtd'><a/>").name, "a");
  EXPECT_EQ(parsed("<!DOCTYPE a [<!ELEMENT a EMPTY><!ATTLIST a b CDATA #IMPLIED>]><a/>").name, "a");
}

TEST(Xml, no_entity_is_declared_or_used) {
  for (const auto* text :
       {"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
        "<!DOCTYPE a [<!ENTITY % b SYSTEM 'file:///etc/passwd'> %b;]><a/>", "<a>&b;</a>",
        "<a b='&c;'/>", "<!DOCTYPE a SYSTEM 'a.dtd'><a>&b;</a>",
        "<!DOCTYPE a SYSTEM 'a.dtd'><a b='&c;'/>", "<!DOCTYPE a SYSTEM 'a.dtd' [%b;]><a c='&d;'/>"})
    EXPECT_EQ(fault(text).code, Code::xml_entity) << text;
}

TEST(Xml, entities_within_entities_cost_nothing) {
  std::string text = "<!DOCTYPE a [<!ENTITY e0 'lol'>";
  for (int i = 1; i < 30; ++i) {
    const auto before = "&e" + std::to_string(i - 1) + ";";
    text += "<!ENTITY e" + std::to_string(i) + " '" + before + before + before + "'>";
  }
  EXPECT_EQ(fault(text + "]><a>&e29;</a>").code, Code::xml_entity);
}

TEST(Xml, what_is_not_well_formed_is_refused_with_its_line) {
  EXPECT_EQ(fault("<a>\n<b>\n</a>").line, 3);
  for (const auto* text : {"<a>", "<a", "<a/><b/>", "text", "<a b='1' b='2'/>", "<a b=1/>",
                           "<a>\x01</a>", "<a>\xFF</a>", "<?xml?><a/>", "<a></b>"})
    EXPECT_EQ(fault(text).code, Code::xml_malformed) << text;
  EXPECT_EQ(fault("").code, Code::file_empty);
  EXPECT_EQ(fault(" \n\t").code, Code::file_empty);
  EXPECT_FALSE(parse(std::string_view{"<a>\0</a>", 8}, {}));
}

TEST(Xml, every_prefix_of_a_document_is_refused) {
  const std::string text = "<?xml version='1.0'?><!DOCTYPE a><a b='&amp;'><!-- c --><d>e</d></a>";
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_FALSE(parse(text.substr(0, length), {})) << text.substr(0, length);
}

TEST(Xml, depth_and_number_of_elements_have_limits) {
  const ReadLimits limits{1000, 3, 5};
  EXPECT_TRUE(parse("<a><b><c/></b></a>", limits));
  EXPECT_EQ(fault("<a><b><c><d/></c></b></a>", limits).code, Code::xml_too_deep);
  EXPECT_TRUE(parse("<a><b/><b/><b/><b/></a>", limits));
  EXPECT_EQ(fault("<a><b/><b/><b/><b/>\n<b/></a>", limits).code, Code::xml_too_many_elements);
  EXPECT_EQ(fault("<a><b/><b/><b/><b/>\n<b/></a>", limits).line, 2);
}

TEST(Xml, attributes_of_an_element_have_a_limit) {
  std::string tag = "<a>\n<b";
  for (std::size_t i = 0; i <= ReadLimits{}.attributes; ++i)
    tag += "\n x" + std::to_string(i) + "='>'";
  const auto found = fault(tag + "/></a>");
  EXPECT_EQ(found.code, Code::xml_too_many_attributes);
  EXPECT_EQ(found.line, 2);
  std::string few = "<a x='=' y=\"= = = >\">" + std::string(1000, '=') + "</a>";
  EXPECT_TRUE(parse(few, {}));
  EXPECT_TRUE(parse(
      "<a><!-- " + std::string(1000, '=') + " --><![CDATA[" + std::string(1000, '=') + "]]></a>",
      {}));
}

TEST(Xml, attributes_are_counted_in_tags_alone) {
  const auto many = "<" + std::string(1000, '=');
  EXPECT_TRUE(parse("<a><!-- " + many + " --></a>", {}));
  EXPECT_TRUE(parse("<a><![CDATA[" + many + "]]></a>", {}));
  EXPECT_TRUE(parse("<a><?b " + many + "?></a>", {}));
  EXPECT_TRUE(parse("<!DOCTYPE a SYSTEM '" + many + "'><a/>", {}));
  EXPECT_TRUE(parse("<!DOCTYPE a [<!-- don't " + many + " -->]><a/>", {}));
}

// The code that passes over comments and the like must find their ends where the parser does.
TEST(Xml, no_tag_hides_from_the_limit_of_attributes) {
  std::string tag = "<b";
  for (std::size_t i = 0; i <= ReadLimits{}.attributes; ++i)
    tag += " x" + std::to_string(i) + "=''";
  tag += "/>";
  for (const std::string before :
       {"<!DOCTYPE a SYSTEM '<!--'><a>", "<!DOCTYPE a SYSTEM \"<![CDATA[\"><a>",
        "<!DOCTYPE a [<!NOTATION n SYSTEM '<!--'>]><a>", "<!DOCTYPE a [<!-- '<? -->]><a>",
        "<a><?c <!-- ?>", "<a><!-- <![CDATA[ -->", "<a><!-- <? -->", "<a><![CDATA[<!--]]>",
        "<a>'<c/>\"", "<a><c d='>'/><!---->"})
    EXPECT_EQ(fault(before + tag + "</a>").code, Code::xml_too_many_attributes) << before;
}

TEST(Xml, attributes_without_end_cost_nothing) {
  std::string tag = "<a";
  for (int i = 0; i < 200'000; ++i) tag += " a" + std::to_string(i) + "=''";
  EXPECT_EQ(fault(tag + "/>").code, Code::xml_too_many_attributes);
  for (const char* encoding : {"UTF-7", "utf-16", "IBM037", "Shift_JIS"})
    EXPECT_EQ(
        fault("<?xml version='1.0' encoding='" + std::string{encoding} + "'?>" + tag + "/>").code,
        Code::file_too_large)
        << encoding;
  std::string wide;
  for (const char character : tag + "/>") wide += {character, '\0'};
  EXPECT_EQ(fault(wide).code, Code::file_too_large);
  std::string declared = "<!DOCTYPE a [<!ATTLIST a";
  for (int i = 0; i < 80'000; ++i) declared += " a" + std::to_string(i) + " CDATA ''";
  EXPECT_EQ(fault(declared + ">]><a/>").code, Code::xml_default_value);
}

TEST(Xml, a_document_type_gives_no_attribute_a_value) {
  for (const auto* text : {"<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>",
                           "<!DOCTYPE a [<!ATTLIST a b CDATA #FIXED 'c'>]><a b='c'/>",
                           "<!DOCTYPE a [<!ATTLIST a b (c|d) 'c'>]><a/>"})
    EXPECT_EQ(fault(text).code, Code::xml_default_value) << text;
  EXPECT_TRUE(
      parse("<!DOCTYPE a [<!ATTLIST a b (c|d) #REQUIRED e CDATA #IMPLIED>]><a b='c' e='f'/>", {}));
}

TEST(Xml, values_that_are_declared_for_an_attribute_have_a_limit) {
  std::string values = "x";
  while (values.size() < 4 << 20) values += "|x" + std::to_string(values.size());
  for (const std::string kind : {"", "NOTATION "})
    EXPECT_EQ(
        fault("<!DOCTYPE a [\n<!ATTLIST a b " + kind + "(" + values + ") #IMPLIED>]><a/>").line, 2);
}

TEST(Xml, many_ampersands_are_read_in_one_pass) {
  const std::string::size_type count = (ReadLimits{}.bytes - 100) / 5;
  std::string value;
  for (std::string::size_type i = 0; i < count; ++i) value += "&amp;";
  const auto read = parse("<a x='" + value + "'/>", {});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->attributes.front().value, std::string(count, '&'));
}

TEST(Xml, the_limits_by_default_hold_for_hostile_files) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  EXPECT_EQ(fault(deep).code, Code::xml_too_deep);
  std::string wide = "<a>";
  for (int i = 0; i < 50'001; ++i) wide += "<b/>";
  EXPECT_EQ(fault(wide).code, Code::xml_too_many_elements);
}

}  // namespace
}  // namespace orbweaver::profile::xml
