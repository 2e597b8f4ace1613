// Reads values from CDR. CORBA 3.3 Part 2, 9.3.
//
// The bytes are hostile. The first thing that does not fit makes the decoder failed for good: every
// later read returns zero or empty, and the caller asks ok() once at the end. A length is compared
// with what remains before anything is allocated. No I/O, no thread; one thread at a time.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/cdr/byte_order.hpp>

#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace orbweaver::cdr {

enum class DecodeError {
  truncated,       // a value ends beyond the last byte
  bad_boolean,     // neither 0 nor 1
  bad_string,      // no NUL at the end, or a NUL inside
  bad_length,      // a length that the rest cannot hold
  bad_enumerator,  // no such enumerator or union branch
  bad_byte_order,  // an encapsulation that starts with neither 0 nor 1
  too_deep,        // nested more than the limit
};

/// One line for people.
[[nodiscard]] std::string_view describe(DecodeError error) noexcept;

class Decoder {
 public:
  /// Reads `bytes` in `order`. `origin` is the position of bytes[0] in the message, for alignment.
  /// Owns: nothing; `bytes` must outlive the decoder and every view that it returns.
  explicit Decoder(Bytes bytes, ByteOrder order = kNativeOrder, std::size_t origin = 0) noexcept
      : bytes_(bytes), origin_(origin), order_(order) {}
  /// Reads the content of an encapsulation, which begins with its byte order. A failed one if it
  /// does not.
  [[nodiscard]] static Decoder of_encapsulation(Bytes content) noexcept;

  [[nodiscard]] bool ok() const noexcept { return !error_; }
  [[nodiscard]] std::optional<DecodeError> error() const noexcept { return error_; }
  /// Makes the decoder failed; the first failure stays. Nothing remains, position() stays.
  void fail(DecodeError error) noexcept;

  /// Whatever the layer above needs to turn bytes into objects, e.g. its ORB; cdr never looks. The
  /// decoders that get_encapsulation() returns carry it on.
  void set_context(void* context) noexcept { context_ = context; }
  [[nodiscard]] void* context() const noexcept { return context_; }

  [[nodiscard]] ByteOrder byte_order() const noexcept { return order_; }
  [[nodiscard]] std::size_t remaining() const noexcept { return bytes_.size() - position_; }
  /// Position from the start of the message (with origin).
  [[nodiscard]] std::size_t position() const noexcept { return origin_ + position_; }

  void align(std::size_t alignment) noexcept;
  [[nodiscard]] std::uint8_t get_octet() noexcept;
  [[nodiscard]] bool get_boolean() noexcept;
  template <Number T>
  [[nodiscard]] T get() noexcept;
  /// Fills `values`, aligned once. On failure fills with zero.
  template <Number T>
  void get_array(std::span<T> values) noexcept;
  /// The next `count` elements where they lie, aligned once, if they can be used there: native byte
  /// order, and aligned in memory too. Otherwise empty, without a failure and without a step: use
  /// get_array.
  template <Number T>
  [[nodiscard]] std::span<const T> get_array_view(std::size_t count) noexcept;
  /// A view into the bytes, without the NUL. Empty on failure. A length of 0, which CORBA forbids
  /// and some ORBs send for the empty string, is taken as the empty string.
  [[nodiscard]] std::string_view get_string_view() noexcept;
  [[nodiscard]] std::string get_string() { return std::string{get_string_view()}; }
  /// The next `count` bytes, unaligned. Empty on failure.
  [[nodiscard]] Bytes get_bytes(std::size_t count) noexcept;
  /// The length of a sequence whose elements take at least `least_element_size` (> 0) bytes each;
  /// fails with bad_length, and returns 0, if the rest cannot hold that many.
  [[nodiscard]] std::uint32_t get_length(std::size_t least_element_size) noexcept;
  /// A sequence<octet> as a view.
  [[nodiscard]] Bytes get_octets() noexcept { return get_bytes(get_length(1)); }
  /// A decoder for the encapsulation that follows (its own byte order and alignment). A failed one
  /// on failure; this decoder goes on behind it, and fails only if its octets do not fit.
  [[nodiscard]] Decoder get_encapsulation() noexcept;

  /// Guards recursion: enter() fails with too_deep beyond kMaxDepth. Use through Nesting.
  static constexpr unsigned kMaxDepth = 64;
  [[nodiscard]] bool enter() noexcept;
  void leave() noexcept { --depth_; }

 private:
  // Steps over padding to `alignment` and `count` bytes, and returns where these lie; null and
  // failed if they are not there.
  const std::byte* take(std::size_t alignment, std::size_t count) noexcept;

  Bytes bytes_;
  std::size_t position_ = 0, origin_ = 0;
  unsigned depth_ = 0;
  ByteOrder order_;
  std::optional<DecodeError> error_;
  void* context_ = nullptr;
};

/// One level of a recursive type, for as long as it lives. False if the limit is reached; the
/// decoder failed.
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
