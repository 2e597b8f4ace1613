// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/transport/address.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace orbweaver::transport {
namespace {

TEST(Address, is_parsed_and_written_the_same_way) {
  const std::pair<std::string_view, Address> cases[] = {
      {"tcp:radio.local:2809", TcpAddress{"radio.local", 2809}},
      {"tcp::2809", TcpAddress{"", 2809}},
      {"tcp:127.0.0.1:0", TcpAddress{"127.0.0.1", 0}},
      {"tcp:[::1]:65535", TcpAddress{"::1", 65535}},
      {"unix:/run/radio", UnixAddress{"/run/radio"}},
      {"unix:@radio:1", UnixAddress{"@radio:1"}},
  };
  for (const auto& [text, address] : cases) {
    const auto parsed = parse_address(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(*parsed, address) << text;
    EXPECT_EQ(to_string(address), text);
  }
}

TEST(Address, refuses_what_is_none_and_says_why) {
  const std::string long_path = "unix:/" + std::string(107, 'x');
  const std::pair<std::string_view, AddressError> cases[] = {
      {"", AddressError::unknown_transport},
      {"udp:host:1", AddressError::unknown_transport},
      {"TCP:host:1", AddressError::unknown_transport},
      {"tcp:", AddressError::missing_port},
      {"tcp:host", AddressError::missing_port},
      {"tcp:host:", AddressError::missing_port},
      {"tcp:[::1]", AddressError::missing_port},
      {"tcp:host:65536", AddressError::bad_port},
      {"tcp:host:-1", AddressError::bad_port},
      {"tcp:host:+1", AddressError::bad_port},
      {"tcp:host:1x", AddressError::bad_port},
      {"tcp:host: 1", AddressError::bad_port},
      {"tcp:::1:2809", AddressError::bad_host},
      {"tcp:[::1:2809", AddressError::bad_host},
      {"tcp:[]:2809", AddressError::bad_host},
      {"unix:", AddressError::empty_path},
      {"unix:@", AddressError::empty_path},
      {"unix:name", AddressError::relative_path},
      {"shm:name", AddressError::relative_path},
      {"shm:a/path", AddressError::relative_path},
      {long_path, AddressError::path_too_long},
  };
  for (const auto& [text, error] : cases) {
    const auto parsed = parse_address(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error(), error) << text << ": " << describe(parsed.error());
    EXPECT_FALSE(describe(error).empty());
  }
}

TEST(Address, of_another_process_is_shown_in_printable_characters) {
  EXPECT_EQ(to_string(Address{TcpAddress{"a\nb", 1}}), "tcp:a\\x0ab:1");
  EXPECT_EQ(to_string(Address{UnixAddress{"@\x1b[31m"}}), "unix:@\\x1b[31m");
}

}  // namespace
}  // namespace orbweaver::transport
