// SPDX-License-Identifier: Apache-2.0
// Writes value types: the tags, repository ids and chunks around their state. CORBA 3.3 Part 2,
// 9.3.4. See value_reader.hpp.
//
// A state is written in chunks if its type may be truncated, or if it lies in a state in chunks.
#pragma once
#include <orbweaver/cdr/encoder.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace orbweaver::cdr {

/// Values of one message that may be shared: while this object lives, each value is written once,
/// and later uses of it are written as references back. Without this object a value is written each
/// time. These objects nest: the innermost one is used, and goes on with the chunks of the outer
/// one. Allocates nothing until a value comes.
class ValueWriter {
 public:
  /// How deep values may nest: as deep as the limit of a reader can be set.
  static constexpr unsigned kMaxDepth = 1000;

  using Owners = std::vector<std::shared_ptr<void>>;

  explicit ValueWriter(Encoder& encoder);
  /// Writes no value, and puts each one that would be written into `owners`.
  ValueWriter(Encoder& encoder, Owners& owners) : ValueWriter(encoder) { owners_ = &owners; }
  ~ValueWriter();
  ValueWriter(const ValueWriter&) = delete;
  ValueWriter& operator=(const ValueWriter&) = delete;

  /// Null, unless values are only to be found.
  [[nodiscard]] Owners* owners() const noexcept { return owners_; }

  static void put_null(Encoder& encoder);
  /// If the value with this key was begun before: writes a reference to it, and returns true. 0 is
  /// no key.
  [[nodiscard]] bool put_shared(Encoder& encoder, std::uintptr_t key);
  /// Call it before the state. `ids`: the most derived type first; they must live as long as this
  /// object. Returns whether the state is written in chunks, which end() must know. Fails the
  /// encoder: too_deep.
  [[nodiscard]] bool begin(Encoder& encoder, std::uintptr_t key,
                           const std::vector<std::string_view>& ids, bool in_chunks);
  void end(Encoder& encoder, bool in_chunks);

  /// Call it around a string or an array of so many octets: in chunks it is not split, and has a
  /// chunk of its own if it is long.
  void before_array(Encoder& encoder, std::size_t octets);
  void after_array(Encoder& encoder);

  /// Whether the encoder is in a value that is written in chunks.
  [[nodiscard]] bool is_in_chunks() const noexcept { return frames_.chunked > 0; }

 private:
  struct Tables;
  // The values that are open.
  struct Frames {
    unsigned depth = 0, chunked = 0;
    std::size_t chunk = 0;  // where the octets of the open chunk begin; 0: none is open
    std::size_t ended = 0;  // behind the last end
  };

  [[nodiscard]] Tables& tables();
  void put_back_to(Encoder& encoder, std::size_t place);
  void put_id(Encoder& encoder, std::string_view id);
  void begin_chunk(Encoder& encoder);
  void end_chunk(Encoder& encoder);
  void close_chunk(Encoder& encoder);

  Encoder& encoder_;
  ValueWriter* outer_;
  std::unique_ptr<Tables> tables_;
  Frames frames_;
  Owners* owners_ = nullptr;
};

}  // namespace orbweaver::cdr
