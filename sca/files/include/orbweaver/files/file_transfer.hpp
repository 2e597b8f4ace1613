// Files through CF::FileSystem, of this ORB or another, in pieces that every ORB takes: omniORB
// refuses messages of more than 2 MiB unless its user allows more.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/generated/sca/CF/FileSystem.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace orbweaver::files {

/// Of one read or write: it stays in a processor's caches, which larger ones leave, and most of its time
/// passes on the link and not in waiting for the next (docs/benchmarks.md).
inline constexpr std::uint32_t kPieceBytes = std::uint32_t{256} * 1024;

/// Each function throws what `open`, `create`, `read` and `write` throw, and closes what it opened
/// in any case.

/// Gives `take` the file piece by piece, until its end.
void read_pieces(CF::FileSystem& files, const std::string& name,
                 const std::function<void(Bytes piece)>& take);
/// The whole file. Throws CF::FileException with CF_EFBIG if it has more than `most` bytes.
[[nodiscard]] std::string read_whole(CF::FileSystem& files, const std::string& name,
                                     std::size_t most);
/// A file with these bytes, instead of what was there before; if it fails, without either.
void write_whole(CF::FileSystem& files, const std::string& name, Bytes bytes);
/// A file of one file system to another, as write_whole().
void copy_between(CF::FileSystem& from, const std::string& source, CF::FileSystem& to,
                  const std::string& destination);

}  // namespace orbweaver::files
