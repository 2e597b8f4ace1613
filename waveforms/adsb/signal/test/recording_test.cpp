// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/recording.hpp>

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace orbweaver::adsb {
namespace {

using recording::TemporaryFolder;
using testing::HasSubstr;

TEST(RecordingReader, refuses_sigmf_metadata_of_another_rate_or_of_none) {
  const TemporaryFolder folder;
  folder.write("a.sigmf-data", "\1\2");
  const auto complaint = [&](std::string_view rate) {
    const auto reader = RecordingReader::open(folder.write(
        "a.sigmf-meta", R"({"global": {"core:datatype": "ci8")" + std::string(rate) + "}}"));
    return reader ? "" : reader.error().message;
  };
  EXPECT_EQ(complaint(R"(, "core:sample_rate": 2000000.0)"), "");
  EXPECT_THAT(complaint(R"(, "core:sample_rate": 2400000)"),
              HasSubstr("a.sigmf-meta: core:sample_rate is 2400000, the receiver needs 2000000"));
  EXPECT_THAT(complaint(""), HasSubstr("core:sample_rate is missing"));
}

TEST(RecordingReader, takes_raw_samples_at_their_word) {
  const TemporaryFolder folder;
  EXPECT_TRUE(RecordingReader::open(folder.write("a.cu8", "\1\2")));
  EXPECT_FALSE(RecordingReader::open(folder.file("absent.cu8")));
}

}  // namespace
}  // namespace orbweaver::adsb
