// SPDX-License-Identifier: Apache-2.0
// Calls of file systems that are mounted. They may be anywhere: in this process, in one that hangs,
// or in one whose own mounts lead back to here.
#pragma once
#include <orbweaver/corba/bounded_call.hpp>
#include <orbweaver/corba/call_mark.hpp>
#include <orbweaver/corba/orb.hpp>

#include <string>
#include <type_traits>

#include "mount_book.hpp"

namespace orbweaver::files {

/// The text of what is thrown begins with the name that the client gave.
[[nodiscard]] CF::FileException is_silent(const std::string& name);
[[nodiscard]] CF::FileException leads_back(const std::string& name);

/// Perhaps it is gone; perhaps its server was busy for a moment, or closed a connection that was
/// idle.
[[nodiscard]] bool says_that_it_was_not_reached(const CORBA::SystemException& failed) noexcept;

/// Threads: any.
class CallsOfMounts {
 public:
  explicit CallsOfMounts(MountBook& book) : book_(&book) {}

  /// Whether the request that this thread runs came from here: this manager's mounts lead back to
  /// it.
  [[nodiscard]] bool have_come_back() const noexcept { return mark_.is_on_this_request(); }

  /// Runs `call`, which calls the mount and objects that it gives, with a bound for each call;
  /// returns its result. A mount whose client has left, and that was out of reach for a while, is
  /// unmounted. Throws CF::FileException, CF_ETIMEDOUT: it does not answer, or did not, a moment
  /// ago; CF_EDEADLK: the request came from here; what `call` throws.
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

  /// A connection that was not made within -ORBconnectTimeout is a TRANSIENT as one that was
  /// refused at once, but holds up its caller.
  [[nodiscard]] static bool has_waited_in_vain(const CORBA::SystemException& failed,
                                               const Mount& mount, TimePoint begin) noexcept;

  MountBook* book_;
  const corba::CallMark mark_;
};

}  // namespace orbweaver::files
