// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/loan.hpp>

#include <gmock/gmock.h>

#include <algorithm>

namespace orbweaver::corba {
namespace {

using testing::ElementsAre;

class ALoan : public testing::Test {
 protected:
  static Loan<int> of(std::size_t count) {
    auto memory = Chunk::of_size(kLoanBegin + count * sizeof(int));
    const std::span elements{reinterpret_cast<int*>(memory.data() + kLoanBegin), count};
    std::ranges::fill(elements, 7);
    return {std::move(memory), elements};
  }
};

// NOLINTBEGIN(bugprone-use-after-move): what happens then
TEST_F(ALoan, moved_from_asserts_in_a_debug_build_and_is_empty_in_others) {
  auto loan = of(2);
  const auto moved = std::move(loan);
  EXPECT_THAT(moved.values(), ElementsAre(7, 7));
  EXPECT_DEBUG_DEATH(EXPECT_EQ(loan.size(), 0U), "moved from or sent");
}
// NOLINTEND(bugprone-use-after-move)

TEST_F(ALoan, can_be_shortened_but_not_lengthened) {
  auto loan = of(3);
  loan.shorten(2);
  EXPECT_EQ(loan.size(), 2U);
  EXPECT_DEBUG_DEATH(loan.shorten(3), "cannot grow");
  EXPECT_EQ(loan.size(), 2U);
}

TEST_F(ALoan, sealed_is_a_view_of_the_same_memory) {
  auto loan = of(2);
  const int* const place = loan.values().data();
  const auto view = std::move(loan).seal();
  EXPECT_EQ(view.data(), place);
  EXPECT_THAT(view, ElementsAre(7, 7));
}

TEST_F(ALoan, of_no_elements_is_well) {
  EXPECT_EQ(of(0).size(), 0U);
  EXPECT_TRUE(of(0).seal().empty());
}

}  // namespace
}  // namespace orbweaver::corba
