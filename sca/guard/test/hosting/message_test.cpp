// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/guard/hosting/message.hpp>

#include <gtest/gtest.h>

namespace orbweaver::guard::hosting {
namespace {

TEST(HostMessage, of_a_request_reads_as_it_was_written) {
  const RunRequest request{7, "/lib/libx.so", {"COMPONENT_IDENTIFIER", "x:app", "gain", ""}};
  const auto read = decode_request(encode(request));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->number, 7U);
  EXPECT_EQ(read->library, request.library);
  EXPECT_EQ(read->words, request.words);
}

TEST(HostMessage, of_a_report_reads_as_it_was_written) {
  const auto running = decode_report(encode(Report{RunReport{1}}));
  ASSERT_TRUE(running && std::holds_alternative<RunReport>(*running));
  const auto refused = decode_report(encode(Report{RefusalReport{2, "no such file"}}));
  ASSERT_TRUE(refused && std::holds_alternative<RefusalReport>(*refused));
  EXPECT_EQ(std::get<RefusalReport>(*refused).number, 2U);
  EXPECT_EQ(std::get<RefusalReport>(*refused).why, "no such file");
  const auto ended = decode_report(encode(Report{EndReport{3}}));
  ASSERT_TRUE(ended && std::holds_alternative<EndReport>(*ended));
  EXPECT_EQ(std::get<EndReport>(*ended).number, 3U);
}

TEST(HostMessage, that_is_cut_off_or_too_long_is_none) {
  auto request = encode(RunRequest{7, "/lib/libx.so", {"a", "b"}});
  auto report = encode(Report{RefusalReport{2, "why"}});
  for (std::size_t size = 0; size < request.size(); ++size)
    EXPECT_FALSE(decode_request(Bytes{request}.first(size))) << size;
  for (std::size_t size = 0; size < report.size(); ++size)
    EXPECT_FALSE(decode_report(Bytes{report}.first(size))) << size;
  request.push_back({});
  report.push_back({});
  EXPECT_FALSE(decode_request(request));
  EXPECT_FALSE(decode_report(report));
}

TEST(HostMessage, of_an_unknown_kind_is_none) {
  auto report = encode(Report{EndReport{3}});
  report[0] = std::byte{9};
  EXPECT_FALSE(decode_report(report));
}

}  // namespace
}  // namespace orbweaver::guard::hosting
