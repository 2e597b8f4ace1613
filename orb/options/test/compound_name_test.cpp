// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/compound_name.hpp>

#include <gtest/gtest.h>

namespace {

using namespace orbweaver::corba;

TEST(CompoundNames, are_steps_of_id_and_kind) {
  EXPECT_EQ(*parse_name("radio"), (CompoundName{{"radio", ""}}));
  EXPECT_EQ(*parse_name("radio/modem.device/."),
            (CompoundName{{"radio", ""}, {"modem", "device"}, {"", ""}}));
  EXPECT_EQ(*parse_name(".device"), (CompoundName{{"", "device"}}));
  EXPECT_EQ(*parse_name(R"(a\.b\/c\\d.e\.f)"), (CompoundName{{R"(a.b/c\d)", "e.f"}}));
}

TEST(CompoundNames, come_back_from_their_text) {
  for (const char* text : {"a", "a.b", "a/b.c/.d/.", R"(a\.b\/c\\.d\.)"})
    EXPECT_EQ(to_text(*parse_name(text)), text);
}

TEST(CompoundNames, are_refused_for_a_reason) {
  const auto error_of = [](std::string_view text) { return parse_name(text).error(); };
  for (const char* text : {"", "/", "a/", "/a", "a//b"})
    EXPECT_EQ(error_of(text), NameError::empty) << text;
  for (const char* text : {R"(a\)", R"(a\b)", R"(\)"})
    EXPECT_EQ(error_of(text), NameError::bad_escape) << text;
  for (const char* text : {"a.", "a.b.c", ".."})
    EXPECT_EQ(error_of(text), NameError::bad_dot) << text;
  std::string steps = "a";
  for (std::size_t i = 1; i < kMostNameSteps; ++i) steps += "/a";
  EXPECT_EQ(parse_name(steps)->size(), kMostNameSteps);
  EXPECT_EQ(error_of(steps + "/a"), NameError::too_many_steps);
  for (const auto error :
       {NameError::empty, NameError::bad_escape, NameError::bad_dot, NameError::too_many_steps})
    EXPECT_FALSE(describe(error).empty());
}

TEST(NamingUrls, have_a_context_and_a_name) {
  const auto url = parse_naming_url(":host:2809/Names#radio/modem%2edevice");
  EXPECT_EQ(url->context, "corbaloc::host:2809/Names");
  EXPECT_EQ(url->name, "radio/modem.device");
  EXPECT_EQ(parse_naming_url("rir:#a")->context, "corbaloc:rir:/NameService");
  EXPECT_EQ(parse_naming_url(":host")->context, "corbaloc::host/NameService");
  EXPECT_EQ(parse_naming_url(":host")->name, "");
  for (const char* broken : {":h#%", ":h#%2", ":h#%2g", ":h#%g2"})
    EXPECT_FALSE(parse_naming_url(broken)) << broken;
}

TEST(NamingUrls, are_written_as_they_are_read) {
  const std::string name = "a b/\xc3\xa4.\"c\"%\\";
  EXPECT_EQ(escape_for_url("a/b.c"), "a/b.c");
  EXPECT_EQ(escape_for_url("a b%"), "a%20b%25");
  EXPECT_EQ(parse_naming_url(":h#" + escape_for_url(name))->name, name);
}

TEST(NamingUrls, have_addresses_as_corbaloc_has_them) {
  for (const char* good : {"rir:", "rir:/NameService", ":host", "iiop:1.2@host:1/Key", ":a,:b/K"})
    EXPECT_TRUE(is_url_address(good)) << good;
  for (const char* bad : {"", "host", "rir", "rir:x", ":host:port", "http://host", ":host#a"})
    EXPECT_FALSE(is_url_address(bad)) << bad;
}

}  // namespace
