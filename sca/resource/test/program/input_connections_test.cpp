// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/program/input_connections.hpp>

#include <gtest/gtest.h>

namespace orbweaver::resource {
namespace {

TEST(ConnectionsOfInputs, are_read_port_by_port) {
  EXPECT_EQ(input_connections_of("audio_in=2 control_in=1"),
            (InputConnections{{"audio_in", 2}, {"control_in", 1}}));
  EXPECT_EQ(input_connections_of("a=b=3"), (InputConnections{{"a=b", 3}}));
  EXPECT_TRUE(input_connections_of("").empty());
}

TEST(ConnectionsOfInputs, are_as_many_as_packets_show_if_the_value_is_none) {
  EXPECT_TRUE(
      input_connections_of("audio_in audio_in= audio_in=-1 audio_in=0 audio_in=2x").empty());
  EXPECT_TRUE(input_connections_of("audio_in=99999999999999999999999").empty());
}

}  // namespace
}  // namespace orbweaver::resource
