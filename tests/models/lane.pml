/* SPDX-License-Identifier: Apache-2.0 */
/* Hand-over of a lane: its gate, its guests and its turns.
 *
 * Code: orb/dispatch/src/lane.cpp and lane_state.hpp, whose names are kept. The pool is a queue of turns.
 * A step is one operation on the gate, or what happens under the lane's lock between two of them.
 * Smaller than the code: 2 reading threads with 2 jobs each, 2 pool threads, 1 job in a turn (kJobsPerTurn).
 */
#include "laws.inc"
#define READERS 2
#define JOBS 2

mtype:law = { one_at_a_time, in_order, one_turn, nothing_lost, idle_if_it_says_so, nothing_after_the_end };
mtype:gate = { open, guest_inside, shut };
mtype:phase = { idle, waiting, running };
mtype:action = { run_a_job, go_to_the_back, become_idle };

mtype:gate gate = open;                    /* atomic; all below: under the lock */
bool mutex, is_closed, became_idle;
mtype:phase phase = idle;
byte jobs_left_in_turn;
chan queue = [READERS * JOBS] of { byte, byte };
chan pool = [2] of { bit };                /* turns that wait for a pool thread */

byte in_lane, turns, taken, ran, done[READERS];  /* for the laws */
bool has_waited, has_ended;

/* ---- LaneState ---- */

inline guest_enters() { if :: phase == idle -> phase = running; jobs_left_in_turn = 0 :: else fi }

inline next_action() {
  if
  :: len(queue) == 0 -> phase = idle; chosen = become_idle
  :: len(queue) > 0 && jobs_left_in_turn == 0 -> phase = waiting; chosen = go_to_the_back
  :: else -> jobs_left_in_turn--; chosen = run_a_job
  fi
}

/* ---- Lane::State ---- */

inline schedule() { atomic { turns++; LAW(one_turn, turns == 1); pool!1 } }

inline shut_the_gate() {
  atomic {
#ifndef BUG_guest_not_seen  /* violates one_at_a_time */
    if :: gate == guest_inside -> guest_enters() :: else fi;
#endif
    gate = shut
  }
}

inline open_the_gate() {
#ifdef BUG_opened_after_close  /* violates nothing_after_the_end */
  atomic { gate = open; became_idle = true }
#else
  atomic { if :: !is_closed -> gate = open :: else fi; became_idle = true }
#endif
}

inline run_job(reader, job) {
  atomic {
    in_lane++; done[reader]++; ran++;
    LAW(one_at_a_time, in_lane == 1);
    LAW(in_order, job == done[reader]);
    LAW(nothing_after_the_end, !has_ended)
  }
  in_lane--
}

inline submit(reader, job) {
  lock(mutex);
  if
  :: is_closed -> unlock(mutex); job = JOBS         /* refused, as all later ones */
  :: else ->
     if :: gate == guest_inside -> seen(job_comes_while_a_guest_is_inside) :: else fi;
#ifndef BUG_gate_left_open  /* violates one_at_a_time */
     shut_the_gate();
#endif
     atomic {
       queue!reader, job; taken++;
       was_idle = (phase == idle);
       if :: was_idle -> phase = waiting :: else fi;
#ifdef BUG_each_job_schedules  /* violates one_turn */
       was_idle = true;
#endif
       unlock(mutex)
     }
     if :: was_idle -> schedule() :: else fi
  fi
}

inline leave() {
  atomic { is_out = (gate == guest_inside); if :: is_out -> gate = open :: else fi }
#ifndef BUG_guest_schedules_no_turn  /* violates nothing_lost */
  if
  :: is_out
  :: else ->
     lock(mutex); next_action();
     if
     :: chosen == become_idle -> seen(guest_finds_the_gate_shut_and_no_job); open_the_gate(); unlock(mutex)
     :: else -> unlock(mutex); schedule()
     fi
  fi
#endif
}

/* A connection's reader: runs a job itself, or submits it. */
active [READERS] proctype reading_thread() {
  mtype:action chosen;
  bool was_idle, is_out;
  byte job = 1;
  do
  :: job > JOBS -> break
  :: atomic { job <= JOBS && gate == open -> gate = guest_inside; taken++ }  /* try_enter() */
     run_job(_pid, job); leave(); job++
  :: job <= JOBS -> submit(_pid, job); job++
  od
}

active [2] proctype pool_thread() {
  mtype:action chosen;
  byte reader, job;
end:
  do
  :: pool?_ ->
     lock(mutex); phase = running; jobs_left_in_turn = 1;   /* turn_begins() */
     do
     :: next_action();
        if
        :: chosen == run_a_job ->
           atomic { queue?reader, job; unlock(mutex) }
           run_job(reader, job); lock(mutex)
        :: chosen == go_to_the_back ->
#ifdef BUG_opened_between_turns  /* violates in_order */
           gate = open;
#endif
           atomic { turns--; unlock(mutex) } schedule(); break
        :: chosen == become_idle -> open_the_gate(); atomic { turns--; unlock(mutex) } break
        fi
     od
  od
}

/* Whoever deactivates the object: closes its lane, or not, and waits. */
active proctype closer() {
  if
  :: lock(mutex); shut_the_gate(); is_closed = true; unlock(mutex)
  :: skip
  fi;
  lock(mutex);                                              /* wait_until_idle() */
  do
  ::
#ifndef BUG_waits_without_shutting  /* violates idle_if_it_says_so */
     shut_the_gate();
#endif
     if
     :: phase == idle -> break
     :: else -> seen(waits_until_idle); atomic { became_idle = false; unlock(mutex) } became_idle; lock(mutex)
     fi
  od;
  atomic { LAW(idle_if_it_says_so, in_lane == 0 && empty(queue)); has_waited = true; has_ended = is_closed }
  open_the_gate(); unlock(mutex)
}

active proctype at_rest() {
  timeout;
  LAW(nothing_lost, ran == taken && phase == idle && has_waited)
}
