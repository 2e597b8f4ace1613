// Most requests of a connection go to the object of the one before: it is remembered.
#pragma once
#include <orbweaver/server/object_adapter.hpp>

#include <cstddef>
#include <memory>

namespace orbweaver::server {

/// The reader's own.
class LastObject {
 public:
  /// Null if there is none; it may no longer be active.
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
