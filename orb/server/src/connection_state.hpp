// SPDX-License-Identifier: Apache-2.0
// The state that a connection keeps from one request to the next.
#pragma once
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/server/object_adapter.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace orbweaver::server {

/// How the texts in the requests of the connection travel. The agreement in the first request holds
/// for the connection: CORBA 3.3 Part 2, 7.10.2.6. Threads: the reader.
class AgreedCodeSets {
 public:
  /// Call it before each request. False if its client and this server have no code set in common.
  [[nodiscard]] bool take(const giop::RequestHeader& header, giop::NativeText native) {
    if (header.contexts.size() != 0 && !agreed_) {
      const auto data = header.contexts.find(giop::kContextCodeSets);
      if (data) agreed_ = giop::read_code_sets_context(*data);
    } else if (header.version == version_) {
      return true;
    }
    const auto forms = agreed_ ? giop::forms_of(*agreed_, native, header.version)
                               : std::optional{giop::forms_without_agreement(header.version)};
    if (!forms) return false;
    forms_ = *forms;
    version_ = header.version;
    return true;
  }
  [[nodiscard]] cdr::CodeSets forms() const noexcept { return forms_; }

 private:
  std::optional<giop::TransmissionCodeSets> agreed_;
  cdr::CodeSets forms_;
  giop::Version version_;  // for which forms_ hold
};

/// The requests whose client has said that it no longer waits (CancelRequest): CORBA 3.3 Part 2,
/// 9.4.4. Advice, not a promise: the last kMost are remembered, and a request that has begun is not
/// undone. Threads: any. While nothing was cancelled, a query costs one load.
class CancelledRequests {
 public:
  static constexpr std::size_t kMost = 64;

  void add(std::uint32_t request_id) noexcept {
    const std::lock_guard lock(mutex_);
    ids_[next_++ % kMost] = request_id;
    size_ = std::min(size_ + 1, kMost);
    is_any_.store(true, std::memory_order_relaxed);  // a hint; the lock orders
  }
  [[nodiscard]] bool contains(std::uint32_t request_id) const noexcept {
    if (!is_any_.load(std::memory_order_relaxed)) return false;
    const std::lock_guard lock(mutex_);
    const auto end = ids_.begin() + size_;
    return std::find(ids_.begin(), end, request_id) != end;
  }
  /// A new request has this id: the CancelRequest was for an older one.
  void forget(std::uint32_t request_id) noexcept {
    if (!is_any_.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(mutex_);
    const auto end = std::remove(ids_.begin(), ids_.begin() + size_, request_id);
    next_ = size_ = static_cast<std::size_t>(end - ids_.begin());
    is_any_.store(size_ != 0, std::memory_order_relaxed);
  }

 private:
  mutable os::Mutex mutex_;
  std::array<std::uint32_t, kMost> ids_{};
  std::size_t next_ = 0, size_ = 0;
  os::Atomic<bool> is_any_{false};
};

/// Remembers the object of the last request, as most requests of a connection go to the same one.
/// Threads: the reader.
class LastObject {
 public:
  /// Returns null if there is no such object. The object may not be active any more.
  [[nodiscard]] std::shared_ptr<ActiveObject> find(Bytes key, const ObjectAdapter& adapter) {
    if (as_text(key) == as_text(key_)) {
      auto object = object_.lock();
      if (object && object->is_active()) return object;
    }
    auto object = adapter.find(key);
    if (object && key.size() <= kLongestKeyKept) {
      key_.assign(key.begin(), key.end());
      object_ = object;
    }
    return object;
  }

 private:
  // A key is as long as its client makes it, and a connection may stay for long.
  static constexpr std::size_t kLongestKeyKept = 1024;
  giop::OctetBuffer key_;
  std::weak_ptr<ActiveObject> object_;
};

}  // namespace orbweaver::server
