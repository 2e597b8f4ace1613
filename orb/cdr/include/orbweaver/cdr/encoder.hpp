// Writes values as CDR. CORBA 3.3 Part 2, 9.3.
//
// Pure arithmetic on memory: no I/O, no thread. Alignment counts from the encoder's first byte; a
// GIOP message therefore starts its encoder at the message header. One thread at a time.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/cdr/byte_order.hpp>

#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace orbweaver::cdr {

/// Grows as needed and keeps its memory over clear(), so that a reused encoder allocates nothing.
/// Fails: std::bad_alloc; std::length_error beyond 4 GiB, more than a GIOP message can hold.
class Encoder {
 public:
  explicit Encoder(ByteOrder order = kNativeOrder) noexcept : order_(order) {}
  /// The source is left empty and usable.
  Encoder(Encoder&& other) noexcept;
  Encoder& operator=(Encoder&& other) noexcept;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() = default;

  /// Drops what was written, keeps the memory and the byte order. Borrows nothing from now on.
  void clear() noexcept {
    size_ = origin_ = borrowed_size_ = 0;
    borrowed_.clear();
    least_borrowed_ = kBorrowNothing;
  }
  [[nodiscard]] ByteOrder byte_order() const noexcept { return order_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_ + borrowed_size_; }
  /// Everything written, if nothing was borrowed. Valid until the next call that writes.
  [[nodiscard]] Bytes bytes() const noexcept { return {memory_.get(), size_}; }
  /// Memory that is kept over clear().
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

  /// From now on put_array() does not copy arrays of at least `least` bytes that need no swapping:
  /// they become pieces of their own, and must stay as they are until pieces() have been used.
  void borrow_from(std::size_t least) noexcept { least_borrowed_ = least; }
  /// Everything written, as consecutive pieces. Valid until the next call.
  [[nodiscard]] std::span<const Bytes> pieces();

  /// Writes zeros up to the next multiple of `alignment`.
  void align(std::size_t alignment);
  void put_bytes(Bytes bytes);
  void put_octet(std::uint8_t value);
  void put_boolean(bool value) { put_octet(value ? 1 : 0); }
  /// Aligned and in byte_order().
  template <Number T>
  void put(T value);
  /// The elements without a length, aligned once (nothing is aligned if there are none).
  template <Number T>
  void put_array(std::span<const T> values);
  /// Length including the NUL, the characters, the NUL. `text` must not contain NUL.
  void put_string(std::string_view text);

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
  /// Room for `count` more bytes without another allocation.
  void reserve(std::size_t count);

 private:
  static constexpr std::size_t kBorrowNothing = SIZE_MAX;
  struct Borrowed {
    std::size_t at;  // where it belongs, counted in memory_
    Bytes bytes;
  };
  void borrow(Bytes bytes);
  // Where in memory_ lies what was written at `position`.
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
  ByteOrder order_;
};

}  // namespace orbweaver::cdr

#include <orbweaver/cdr/encoder_inline.hpp>
