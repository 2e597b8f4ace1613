// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/transport/ring/record_ring.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace orbweaver::transport::ring {
namespace {

class RecordRing : public testing::Test {
 protected:
  static constexpr std::size_t kSize = 256;
  alignas(kUnit) std::array<std::byte, kSize> memory{};
  std::uint64_t read_position = 0;
  RecordWriter<> writer{memory, read_position};
  RecordReader<> reader{memory, read_position};

  bool write(std::string_view text, std::uint32_t tag = 0) {
    auto* const place = writer.claim(text.size());
    if (place == nullptr) return false;
    std::memcpy(place, text.data(), text.size());
    writer.commit(tag);
    return true;
  }
  std::string read() {
    const auto found = reader.poll();
    if (found != Poll::record) return found == Poll::nothing ? "nothing" : "broken";
    std::string text{as_text(reader.bytes())};
    (void)reader.release();
    return text;
  }
  std::uint32_t& word(std::size_t offset) {
    return *reinterpret_cast<std::uint32_t*>(memory.data() + offset);
  }
};

TEST_F(RecordRing, gives_nothing_before_anything_was_written) {
  EXPECT_TRUE(reader.is_empty());
  EXPECT_EQ(read(), "nothing");
  EXPECT_TRUE(writer.is_drained());
}

TEST_F(RecordRing, keeps_records_their_tags_and_their_order) {
  ASSERT_TRUE(write("one", 1));
  ASSERT_TRUE(write("", 2));
  ASSERT_TRUE(write("the third", 3));
  EXPECT_EQ(reader.poll(), Poll::record);
  EXPECT_EQ(reader.tag(), 1U);
  EXPECT_EQ(read(), "one");
  EXPECT_EQ(reader.poll(), Poll::record);
  EXPECT_EQ(reader.tag(), 2U);
  EXPECT_EQ(read(), "");
  EXPECT_EQ(read(), "the third");
  EXPECT_EQ(read(), "nothing");
}

TEST_F(RecordRing, shows_a_claim_only_once_it_is_committed) {
  ASSERT_NE(writer.claim(5), nullptr);
  EXPECT_EQ(read(), "nothing");
  ASSERT_NE(writer.claim(3), nullptr) << "the earlier claim is forgotten";
  writer.commit(7);
  EXPECT_EQ(reader.poll(), Poll::record);
  EXPECT_EQ(reader.bytes().size(), 3U);
}

TEST_F(RecordRing, is_full_until_the_reader_has_published_what_it_read) {
  int written = 0;
  while (write("12345678")) ++written;
  EXPECT_EQ(written, kSize / kUnit - 1);
  EXPECT_EQ(read(), "12345678");
  EXPECT_FALSE(write("12345678"));
  EXPECT_FALSE(writer.is_drained());
  EXPECT_TRUE(reader.publish());
  EXPECT_FALSE(reader.publish());
  EXPECT_TRUE(write("12345678"));
}

TEST_F(RecordRing, says_when_a_quarter_has_been_read) {
  while (write("12345678")) {
  }
  for (std::size_t read = kUnit; read < kSize / 4; read += kUnit) {
    ASSERT_EQ(reader.poll(), Poll::record);
    EXPECT_FALSE(reader.release());
  }
  ASSERT_EQ(reader.poll(), Poll::record);
  EXPECT_TRUE(reader.release());
}

TEST_F(RecordRing, takes_its_largest_record_wherever_it_stands) {
  const std::string large(largest_record(kSize), 'x');
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(write(large)) << i;
    ASSERT_EQ(read(), large);
    ASSERT_TRUE(write("s"));
    ASSERT_EQ(read(), "s");
    reader.publish();
  }
}

TEST_F(RecordRing, gives_what_was_written_for_any_sizes) {
  std::mt19937 random{1};
  std::vector<std::string> expected;
  std::size_t next = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text(random() % (largest_record(kSize) + 1),
                           static_cast<char>('a' + random() % 26));
    if (write(text)) expected.push_back(text);
    while (random() % 3 == 0 && next < expected.size()) ASSERT_EQ(read(), expected[next++]);
    if (random() % 4 == 0) reader.publish();
  }
  EXPECT_GT(next, 1000U);
}

TEST_F(RecordRing, carries_records_between_threads) {
  constexpr std::uint32_t kRecords = 100'000;
  std::jthread producer{[&] {
    for (std::uint32_t i = 0; i < kRecords; ++i)
      while (!write(std::string(i % 100, static_cast<char>(i)), i)) std::this_thread::yield();
  }};
  for (std::uint32_t i = 0; i < kRecords; ++i) {
    while (reader.poll() == Poll::nothing) {
      reader.publish();
      std::this_thread::yield();
    }
    ASSERT_EQ(reader.tag(), i);
    ASSERT_EQ(as_text(reader.bytes()), std::string(i % 100, static_cast<char>(i)));
    if (reader.release()) reader.publish();
  }
}

TEST_F(RecordRing, calls_broken_what_no_writer_writes) {
  constexpr auto kCommitted = detail::kCommitted, kPadding = detail::kPadding;
  const std::uint32_t words[] = {1,
                                 kCommitted | (largest_record(kSize) + 1),
                                 kCommitted | 0x3FFFFFFF,
                                 kPadding,
                                 kCommitted | kPadding,  // nothing is skipped at the start
                                 kCommitted | kPadding | 1,
                                 0xFFFFFFFF};
  for (const auto nonsense : words) {
    word(0) = nonsense;
    EXPECT_EQ(reader.poll(), Poll::broken) << nonsense;
  }
}

TEST_F(RecordRing, calls_broken_a_record_that_reaches_beyond_the_end) {
  for (int i = 0; i < 15; ++i) ASSERT_TRUE(write("12345678"));
  for (int i = 0; i < 15; ++i) ASSERT_EQ(read(), "12345678");
  word(15 * kUnit) = detail::kCommitted | 9;
  EXPECT_EQ(reader.poll(), Poll::broken);
  word(15 * kUnit) = detail::kCommitted | 8;
  EXPECT_EQ(reader.poll(), Poll::record);
}

TEST_F(RecordRing, believes_no_reader_that_read_what_was_not_written) {
  while (write("12345678")) {
  }
  for (const std::uint64_t lie : {std::uint64_t{kSize}, std::uint64_t{1} << 63, UINT64_MAX}) {
    read_position = lie;
    EXPECT_FALSE(write("12345678")) << lie;
  }
  read_position = kUnit;
  EXPECT_TRUE(write("12345678"));
  read_position = 0;  // goes back
  EXPECT_FALSE(write("12345678"));
}

}  // namespace
}  // namespace orbweaver::transport::ring
