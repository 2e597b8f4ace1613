// SPDX-License-Identifier: Apache-2.0
// State that each thread has for itself.
#pragma once
#include <type_traits>

namespace orbweaver::os {

/// One T for each thread, T{} when the thread first uses it, destroyed at the thread's end.
/// Different tags are different states; the user of the state declares a tag for it.
template <class T, class Tag>
class PerThread {
 public:
  [[nodiscard]] static T& value() noexcept(std::is_nothrow_default_constructible_v<T>) {
    if constexpr (kIsPlain) {
      return Plain::value;
    } else {
      thread_local T value{};
      return value;
    }
  }

 private:
  // Such a state is made with the thread: no access checks whether it is there.
  static constexpr bool kIsPlain = std::is_trivially_destructible_v<T> && std::is_scalar_v<T>;
  struct Plain {
    inline static constinit thread_local T value{};
  };
};

}  // namespace orbweaver::os
