// SPDX-License-Identifier: Apache-2.0
// The headers of the requests that a reference has sent. Headers of one operation differ only in
// the request id, the response flags and the content of contexts, so they are used again.
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/os/atomic.hpp>

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>

namespace orbweaver::client {

/// Only grows, up to kMost headers, so that callers with many names of operations do not fill the
/// memory. Threads: any. Blocks: never.
class PreparedHeads {
 public:
  static constexpr std::size_t kMost = 64;

  PreparedHeads() = default;
  ~PreparedHeads();
  PreparedHeads(const PreparedHeads&) = delete;
  PreparedHeads& operator=(const PreparedHeads&) = delete;

  struct Head {
    giop::OctetBuffer bytes;
    giop::RequestFields fields;
  };
  /// Returns the header that was added for `operation` and a context of `context` octets (0: no
  /// context); null if there is none. Valid as long as this object.
  [[nodiscard]] const Head* find(std::string_view operation, std::size_t context) const noexcept {
    // acquire: pairs with the release in add
    for (const auto* one = newest_.load(std::memory_order_acquire); one; one = one->older)
      if (one->context == context && one->operation == operation) return &one->head;
    return nullptr;
  }
  /// Stores a copy of both, unless there are kMost already. Two threads may add the same header;
  /// that does no harm.
  void add(std::string_view operation, std::size_t context, Bytes head, giop::RequestFields fields);

 private:
  struct Prepared {
    std::string operation;
    std::size_t context;
    Head head;
    Prepared* older;
  };

  os::Atomic<Prepared*> newest_{nullptr};
  os::Atomic<std::size_t> count_{0};
};

}  // namespace orbweaver::client
