// SPDX-License-Identifier: Apache-2.0
// The journal of an echo server: numbers, one a line, in a file that outlives the process.
#pragma once
#include <cstdint>
#include <string>

namespace orbweaver::lab {

class JournalFile {
 public:
  /// Empty: none. Fails: throws std::system_error.
  explicit JournalFile(const std::string& path);
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  /// Threads: any. Once it returns, the number is in the file whatever becomes of the process.
  void add(std::uint32_t number);

 private:
  int descriptor_ = -1;
};

}  // namespace orbweaver::lab
