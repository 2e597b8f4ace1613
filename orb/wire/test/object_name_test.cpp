// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/object_name.hpp>

#include <gtest/gtest.h>

#include <string>

namespace orbweaver::wire {
namespace {

using namespace std::string_literals;

const std::string kStamp = "OW\x01\x02\x03\x04\x05\x06\x07\x08";
const std::string kAdapter2 = "\x02\0\0\0"s;
const std::string kNumber3 = "\x03\0\0\0"s;
const std::string kIdStamp = "\xff\x02\x03\x04\x05\x06\x07\x08";

std::string name_of(const std::string& key) { return name_of_key(as_bytes(key)); }
std::string name_in(const std::string& path, const std::string& key) {
  return name_in_adapter(path, as_bytes(key));
}

TEST(ObjectName, of_a_transient_key_has_the_numbers_of_object_and_adapter) {
  EXPECT_EQ(name_of(kStamp + kAdapter2 + kNumber3), "#3 of adapter #2");
  EXPECT_EQ(name_in("RootPOA/radio", kStamp + kAdapter2 + kNumber3), "RootPOA/radio/#3");
}

TEST(ObjectName, of_a_transient_key_has_the_id_that_the_program_chose) {
  EXPECT_EQ(name_of(kStamp + kAdapter2 + "tuner"), "'tuner' of adapter #2");
  EXPECT_EQ(name_in("RootPOA/radio", kStamp + kAdapter2 + "tuner"), "RootPOA/radio/tuner");
}

TEST(ObjectName, of_a_persistent_key_has_the_names_of_the_adapters) {
  EXPECT_EQ(name_of("OP/server/radio/devices:tuner"), "'radio/devices/tuner'");
  EXPECT_EQ(name_of("OP//radio:" + kIdStamp + kNumber3), "'radio/#3'");
  EXPECT_EQ(name_in("RootPOA/radio", "OP//radio:tuner"), "RootPOA/radio/tuner");
}

TEST(ObjectName, of_a_plain_key_is_the_key_as_a_corbaloc_has_it) {
  EXPECT_EQ(name_of("NameService"), "'NameService'");
  EXPECT_EQ(name_of("Tuner 1"), "'Tuner%201'");
  EXPECT_EQ(name_of("OWL-and-the-other-service"), "'OWL-and-the-other-service'");
  EXPECT_EQ(name_in("INSPOA", "OWL-and-the-other-service"), "INSPOA/OWL-and-the-other-service");
  EXPECT_EQ(name_of(""), "''");
}

TEST(ObjectName, of_any_bytes_is_printable_and_short) {
  const std::string keys[] = {kStamp + kAdapter2 + std::string(1000, '\x1b'),
                              "OP/\n/\x1b:\x1b",
                              "OP/",
                              "OP/a:b",
                              "OW",
                              std::string(1000, '\xff'),
                              "OP/server/" + std::string(1000, '\t') + ":x"};
  for (const auto& whole : keys)
    for (std::size_t size = 0; size <= whole.size(); ++size) {
      const auto key = whole.substr(0, size);
      for (const auto& name : {name_of(key), name_in("RootPOA", key)}) {
        EXPECT_LT(name.size(), 700U);
        for (const char c : name) ASSERT_TRUE(c >= ' ' && c <= '~') << name;
      }
    }
}

TEST(InterfaceName, is_that_of_idl) {
  EXPECT_EQ(name_of_interface("IDL:Lab/Echo:1.0"), "Lab::Echo");
  EXPECT_EQ(name_of_interface("IDL:omg.org/CosNaming/NamingContext:1.0"),
            "CosNaming::NamingContext");
  EXPECT_EQ(name_of_interface(""), "");
  EXPECT_EQ(name_of_interface("odd\n"), "odd\\x0a");
}

}  // namespace
}  // namespace orbweaver::wire
