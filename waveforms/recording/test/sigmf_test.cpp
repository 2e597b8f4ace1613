// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/recording/sigmf.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orbweaver::recording {
namespace {

using testing::HasSubstr;

std::string sigmf(std::string_view global) {
  return R"({"global": {)" + std::string(global) + R"(}, "captures": [], "annotations": []})";
}

TEST(SigmfMetadata, that_cannot_be_read_as_samples_is_refused_with_the_fix) {
  const auto complaint = [](std::string_view json) {
    const auto meta = parse_sigmf_meta(json);
    return meta ? "" : meta.error();
  };
  EXPECT_THAT(complaint(sigmf(R"("core:datatype": "rf32_le", "core:sample_rate": 2e6)")),
              HasSubstr("\"rf32_le\" is not supported"));
  EXPECT_THAT(complaint(sigmf(R"("core:datatype": 8, "core:sample_rate": 2e6)")),
              HasSubstr("core:datatype is missing"));
  EXPECT_THAT(complaint(sigmf(R"("core:num_channels": 2, "core:sample_rate": 2e6)")),
              HasSubstr("core:num_channels"));
  for (const auto* rate : {"0", "-1", "\"2e6\"", "null"}) {
    EXPECT_THAT(
        complaint(sigmf(R"("core:datatype": "cu8", "core:sample_rate": )" + std::string(rate))),
        HasSubstr("core:sample_rate is not a number above 0"));
  }
  EXPECT_THAT(complaint("[]"), HasSubstr("no \"global\" object"));
  EXPECT_THAT(complaint("samples"), HasSubstr("not JSON"));
}

}  // namespace
}  // namespace orbweaver::recording
