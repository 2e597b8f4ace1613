// Writes value types: what frames their state. CORBA 3.3 Part 2, 9.3.4. See value_reader.hpp.
//
// A state comes in chunks if its type may be truncated, or if it lies in one that does.
#pragma once
#include <orbweaver/cdr/encoder.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace orbweaver::cdr {

/// The values of one message that share: each is written once while this lives, and referred back
/// to later. Without one, each value is by itself. Nests: the innermost counts, in the chunks of
/// the outer one. Allocates nothing until a value comes.
class ValueWriter {
 public:
  /// Values inside each other: as many as a reader can be set to take.
  static constexpr unsigned kMaxDepth = 1000;

  explicit ValueWriter(Encoder& encoder);
  ~ValueWriter();
  ValueWriter(const ValueWriter&) = delete;
  ValueWriter& operator=(const ValueWriter&) = delete;

  static void put_null(Encoder& encoder);
  /// True, and it is done, if the value of that key was begun before. Keys: 0 is none.
  [[nodiscard]] bool put_shared(Encoder& encoder, std::uintptr_t key);
  /// Before the state. `ids`, from the most derived type on, live as long as this. Returns whether
  /// it comes in chunks, which end() must know. Fails the encoder: too_deep.
  [[nodiscard]] bool begin(Encoder& encoder, std::uintptr_t key,
                           const std::vector<std::string_view>& ids, bool in_chunks);
  void end(Encoder& encoder, bool in_chunks);

  /// In chunks, around a string or an array of so many octets: it is not split, and lies in a chunk
  /// of its own if it is long.
  void before_array(Encoder& encoder, std::size_t octets);
  void after_array(Encoder& encoder);

  /// Whether what is written now lies in chunks.
  [[nodiscard]] bool is_in_chunks() const noexcept { return frames_.chunked > 0; }

 private:
  struct Tables;
  // What is open.
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
};

}  // namespace orbweaver::cdr
