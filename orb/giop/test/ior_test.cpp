// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/giop/ior.hpp>

#include <random>
#include <string>

#include "draw.hpp"
#include "hex.hpp"

namespace orbweaver::giop {
namespace {

OctetBuffer octets(std::string_view text) {
  const Bytes bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

IiopProfile echo_profile() {
  return {{1, 2},
          "127.0.0.1",
          4711,
          octets("key"),
          {{kTagOrbType, from_hex("00000000 4f570000")},
           make_component(UnixEndpoint{"radio", "/run/echo"})}};
}

TEST(Ior, has_these_bytes) {
  const Ior ior{"IDL:E:1.0", {{0, octets("abc")}, {99, octets("d")}}};
  cdr::Encoder encoder{cdr::ByteOrder::big};
  encode(encoder, ior);
  EXPECT_EQ(to_hex(encoder.bytes()),
            normal_hex("0000000a 49444c3a453a312e3000 0000"  //  0  type id; pad to 16
                       "00000002"                            // 16  two profiles
                       "00000000 00000003 616263 00"         // 20  tag 0; pad to 32
                       "00000063 00000001 64"));             // 32  tag 99
}

TEST(Ior, brings_back_what_it_sent_in_both_byte_orders) {
  for (const auto order : {cdr::ByteOrder::little, cdr::ByteOrder::big}) {
    const Ior ior{"IDL:E:1.0", {make_profile(echo_profile()), {0x54414f00, octets("foreign")}}};
    cdr::Encoder encoder{order};
    encode(encoder, ior);
    cdr::Decoder decoder{encoder.bytes(), order};
    EXPECT_EQ(decode_ior(decoder), ior);
    EXPECT_TRUE(decoder.ok());
    EXPECT_EQ(decoder.remaining(), 0U);
  }
}

TEST(Ior, without_type_and_profiles_is_nil) {
  EXPECT_TRUE(Ior{}.is_nil());
  EXPECT_FALSE((Ior{"IDL:E:1.0", {}}.is_nil()));
  EXPECT_FALSE((Ior{"", {{0, {}}}}.is_nil()));
}

TEST(Ior, fails_the_decoder_wherever_it_ends_early) {
  cdr::Encoder encoder;
  encode(encoder, Ior{"IDL:E:1.0", {make_profile(echo_profile()), {1, octets("x")}}});
  for (std::size_t size = 0; size < encoder.size(); ++size) {
    cdr::Decoder decoder{encoder.bytes().first(size)};
    static_cast<void>(decode_ior(decoder));
    EXPECT_FALSE(decoder.ok()) << size;
  }
}

TEST(Ior, that_claims_more_profiles_than_can_follow_is_refused) {
  const auto bytes = from_hex("00000001 00 000000 ffffffff 00000000 00000000");
  cdr::Decoder decoder{bytes, cdr::ByteOrder::big};
  EXPECT_TRUE(decode_ior(decoder).profiles.empty());
  EXPECT_EQ(decoder.error(), cdr::DecodeError::bad_length);
}

TEST(IiopProfile, brings_back_all_its_parts) {
  EXPECT_EQ(read_iiop_profile(make_profile(echo_profile())), echo_profile());
}

TEST(IiopProfile, of_version_1_0_has_no_components) {
  auto profile = echo_profile();
  profile.version = {1, 0};
  const auto tagged = make_profile(profile);
  profile.components.clear();
  EXPECT_EQ(read_iiop_profile(tagged), profile);
}

TEST(IiopProfile, is_read_in_big_endian) {
  const TaggedProfile profile{kTagInternetIop,
                              from_hex("00 01 02 00"                //  0  big endian, 1.2; pad to 4
                                       "00000002 6800 0050"         //  4  host "h", port 80
                                       "00000003 6b6579 00"         // 12  key; pad to 20
                                       "00000001"                   // 20  one component
                                       "00000007 00000002 aabb")};  // 24  tag 7, two bytes
  EXPECT_EQ(read_iiop_profile(profile),
            (IiopProfile{{1, 2}, "h", 80, octets("key"), {{7, from_hex("aabb")}}}));
}

TEST(IiopProfile, is_read_whatever_trails_it) {
  auto tagged = make_profile(echo_profile());
  tagged.data.insert(tagged.data.end(), 5, std::byte{0xee});
  EXPECT_EQ(read_iiop_profile(tagged), echo_profile());
}

TEST(IiopProfile, with_another_tag_or_major_version_is_none) {
  auto tagged = make_profile(echo_profile());
  tagged.tag = 1;
  EXPECT_EQ(read_iiop_profile(tagged), std::nullopt);
  tagged.tag = kTagInternetIop;
  tagged.data[1] = std::byte{2};
  EXPECT_EQ(read_iiop_profile(tagged), std::nullopt);
}

TEST(IiopProfile, with_an_unknown_byte_order_is_none) {
  auto tagged = make_profile(echo_profile());
  tagged.data[0] = std::byte{2};
  EXPECT_EQ(read_iiop_profile(tagged), std::nullopt);
}

TEST(IiopProfile, that_ends_early_is_none) {
  const auto tagged = make_profile(echo_profile());
  for (std::size_t size = 0; size < tagged.data.size(); ++size) {
    auto shorter = tagged;
    shorter.data.resize(size);
    EXPECT_EQ(read_iiop_profile(shorter), std::nullopt) << size;
  }
}

TEST(UnixComponent, has_the_bytes_that_omniorb_writes) {
  // The component of a reference that omniORB 4.2.5 made for a server on the host "radio" with
  // -ORBendPoint giop:unix:/tmp/echo.sock (the whole reference is in reference_test.cpp).
  const auto data = from_hex(
      "01 000000 06000000 726164696f00 0000"
      "0f000000 2f746d702f6563686f2e736f636b00");
  const UnixEndpoint endpoint{"radio", "/tmp/echo.sock"};
  EXPECT_EQ(read_unix_component({kTagOmniUnix, data}), endpoint);
  if constexpr (cdr::kNativeOrder == cdr::ByteOrder::little) {
    EXPECT_EQ(to_hex(make_component(endpoint).data), to_hex(data));
  }
}

TEST(UnixComponent, brings_back_its_parts) {
  const UnixEndpoint endpoint{"", "/run/user/1000/radio"};
  EXPECT_EQ(make_component(endpoint).tag, kTagOmniUnix);
  EXPECT_EQ(read_unix_component(make_component(endpoint)), endpoint);
}

TEST(UnixComponent, with_another_tag_or_that_ends_early_is_none) {
  auto component = make_component(UnixEndpoint{"h", "/p"});
  component.tag = kTagOrbType;
  EXPECT_EQ(read_unix_component(component), std::nullopt);
  component.tag = kTagOmniUnix;
  while (!component.data.empty()) {
    component.data.pop_back();
    EXPECT_EQ(read_unix_component(component), std::nullopt) << component.data.size();
  }
}

TEST(ShmComponent, brings_back_its_parts_and_is_no_unix_component) {
  const ShmEndpoint endpoint{"radio", "@orbweaver-0123456789abcdef"};
  const auto component = make_component(endpoint);
  EXPECT_EQ(component.tag, kTagShm);
  EXPECT_EQ(read_shm_component(component), endpoint);
  EXPECT_EQ(read_unix_component(component), std::nullopt);
  EXPECT_EQ(read_shm_component(make_component(UnixEndpoint{"h", "/p"})), std::nullopt);
}

TEST(Ior, brings_back_arbitrary_profiles_in_both_byte_orders) {
  std::mt19937_64 random{20240601};
  const auto draw = [&] {
    OctetBuffer buffer(draw_below(random, 30));
    for (auto& byte : buffer) byte = static_cast<std::byte>(random());
    return buffer;
  };
  for (int i = 0; i < 300; ++i) {
    Ior ior{std::string(draw_below(random, 20), 'x'), {}};
    for (auto count = draw_below(random, 5); count > 0; --count)
      ior.profiles.push_back({static_cast<std::uint32_t>(random()), draw()});
    const auto order = i % 2 == 0 ? cdr::ByteOrder::little : cdr::ByteOrder::big;
    cdr::Encoder encoder{order};
    encode(encoder, ior);
    cdr::Decoder decoder{encoder.bytes(), order};
    EXPECT_EQ(decode_ior(decoder), ior);
  }
}

TEST(AlternateAddress, is_read_as_it_was_written) {
  const AlternateAddress address{"::1", 2810};
  EXPECT_EQ(read_alternate_address(make_component(address)), address);
  EXPECT_FALSE(read_alternate_address({kTagOmniUnix, make_component(address).data}));
  EXPECT_FALSE(read_alternate_address({kTagAlternateIiopAddress, from_hex("01")}));
}

TEST(MultipleComponents, are_read_as_they_were_written) {
  const std::vector<TaggedComponent> components{{3, from_hex("aa")}, {4711, from_hex("bbcc")}};
  EXPECT_EQ(read_multiple_components(make_multiple_components(components)), components);
  EXPECT_TRUE(read_multiple_components({kTagInternetIop, from_hex("00")}).empty());
  EXPECT_TRUE(
      read_multiple_components({kTagMultipleComponents, from_hex("00 000000 ffffffff")}).empty());
}

}  // namespace
}  // namespace orbweaver::giop
