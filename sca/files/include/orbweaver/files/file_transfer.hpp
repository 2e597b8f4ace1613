// SPDX-License-Identifier: Apache-2.0
// Files through CF::FileSystem, of this ORB or another, in pieces that every ORB takes: omniORB
// refuses messages of more than 2 MiB unless its user allows more.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/generated/sca/CF/FileSystem.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace orbweaver::files {

/// The size of one read or write. It fits into a processor's caches, and is large enough that the
/// connection is busy most of the time (docs/verify/benchmarks.md).
inline constexpr std::uint32_t kPieceBytes = std::uint32_t{256} * 1024;

/// The functions throw the exceptions of `open`, `create`, `read` and `write`, and close the files
/// that they opened in any case. CF::FileException with CF_EIO: the file system gives more than was
/// requested, or less than 4 KiB at a time.

/// Gives `take` the file piece by piece, until its end.
void read_pieces(CF::FileSystem& files, const std::string& name,
                 const std::function<void(Bytes piece)>& take);
/// Reads the whole file. Throws CF::FileException with CF_EFBIG if it has more than `most` bytes.
[[nodiscard]] std::string read_whole(CF::FileSystem& files, const std::string& name,
                                     std::size_t most);
/// Writes a file with these bytes, and replaces an existing one. If that fails, there is no file.
void write_whole(CF::FileSystem& files, const std::string& name, Bytes bytes);

/// Runs `call`, which calls an object once. It may limit the call and note how it ends.
using AroundCall = std::function<void(const std::function<void()>& call)>;
/// One end of a copy.
struct CopiedFile {
  CF::FileSystem& files;
  std::string name;
  AroundCall around = [](const std::function<void()>& call) { call(); };
};
/// Copies a file to another file system, like write_whole(). Copies as many octets as `list`
/// reports at the beginning, so that the copy of a growing file ends.
void copy_between(const CopiedFile& from, const CopiedFile& to);

}  // namespace orbweaver::files
