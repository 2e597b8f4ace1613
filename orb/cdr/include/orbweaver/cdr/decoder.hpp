// Reads values from CDR. CORBA 3.3 Part 2, 9.3.
//
// The bytes are hostile. The first thing that does not fit makes the decoder failed for good: every
// later read returns zero or empty, and the caller asks ok() once at the end. A length is compared
// with what remains before anything is allocated. No I/O, no thread; one thread at a time.
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
  truncated,       // a value ends beyond the last byte, or that of a value type's chunk
  bad_boolean,     // neither 0 nor 1
  bad_string,      // no NUL at the end, or a NUL inside
  bad_length,      // a length that the rest cannot hold, or beyond the bound of its type
  too_long,        // a sequence or string beyond DecodeLimits::length
  bad_character,   // not in the code set of the wire, or not in the program's
  wide_refused,    // wchar or wstring where WideForm::refused holds
  local_only,      // what cannot travel: a native, a local object
  bad_enumerator,  // no such enumerator or union branch
  bad_byte_order,  // an encapsulation that starts with neither 0 nor 1
  too_deep,        // nested more than DecodeLimits::depth
  no_orb,          // a reference, where no ORB is there to make an object of it
  bad_type_code,   // a TypeCode that makes no sense, or a value of a type that cannot travel
  bad_digit,       // no decimal digit or sign in a fixed
  bad_value,       // a value type's tag, chunk or indirection that cannot be, or of another type
  no_factory,      // a value type for which no factory is registered
  too_much,        // values that take more memory than DecodeLimits::memory
};

/// One readable line.
[[nodiscard]] std::string_view describe(DecodeError error) noexcept;

class ValueReader;

/// What is taken at most from bytes that are well formed. What remains of them bounds each length
/// besides.
struct DecodeLimits {
  static constexpr std::uint32_t kUsualDepth = 64;
  /// Elements of a sequence, octets of a string (with its NUL).
  std::uint32_t length = UINT32_MAX;
  /// Levels of recursive types, and of values in an Any.
  std::uint32_t depth = kUsualDepth;
  /// Bytes that values may take whose memory is not in proportion to what they take in a message:
  /// elements that are no numbers, Anys, TypeCodes, value types, references.
  std::size_t memory = SIZE_MAX;
};

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

  /// How texts are written here. The decoders that get_encapsulation() returns carry it on.
  void set_code_sets(CodeSets code_sets) noexcept { code_sets_ = code_sets; }
  [[nodiscard]] CodeSets code_sets() const noexcept { return code_sets_; }

  /// The decoders that get_encapsulation() returns carry them on.
  void set_limits(DecodeLimits limits) noexcept {
    limits_ = limits;
    memory_left_ = limits.memory;
  }
  [[nodiscard]] DecodeLimits limits() const noexcept { return limits_; }

  [[nodiscard]] ByteOrder byte_order() const noexcept { return order_; }
  [[nodiscard]] std::size_t remaining() const noexcept { return bytes_.size() - position_; }
  /// Whether so many elements may follow: in what remains, or in chunks of a value behind it.
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
  /// A `string` of IDL, as code_sets() says.
  [[nodiscard]] std::string get_text();
  /// As code_sets() says. A byte order mark is taken off.
  [[nodiscard]] wchar_t get_wide() noexcept;
  [[nodiscard]] std::wstring get_wide_text();
  /// IEEE 754 binary128, aligned to 8; to the nearest value that a long double has.
  [[nodiscard]] long double get_long_double() noexcept;
  /// The next `count` bytes, unaligned. Empty on failure.
  [[nodiscard]] Bytes get_bytes(std::size_t count) noexcept;
  /// The length of a sequence whose elements take at least `least_element_size` (> 0) bytes each;
  /// fails with bad_length, and returns 0, if the rest cannot hold that many; with too_long beyond
  /// the limit.
  [[nodiscard]] std::uint32_t get_length(std::size_t least_element_size) noexcept;
  /// The same for elements that take `memory_each` bytes each, which are charged; 0 if that fails.
  [[nodiscard]] std::uint32_t get_length(std::size_t least_element_size,
                                         std::size_t memory_each) noexcept;
  /// Before so many bytes of memory are taken for what is read. False, and failed with too_much, if
  /// that is more than DecodeLimits::memory with all that was charged before. A copy of a decoder
  /// counts on by itself, as do the decoders that get_encapsulation() returns.
  bool charge(std::size_t bytes) noexcept;
  /// A sequence<octet> as a view.
  [[nodiscard]] Bytes get_octets() noexcept { return get_bytes(get_length(1)); }
  /// A decoder for the encapsulation that follows (its own byte order and alignment). A failed one
  /// on failure; this decoder goes on behind it, and fails only if its octets do not fit.
  [[nodiscard]] Decoder get_encapsulation() noexcept;

  /// What reads value types here; null: they cannot be read (value_reader.hpp).
  [[nodiscard]] ValueReader* values() const noexcept { return values_; }

  /// Guards recursion: enter() fails with too_deep beyond the limit. Use through Nesting.
  [[nodiscard]] bool enter() noexcept;
  void leave() noexcept { --depth_; }

 private:
  // Steps over padding to `alignment` and `count` bytes, and returns where these lie; null and
  // failed if they are not there.
  const std::byte* take(std::size_t alignment, std::size_t count) noexcept;
  // The same where the bytes end: they go on in the next chunk of a value, if there is one.
  const std::byte* take_further(std::size_t alignment, std::size_t count) noexcept;
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
  void* context_ = nullptr;
  ValueReader* values_ = nullptr;
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
