/* SPDX-License-Identifier: Apache-2.0 */
/* A call that comes back into a lane whose job waits for it: law 8 of docs/understand/ordering.md.
 *
 * Code: orb/dispatch/src/lane.cpp (submit, let_in, begin, end, run_nested, next_part, take_part, guest_leaves).
 * A step is what happens under the lane's lock at one time. The pool may have no thread for a part (reserve_nested).
 *
 *   job 0  waits for call 0, of which jobs 1 to 4 are parts       job 5  is a part of none
 *   job 1  waits for call 1, of which jobs 2 and 3 are parts
 *
 * Smaller than the code: the gate is shut (lane.pml has it); the lane has one turn, which does not end.
 */
#include "laws.inc"
#define JOBS 6
#define CALLS 2
#define NONE CALLS
#define is_part(job, call) (call == 0 && job >= 1 && job <= 4 || call == 1 && (job == 2 || job == 3))

mtype:law = { one_runs, only_parts_enter, wait_lives, run_once, call_returns };
byte wait_ = NONE;                           /* the innermost wait, by its call */
byte outer_[CALLS];
bool has_guest[CALLS], is_over[CALLS], lives[CALLS];
chan queue = [JOBS] of { byte, bool, bool }; /* job, whether it is part of call 0, of call 1 */
chan nested = [CALLS] of { byte, byte };     /* job, call: to threads of the pool */

byte running, inside, runs[JOBS];            /* for the laws: jobs in the lane that do not wait; all in it */
bool has_called[CALLS], was_refused[JOBS], may_time_out;
#define is_settled(job) (runs[job] || was_refused[job])

inline begins(job) { inside++; running++; runs[job]++; LAW(one_runs, running == 1); LAW(run_once, runs[job] == 1) }
inline ends() { atomic { running--; inside-- } }

/* Under the lock. */
inline guest_leaves(call) { LAW(wait_lives, lives[call]); has_guest[call] = false }
inline take_part(c, found) {
  if
  :: c == 0 && queue??[_, 1, _] -> queue??found, 1, _
  :: c == 1 && queue??[_, _, 1] -> queue??found, _, 1
  :: else -> found = JOBS
  fi
}

/* LaneWait: made before the call is sent, or after an asynchronous call, when the job waits for its answer. */
inline begin_wait(call, part) {
  atomic {
    lives[call] = true; outer_[call] = wait_; wait_ = call; running--;
    take_part(call, part);
    if
    :: part != JOBS -> seen(part_came_before_the_wait); has_guest[call] = true
    :: else
    fi
  }
  if
  :: part == JOBS
  :: part != JOBS -> nested!part, call                               /* enter() */
  :: part != JOBS -> nested!part, call; !has_guest[call]             /* run_nested() in this thread, which waits for it */
  fi
}

inline end_wait(call) {
  atomic {
    is_over[call] = true;
    if :: has_guest[call] -> seen(call_timed_out_with_a_guest_inside) :: else fi
  }
  atomic {
#ifndef BUG_end_leaves_the_guest  /* violates one_runs */
    !has_guest[call];
#endif
#ifdef BUG_outer_wait_is_forgotten  /* violates call_returns */
    wait_ = NONE;
#else
    wait_ = outer_[call];
#endif
    lives[call] = false;
    running++; LAW(one_runs, running == 1)
  }
}

inline wait_for_call(call, part) {
  if
  :: has_called[call] = true; begin_wait(call, part)
  :: begin_wait(call, part); has_called[call] = true
  fi;
  may_time_out || (call == 0 && is_settled(1) && is_settled(4)) || (call == 1 && is_settled(2) && is_settled(3));
  end_wait(call)
}

#ifdef BUG_any_job_enters  /* violates only_parts_enter */
#define lets_in(job) (wait_ != NONE && !is_over[wait_] && !has_guest[wait_])
#elif defined(BUG_two_guests)  /* violates one_runs */
#define lets_in(job) (wait_ != NONE && !is_over[wait_] && is_part(job, wait_))
#else
#define lets_in(job) (wait_ != NONE && !is_over[wait_] && !has_guest[wait_] && is_part(job, wait_))
#endif

inline submit(job) {
  atomic {
    entered = NONE;
    if
    :: lets_in(job) ->                                                        /* let_in() */
       entered = wait_;
#ifndef BUG_guest_is_noted_late  /* violates wait_lives */
       has_guest[wait_] = true
#endif
#ifndef BUG_refused_after_it_entered  /* violates call_returns */
    :: lets_in(job) -> was_refused[job] = true                                /* the pool has no thread for it */
#endif
    :: !lets_in(job) -> queue!job, is_part(job, 0), is_part(job, 1)
    fi
  }
  if
  :: entered == NONE
  :: entered != NONE ->
#ifdef BUG_guest_is_noted_late
     has_guest[entered] = true;
#endif
     nested!job, entered
#ifdef BUG_refused_after_it_entered
  :: entered != NONE -> atomic { was_refused[job] = true; guest_leaves(entered) }
#endif
  fi
}

/* Each submits one job: a part when its call has been sent, the others at any time. */
active [JOBS] proctype reading_thread() {
  byte entered;
end:                                         /* a call that is never made has no parts */
  _pid == 0 || _pid == 5 || has_called[_pid == 2 || _pid == 3];
  submit(_pid)
}

active proctype turn() {
  byte job, part;
end:
  do
  :: atomic { queue?job, _, _; LAW(only_parts_enter, inside == 0); begins(job) }
     if
     :: job < CALLS -> wait_for_call(job, part)
     :: else
     fi;
     ends()
  od
}

active [CALLS + 1] proctype pool_thread() {
  byte job, part, call;
end:
  do
  :: nested?job, call;
     do                                                              /* run_nested() */
     :: atomic { LAW(only_parts_enter, is_part(job, call)); LAW(wait_lives, lives[call]); begins(job) }
        if
        :: job < CALLS -> wait_for_call(job, part)
        :: else
        fi;
        ends();
        atomic {                                                     /* next_part() */
          LAW(wait_lives, lives[call]);
          job = JOBS;
#ifndef BUG_next_part_is_forgotten  /* violates call_returns */
          if
          :: is_over[call]
          :: else -> take_part(call, job)
          fi;
#endif
          if
          :: job == JOBS -> guest_leaves(call); break
          :: else -> seen(part_came_while_another_was_inside)
          fi
        }
     od
  od
}

init { if :: may_time_out = true :: skip fi }

active proctype at_rest() {
  timeout;
  LAW(call_returns, inside == 0 && len(queue) == 0 && len(nested) == 0)
}
