// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/traced_connection.hpp>

#include <orbweaver/giop/request.hpp>

#include <gtest/gtest.h>

#include "held_connection.hpp"

namespace orbweaver::wire {
namespace {

constexpr Trace kMessages{.messages = true};

std::string close_connection() {
  cdr::Encoder encoder;
  giop::put_close_connection(encoder);
  return std::string{as_text(encoder.bytes())};
}

/// Returns the lines that go to standard error while `send` sends.
template <class Send>
std::string lines_of(Send send) {
  auto held = std::make_unique<HeldConnection>();
  held->open();
  TracedConnection traced(std::move(held), kMessages, TracedConnection::From::here);
  testing::internal::CaptureStderr();
  send(traced);
  return testing::internal::GetCapturedStderr();
}

std::size_t count(const std::string& text, const std::string& words) {
  std::size_t found = 0;
  for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++found;
  return found;
}

TEST(TracedConnection, finds_messages_back_to_back_in_pieces_of_any_size) {
  const auto messages = close_connection() + close_connection() + close_connection();
  for (std::size_t size = 1; size <= messages.size(); ++size) {
    std::vector<Bytes> pieces;
    for (std::size_t at = 0; at < messages.size(); at += size)
      pieces.push_back(as_bytes(std::string_view{messages}.substr(at, size)));
    const auto lines =
        lines_of([&](auto& traced) { EXPECT_TRUE(traced.send(pieces, Deadline::never())); });
    EXPECT_EQ(count(lines, "trace: to held: CloseConnection (GIOP 1.2, 12 bytes)"), 3U) << lines;
  }
}

TEST(TracedConnection, is_there_only_if_it_is_wanted) {
  const auto is_traced = [](Trace trace) {
    auto held = std::make_unique<HeldConnection>();
    const auto* const inner = held.get();
    return traced(std::move(held), trace, TracedConnection::From::here).get() != inner;
  };
  EXPECT_FALSE(is_traced({}));
  EXPECT_FALSE(is_traced({.calls = true}));
  EXPECT_TRUE(is_traced({.messages = true}));
}

}  // namespace
}  // namespace orbweaver::wire
