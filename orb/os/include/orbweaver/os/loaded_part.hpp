// SPDX-License-Identifier: Apache-2.0
// A function of a shared library that is loaded when the function is needed.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/shared_object.hpp>

#include <atomic>
#include <string>
#include <utility>

namespace orbweaver::os {

/// `Function`: a pointer to a function. Threads: any.
template <class Function>
class LoadedPart {
 public:
  /// `library`: as load_beside_this_library() takes it; of static storage.
  explicit LoadedPart(const char* library) noexcept : library_(library) {}

  /// The library calls it while it is loaded; so does a program that holds the library's code.
  void provide(Function function) noexcept {
    function_.store(function, std::memory_order_release);  // pairs with the acquire in find()
  }
  /// Loads the library if the function is not there yet.
  /// Fails: with one readable line. Blocks: while the library is loaded.
  [[nodiscard]] Result<Function, std::string> find() {
    if (auto* const there = function_.load(std::memory_order_acquire)) return there;
    if (auto loaded = load_beside_this_library(library_); !loaded)
      return unexpected{std::move(loaded.error())};
    if (auto* const there = function_.load(std::memory_order_acquire)) return there;
    return unexpected{std::string{library_} + " is of another version: install it again"};
  }

 private:
  const char* const library_;
  Atomic<Function> function_{nullptr};
};

}  // namespace orbweaver::os
