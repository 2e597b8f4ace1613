// SPDX-License-Identifier: Apache-2.0
// Writes values as CDR. CORBA 3.3 Part 2, 9.3.
//
// Pure arithmetic on memory: no I/O, no thread. Alignment counts from the encoder's first byte; a
// GIOP message therefore starts its encoder at the message header. One thread at a time.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/pieces.hpp>
#include <orbweaver/cdr/byte_order.hpp>
#include <orbweaver/cdr/code_sets.hpp>

#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace orbweaver::cdr {

/// Why a value cannot be written.
enum class EncodeError {
  too_long,       // more than the bound of its type
  bad_text,       // a NUL inside a string
  bad_character,  // not in the code set of the wire
  wide_refused,   // wchar or wstring with WideForm::refused
  local_only,     // a native or a local object, which cannot leave its process
  too_deep,       // values are nested more deeply than the limit
  unknown_value,  // a value in an Any, whose type is not known here: it cannot be encoded again
};

/// One readable line.
[[nodiscard]] std::string_view describe(EncodeError error) noexcept;

class ValueWriter;

/// Grows as needed and keeps its memory over clear(), so that a reused encoder allocates nothing.
/// Fails: std::bad_alloc; std::length_error beyond 4 GiB, more than a GIOP message can hold.
/// It has more than 30 methods, because there is one for each basic type of IDL, and most write to
/// the same few members.
class Encoder {
 public:
  explicit Encoder(ByteOrder order = kNativeOrder) noexcept : order_(order) {}
  /// The source is left empty and usable.
  Encoder(Encoder&& other) noexcept;
  Encoder& operator=(Encoder&& other) noexcept;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() = default;

  /// Drops all that was written, and resets all but the memory and the byte order: the encoder has
  /// not failed, borrows nothing, and has the default code sets.
  void clear() noexcept {
    error_.reset();
    code_sets_ = {};
    characters_ = {};
    size_ = origin_ = borrowed_size_ = 0;
    borrowed_.clear();
    least_borrowed_ = kBorrowNothing;
  }
  [[nodiscard]] ByteOrder byte_order() const noexcept { return order_; }

  /// False: a value could not be written. It stays so until clear(). The code that began the
  /// message checks it at the end, and must not send the message then. The first failure is kept.
  [[nodiscard]] bool ok() const noexcept { return !error_; }
  [[nodiscard]] std::optional<EncodeError> error() const noexcept { return error_; }
  void fail(EncodeError error) noexcept {
    if (!error_) error_ = error;
  }
  /// Sets the code sets for all that is written from now on, until clear().
  void set_code_sets(CodeSets code_sets) noexcept { code_sets_ = code_sets; }
  [[nodiscard]] CodeSets code_sets() const noexcept { return code_sets_; }

  /// The characters that were written since clear() and whose bytes depend on code_sets().
  struct Characters {
    bool text = false, wide = false;
  };
  [[nodiscard]] Characters characters() const noexcept { return characters_; }
  /// Call it after bytes have been put in that hold such characters.
  void note_characters(Characters more) noexcept {
    characters_.text = characters_.text || more.text;
    characters_.wide = characters_.wide || more.wide;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_ + borrowed_size_; }
  /// The position of the next byte, counted from the start of the innermost open encapsulation, as
  /// alignment is.
  [[nodiscard]] std::size_t position() const noexcept { return size() - origin_; }
  /// Everything written, if nothing was borrowed. Valid until the next call that writes.
  [[nodiscard]] Bytes bytes() const noexcept { return {memory_.get(), size_}; }
  /// Memory that is kept over clear().
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

  /// From now on put_array() does not copy arrays of at least `least` bytes that need no swapping:
  /// they become pieces of their own, and must stay as they are until pieces() have been used.
  void borrow_from(std::size_t least) noexcept { least_borrowed_ = least; }
  /// Everything written, as consecutive pieces. Valid until the next call.
  [[nodiscard]] std::span<const Bytes> pieces();
  /// The pieces, with the keepers of arrays that were put with one.
  [[nodiscard]] KeptPieces kept_pieces();

  /// Writes zeros up to the next multiple of `alignment`.
  void align(std::size_t alignment);
  void put_bytes(Bytes bytes);
  void put_octet(std::uint8_t value);
  void put_boolean(bool value) { put_octet(value ? 1 : 0); }
  /// Writes a number, aligned and in byte_order().
  template <Number T>
  void put(T value);
  /// Writes the elements without a length, and aligns once. Does not align if there are none.
  /// `keeper`: what keeps them, if anything does; it must outlive pieces().
  template <Number T>
  void put_array(std::span<const T> values, const Chunk* keeper = nullptr);
  /// Writes the length including the NUL, the characters, the NUL. `text` must not contain NUL. For
  /// names of the protocol, which are not converted to a code set.
  void put_string(std::string_view text);
  /// Writes a `string` of IDL, as code_sets() says. Fails: bad_text, bad_character.
  void put_text(std::string_view text);
  /// Writes a wchar or wstring, as code_sets() says. Fails: bad_character if it is no Unicode
  /// scalar value (in `units`: if it takes more than one unit); wide_refused; put_wide_text:
  /// bad_text.
  void put_wide(wchar_t character);
  void put_wide_text(std::wstring_view text);
  /// IEEE 754 binary128, aligned to 8. CORBA 3.3 Part 2, 9.3.1.3.
  void put_long_double(long double value);

  /// A sequence<octet>: its length and the bytes.
  void put_octets(Bytes bytes);

  /// Starts an encapsulation: a sequence<octet> whose content is aligned by itself and begins with
  /// its byte order. Returns the position to give to end_encapsulation. They nest: the last begun
  /// ends first.
  [[nodiscard]] std::size_t begin_encapsulation();
  void end_encapsulation(std::size_t begin);

  /// Overwrites a number written before at `position` (as size() was then).
  template <Number T>
  void patch(std::size_t position, T value) noexcept;
  /// Overwrites bytes written before at `position`, which were not borrowed.
  void patch_bytes(std::size_t position, Bytes bytes) noexcept;
  /// Removes the last `count` bytes, which must have been written just before, and not borrowed.
  void take_back(std::size_t count) noexcept { size_ -= count; }
  /// Call it around a string or a sequence of numbers of so many octets: a chunk of a value may end
  /// there.
  void before_sequence(std::size_t octets) {
    if (values_ != nullptr) [[unlikely]]
      open_sequence(octets);
  }
  void after_sequence() {
    if (values_ != nullptr) [[unlikely]]
      close_sequence();
  }
  /// The writer of value types; null: they cannot be written here (value_writer.hpp).
  [[nodiscard]] ValueWriter* values() const noexcept { return values_; }
  void set_values(ValueWriter* values) noexcept { values_ = values; }
  /// Makes room for `count` more bytes, so that writing them allocates nothing.
  void reserve(std::size_t count);

 private:
  static constexpr std::size_t kBorrowNothing = SIZE_MAX;
  struct Borrowed {
    std::size_t at;  // its place, as an offset in memory_
    Bytes bytes;
    const Chunk* keeper;
  };
  void borrow(Bytes bytes, const Chunk* keeper);
  void open_sequence(std::size_t octets);
  void close_sequence();
  void put_units(std::wstring_view text, std::size_t count);
  // The index in memory_ of the octet that was written at `position`.
  [[nodiscard]] std::size_t place_of(std::size_t position) const noexcept;
  // Appends `count` bytes, not set, and returns where they lie.
  std::byte* grow(std::size_t count);
  void enlarge(std::size_t count);

  std::unique_ptr<std::byte[]> memory_;
  std::size_t size_ = 0, capacity_ = 0;
  std::size_t origin_ = 0;  // where alignment counts from: the innermost encapsulation
  std::size_t least_borrowed_ = kBorrowNothing, borrowed_size_ = 0;
  std::vector<Borrowed> borrowed_;
  std::vector<Bytes> pieces_;
  std::vector<const Chunk*> keepers_;
  ByteOrder order_;
  CodeSets code_sets_;
  Characters characters_;
  std::optional<EncodeError> error_;
  ValueWriter* values_ = nullptr;
};

}  // namespace orbweaver::cdr

#include <orbweaver/cdr/encoder_inline.hpp>
