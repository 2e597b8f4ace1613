// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/ssl_component.hpp>

#include <algorithm>
#include <cctype>
#include <string>

#include "hex.hpp"

namespace orbweaver::giop {
namespace {

std::string key_text(const IiopProfile& profile) {
  return std::string{as_text(profile.object_key)};
}

IiopProfile profile_of(const Result<Ior, ReferenceError>& ior, std::size_t index = 0) {
  return read_iiop_profile(ior.value().profiles.at(index)).value();
}

// Printed by omniORB 4.2.5 (object_to_string) for a POA reference of the type
// IDL:orbweaver/Echo:1.0, on the host "radio", with -ORBendPoint giop:tcp:127.0.0.1:4711
// -ORBendPoint giop:unix:/tmp/echo.sock
constexpr std::string_view kOmniReference =
    "IOR:"
    "010000001700000049444c3a6f72627765617665722f4563686f3a312e3000000100000000000000"
    "8b000000010102000a0000003132372e302e302e310067120e000000fe9f27006b000018c5000000"
    "000000000300000000000000080000000100000000545441010000001c0000000100000001000100"
    "01000000010001050901010001000000090101000254544123000000010000000600000072616469"
    "6f0000000f0000002f746d702f6563686f2e736f636b00";

TEST(Reference, made_by_omniorb_is_read_to_its_last_component) {
  const auto ior = parse_reference(kOmniReference);
  ASSERT_TRUE(ior);
  EXPECT_EQ(ior->type_id, "IDL:orbweaver/Echo:1.0");
  ASSERT_EQ(ior->profiles.size(), 1U);
  const auto profile = profile_of(ior);
  EXPECT_EQ(profile.version, (Version{1, 2}));
  EXPECT_EQ(profile.host, "127.0.0.1");
  EXPECT_EQ(profile.port, 4711);
  EXPECT_EQ(to_hex(profile.object_key), normal_hex("fe9f27006b000018c50000000000"));
  ASSERT_EQ(profile.components.size(), 3U);
  EXPECT_EQ(profile.components[0].tag, kTagOrbType);
  EXPECT_EQ(to_hex(profile.components[0].data), normal_hex("01000000 00545441"));  // omniORB
  EXPECT_EQ(profile.components[1].tag, 1U);                                        // code sets
  EXPECT_EQ(read_unix_component(profile.components[2]), (UnixEndpoint{"radio", "/tmp/echo.sock"}));
}

TEST(Reference, made_by_omniorb_is_written_again_as_it_was) {
  const auto ior = parse_reference(kOmniReference);
  ASSERT_TRUE(ior);
  if constexpr (cdr::kNativeOrder == cdr::ByteOrder::little) {
    // omniORB pads the last profile to a multiple of 4, which is no part of the reference.
    const auto text = to_string(*ior);
    EXPECT_EQ(kOmniReference.substr(0, text.size()), text);
    EXPECT_TRUE(kOmniReference.substr(text.size()).find_first_not_of('0') ==
                std::string_view::npos);
  }
  EXPECT_EQ(make_profile(profile_of(ior)).data.size(), ior->profiles[0].data.size());
}

TEST(Reference, as_hexadecimal_comes_back_equal) {
  const Ior ior{"IDL:orbweaver/Echo:1.0",
                {make_profile({{1, 2}, "localhost", 2809, from_hex("00ff10"), {{7, {}}}}),
                 {1234, from_hex("abcdef")}}};
  const auto text = to_string(ior);
  EXPECT_TRUE(text.starts_with("IOR:0"));
  EXPECT_EQ(parse_reference(text), ior);
}

TEST(Reference, in_big_endian_is_read) {
  const auto ior = parse_reference(
      "IOR:00000000"        // big endian; pad to 4
      "0000000249000000"    // type "I"; pad
      "00000001"            // one profile
      "0000000000000014"    // IIOP, 20 bytes
      "00010000"            // big endian, version 1.0; pad
      "0000000268000050"    // host "h", port 80
      "000000036b657900");  // key "key"
  ASSERT_TRUE(ior);
  EXPECT_EQ(ior->type_id, "I");
  EXPECT_EQ(profile_of(ior).host, "h");
  EXPECT_EQ(profile_of(ior).port, 80);
  EXPECT_EQ(key_text(profile_of(ior)), "key");
}

TEST(Reference, is_read_in_either_case_and_within_white_space) {
  std::string shouted{kOmniReference};
  std::ranges::transform(shouted, shouted.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  EXPECT_EQ(parse_reference(shouted), parse_reference(kOmniReference));
  EXPECT_EQ(parse_reference("ior:" + std::string{kOmniReference.substr(4)}),
            parse_reference(kOmniReference));
  EXPECT_EQ(parse_reference(" \t" + std::string{kOmniReference} + "\r\n"),
            parse_reference(kOmniReference));
}

TEST(Reference, to_nothing_is_written_and_read) {
  const auto ior = parse_reference(to_string(Ior{}));
  ASSERT_TRUE(ior);
  EXPECT_TRUE(ior->is_nil());
}

TEST(Reference, of_an_unknown_scheme_is_refused) {
  for (const char* text : {"", "  ", "IOR", "IO R:00", "corbaname::localhost#x", "file:///tmp/x",
                           "localhost:2809", "00000000"})
    EXPECT_EQ(parse_reference(text).error(), ReferenceError::unknown_scheme) << text;
}

TEST(Reference, with_bad_hexadecimal_is_refused) {
  for (const char* text : {"IOR:0", "IOR:000", "IOR:0g", "IOR:00 00", "IOR:0x00", "IOR:00\n00"})
    EXPECT_EQ(parse_reference(text).error(), ReferenceError::bad_hexadecimal) << text;
}

TEST(Reference, whose_bytes_are_no_reference_is_refused) {
  for (const char* text : {"IOR:", "IOR:00", "IOR:02000000", "IOR:0000000000000002490000",
                           "IOR:000000000000000249000000ffffffff"})
    EXPECT_EQ(parse_reference(text).error(), ReferenceError::bad_encapsulation) << text;
}

TEST(Reference, cut_anywhere_is_refused) {
  // The padding at the end is not missed.
  const auto shortest = to_string(parse_reference(kOmniReference).value()).size();
  for (std::size_t size = 4; size < shortest; ++size)
    EXPECT_FALSE(parse_reference(kOmniReference.substr(0, size))) << size;
}

TEST(Reference, is_read_without_the_octets_behind_it_which_are_counted) {
  const auto text = to_string(parse_reference(kOmniReference).value());
  for (const auto& [behind, count] : std::initializer_list<std::pair<const char*, std::size_t>>{
           {"", 0}, {"01", 1}, {"00000001", 4}, {"0000000000000000", 8}}) {
    EXPECT_EQ(parse_reference(text + behind), parse_reference(text)) << behind;
    EXPECT_EQ(octets_behind(text + behind + "\n"), count) << behind;
  }
}

TEST(Reference, has_no_octets_behind_it_but_padding_when_omniorb_made_it) {
  EXPECT_EQ(octets_behind(kOmniReference), 0U);
  EXPECT_EQ(octets_behind(to_string(Ior{}) + "00000000000000"), 0U);
  for (const char* text : {"", "IOR:", "IOR:zz", "corbaloc::h/k"})
    EXPECT_EQ(octets_behind(text), 0U) << text;
}

TEST(Corbaloc, without_more_has_the_default_port_and_version) {
  const auto ior = parse_reference("corbaloc::radio.example.org/NameService");
  ASSERT_TRUE(ior);
  EXPECT_EQ(ior->type_id, "");
  ASSERT_EQ(ior->profiles.size(), 1U);
  const auto profile = profile_of(ior);
  EXPECT_EQ(profile.version, (Version{1, 0}));
  EXPECT_EQ(profile.host, "radio.example.org");
  EXPECT_EQ(profile.port, 2809);
  EXPECT_EQ(key_text(profile), "NameService");
}

TEST(Corbaloc, names_protocol_version_host_and_port) {
  const auto profile = profile_of(parse_reference("CorbaLoc:IIOP:1.2@127.0.0.1:65535/a/b"));
  EXPECT_EQ(profile.version, (Version{1, 2}));
  EXPECT_EQ(profile.host, "127.0.0.1");
  EXPECT_EQ(profile.port, 65535);
  EXPECT_EQ(key_text(profile), "a/b");
}

TEST(Corbaloc, has_ipv6_hosts_in_brackets) {
  const auto with_port = profile_of(parse_reference("corbaloc::1.1@[fe80::1%eth0]:1234/k"));
  EXPECT_EQ(with_port.host, "fe80::1%eth0");
  EXPECT_EQ(with_port.port, 1234);
  const auto without = profile_of(parse_reference("corbaloc:iiop:[::1]/k"));
  EXPECT_EQ(without.host, "::1");
  EXPECT_EQ(without.port, 2809);
}

TEST(Corbaloc, gives_each_of_several_addresses_a_profile_in_their_order) {
  const auto ior = parse_reference("corbaloc::first:1,iiop:1.2@second,:[::3]:3/key");
  ASSERT_TRUE(ior);
  ASSERT_EQ(ior->profiles.size(), 3U);
  EXPECT_EQ(profile_of(ior, 0).host, "first");
  EXPECT_EQ(profile_of(ior, 1).host, "second");
  EXPECT_EQ(profile_of(ior, 1).version, (Version{1, 2}));
  EXPECT_EQ(profile_of(ior, 2).host, "::3");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(key_text(profile_of(ior, i)), "key");
}

TEST(Corbaloc, has_any_byte_in_its_key_by_escapes) {
  const auto profile =
      profile_of(parse_reference("corbaloc::h/a%20b%2Fc%00%ff%C3;:@&=+$,-_.!~*'()"));
  EXPECT_EQ(as_text(profile.object_key),
            (std::string_view{"a b/c\0\xff\xc3;:@&=+$,-_.!~*'()", 25}));
}

TEST(Corbaloc, may_have_an_empty_key_or_none) {
  EXPECT_TRUE(profile_of(parse_reference("corbaloc::h/")).object_key.empty());
  EXPECT_TRUE(profile_of(parse_reference("corbaloc::h")).object_key.empty());
}

TEST(Corbaloc, is_read_within_white_space) {
  EXPECT_EQ(profile_of(parse_reference("\n corbaloc::h/k \n")).host, "h");
}

TEST(Corbaloc, with_a_bad_address_is_refused) {
  for (const char* text :
       {"corbaloc:",           "corbaloc:/k",         "corbaloc:host/k",   "corbaloc::/k",
        "corbaloc:::2809/k",   "corbaloc::h h/k",     "corbaloc::2.0@h/k", "corbaloc::1@h/k",
        "corbaloc::1.@h/k",    "corbaloc::1.256@h/k", "corbaloc::@h/k",    "corbaloc::1.2@/k",
        "corbaloc::1.2@a@b/k", "corbaloc::[::1/k",    "corbaloc::[]/k",    "corbaloc::[::1]2809/k",
        "corbaloc::[g h]/k",   "corbaloc::::1/k",     "corbaloc::h,/k",    "corbaloc:,:h/k",
        "corbaloc::h,:/k"})
    EXPECT_EQ(parse_reference(text).error(), ReferenceError::bad_address) << text;
}

TEST(Corbaloc, with_a_bad_port_is_refused_with_the_range_of_ports) {
  for (const char* text :
       {"corbaloc::h:/k", "corbaloc::h:0/k", "corbaloc::h:65536/k", "corbaloc::h:-1/k",
        "corbaloc::h:+1/k", "corbaloc::h:12x/k", "corbaloc::h:1:2/k", "corbaloc:iiop:h:99999/k",
        "corbaloc::[::1]:99999/k"})
    EXPECT_EQ(parse_reference(text).error(), ReferenceError::bad_port) << text;
  EXPECT_TRUE(describe(ReferenceError::bad_port).contains("from 1 to 65535"));
}

TEST(Corbaloc, writes_keys_as_it_reads_them) {
  const auto key = profile_of(parse_reference("corbaloc::h/Tuner%201%00%ff/~")).object_key;
  EXPECT_EQ(corbaloc_key(key), "Tuner%201%00%ff/~");
  EXPECT_EQ(corbaloc_key({}), "");
}

TEST(Corbaloc, with_a_bad_key_is_refused) {
  for (const char* text : {"corbaloc::h/%", "corbaloc::h/%2", "corbaloc::h/%zz", "corbaloc::h/a%2",
                           "corbaloc::h/a b", "corbaloc::h/a\tb", "corbaloc::h/\xc3\xa4"})
    EXPECT_EQ(parse_reference(text).error(), ReferenceError::bad_key) << text;
}

TEST(Corbaloc, of_another_protocol_is_refused) {
  for (const char* text : {"corbaloc:rir:/NameService", "corbaloc:uiop:/x/k",
                           "corbaloc:localhost:2809/k", "corbaloc::h,uiop:h/k"})
    EXPECT_EQ(parse_reference(text).error(), ReferenceError::unsupported_protocol) << text;
}

TEST(Corbaloc, of_ssliop_has_a_tls_port_and_no_plain_one) {
  const auto ior = parse_reference("corbaloc:ssliop:radio:2810/Domain");
  ASSERT_TRUE(ior);
  const auto profile = read_iiop_profile(ior->profiles.at(0));
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->host, "radio");
  EXPECT_EQ(profile->port, 0);
  EXPECT_EQ(ssl_endpoint_of(*profile),
            (SslEndpoint{Association::kOfTls, Association::kOfTls, 2810}));
  EXPECT_EQ(parse_reference("corbaloc:ssliop:1.0@radio:2810/Domain").error(),
            ReferenceError::bad_address);
}

TEST(SslComponent, is_read_in_both_forms) {
  const auto component = [](std::initializer_list<unsigned> octets) {
    TaggedComponent made{kTagSslSecTrans, {}};
    for (const auto octet : octets) made.data.push_back(static_cast<std::byte>(octet));
    return made;
  };
  // As JacORB writes it, and as VisiBroker does.
  EXPECT_EQ(read_ssl_component(component({0, 0, 0, 0x5a, 0, 0x40, 0x0a, 0xfa})),
            (SslEndpoint{0x5a, 0x40, 2810}));
  EXPECT_EQ(read_ssl_component(component({0, 0, 0, 0, 0, 0, 0, 0x5a, 0, 0, 0, 0x40, 0x0a, 0xfa})),
            (SslEndpoint{0x5a, 0x40, 2810}));
  EXPECT_EQ(read_ssl_component(component({0, 0, 0, 0x5a, 0, 0x40, 0, 0})), std::nullopt);
  EXPECT_EQ(read_ssl_component(component({0, 0, 0, 0x5a, 0, 0x40, 0x0a})), std::nullopt);
  EXPECT_EQ(read_ssl_component(component({})), std::nullopt);
  const SslEndpoint endpoint{0x7e, 0x46, 2810};
  EXPECT_EQ(read_ssl_component(make_component(endpoint)), endpoint);
  EXPECT_EQ(make_component(endpoint).data.size(), 8U);
}

TEST(ReferenceErrors, are_described_each_in_one_line_that_shows_the_fix) {
  std::vector<std::string_view> seen;
  for (int i = 0; i <= static_cast<int>(ReferenceError::unsupported_protocol); ++i) {
    const auto text = describe(static_cast<ReferenceError>(i));
    EXPECT_EQ(text.find('\n'), std::string_view::npos);
    EXPECT_EQ(std::ranges::count(seen, text), 0) << text;
    seen.push_back(text);
  }
}

}  // namespace
}  // namespace orbweaver::giop
