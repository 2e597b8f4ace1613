// SPDX-License-Identifier: Apache-2.0
// Stands in for what TAOX11's tests use of ACE's basic headers.
#pragma once
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>

using ACE_TCHAR = char;
#define ACE_TEXT(text) text
#define ACE_TMAIN main
#define ACE_UNUSED_ARG(name) static_cast<void>(name)

class ACE_Time_Value {
 public:
  ACE_Time_Value() = default;
  explicit ACE_Time_Value(time_t seconds, long microseconds = 0)
      : time_(std::chrono::seconds{seconds} + std::chrono::microseconds{microseconds}) {}
  [[nodiscard]] std::chrono::microseconds time() const { return time_; }
  [[nodiscard]] time_t sec() const {
    return std::chrono::duration_cast<std::chrono::seconds>(time_).count();
  }

 private:
  std::chrono::microseconds time_{};
};

namespace ACE_Utils {

template <class To, class From>
constexpr To truncate_cast(From value) {
  return static_cast<To>(value);
}

}  // namespace ACE_Utils

namespace ACE {

template <class T>
constexpr bool is_equal(const T& left, const T& right) {
  return left == right;
}

}  // namespace ACE

namespace ACE_OS {

inline void sleep(const ACE_Time_Value& time) { std::this_thread::sleep_for(time.time()); }
inline void sleep(unsigned seconds) { std::this_thread::sleep_for(std::chrono::seconds{seconds}); }
inline int atoi(const char* text) { return std::atoi(text); }
using ::unlink;
using std::fclose;
using std::fopen;
using std::fprintf;
using std::printf;
using std::snprintf;
using std::strcmp;
using std::strlen;
using std::time;

}  // namespace ACE_OS
