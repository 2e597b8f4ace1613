#include <orbweaver/packets/buffer_pool.hpp>

#include <gtest/gtest.h>

namespace orbweaver::packets {
namespace {

TEST(BufferPool, gives_a_buffer_again_when_its_last_user_has_let_go) {
  BufferPool pool;
  auto first = pool.take(100);
  const auto* const place = first.data();
  {
    const Chunk second_user = first;
    first = {};
    EXPECT_NE(pool.take(100).data(), place);
  }
  const auto a = pool.take(100), b = pool.take(100);
  EXPECT_TRUE(a.data() == place || b.data() == place);
}

TEST(BufferPool, gives_at_least_what_was_asked_for) {
  BufferPool pool;
  (void)pool.take(10);
  EXPECT_GE(pool.take(5000).capacity(), 5000U);
  EXPECT_GE(pool.take(10).capacity(), 5000U) << "the grown buffer is used again";
}

TEST(BufferPool, may_go_before_its_buffers) {
  Chunk kept;
  {
    BufferPool pool;
    kept = pool.take(10);
  }
  kept.data()[9] = std::byte{1};
  kept = {};
}

}  // namespace
}  // namespace orbweaver::packets
