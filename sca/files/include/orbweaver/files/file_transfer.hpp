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

/// The size of one read or write. It fits into a processor's caches, and is so large that the link
/// is busy most of the time, not waiting for the next piece (docs/verify/benchmarks.md).
inline constexpr std::uint32_t kPieceBytes = std::uint32_t{256} * 1024;

/// The functions throw as `open`, `create`, `read` and `write`, and close the files that they
/// opened in any case. CF::FileException with CF_EIO: the file system gives more than it was asked
/// for, or less than 4 KiB at a time.

/// Gives `take` the file piece by piece, until its end.
void read_pieces(CF::FileSystem& files, const std::string& name,
                 const std::function<void(Bytes piece)>& take);
/// The whole file. Throws CF::FileException with CF_EFBIG if it has more than `most` bytes.
[[nodiscard]] std::string read_whole(CF::FileSystem& files, const std::string& name,
                                     std::size_t most);
/// A file with these bytes, instead of what was there before; if it fails, without either.
void write_whole(CF::FileSystem& files, const std::string& name, Bytes bytes);

/// Runs `call`, which calls an object once: the caller may bound it, and note how it ends.
using AroundCall = std::function<void(const std::function<void()>& call)>;
/// One end of a copy.
struct CopiedFile {
  CF::FileSystem& files;
  std::string name;
  AroundCall around = [](const std::function<void()>& call) { call(); };
};
/// A file of one file system to another, as write_whole(): as many octets as `list` says when it
/// begins, so that a file that grows has an end.
void copy_between(const CopiedFile& from, const CopiedFile& to);

}  // namespace orbweaver::files
