// SPDX-License-Identifier: Apache-2.0
#include "published_addresses.hpp"

#include <gtest/gtest.h>

namespace orbweaver::engine {
namespace {

using transport::Address;
using transport::TcpAddress;
using transport::UdpAddress;
using Tcp = std::vector<TcpAddress>;
using Udp = std::vector<UdpAddress>;

const std::vector<Address> kListening{transport::UnixAddress{"/run/a"},
                                      TcpAddress{"10.0.0.2", 2811}, TcpAddress{"10.0.1.2", 2812}};

std::string name() { return "radio"; }
bool resolves(const std::string& host) { return !host.empty(); }

PublishedHosts& hosts() {
  static PublishedHosts all{{name, resolves, name}};
  return all;
}

Tcp tcp_of(const std::vector<Address>& listening, Tcp chosen = {}) {
  wire::Options options;
  options.published_endpoints = std::move(chosen);
  return published_addresses(options, listening, hosts());
}

Udp udp_of(const Udp& listening, Udp chosen = {}) {
  wire::Options options;
  options.published_datagram_endpoints = std::move(chosen);
  return published_addresses(options, listening, hosts());
}

TEST(PublishedAddresses, are_those_of_the_listeners_if_none_is_chosen) {
  EXPECT_EQ(tcp_of(kListening), (Tcp{{"10.0.0.2", 2811}, {"10.0.1.2", 2812}}));
  EXPECT_EQ(udp_of({{"10.0.0.2", 4711}}), (Udp{{"10.0.0.2", 4711}}));
  EXPECT_TRUE(tcp_of({transport::UnixAddress{"/run/a"}}).empty());
}

TEST(PublishedAddresses, of_listeners_on_every_interface_have_the_name_of_the_host) {
  for (const std::string every : {"", "0.0.0.0", "::"}) {
    EXPECT_EQ(tcp_of({TcpAddress{every, 1}}), (Tcp{{name(), 1}}));
    EXPECT_EQ(udp_of({{every, 2}}), (Udp{{name(), 2}}));
  }
}

TEST(PublishedAddresses, that_are_chosen_replace_those_of_the_listeners) {
  EXPECT_EQ(tcp_of(kListening, {{"radio.example", 80}, {"192.0.2.1", 81}}),
            (Tcp{{"radio.example", 80}, {"192.0.2.1", 81}}));
  EXPECT_EQ(udp_of({{"10.0.0.2", 4711}}, {{"radio.example", 82}}), (Udp{{"radio.example", 82}}));
}

TEST(PublishedAddresses, without_a_port_have_that_of_the_first_listener) {
  EXPECT_EQ(tcp_of(kListening, {{"radio.example", 0}, {"192.0.2.1", 0}}),
            (Tcp{{"radio.example", 2811}, {"192.0.2.1", 2811}}));
  EXPECT_EQ(udp_of({{"", 4711}, {"", 4712}}, {{"radio.example", 0}}),
            (Udp{{"radio.example", 4711}}));
}

TEST(PublishedAddresses, may_lead_to_a_server_that_has_no_tcp) {
  EXPECT_EQ(tcp_of({transport::UnixAddress{"/run/a"}}, {{"radio.example", 80}}),
            (Tcp{{"radio.example", 80}}));
}

}  // namespace
}  // namespace orbweaver::engine
