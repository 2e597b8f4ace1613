// SPDX-License-Identifier: Apache-2.0
// Reads values from CDR. CORBA 3.3 Part 2, 9.3.
//
// The bytes are hostile. With the first error the decoder has failed, and stays so: every later
// read returns zero or empty. So the caller checks ok() once, at the end. A length is compared with
// the number of bytes that remain before any memory is allocated. No I/O, no thread; one thread at
// a time.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/cdr/byte_order.hpp>
#include <orbweaver/cdr/code_sets.hpp>

#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace orbweaver::cdr {

enum class DecodeError {
  truncated,       // a value ends beyond the last byte, or beyond a value type's chunk
  bad_boolean,     // neither 0 nor 1
  bad_string,      // no NUL at the end, or a NUL inside
  bad_length,      // a length that the rest cannot hold, or beyond the bound of its type
  too_long,        // a sequence or string beyond DecodeLimits::length
  bad_character,   // not in the code set of the wire, or not in the program's
  wide_refused,    // wchar or wstring with WideForm::refused
  local_only,      // a native or a local object, which cannot be sent
  bad_enumerator,  // no such enumerator or union branch
  bad_byte_order,  // an encapsulation that starts with neither 0 nor 1
  too_deep,        // nested more than DecodeLimits::depth
  no_orb,          // a reference, but there is no ORB to make an object of it
  bad_type_code,   // a TypeCode that is wrong, or a value of a type that cannot be sent
  bad_digit,       // no decimal digit or sign in a fixed
  bad_value,       // a value type's tag, chunk or indirection that is wrong, or of another type
  no_factory,      // a value type for which no factory is registered
  too_much,        // values that take more memory than DecodeLimits::memory
  surplus,         // octets behind the last value
  unclear,         // a fragment of GIOP 1.1 that can be read in two ways
};

/// One readable line.
[[nodiscard]] std::string_view describe(DecodeError error) noexcept;

class DecodeContext;
class ValueReader;

inline constexpr std::size_t kLargestAlignment = 8;

/// Limits on what is decoded from bytes that are well formed. Besides, no length may be larger than
/// the bytes that remain allow.
struct DecodeLimits {
  static constexpr std::uint32_t kUsualDepth = 64;
  /// Elements of a sequence, octets of a string (with its NUL).
  std::uint32_t length = UINT32_MAX;
  /// Levels of recursive types, and of values in an Any.
  std::uint32_t depth = kUsualDepth;
  /// Bytes of memory for values that may take much more memory than they take in a message:
  /// elements that are no numbers, Anys, TypeCodes, value types, references.
  std::size_t memory = SIZE_MAX;
};

/// Where a message was cut that came in fragments of GIOP 1.1. Each fragment is aligned by itself,
/// as if its content began behind a message header. CORBA 3.3 Part 2, 9.4.9: Fragment Message.
struct Cut {
  std::uint32_t end;    // of a piece, counted from the first of all bytes
  std::uint32_t whole;  // of the last piece
};

/// It has more than 30 methods, because there is one for each basic type of IDL, and nearly all
/// move the same position.
class Decoder {
 public:
  /// Reads `bytes` in `order`. `origin` is the position of bytes[0] in the message, for alignment.
  /// Owns: nothing; `bytes` must outlive the decoder and every view that it returns.
  explicit Decoder(Bytes bytes, ByteOrder order = kNativeOrder, std::size_t origin = 0) noexcept
      : bytes_(bytes), origin_(origin), order_(order) {}
  /// Reads the content of an encapsulation, which begins with its byte order. If it does not, the
  /// decoder has failed.
  [[nodiscard]] static Decoder of_encapsulation(Bytes content) noexcept;

  [[nodiscard]] bool ok() const noexcept { return !error_; }
  [[nodiscard]] std::optional<DecodeError> error() const noexcept { return error_; }
  /// Makes the decoder fail. The first failure is kept. No bytes remain; position() does not
  /// change.
  void fail(DecodeError error) noexcept;

  /// For the layer above, which needs it to turn bytes into objects; for example its ORB. This room
  /// does not use it. It must outlive the decoder and its copies, or be null. The decoders that
  /// get_encapsulation() returns have it, too.
  void set_context(DecodeContext* context) noexcept { context_ = context; }
  [[nodiscard]] DecodeContext* context() const noexcept { return context_; }

  /// The bytes are pieces, which follow each other without a gap. `cuts` has one for each piece,
  /// must not be empty, and must outlive the decoder and its copies. A number must not lie in two
  /// pieces; an octet array may. Value types cannot be read (GIOP 1.1 has none). Call it before the
  /// first read.
  ///
  /// omniORB's C++ sends an array of numbers of 8 octets without padding where a piece begins, and
  /// cuts these numbers. So an array is read with padding if the pieces have room for it, and else
  /// without. If the padding is that of one piece, a later number of 8 octets fails with unclear:
  /// it would lie at the same place in both readings. Long doubles always count as padded.
  void set_cuts(std::span<const Cut> cuts) noexcept;
  /// Whether `other`, a copy of this decoder that has gone on, is still in the same piece, so that
  /// the difference of positions is the number of bytes between them.
  [[nodiscard]] bool is_in_piece_of(const Decoder& other) const noexcept {
    return cut_ == other.cut_;
  }
  /// Whether there may be more pieces than one. Then an array must be read by one get_array().
  [[nodiscard]] bool has_pieces() const noexcept { return cut_ != nullptr; }

  /// How texts are encoded here. The decoders that get_encapsulation() returns have it, too.
  void set_code_sets(CodeSets code_sets) noexcept { code_sets_ = code_sets; }
  [[nodiscard]] CodeSets code_sets() const noexcept { return code_sets_; }

  /// The decoders that get_encapsulation() returns have them, too.
  void set_limits(DecodeLimits limits) noexcept {
    limits_ = limits;
    memory_left_ = limits.memory;
  }
  [[nodiscard]] DecodeLimits limits() const noexcept { return limits_; }

  [[nodiscard]] ByteOrder byte_order() const noexcept { return order_; }
  [[nodiscard]] std::size_t remaining() const noexcept { return bytes_.size() - position_; }
  /// The bytes that were not read, of all pieces. remaining() counts those of this piece.
  [[nodiscard]] std::size_t left_over() const noexcept {
    return (cut_ == nullptr ? bytes_.size() : cut_->whole) - position_;
  }
  /// Call it when all values have been read. False, and fails with surplus, if octets are left.
  bool expect_end() noexcept {
    if (left_over() == 0) [[likely]]
      return ok();
    fail(DecodeError::surplus);
    return false;
  }
  /// Whether so many elements can follow: in the bytes that remain, in later pieces of a message,
  /// or in later chunks of a value.
  [[nodiscard]] bool may_hold(std::size_t count, std::size_t element_size) const noexcept {
    return count <= remaining() / element_size || may_go_on(count, element_size);
  }
  /// Position from the start of the message (with origin).
  [[nodiscard]] std::size_t position() const noexcept { return origin_ + position_; }

  void align(std::size_t alignment) noexcept;
  [[nodiscard]] std::uint8_t get_octet() noexcept;
  [[nodiscard]] bool get_boolean() noexcept;
  template <Number T>
  [[nodiscard]] T get() noexcept;
  /// Fills `values`; aligns once. On failure fills with zero.
  template <Number T>
  void get_array(std::span<T> values) noexcept;
  /// A view of the next `count` elements where they lie, if they can be used there: they have the
  /// native byte order, and are aligned in memory. Otherwise the view is empty, the decoder has
  /// neither failed nor moved, and the caller uses get_array().
  template <Number T>
  [[nodiscard]] std::span<const T> get_array_view(std::size_t count) noexcept;
  /// A view of the characters, without the NUL. Empty on failure. A length of 0 counts as the empty
  /// string: CORBA forbids it, but some ORBs send it.
  [[nodiscard]] std::string_view get_string_view() noexcept;
  [[nodiscard]] std::string get_string() { return std::string{get_string_view()}; }
  /// A `string` of IDL, as code_sets() says.
  [[nodiscard]] std::string get_text();
  /// A wchar, as code_sets() says; without a byte order mark.
  [[nodiscard]] wchar_t get_wide() noexcept;
  [[nodiscard]] std::wstring get_wide_text();
  /// IEEE 754 binary128, aligned to 8; rounded to the nearest long double.
  [[nodiscard]] long double get_long_double() noexcept;
  /// The next `count` bytes, behind padding to `alignment`. Empty on failure.
  [[nodiscard]] Bytes get_bytes(std::size_t count, std::size_t alignment = 1) noexcept;
  /// The length of a sequence whose elements take at least `least_element_size` (> 0) bytes each.
  /// Fails, and returns 0: bad_length, if the bytes that remain cannot hold so many; too_long,
  /// beyond the limit.
  [[nodiscard]] std::uint32_t get_length(std::size_t least_element_size) noexcept;
  /// As above, and charges `memory_each` bytes for each element; 0 if that fails.
  [[nodiscard]] std::uint32_t get_length(std::size_t least_element_size,
                                         std::size_t memory_each) noexcept;
  /// Call it before so many bytes of memory are allocated for a value. False, and fails with
  /// too_much, if the sum of all that was charged is more than DecodeLimits::memory. A copy of a
  /// decoder, and a decoder that get_encapsulation() returns, start from this sum and count
  /// separately.
  bool charge(std::uint64_t bytes) noexcept;
  /// A sequence<octet> as a view.
  [[nodiscard]] Bytes get_octets() noexcept { return get_bytes(get_length(1)); }
  /// A decoder for the encapsulation that follows, with its own byte order and alignment. This
  /// decoder goes on behind the encapsulation. It fails only if the octets do not fit; an error
  /// inside the encapsulation makes only the returned decoder fail.
  [[nodiscard]] Decoder get_encapsulation() noexcept;

  /// The reader of value types; null: they cannot be read here (value_reader.hpp).
  [[nodiscard]] ValueReader* values() const noexcept { return values_; }

  /// Limits recursion: enter() fails with too_deep beyond the limit. Use Nesting to call it.
  [[nodiscard]] bool enter() noexcept;
  void leave() noexcept { --depth_; }

 private:
  // Steps over padding to `alignment` and over `count` bytes, and returns where these bytes lie.
  // Fails, and returns null, if they are not there.
  const std::byte* take(std::size_t alignment, std::size_t count) noexcept;
  // Whether take() finds them in the bytes that remain.
  [[nodiscard]] bool is_at_hand(std::size_t alignment, std::size_t count) const noexcept;
  // take() when the current bytes end: goes on in the next piece of a message, or in the next chunk
  // of a value, if there is one.
  const std::byte* take_further(std::size_t alignment, std::size_t count) noexcept;
  // take_further() over the pieces of a message. Null if the bytes are not there; the decoder has
  // not failed then.
  const std::byte* take_over_cuts(std::size_t alignment, std::size_t count) noexcept;
  const std::byte* take_joined(std::size_t alignment, std::size_t count) noexcept;
  // Steps to the next piece; false if this is the last one.
  bool go_to_next_piece() noexcept;
  // Where a piece ends, and `rest` octets of an array of 8-octet numbers follow: steps to the next
  // piece, and returns whether they have no padding.
  bool goes_on_unpadded(std::size_t rest) noexcept;
  // In how many pieces, from this one on, an array of 8-octet numbers ends if each piece has
  // padding; 0: they have no room for that.
  [[nodiscard]] std::size_t padded_pieces(std::size_t rest) const noexcept;
  // If an array was unclear, each later read goes to take_over_cuts().
  void stop_if_unclear() noexcept;
  template <Number T>
  void get_array_further(std::span<T> values) noexcept;
  template <Number T>
  void get_array_of_pieces(std::span<T> values) noexcept;
  // From octets that are not at hand.
  template <Number T>
  void copy_array_further(std::span<T> values, std::size_t alignment) noexcept;
  // Whether the chunks that follow may hold so many elements.
  [[nodiscard]] bool may_go_on(std::size_t count, std::size_t element_size) const noexcept;
  std::uint32_t get_long_length(std::uint32_t length, std::size_t element_size) noexcept;
  // The octets of a wstring of WideForm::units, without the null at its end.
  [[nodiscard]] Bytes get_units() noexcept;

  friend class ValueReader;

  Bytes bytes_;
  std::size_t position_ = 0, origin_ = 0;
  std::uint32_t depth_ = 0;
  DecodeLimits limits_;
  std::size_t memory_left_ = SIZE_MAX;
  ByteOrder order_;
  CodeSets code_sets_;
  std::optional<DecodeError> error_;
  DecodeContext* context_ = nullptr;
  ValueReader* values_ = nullptr;
  const Cut* cut_ = nullptr;  // of the piece in which position_ is; null: there is one piece
  bool unclear_ = false;      // an array may have had padding at the begin of a piece, or none
};

/// One level of a recursive type, for as long as this object lives. False: the limit is reached,
/// and the decoder has failed.
class Nesting {
 public:
  explicit Nesting(Decoder& decoder) noexcept : decoder_(decoder), entered_(decoder.enter()) {}
  ~Nesting() {
    if (entered_) decoder_.leave();
  }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  [[nodiscard]] explicit operator bool() const noexcept { return entered_; }

 private:
  Decoder& decoder_;
  bool entered_;
};

}  // namespace orbweaver::cdr

#include <orbweaver/cdr/decoder_inline.hpp>
