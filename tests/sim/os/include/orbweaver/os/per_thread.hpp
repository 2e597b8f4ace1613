// SPDX-License-Identifier: Apache-2.0
// Simulated: orb/os has the product's.
#pragma once
#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/thread.hpp>

#include <type_traits>

namespace orbweaver::os {

template <class T, class Tag>
class PerThread {
 public:
  [[nodiscard]] static T& value() noexcept(std::is_nothrow_default_constructible_v<T>) {
    if (sim::this_thread() == nullptr) return of_the_program();
    static const std::size_t number = sim::new_slot();
    auto& slot = sim::slot_of_this_thread(number);
    if (slot.value == nullptr)
      slot = {make(), [](void* value) noexcept { delete static_cast<T*>(value); }};
    return *static_cast<T*>(slot.value);
  }

 private:
  // The system has room for it before the thread begins.
  static T* make() {
    const sim::EnoughMemory reserved;
    return new T{};
  }
  static T& of_the_program() {
    static T value{};
    return value;
  }
};

}  // namespace orbweaver::os
