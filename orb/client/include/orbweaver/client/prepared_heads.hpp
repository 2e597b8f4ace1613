// The headers of the requests that a reference has sent: those of one operation differ in their
// number and their response flags alone.
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/request.hpp>

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>

namespace orbweaver::client {

/// Grows only, up to kMost: a caller that makes up names of operations does not fill the memory.
/// Threads: any. Blocks: never.
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
  /// What was added for `operation`; null if nothing was. Valid as long as this object.
  [[nodiscard]] const Head* find(std::string_view operation) const noexcept {
    // acquire: pairs with the release in add
    for (const auto* one = newest_.load(std::memory_order_acquire); one; one = one->older)
      if (one->operation == operation) return &one->head;
    return nullptr;
  }
  /// Keeps a copy of both, unless there are kMost. Two threads may add the same, which does no
  /// harm.
  void add(std::string_view operation, Bytes head, giop::RequestFields fields);

 private:
  struct Prepared {
    std::string operation;
    Head head;
    Prepared* older;
  };

  std::atomic<Prepared*> newest_{nullptr};
  std::atomic<std::size_t> count_{0};
};

}  // namespace orbweaver::client
