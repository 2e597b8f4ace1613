// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/cdr/value_writer.hpp>

#include "value_tags.hpp"

#include <unordered_map>

namespace orbweaver::cdr {

using namespace value_tags;

struct ValueWriter::Tables {
  std::unordered_map<std::uintptr_t, std::size_t> values;
  std::unordered_map<std::string_view, std::size_t> ids;
};

ValueWriter::ValueWriter(Encoder& encoder) : encoder_(encoder), outer_(encoder.values()) {
  if (outer_ != nullptr) frames_ = outer_->frames_;
  encoder.set_values(this);
}

ValueWriter::~ValueWriter() {
  if (outer_ != nullptr) outer_->frames_ = frames_;
  encoder_.set_values(outer_);
}

ValueWriter::Tables& ValueWriter::tables() {
  if (!tables_) tables_ = std::make_unique<Tables>();
  return *tables_;
}

void ValueWriter::put_back_to(Encoder& encoder, std::size_t place) {
  encoder.put(kIndirection);
  encoder.put(static_cast<std::int32_t>(static_cast<std::int64_t>(place) -
                                        static_cast<std::int64_t>(encoder.size())));
}

void ValueWriter::put_null(Encoder& encoder) { encoder.put(kNull); }

bool ValueWriter::put_shared(Encoder& encoder, std::uintptr_t key) {
  if (!tables_) return false;
  const auto found = tables_->values.find(key);
  if (found == tables_->values.end()) return false;
  put_back_to(encoder, found->second);
  return true;
}

void ValueWriter::put_id(Encoder& encoder, std::string_view id) {
  encoder.align(4);
  const auto [found, is_new] = tables().ids.try_emplace(id, encoder.size());
  if (is_new) return encoder.put_string(id);
  put_back_to(encoder, found->second);
}

bool ValueWriter::begin(Encoder& encoder, std::uintptr_t key,
                        const std::vector<std::string_view>& ids, bool in_chunks) {
  if (++frames_.depth > kMaxDepth) encoder.fail(EncodeError::too_deep);
  end_chunk(encoder);
  encoder.align(4);
  tables().values.emplace(key, encoder.size());
  in_chunks = in_chunks || frames_.chunked > 0;
  const bool is_list = ids.size() > 1;
  encoder.put(kFirst | (is_list ? kIdList : kOneId) | (in_chunks ? kChunked : 0));
  if (is_list) encoder.put(static_cast<std::uint32_t>(ids.size()));
  for (const auto id : ids) put_id(encoder, id);
  if (in_chunks) ++frames_.chunked;
  begin_chunk(encoder);
  return in_chunks;
}

void ValueWriter::end(Encoder& encoder, bool in_chunks) {
  --frames_.depth;
  if (!in_chunks) return;
  end_chunk(encoder);
  // One end for all that end here, as omniORB 4.2 writes it, and alone reads it.
  if (frames_.ended == encoder.size()) encoder.take_back(sizeof(std::int32_t));
  encoder.put(-static_cast<std::int32_t>(frames_.chunked--));
  frames_.ended = encoder.size();
  begin_chunk(encoder);
}

void ValueWriter::begin_chunk(Encoder& encoder) {
  if (frames_.chunked == 0) return;
  encoder.put(std::uint32_t{0});
  frames_.chunk = encoder.size();
}

// omniORB 4.2 cannot read on in a chunk behind an array that is longer than its buffer, of 8 KiB,
// holds.
constexpr std::size_t kLongChunk = 1024;

void ValueWriter::before_array(Encoder& encoder, std::size_t octets) {
  // An encapsulation is an array of octets.
  const bool is_inside_array = encoder.position() != encoder.size();
  if (frames_.chunk == 0 || is_inside_array) return;
  if (encoder.size() - frames_.chunk + octets <= kLongChunk) return;
  close_chunk(encoder);
  begin_chunk(encoder);
}

void ValueWriter::after_array(Encoder& encoder) { before_array(encoder, 0); }

// Filled up to where the next tag begins: omniORB 4.2 reads no others.
void ValueWriter::end_chunk(Encoder& encoder) {
  if (frames_.chunk == 0) return;
  encoder.align(4);
  close_chunk(encoder);
}

// A chunk without octets is none.
void ValueWriter::close_chunk(Encoder& encoder) {
  constexpr std::size_t kSize = sizeof(std::uint32_t);
  const std::size_t size = encoder.size() - frames_.chunk;
  if (size == 0)
    encoder.take_back(kSize);
  else if (size < kFirst)
    encoder.patch(frames_.chunk - kSize, static_cast<std::uint32_t>(size));
  else
    encoder.fail(EncodeError::too_long);
  frames_.chunk = 0;
}

}  // namespace orbweaver::cdr
