// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/file_transfer.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "scratch_folder.hpp"
#include "served.hpp"

namespace orbweaver::files {
namespace {

class ATransfer : public Served {
 protected:
  ScratchFolder here, there;
  FilesReference from = serve(here.path()), to = serve(there.path());
};

TEST_F(ATransfer, moves_whole_files_in_pieces) {
  std::string much;
  for (unsigned i = 0; much.size() < 3 * kPieceBytes + 1; ++i) much += std::to_string(i);
  here.write("a", much);
  EXPECT_EQ(read_whole(*from, "/a", much.size()), much);
  EXPECT_EQ(failure_of([&] { (void)read_whole(*from, "/a", much.size() - 1); }),
            raised("FileException", Number::CF_EFBIG));
  std::size_t most = 0;
  read_pieces(*from, "/a", [&](Bytes piece) { most = std::max(most, piece.size()); });
  EXPECT_EQ(most, kPieceBytes);
  copy_between({*from, "/a"}, {*to, "/b"});
  EXPECT_EQ(there.read("b"), much);
  write_whole(*to, "/b", as_bytes("short"));
  EXPECT_EQ(there.read("b"), "short") << "instead of what was there";
  write_whole(*to, "/empty", {});
  EXPECT_EQ(read_whole(*to, "/empty", 0), "");
}

TEST_F(ATransfer, that_fails_leaves_no_part_and_no_open_file) {
  there.write("b", "old");
  EXPECT_EQ(failure_of([&] {
              copy_between({*from, "/none"}, {*to, "/b"});
            }),
            raised("FileException", Number::CF_ENOENT));
  EXPECT_EQ(there.read("b"), "old") << "nothing to copy";
  const auto narrow = serve(there.path(), {.open_files = 1});
  here.write("a", "text");
  EXPECT_THROW(read_pieces(*narrow, "/b", [](Bytes) { throw std::runtime_error{"stop"}; }),
               std::runtime_error);
  EXPECT_EQ(read_whole(*narrow, "/b", 100), "old") << "the file was closed";
}

}  // namespace
}  // namespace orbweaver::files
