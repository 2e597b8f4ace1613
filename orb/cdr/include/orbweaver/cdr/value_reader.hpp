// Reads value types: what frames their state. CORBA 3.3 Part 2, 9.3.4: Value Types.
//
//   tag [codebase] [repository ids] state          0x7fffff00 to 0x7fffff0f: what follows it
//   0                                              null
//   0xffffffff offset                              a value that began before, so far back
//
// A state may come in chunks, each behind its size, between which nested values lie (null and
// references back lie inside them, as the ORBs in use have it; outside is taken too). A negative
// number ends it, and with it all that is nested deeper. So a reader that does not know the end of
// a state, because a derived type was sent, can pass over it.
//
// The bytes are hostile. Values are read through the Decoder: in chunks its bytes end with each
// chunk, and where it would fail it goes on in the next one. No I/O, no thread.
#pragma once
#include <orbweaver/cdr/decoder.hpp>

#include <memory>
#include <span>
#include <string_view>

namespace orbweaver::cdr {

/// The values of one message that share: whatever is decoded while this lives may refer back to
/// what was decoded before. Without one, each value is by itself. Nests: the innermost counts, and
/// goes on with the chunks of the outer one. Allocates nothing until a value comes.
class ValueReader {
 public:
  /// Values inside each other, where DecodeLimits::depth is not more: a list is as deep as it is
  /// long. Each takes some hundred bytes of stack.
  static constexpr unsigned kUsualDepth = 256;
  /// Repository ids of one value: a type and what it may be truncated to.
  static constexpr std::size_t kMaxIds = 64;
  /// Octets of a repository id that is referred back to from another scope, with its NUL.
  static constexpr std::size_t kMaxIdLength = 4096;

  explicit ValueReader(Decoder& decoder);
  ~ValueReader();
  ValueReader(const ValueReader&) = delete;
  ValueReader& operator=(const ValueReader&) = delete;

  enum class Form {
    null,
    shared,  // place: where the value began that is meant
    begun,   // the state follows; end() when it was read
    failed,
  };
  struct Begun {
    Form form = Form::failed;
    std::size_t place = 0;
    bool is_chunked = false;
    /// From the most derived type on; empty: the type that was to be expected.
    std::span<const std::string_view> ids;
    /// How many of the first ids are known to have no factory. The code that looks them up sets it;
    /// it is kept for the next value with the same list.
    std::size_t* passed_over = nullptr;
  };
  /// The next value. Fails the decoder: truncated, bad_value, too_deep.
  [[nodiscard]] Begun begin(Decoder& decoder);
  /// Behind the state, as far as it is known: passes over the rest of it.
  void end(Decoder& decoder, const Begun& value) noexcept;

  /// Remembers what became of the value that began at `place`; asks for it. Null: nothing did.
  void keep(std::size_t place, std::shared_ptr<void> value);
  [[nodiscard]] std::shared_ptr<void> find(std::size_t place) const;

  /// Whether a repository id that was read since this lives stands before `place`.
  [[nodiscard]] bool leads_before(std::size_t place) const noexcept { return earliest_ < place; }
  /// Whether what is read now lies in chunks.
  [[nodiscard]] bool is_in_chunks() const noexcept { return frames_.chunked > 0; }

  // For Decoder.
  /// Into the next chunk, if the last one is used up and another one follows.
  [[nodiscard]] bool go_on(Decoder& decoder) const noexcept;
  /// Bytes behind the decoder's position, whatever they belong to.
  [[nodiscard]] std::size_t left_behind(const Decoder& decoder) const noexcept;

 private:
  struct Tables;
  // What is open.
  struct Frames {
    Bytes whole;             // while chunked > 0
    unsigned chunked = 0;    // values in chunks
    unsigned closed_to = 0;  // an end tag was read that closes down to this level; 0: none
    unsigned depth = 0;
  };

  [[nodiscard]] Tables& tables();
  // Nothing is left of the chunk that is open.
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
