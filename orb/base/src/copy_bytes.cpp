#include <orbweaver/base/copy_bytes.hpp>

#include <algorithm>

namespace orbweaver::detail {

namespace {

// Of the sizes that were tried, this one loses least where pieces are not needed: 72 ns for 8 KiB
// against 67 (Xeon; 1,984 bytes: 76, 1,024: 88).
constexpr std::size_t kPiece = 1536;

}  // namespace

void copy_in_pieces(std::byte* to, const std::byte* from, std::size_t count) noexcept {
  for (std::size_t done = 0; done < count;) {
    const auto piece = std::min(kPiece, count - done);
    std::memcpy(to + done, from + done, piece);
    done += piece;
  }
}

}  // namespace orbweaver::detail
