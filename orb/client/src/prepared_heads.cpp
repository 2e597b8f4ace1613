// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/prepared_heads.hpp>

#include <memory>
#include <utility>

namespace orbweaver::client {

PreparedHeads::~PreparedHeads() {
  for (auto* one = newest_.load(std::memory_order_relaxed); one != nullptr;)
    one = std::unique_ptr<Prepared> { one } -> older;
}

void PreparedHeads::add(std::string_view operation, std::size_t context, Bytes head,
                        giop::RequestFields fields) {
  // relaxed: a bound, which orders nothing
  if (count_.fetch_add(1, std::memory_order_relaxed) >= kMost) {
    count_.store(kMost, std::memory_order_relaxed);
    return;
  }
  auto one = std::make_unique<Prepared>(std::string{operation}, context,
                                        Head{{head.begin(), head.end()}, fields},
                                        newest_.load(std::memory_order_relaxed));
  auto* const added = one.release();
  // release: pairs with the acquire in find
  while (!newest_.compare_exchange_weak(added->older, added, std::memory_order_release,
                                        std::memory_order_relaxed)) {
  }
}

}  // namespace orbweaver::client
