// SPDX-License-Identifier: Apache-2.0
#include "calls_of_mounts.hpp"

namespace orbweaver::files {

CF::FileException is_silent(const std::string& name) {
  return CF::FileException{
      CF::ErrorNumberType::CF_ETIMEDOUT,
      name +
          ": the file system that is mounted there does not answer; see whether its process "
          "runs, or unmount it"};
}

// The SCA has no number for ELOOP.
CF::FileException leads_back(const std::string& name) {
  return CF::FileException{
      CF::ErrorNumberType::CF_EDEADLK,
      name +
          ": its mount leads back to this file manager; unmount it, or the one that leads "
          "back"};
}

bool says_that_it_was_not_reached(const CORBA::SystemException& failed) noexcept {
  return dynamic_cast<const CORBA::COMM_FAILURE*>(&failed) != nullptr ||
         dynamic_cast<const CORBA::TRANSIENT*>(&failed) != nullptr ||
         dynamic_cast<const CORBA::OBJECT_NOT_EXIST*>(&failed) != nullptr;
}

bool CallsOfMounts::has_waited_in_vain(const CORBA::SystemException& failed, const Mount& mount,
                                       TimePoint begin) noexcept {
  return dynamic_cast<const CORBA::TRANSIENT*>(&failed) != nullptr &&
         now() - begin >= mount.call_timeout() / 2;
}

}  // namespace orbweaver::files
