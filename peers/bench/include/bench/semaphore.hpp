// SPDX-License-Identifier: Apache-2.0
// std::counting_semaphore, compiled apart: it is of C++20, and the headers of some ORBs end at
// C++17.
#pragma once
#include <cstddef>
#include <memory>

namespace bench {

/// Threads: any number at once.
class Semaphore {
 public:
  explicit Semaphore(std::ptrdiff_t count);
  ~Semaphore();

  void acquire();
  void release();

 private:
  struct Counter;
  const std::unique_ptr<Counter> counter_;
};

}  // namespace bench
