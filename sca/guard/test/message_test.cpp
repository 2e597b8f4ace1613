// SPDX-License-Identifier: Apache-2.0
#include "message.hpp"

#include <gtest/gtest.h>

namespace orbweaver::guard {
namespace {

const os::Program kProgram{.file = "/bin/demod",
                           .open_file = 2,
                           .arguments = {"demod", "", "NAMING_CONTEXT_IOR"},
                           .environment = {"A=1"},
                           .directory = "/tmp",
                           .descriptors = {-1, 0, 1},
                           .cpus = {0, 3},
                           .scheduling = os::SchedulingClass::rr,
                           .priority = 7,
                           .stack_bytes = 65536};

TEST(GuardMessage, keeps_the_whole_program) {
  const auto decoded = decode_request(encode(Request{StartRequest{9, kProgram}}));
  ASSERT_TRUE(decoded.has_value());
  const auto& start = std::get<StartRequest>(*decoded);
  EXPECT_EQ(start.number, 9U);
  EXPECT_EQ(start.program.file, kProgram.file);
  EXPECT_EQ(start.program.open_file, kProgram.open_file);
  EXPECT_EQ(start.program.arguments, kProgram.arguments);
  EXPECT_EQ(start.program.environment, kProgram.environment);
  EXPECT_EQ(start.program.directory, kProgram.directory);
  EXPECT_EQ(start.program.descriptors, kProgram.descriptors);
  EXPECT_EQ(start.program.cpus, kProgram.cpus);
  EXPECT_EQ(start.program.scheduling, kProgram.scheduling);
  EXPECT_EQ(start.program.priority, kProgram.priority);
  EXPECT_EQ(start.program.stack_bytes, kProgram.stack_bytes);
}

TEST(GuardMessage, keeps_every_reply) {
  const os::StartError error{os::StartStep::execute, 2};
  const os::ProcessEnd end{os::ProcessEnd::Kind::killed, 9};
  EXPECT_EQ(std::get<StartReply>(*decode_reply(encode(Reply{StartReply{1, 42}}))).process, 42);
  EXPECT_EQ(std::get<RefusalReply>(*decode_reply(encode(Reply{RefusalReply{1, error}}))).error,
            error);
  EXPECT_EQ(std::get<EndReply>(*decode_reply(encode(Reply{EndReply{42, end}}))).end, end);
  EXPECT_EQ(std::get<SettleReply>(*decode_reply(encode(Reply{SettleReply{5}}))).number, 5U);
}

TEST(GuardMessage, is_refused_when_cut_off_or_too_long) {
  auto bytes = encode(Request{StartRequest{9, kProgram}});
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode_request(Bytes{bytes}.first(size))) << size;
  bytes.push_back(std::byte{0});
  EXPECT_FALSE(decode_request(bytes));
}

TEST(GuardMessage, with_a_huge_count_is_refused) {
  auto bytes = encode(Request{StartRequest{9, {.file = "x"}}});
  std::fill_n(bytes.begin() + 9, 8, std::byte{0xFF});  // behind kind and number: the file's length
  EXPECT_FALSE(decode_request(bytes));
}

TEST(GuardMessage, of_an_unknown_kind_is_refused) {
  EXPECT_FALSE(decode_request({}));
  EXPECT_FALSE(decode_reply(std::vector{std::byte{77}}));
}

}  // namespace
}  // namespace orbweaver::guard
