// SPDX-License-Identifier: Apache-2.0
// The record of a running application. A domain stores it, so that the next domain can adopt or
// release the application.
#pragma once
#include <orbweaver/deploy/application_snapshot.hpp>

#include <map>
#include <string>

namespace orbweaver::domain {

/// Plain values. The program that made the domain stores them and returns them in
/// DomainOptions::records.
struct ApplicationRecord {
  std::string sad_id, sad_file;                   // of the installed application
  std::string name;                               // unique in the domain
  std::string wished_name;                        // the name that the caller of create asked for
  deploy::ApplicationSnapshot deployment;         // its uses of devices, and its connections
  std::map<std::string, std::string> bindings;    // NAME_BINDING of each program, by component
  std::map<std::string, std::string> components;  // stringified references, by component
  std::map<std::string, std::string> devices;     // stringified references, by id
};

/// What a restarted domain does with the applications of its predecessor.
enum class OnRestart {
  adopt,    // it goes on if all its parts are there; else it is released
  release,  // its parts that are there are released
};

/// The outcome for one application of the predecessor.
struct Restored {
  std::string application;    // unique in the domain
  std::string wished_name;    // the name that the caller of create asked for
  bool is_adopted = false;    // true: it goes on; false: it was released
  std::string why;            // one clause that says why it was released
  deploy::Failures failures;  // steps of its release that failed
};

}  // namespace orbweaver::domain
