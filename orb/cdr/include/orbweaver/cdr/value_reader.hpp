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
#include <span>
#include <string_view>

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
  /// The most repository ids of one value: its type, and the types to which it may be truncated.
  static constexpr std::size_t kMaxIds = 64;
  /// The most octets of a repository id to which another scope refers back, with its NUL.
  static constexpr std::size_t kMaxIdLength = 4096;

  explicit ValueReader(Decoder& decoder);
  ~ValueReader();
  ValueReader(const ValueReader&) = delete;
  ValueReader& operator=(const ValueReader&) = delete;

  enum class Form {
    null,
    shared,  // a reference to an earlier value; place: where that value began
    begun,   // the state follows; call end() after it
    failed,
  };
  struct Begun {
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
  [[nodiscard]] Begun begin(Decoder& decoder);
  /// Call it after the part of the state that is known: skips the rest.
  void end(Decoder& decoder, const Begun& value) noexcept;

  /// keep() remembers the object that was made of the value that began at `place`; the other
  /// returns it, or null if there is none.
  void keep(std::size_t place, std::shared_ptr<void> value);
  [[nodiscard]] std::shared_ptr<void> find(std::size_t place) const;

  /// Whether a repository id that was read since this object was made lies before `place`.
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
  // No byte is left of the chunk that is open.
  [[nodiscard]] static bool is_used_up(const Decoder& decoder) noexcept;
  Begun refuse(Decoder& decoder) const noexcept;
  [[nodiscard]] Begun read_tag(Decoder& decoder);
  [[nodiscard]] std::string_view read_text(Decoder& decoder);
  [[nodiscard]] std::string_view text_at(const Decoder& decoder, std::size_t place);
  void read_types(Decoder& decoder, std::uint32_t tag, Begun& begun);
  void read_list(Decoder& decoder, Begun& begun);
  void skip_rest(Decoder& decoder, unsigned level) noexcept;
  void skip_header(Decoder& decoder, std::uint32_t tag) noexcept;
  // The decoder sees all bytes, from where it stands; or none until it goes on.
  void open(Decoder& decoder) const noexcept;
  void close(Decoder& decoder) const noexcept;

  Decoder& decoder_;
  ValueReader* outer_;
  std::unique_ptr<Tables> tables_;
  Frames frames_;
  std::size_t earliest_ = SIZE_MAX;  // of the places that repository ids were referred back to
};

}  // namespace orbweaver::cdr
