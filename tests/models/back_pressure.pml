/* SPDX-License-Identifier: Apache-2.0 */
/* A full lane holds its senders, and lets them go on: law 4 of docs/understand/ordering.md.
 *
 * Code: orb/dispatch/include/orbweaver/dispatch/watermarks.hpp (Level); orb/dispatch/src/admission.cpp (all of it), lane.cpp (submit,
 * submit_when_room, run_a_job); orb/server/src/polled_readers.cpp (Rendezvous). A step is what happens under the lane's lock at one
 * time, or one arrival at a rendezvous.
 *
 *   reader     ─►
 *                 lane (high 2, low 0) ─► pool thread
 *   collocated ─►
 *
 * Smaller than the code: 2 connections with 3 requests each; 2 collocated callers with 1 each, of which the first one's deadline
 * may pass; no bytes. A reader that does not read holds its sender: the transport is left out.
 */
#include "laws.inc"
#define READERS 2
#define REQUESTS 3
#define CALLERS 2
#define HIGH 2
#define LOW 0

mtype:law = { bounded, pause_is_kept, nothing_lost, no_sender_held };
byte messages;                                     /* Level */
bool paused, paused_feeders[READERS];
bool is_waiting[CALLERS], woken[CALLERS];          /* room_came_: who is blocked there, and who was notified */
byte arrivals[READERS];                            /* Rendezvous */
bool posted[READERS];

byte sent, ran, timed_out, done;                   /* for the laws */
bool reads_on[READERS] = true;

/* Level::add(), remove() */
inline add() {
  messages++; LAW(bounded, messages <= HIGH + READERS);     /* - 1, unless a collocated caller has filled it */
#ifdef BUG_pauses_above_the_mark  /* violates bounded */
  if :: messages > HIGH -> paused = true :: else fi
#else
  if :: messages >= HIGH -> paused = true :: else fi
#endif
}
#ifdef BUG_resumes_below_the_mark  /* violates no_sender_held */
#define ends_pause (paused && messages < LOW)
#else
#define ends_pause (paused && messages <= LOW)
#endif

inline wake_one_waiter() {
  if
  :: is_waiting[0] && !woken[0] -> woken[0] = true
  :: is_waiting[1] && !woken[1] -> woken[1] = true
  :: else
  fi
}

inline arrive_second(c, is_second) {
#ifdef BUG_no_rendezvous  /* violates no_sender_held */
  is_second = (arrivals[c] == 1)
#else
  is_second = (arrivals[c] % 2 == 1); arrivals[c] = 1 - arrivals[c]
#endif
}

active [READERS] proctype reader() {
  byte c = _pid, n;
  bool pauses, is_second;
  do
  :: n == REQUESTS -> done++; break
  :: atomic { n < REQUESTS ->                                        /* submit(), admit() */
       n++; sent++; LAW(pause_is_kept, reads_on[c]);
       add(); pauses = paused;
#ifndef BUG_feeder_is_not_remembered  /* violates no_sender_held */
       if :: pauses -> paused_feeders[c] = true :: else fi;
#endif
       reads_on[c] = !pauses
     }
     if
     :: pauses ->
        atomic { arrive_second(c, is_second) }
        if
        :: is_second -> seen(lane_resumed_before_the_reader_left)
        :: !is_second ->
#ifndef BUG_reads_on_when_paused  /* violates pause_is_kept */
           posted[c]; posted[c] = false
#endif
        fi
     :: !pauses
     fi
  od
}

active [CALLERS] proctype collocated() {
  byte me = _pid - READERS;
  if                                                                 /* submit_when_room() */
  :: atomic { !paused -> sent++; add() }
  :: atomic { paused -> is_waiting[me] = true }
     do
     :: atomic { woken[me] && !paused -> is_waiting[me] = false; sent++; add();
#ifndef BUG_waiter_wakes_no_other  /* violates no_sender_held */
          if :: !paused -> wake_one_waiter() :: else fi;             /* admit_waiter() */
#endif
          break
        }
     :: atomic { woken[me] && paused -> seen(woken_too_late); woken[me] = false }
     :: atomic { me == 0 && paused -> is_waiting[me] = false; woken[me] = false; timed_out++; break }
     od
  fi;
done++
}

active proctype pool_thread() {
  bool resumes[READERS], is_second;
  byte c;
end:
  do
  :: atomic { messages > 0 ->                                        /* run_a_job(): Admission::leave() */
       messages--; ran++;
       if
       :: ends_pause ->
          paused = false;
          c = 0;
          do
          :: c < READERS -> resumes[c] = paused_feeders[c]; reads_on[c] = reads_on[c] || resumes[c]; paused_feeders[c] = false; c++
          :: else -> break
          od;
          wake_one_waiter()
       :: else
       fi;
       c = 0
     }
     do                                                              /* resume_all(), without the lock */
     :: atomic { c < READERS && resumes[c] -> resumes[c] = false; arrive_second(c, is_second); if :: is_second -> posted[c] = true :: else fi }
     :: c < READERS && !resumes[c] -> c++
     :: c == READERS -> break
     od
  od
}

active proctype at_rest() {
  timeout;
  LAW(nothing_lost, ran == sent && messages == 0);
  LAW(no_sender_held, done == READERS + CALLERS && sent + timed_out == READERS * REQUESTS + CALLERS)
}
