// SPDX-License-Identifier: Apache-2.0
// Calls of mounted file systems. These may be in this process, in one that hangs, or in one whose
// own mounts lead back to this process.
#pragma once
#include <orbweaver/corba/bounded_call.hpp>
#include <orbweaver/corba/call_mark.hpp>
#include <orbweaver/corba/orb.hpp>

#include <string>
#include <type_traits>

#include "mount_book.hpp"

namespace orbweaver::files {

/// The exception's text begins with the name that the client gave.
[[nodiscard]] CF::FileException is_silent(const std::string& name);
[[nodiscard]] CF::FileException leads_back(const std::string& name);

/// Whether the call did not reach the server: it is gone, was busy for a moment, or closed an idle
/// connection.
[[nodiscard]] bool says_that_it_was_not_reached(const CORBA::SystemException& failed) noexcept;

/// Threads: any.
class CallsOfMounts {
 public:
  explicit CallsOfMounts(MountBook& book) : book_(&book) {}

  /// Whether the calling thread runs a request that this manager caused: its mounts lead back to
  /// it.
  [[nodiscard]] bool have_come_back() const noexcept { return mark_.is_on_this_request(); }

  /// Runs `call`, which calls the mount and its objects, with a limit for each call; returns its
  /// result. A mount whose client has left, and that could not be reached for a while, is
  /// unmounted. Throws CF::FileException with CF_ETIMEDOUT if the mount does not answer, or did not
  /// a moment ago; with CF_EDEADLK if this manager caused the request; and the exceptions of
  /// `call`.
  template <class Call>
  auto of(const std::shared_ptr<Mount>& mount, const std::string& name, Call call) const
      -> std::invoke_result_t<Call> {
    if (have_come_back()) throw leads_back(name);
    if (!mount->may_be_called()) throw is_silent(name);
    const corba::CallMark::Scope marked{mark_};
    const corba::CallsEndAfter bounded{mount->call_timeout()};
    const auto begin = now();
    try {
      return answer_of(*mount, call);
    } catch (const CORBA::TIMEOUT&) {
      mount->timed_out();
      throw is_silent(name);
    } catch (const CORBA::SystemException& failed) {
      if (!says_that_it_was_not_reached(failed)) throw;
      if (mount->is_out_of_reach() && mount->is_abandoned()) book_->forget(mount);
      if (!has_waited_in_vain(failed, *mount, begin)) throw;
      mount->timed_out();
      throw is_silent(name);
    }
  }

 private:
  template <class Call>
  static auto answer_of(Mount& mount, Call& call) -> std::invoke_result_t<Call> {
    try {
      if constexpr (std::is_void_v<std::invoke_result_t<Call>>) {
        call();
        mount.answered();
      } else {
        auto answer = call();
        mount.answered();
        return answer;
      }
    } catch (const CORBA::UserException&) {
      mount.answered();
      throw;
    }
  }

  /// Whether connecting took -ORBconnectTimeout. This is a TRANSIENT like a refused connection, but
  /// it has held up the caller.
  [[nodiscard]] static bool has_waited_in_vain(const CORBA::SystemException& failed,
                                               const Mount& mount, TimePoint begin) noexcept;

  MountBook* book_;
  const corba::CallMark mark_;
};

}  // namespace orbweaver::files
