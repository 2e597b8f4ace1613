/* SPDX-License-Identifier: Apache-2.0 */
/* The replies of a client's connection: which caller reads, which sleep, and which one is woken.
 *
 * Code: orb/client/src/reply_router.cpp (wait, lead, follow, stop_following, hand_reading_on, route, settle, release_calls),
 * waiting_calls.hpp, async_reader.cpp (read, run); orb/wire/include/orbweaver/wire/waking_lock.hpp. A step is what happens under the
 * connection's lock at one time, or one wake-up after it, or one receive.
 *
 * Smaller than the code: 3 callers, with a call each, and one asynchronous call. Requests come in any order, and are
 * answered in theirs. The server may end the connection in place of the last replies. The follower that is chosen to read next is any, not the newest.
 */
#include "laws.inc"
#define CALLERS 3
#define ASYNC CALLERS                              /* the asynchronous call */
#define HASTY 1                                    /* callers below it have a deadline, which may pass at any moment */

mtype:law = { one_reads, returns_for_a_reason, link_lives, one_next_reader, no_caller_left, no_reply_left };

/* WaitingCall of each caller, and where its thread is. */
bool waits[CALLERS], is_answered[CALLERS], is_following[CALLERS], is_woken_for_reply[CALLERS], is_next_reader[CALLERS];
bool given[CALLERS], in_call[CALLERS];
bool is_being_read, has_ended, async_is_due = true, async_has_answer, changed;
byte next_readers, readers, done;
chan requests = [CALLERS + 2] of { byte };
chan frames = [CALLERS + 2] of { byte };

/* ---- under the lock; `chosen` are those that this thread wakes when it has let the lock go ---- */

inline wake(one) { LAW(link_lives, in_call[one]); is_following[one] = false; chosen = chosen | (1 << one) }

inline choose(one) { is_next_reader[one] = true; next_readers++; wake(one) }

#define none_follows (!is_following[0] && !is_following[1] && !is_following[2])
#ifdef BUG_wakes_each_time  /* violates one_next_reader */
#define may_choose (!is_being_read)
#else
#define may_choose (!is_being_read && next_readers == 0)
#endif

inline choose_next_reader() {
  if
  :: may_choose && is_following[0] -> choose(0)
  :: may_choose && is_following[1] -> choose(1)
  :: may_choose && is_following[2] -> choose(2)
  :: !may_choose || none_follows
  fi;
  LAW(one_next_reader, next_readers <= 1)
}

inline hand_reading_on() {
  if
  :: may_choose && none_follows && async_is_due -> changed = true
  :: !may_choose || !none_follows || !async_is_due -> choose_next_reader()
  fi
}

inline release_one(one) { if :: is_following[one] -> wake(one) :: else fi }
inline release_calls() {
  if :: async_is_due -> async_is_due = false; async_has_answer = true :: else fi;
  release_one(0); release_one(1); release_one(2); changed = true
}

inline route(frame) {
  if
  :: frame == ASYNC -> if :: async_is_due -> async_is_due = false; async_has_answer = true; changed = true :: else fi
  :: frame < CALLERS && waits[frame] ->
     is_answered[frame] = true; waits[frame] = false;
     if
     :: is_following[frame] -> is_woken_for_reply[frame] = true; wake(frame)
#ifdef BUG_reason_changes_on_the_way  /* violates no_caller_left */
     :: !is_following[frame] -> seen(reply_comes_to_the_next_reader); is_woken_for_reply[frame] = true
#else
     :: !is_following[frame]
#endif
     fi
  :: frame < CALLERS && !waits[frame] -> seen(reply_comes_too_late)
  fi
}

/* The thread has received a frame, or the end, or its time is over. */
inline note_received(is_end) {
  readers--; is_being_read = false;
  if :: is_end -> has_ended = true; release_calls() :: !is_end -> route(frame) fi;
  frame = 0
}

/* WakingLock::unlock(), behind the lock. Until then a thread that was chosen has not left. */
inline give_one(one) {
  if :: chosen & (1 << one) -> LAW(link_lives, in_call[one]); given[one] = true :: else fi
}
inline give_wake_ups() { atomic { give_one(0); give_one(1); give_one(2); chosen = 0 } }

inline note_came() {
  given[_pid] = false;
  if :: is_next_reader[_pid] -> is_next_reader[_pid] = false; next_readers-- :: else fi
}

active [CALLERS] proctype caller() {
  byte frame, chosen;
  bool is_late;
  atomic { in_call[_pid] = true; waits[_pid] = true }
  requests ! _pid;
look:
  atomic {
    if
    :: is_answered[_pid] || has_ended || is_late -> goto leave
#ifdef BUG_two_read  /* violates one_reads */
    :: !is_answered[_pid] && !has_ended && !is_late && (!is_being_read || _pid == 2) -> is_being_read = true; readers++
#else
    :: !is_answered[_pid] && !has_ended && !is_late && !is_being_read -> is_being_read = true; readers++
#endif
    :: !is_answered[_pid] && !has_ended && !is_late && is_being_read -> is_following[_pid] = true; goto follow
    fi;
    LAW(one_reads, readers == 1)
  }
  if                                                                      /* lead() */
  :: atomic { frames ? frame -> note_received((frame > ASYNC)) }
  :: atomic { _pid < HASTY && empty(frames) -> readers--; is_being_read = false; is_late = true }
  fi;
  give_wake_ups(); goto look;
follow:
  if
  :: atomic { given[_pid] && is_woken_for_reply[_pid] -> given[_pid] = false; goto returns }
  :: atomic { given[_pid] && !is_woken_for_reply[_pid] -> note_came() } goto look
  :: atomic { _pid < HASTY && !given[_pid] && is_following[_pid] -> is_late = true; is_following[_pid] = false } goto look
  :: atomic { _pid < HASTY && !given[_pid] && !is_following[_pid] -> is_late = true } seen(chosen_when_the_deadline_passed)
  fi;
#ifdef BUG_late_one_does_not_wait  /* violates link_lives */
  goto look;
#endif
#ifdef BUG_late_one_stays_next_reader  /* violates no_caller_left */
  atomic { given[_pid] -> given[_pid] = false }
#else
  atomic { given[_pid] -> note_came() }
#endif
  goto look;
leave:
  atomic {
    waits[_pid] = false;
#ifndef BUG_hands_nothing_on  /* violates no_caller_left */
    hand_reading_on()
#endif
  }
  give_wake_ups();
returns:
  atomic { LAW(returns_for_a_reason, is_answered[_pid] || has_ended || is_late); in_call[_pid] = false; done++ }
}

/* ---- AsyncReader ---- */

#define may_lead (async_is_due && !is_being_read)

#ifdef BUG_async_reader_hands_nothing_on  /* violates no_caller_left */
#define hand_reading_to_a_caller() skip
#else
#define hand_reading_to_a_caller() choose_next_reader()
#endif

active proctype async_reader() {
  byte frame, chosen;
begin:
  atomic {                                                                     /* read() */
    if
    :: !async_is_due -> hand_reading_to_a_caller()
    :: async_is_due
    fi
  }
  give_wake_ups();
looks:
  if
  :: atomic { async_has_answer -> async_has_answer = false; hand_reading_to_a_caller() } give_wake_ups(); goto begin
  :: atomic { !async_has_answer && may_lead -> is_being_read = true; readers++; LAW(one_reads, readers == 1) }
  :: atomic { !async_has_answer && !may_lead -> changed = false }
end: changed; goto looks
  fi;
  if
  :: atomic { frames ? frame -> note_received((frame > ASYNC)) }
  :: atomic { empty(frames) -> readers--; is_being_read = false }              /* its receive has a limit */
  fi;
  give_wake_ups(); goto begin
}

/* ---- the server; the end may come in place of the rest ---- */

active proctype server() {
  byte one;
  bool has_answered_async;
end:
  do
  :: requests ? one -> if :: frames ! one :: frames ! ASYNC + 1; break fi
  :: !has_answered_async -> frames ! ASYNC; has_answered_async = true
  od;
end_drained:
  do :: requests ? one od
}

active proctype at_rest() {
  timeout;
  LAW(no_caller_left, done == CALLERS);
  LAW(no_reply_left, !async_is_due && !async_has_answer)
}
