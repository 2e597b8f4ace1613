// SPDX-License-Identifier: Apache-2.0
// A case calls one operation of Lab::Echo in one way and judges what comes back.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "echo.hh"

namespace peer {

/// What a case found wrong, for a person.
struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Target {
  CORBA::ORB_ptr orb;
  Lab::Echo_ptr echo;
};

struct Case {
  const char* name;
  std::string (*run)(const Target&);  // returns what it saw, in a few words; throws Failed
};

std::vector<Case> basic_cases();
std::vector<Case> sequence_cases();
std::vector<Case> struct_cases();
std::vector<Case> operation_cases();
std::vector<Case> exception_cases();
std::vector<Case> object_cases();
/// These take long, so they run only when they are named.
std::vector<Case> large_cases();
/// These end the server, so they run only when they are named.
std::vector<Case> ending_cases();
std::vector<Case> cutting_cases();

inline void require(bool fulfilled, const std::string& otherwise) {
  if (!fulfilled) throw Failed(otherwise);
}

}  // namespace peer
