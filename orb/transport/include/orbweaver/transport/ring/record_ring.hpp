// SPDX-License-Identifier: Apache-2.0
// A single-producer single-consumer ring of records of any size. Position-independent: it works in
// memory that two processes map at different places, each side's own part read-only to the other.
//
//   ring            | record | record | record | 0 ...            free             ... |
//                   ^ reader's position        ^ writer's position
//   record          | commit word | tag | bytes ... | up to the next multiple of kUnit
//
// The writer publishes a record by its commit word, which is zero until then: the reader polls the
// very cache line in which the record lies. Before that the writer zeroes the commit word of the
// record to come, which is why one unit always stays free. A record never wraps: where it does not
// fit before the end, a padding record fills the rest.
//
// Trust: neither side believes the other. Whatever the writer writes, the reader reads nothing
// outside the ring, each word once, and says `broken` for what no writer writes. Whatever the
// reader says it has read, the writer writes nothing outside; a reader that lies loses records.
// The writer never reads the ring. What a record holds may change while it is read.
//
// Threads: one writer and one reader at a time.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/transport/ring/access.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace orbweaver::transport::ring {

inline constexpr std::size_t kUnit = 16;  // a record begins at a multiple of it
inline constexpr std::size_t kRecordHeader = 2 * sizeof(std::uint32_t);

/// Bytes of ring that a record takes.
constexpr std::size_t footprint(std::size_t size) noexcept {
  return (kRecordHeader + size + kUnit - 1) / kUnit * kUnit;
}
/// The largest record that a ring of `capacity` bytes takes, wherever it stands.
constexpr std::size_t largest_record(std::size_t capacity) noexcept {
  return (capacity - kUnit) / 2 / kUnit * kUnit - kRecordHeader;
}

namespace detail {
inline constexpr std::uint32_t kCommitted = 1U << 31, kPadding = 1U << 30;

// A hint: the line is going to be written.
inline void own_line(const std::byte* line) noexcept {
#if defined(__x86_64__)
  asm volatile("prefetchw %0" : : "m"(*line));  // the builtin would only fetch it for reading
#else
  __builtin_prefetch(line, 1);
#endif
}

// The ring is aligned to kUnit, and so is every header.
inline std::uint32_t& header_word(std::byte* header, std::size_t which) noexcept {
  return reinterpret_cast<std::uint32_t*>(header)[which];
}
inline const std::uint32_t& header_word(const std::byte* header, std::size_t which) noexcept {
  return reinterpret_cast<const std::uint32_t*>(header)[which];
}
}  // namespace detail

template <class Access = DirectAccess>
class RecordWriter {
 public:
  /// `ring` is zeroed, aligned to kUnit, and its size a power of two of at least 4 * kUnit;
  /// `read_position` is the reader's word, zero at first. Both must outlive the writer.
  RecordWriter(MutableBytes ring, const std::uint64_t& read_position) noexcept
      : ring_(ring), read_position_(read_position) {}

  /// Where the bytes of the next record go, aligned to 8; null if there is no room. `size` is at
  /// most largest_record(). Claiming again forgets the earlier claim.
  [[nodiscard]] std::byte* claim(std::size_t size) noexcept {
    const auto needed = footprint(size), to_end = ring_.size() - index();
    const auto skipped = needed > to_end ? to_end : 0;
    if (!has_room_for(skipped + needed + kUnit)) return nullptr;
    if (skipped > 0) publish(detail::kCommitted | detail::kPadding, skipped);
    claimed_ = size;
    return ring_.data() + index() + kRecordHeader;
  }

  /// Hands what was claimed to the reader. `tag` is the caller's.
  void commit(std::uint32_t tag) noexcept {
    Access::store_plain(detail::header_word(ring_.data() + index(), 1), tag);
    publish(detail::kCommitted | static_cast<std::uint32_t>(claimed_), footprint(claimed_));
    own_what_comes_next();
  }

  /// Whether the reader has let go of every record, as far as it has reported.
  [[nodiscard]] bool is_drained() noexcept {
    update_reader();
    return reader_ == position_;
  }

 private:
  [[nodiscard]] std::size_t index() const noexcept {
    return static_cast<std::size_t>(position_) & (ring_.size() - 1);
  }

  // Fetches the cache lines behind the next header, so that the next record need not wait for them;
  // not the header's own, which the reader watches.
  void own_what_comes_next() const noexcept {
    constexpr std::size_t kCacheLine = 64, kLines = 2;
    for (std::size_t line = 1; line <= kLines; ++line)
      detail::own_line(ring_.data() + ((position_ + line * kCacheLine) & (ring_.size() - 1)));
  }

  [[nodiscard]] bool has_room_for(std::size_t size) noexcept {
    if (position_ + size - reader_ <= ring_.size()) return true;
    update_reader();
    return position_ + size - reader_ <= ring_.size();
  }

  // A position that goes back, or beyond what was written, is a lie, and no progress.
  void update_reader() noexcept {
    // acquire: pairs with the release in RecordReader::publish(): its last reads come before our
    // writes.
    const auto position = Access::load_acquire(read_position_);
    if (position - reader_ <= position_ - reader_) reader_ = position;
  }

  void publish(std::uint32_t word, std::size_t size) noexcept {
    const auto here = index();
    position_ += size;
    Access::store_relaxed(detail::header_word(ring_.data() + index(), 0), std::uint32_t{0});
    // release: pairs with the acquire in RecordReader::poll(): the record and the zero behind it
    // are there.
    Access::store_release(detail::header_word(ring_.data() + here, 0), word);
  }

  MutableBytes ring_;
  const std::uint64_t& read_position_;
  std::uint64_t position_ = 0;
  std::uint64_t reader_ = 0;  // how far the reader is known to have come
  std::size_t claimed_ = 0;
};

enum class Poll { nothing, record, broken };

template <class Access = DirectAccess>
class RecordReader {
 public:
  /// As for RecordWriter; `read_position` is this reader's own word.
  RecordReader(Bytes ring, std::uint64_t& read_position) noexcept
      : ring_(ring), read_position_(read_position) {}

  /// Whether a record may be there: one load.
  [[nodiscard]] bool is_empty() const noexcept {
    // relaxed: what the record holds is read after poll(), which loads the word again
    return Access::load_relaxed(detail::header_word(ring_.data() + index(), 0)) == 0;
  }

  /// Finds the next record, without waiting. Once it returns `broken` it always does.
  [[nodiscard]] Poll poll() noexcept {
    auto word = commit_word();
    if (word == (detail::kCommitted | detail::kPadding)) {
      if (index() == 0) return Poll::broken;
      done(ring_.size() - index());
      word = commit_word();
    }
    if (word == 0) return Poll::nothing;
    const std::size_t size = word & ~detail::kCommitted;
    if (word < detail::kCommitted || size > largest_record(ring_.size()) ||
        footprint(size) > ring_.size() - index())
      return Poll::broken;
    size_ = size;
    return Poll::record;
  }

  /// The bytes of the record that poll() found, until release(). Aligned to 8.
  [[nodiscard]] Bytes bytes() const noexcept {
    return ring_.subspan(index() + kRecordHeader, size_);
  }
  [[nodiscard]] std::uint32_t tag() const noexcept {
    return Access::load_relaxed(detail::header_word(ring_.data() + index(), 1));
  }

  /// The record has been dealt with. True: so much has been since the last publish() that the
  /// writer should know.
  [[nodiscard]] bool release() noexcept {
    done(footprint(size_));
    return position_ - published_ >= ring_.size() / 4;
  }

  /// Gives the writer the room of all released records. Returns whether that was any.
  bool publish() noexcept {
    if (published_ == position_) return false;
    published_ = position_;
    // release: pairs with the acquire in RecordWriter::update_reader().
    Access::store_release(read_position_, position_);
    return true;
  }

 private:
  [[nodiscard]] std::size_t index() const noexcept {
    return static_cast<std::size_t>(position_) & (ring_.size() - 1);
  }
  [[nodiscard]] std::uint32_t commit_word() const noexcept {
    // acquire: pairs with the release in RecordWriter::publish().
    return Access::load_acquire(detail::header_word(ring_.data() + index(), 0));
  }
  void done(std::size_t size) noexcept { position_ += size; }

  Bytes ring_;
  std::uint64_t& read_position_;
  std::uint64_t position_ = 0, published_ = 0;
  std::size_t size_ = 0;
};

}  // namespace orbweaver::transport::ring
