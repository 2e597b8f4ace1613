// SPDX-License-Identifier: Apache-2.0
// Reads value types: the tags, repository ids and chunks around their state. CORBA 3.3 Part 2,
// 9.3.4: Value Types.
//
//   tag [codebase] [repository ids] state          0x7fffff00 to 0x7fffff0f: what follows it
//   0                                              null
//   0xffffffff offset                              a value that began before, so far back
//
// A state may come in chunks. Before each chunk is its size. Nested values lie between chunks. Null
// values and references back lie inside chunks, as the ORBs in use send them; between chunks they
// are accepted, too. A negative number ends the state, and all values that are nested deeper. So a
// reader that does not know where a state ends, because a derived type was sent, can skip the rest
// of it.
//
// The bytes are hostile. Values are read through the Decoder. In chunks, the decoder's bytes end
// with each chunk; there it goes on in the next chunk instead of failing. No I/O, no thread.
#pragma once
#include <orbweaver/cdr/decoder.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace orbweaver::cdr {

/// Values of one message that may be shared: all that is decoded while this object lives may refer
/// back to values that were decoded before. Without this object a value cannot refer to another.
/// These objects nest: the innermost one is used, and goes on with the chunks of the outer one.
/// Allocates nothing until a value comes.
class ValueReader {
 public:
  /// How deep values may nest, if DecodeLimits::depth is not more. A linked list is as deep as it
  /// is long. Each level takes some hundred bytes of stack.
  static constexpr unsigned kUsualDepth = 256;
  /// How many values a chain of references may lead through, as a multiple of how deep they may
  /// nest: the program frees such a chain recursively.
  static constexpr unsigned kChainPerDepth = 16;
  /// The most repository ids of one value: its type, and the types to which it may be truncated.
  static constexpr std::size_t kMaxIds = 64;
  /// The most octets of a repository id to which another scope refers back, with its NUL.
  static constexpr std::size_t kMaxIdLength = 4096;

  explicit ValueReader(Decoder& decoder);
  /// For a decoder that earlier() has returned, as deep in values as `reader` is.
  ValueReader(Decoder& earlier, const ValueReader& reader);
  /// If the decoder has failed, or if a value led back to one that it lies in, the values that were
  /// kept are given to their Release: nothing else may hold them any more.
  ~ValueReader();
  ValueReader(const ValueReader&) = delete;
  ValueReader& operator=(const ValueReader&) = delete;

  enum class Form {
    null,
    shared,  // a reference to an earlier value; place: where that value began
    begun,   // the state follows; call end() after it
    failed,
  };
  struct ValueStart {
    Form form = Form::failed;
    std::size_t place = 0;
    bool is_chunked = false;
    /// The most derived type first. Empty: the type that the IDL declares.
    std::span<const std::string_view> ids;
    /// How many of the first ids are known to have no factory. The code that looks them up sets it;
    /// it is kept for the next value with the same list.
    std::size_t* passed_over = nullptr;
  };
  /// The next value. Fails the decoder: truncated, bad_value, too_deep.
  [[nodiscard]] ValueStart begin(Decoder& decoder);
  /// Call it after the part of the state that is known: skips the rest.
  void end(Decoder& decoder, const ValueStart& value) noexcept;

  /// The fate of the values of a message, which may hold each other in circles.
  enum class Outcome {
    failed,     // the message is refused: no part of the program has seen them
    delivered,  // they were given to the program, which may hold some of them
  };
  struct KeptValue {
    std::shared_ptr<void> object;
    std::vector<const void*> references;  // to the objects of other values, as they were read
  };
  using KeptValues = std::vector<KeptValue>;
  /// Takes apart the circles that no part of the program holds.
  using Release = void (*)(const KeptValues& values, Outcome outcome) noexcept;

  /// keep() remembers the object that was made of the value that began at `place`; the other
  /// returns it, or null if there is none. `release` is the same for all values.
  void keep(std::size_t place, std::shared_ptr<void> value, Release release = nullptr);
  [[nodiscard]] std::shared_ptr<void> find(std::size_t place);

  /// A decoder that stands where a value began that another of these objects has read, or that was
  /// passed over: values of one message may be shared between Anys. Its bytes end before the
  /// reference back. None if no value can begin there.
  [[nodiscard]] std::optional<Decoder> earlier(const Decoder& decoder, std::size_t place) noexcept;
  /// Call it when `earlier` has been read: `decoder` fails if it has, and has as much memory left.
  static void settle(Decoder& decoder, const Decoder& earlier) noexcept;
  /// Takes over what `there`, which read an earlier value, has kept: find() returns it, and it is
  /// released with the values of this object.
  void adopt(ValueReader& there);

  /// Whether a repository id or a value that was referred to since this object was made lies before
  /// `place`.
  [[nodiscard]] bool leads_before(std::size_t place) const noexcept { return earliest_ < place; }
  /// Whether the decoder is in a value that comes in chunks.
  [[nodiscard]] bool is_in_chunks() const noexcept { return frames_.chunked > 0; }

  // For Decoder.
  /// Moves into the next chunk, if the last one is used up and another one follows.
  [[nodiscard]] bool go_on(Decoder& decoder) const noexcept;
  /// All bytes behind the decoder's position, in any chunk or value.
  [[nodiscard]] std::size_t left_behind(const Decoder& decoder) const noexcept;

 private:
  struct Tables;
  // The values that are open.
  struct Frames {
    Bytes whole;             // while chunked > 0
    unsigned chunked = 0;    // values in chunks
    unsigned closed_to = 0;  // an end tag was read that closes down to this level; 0: none
    unsigned depth = 0;
  };

  [[nodiscard]] Tables& tables();
  void release_values() noexcept;
  void close_value(Decoder& decoder) noexcept;
  // No byte is left of the chunk that is open.
  [[nodiscard]] static bool is_used_up(const Decoder& decoder) noexcept;
  ValueStart refuse(Decoder& decoder) const noexcept;
  [[nodiscard]] ValueStart read_tag(Decoder& decoder);
  [[nodiscard]] std::string_view read_text(Decoder& decoder);
  [[nodiscard]] std::string_view text_at(const Decoder& decoder, std::size_t place);
  void read_types(Decoder& decoder, std::uint32_t tag, ValueStart& begun);
  void read_list(Decoder& decoder, ValueStart& begun);
  void skip_rest(Decoder& decoder, unsigned level) noexcept;
  void skip_header(Decoder& decoder, std::uint32_t tag) noexcept;
  // The decoder sees all bytes, from where it stands; or none until it goes on.
  void open(Decoder& decoder) const noexcept;
  void close(Decoder& decoder) const noexcept;

  Decoder& decoder_;
  ValueReader* outer_;
  std::unique_ptr<Tables> tables_;
  Frames frames_;
  std::size_t earliest_ = SIZE_MAX;  // of the places that were referred back to
};

}  // namespace orbweaver::cdr
