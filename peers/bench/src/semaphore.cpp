// SPDX-License-Identifier: Apache-2.0
#include <bench/semaphore.hpp>

#include <semaphore>

namespace bench {

struct Semaphore::Counter {
  std::counting_semaphore<> of;
};

Semaphore::Semaphore(std::ptrdiff_t count)
    : counter_(new Counter{std::counting_semaphore<>(count)}) {}

Semaphore::~Semaphore() = default;

void Semaphore::acquire() { counter_->of.acquire(); }

void Semaphore::release() { counter_->of.release(); }

}  // namespace bench
