/* SPDX-License-Identifier: Apache-2.0 */
/* The send queue of a connection: its send lock, its line, its room.
 *
 * Laws 1 and 4 of docs/understand/ordering.md.
 *
 * Code: orb/wire/src/send_queue.cpp (send, send_at_once, enqueue, make_room, append, run_flusher, the send lock), send_line.cpp,
 * orb/wire/include/orbweaver/wire/send_lock.hpp. A step is what happens under the queue's mutex at one time, one operation on the
 * send lock's word without it, or one message that is written.
 *
 * Smaller than the code: high 2, low 0, in messages. Batches that stand beside each other in the line are one. The connection does
 * not end, and no write fails.
 */
#include "laws.inc"
#define HIGH 2
#define LOW 0
/* Processes: 0 and 1 send(), the first with a deadline; 2 enqueues with `block`, 3 with `drop_oldest`, 4 with `fail`;
 * 5 send_at_once(). */
#define FIRST_TO_ENQUEUE 2
#define BLOCKS 2
#define DROPS 3
#define FAILS 4
#define THREADS 5
#define ASKS 5
#define CALLS (_pid == DROPS -> 2 : 1)

mtype:law = { one_writes, in_order, bounded, only_droppable_are_dropped, waiters_come_first, nothing_lost, no_sender_held };
mtype:sending = { free, taken, contended };
mtype:sending sending = free;                      /* SendLock: the word, and what the mutex guards */
bool is_granted, may_send[FIRST_TO_ENQUEUE], batch_may_go;  /* the batch has it; which caller was woken; whether the flusher was */

/* SendLine. An entry is a thread that waits to send, or a message, in its batch, or a batch without messages. */
#define entry(who, number) (who * 4 + number)
#define sender_of(entry) (entry / 4)
#define EMPTY_BATCH entry(THREADS, 0)
#define is_caller(entry) (sender_of(entry) < FIRST_TO_ENQUEUE)
byte line[8], length;
byte messages, waiting;
bool paused, woken[2];                             /* room_came_: BLOCKS, DROPS */
bool has_rest;                                     /* rest_ is not empty */
#define is_full (messages >= HIGH)
#define has_room (!is_full && (waiting == 0 || !paused))

byte writers, last[THREADS + 1], called, written, dropped, refused, done;  /* for the laws */

inline put(e) { line[length] = e; length++ }
inline erase(at) {
  i = at; length--;
  do :: i < length -> line[i] = line[i + 1]; i++ :: else -> break od;
  line[length] = 0; i = 0
}

/* ---- the send lock; all but the first step of unlock_sending() under the mutex ---- */

inline grant_sending() {
  if
#ifdef BUG_caller_is_not_woken  /* violates no_sender_held */
  :: is_caller(line[0]) -> may_send[sender_of(line[0])] = (sender_of(line[0]) == 0); erase(0)
#else
  :: is_caller(line[0]) -> may_send[sender_of(line[0])] = true; erase(0)
#endif
  :: else -> is_granted = true; batch_may_go = true
  fi
}

inline hand_on() { if :: length == 0 -> is_granted = false; sending = free :: else -> grant_sending() fi }

inline contend() {
#ifdef BUG_free_lock_is_not_taken  /* violates no_sender_held */
  sending = contended
#elif defined(BUG_grants_what_another_has)  /* violates one_writes */
  sending = contended; grant_sending()
#else
  if :: sending == free -> grant_sending() :: else fi;
  sending = contended
#endif
}

inline unlock_sending() {
#ifdef BUG_frees_a_contended_lock  /* violates no_sender_held */
  sending = free
#else
  atomic { is_out = (sending == taken); if :: is_out -> sending = free :: else fi }
  if
  :: is_out
  :: else -> atomic { hand_on() }
  fi
#endif
}

inline write(e) {
  LAW(in_order, e % 4 > last[sender_of(e)]);
  last[sender_of(e)] = e % 4; written++
}

/* ---- send() ---- */

active [FIRST_TO_ENQUEUE] proctype direct() {
  bool is_out;
  byte i;
  atomic { called++; if :: sending == free -> sending = taken; may_send[_pid] = true :: else fi }
  if
  :: may_send[_pid]
  :: else ->
     atomic { put(entry(_pid, 1)); contend() }                                 /* lock_sending() */
     if
     :: may_send[_pid]
     :: atomic { _pid == 0 && !may_send[_pid] ->                     /* its deadline has passed */
          refused++;
          do :: line[i] == entry(_pid, 1) -> break :: else -> i++ od;
          erase(i)
        }
     fi
  fi;
  if
  :: may_send[_pid] ->
     atomic { writers++; LAW(one_writes, writers == 1); write(entry(_pid, 1)) }
     writers--; unlock_sending()
  :: else
  fi;
  done++
}

/* ---- enqueue(), under the mutex ---- */

inline append(e) {
  LAW(waiters_come_first, _pid < DROPS || has_dropped || waiting == 0 || !paused);
  if
  :: length == 0 || is_caller(line[length - 1]) -> put(e); contend()
  :: else -> put(e)
  fi;
  messages++; LAW(bounded, messages <= HIGH);
  if :: is_full -> paused = true :: else fi
}

inline note_room() {
#ifdef BUG_one_is_woken  /* violates no_sender_held */
  if :: paused && messages <= LOW -> paused = false; woken[0] = true :: else fi
#else
  if :: paused && messages <= LOW -> paused = false; woken[0] = true; woken[1] = true :: else fi
#endif
}

inline drop_for_one_more() {
  at = 0;
  do
#ifdef BUG_drops_any  /* violates only_droppable_are_dropped */
  :: at < length && !is_caller(line[at]) ->
#else
  :: at < length && sender_of(line[at]) == DROPS ->
#endif
     LAW(only_droppable_are_dropped, sender_of(line[at]) == DROPS);
     has_dropped = true; dropped++; messages--; note_room();
     if                                                              /* leave(): a batch that is empty */
#ifndef BUG_granted_batch_leaves  /* violates no_sender_held */
     :: at == 0 && is_granted && (length == 1 || is_caller(line[1])) -> seen(granted_batch_is_empty); line[0] = EMPTY_BATCH
     :: at > 0 || !is_granted || length > 1 && !is_caller(line[1]) -> erase(at)
#else
     :: erase(at)
#endif
     fi;
     break
  :: at == length -> break
  :: else -> at++
  od;
  at = 0
}

active [THREADS - FIRST_TO_ENQUEUE] proctype enqueuer() {
  byte n, i, at;
  bool has_dropped;
  do
  :: n == CALLS -> break
  :: else ->
     atomic {
       n++; called++; has_dropped = false;
       if
       :: _pid == FAILS && !has_room -> refused++; goto next
#ifdef BUG_passes_those_that_wait  /* violates waiters_come_first */
       :: _pid == FAILS && !is_full -> append(entry(_pid, n)); goto next
#else
       :: _pid == FAILS && has_room -> append(entry(_pid, n)); goto next
#endif
       :: _pid == DROPS && has_room -> append(entry(_pid, n)); goto next
       :: _pid == DROPS && !has_room ->
          drop_for_one_more();
          if :: has_dropped -> append(entry(_pid, n)); goto next :: else -> seen(nothing_may_be_dropped) fi
       :: _pid < DROPS
       fi;
       waiting++
     }
     do
     :: atomic { !paused -> waiting--; append(entry(_pid, n)); break }
     :: atomic { paused -> woken[_pid - BLOCKS] = false }
        woken[_pid - BLOCKS]; seen(waiter_is_woken)
     od;
next: skip
  od;
  done++
}

/* ---- send_at_once(): its message leaves whole, or a part of it leaves and the flusher writes the rest ---- */

active proctype question() {
  bool is_out;
  byte i;
  atomic {
    called++; done++;
    if
    :: sending == free -> sending = taken; writers++; LAW(one_writes, writers == 1); write(entry(ASKS, 1))
    :: sending != free -> refused++; goto asked
    fi;
    if
    :: writers--
    :: has_rest = true;                                                        /* leave_to_flusher() */
#ifndef BUG_rest_is_not_announced  /* violates no_sender_held */
       batch_may_go = true;
#endif
#ifndef BUG_rest_has_no_lock  /* violates one_writes */
       goto asked
#endif
    fi
  }
  unlock_sending();
asked: skip
}

#ifdef BUG_rest_waits_for_the_lock  /* violates no_sender_held */
#define may_write_rest (has_rest && is_granted)
#else
#define may_write_rest has_rest
#endif
#define may_write_batch (is_granted && length > 0 && !is_caller(line[0]))

active proctype flusher() {
  bool is_out;
  byte i, size, batch[HIGH + 1];
end:
  do
  :: atomic { batch_may_go && !may_write_rest && !may_write_batch -> batch_may_go = false }
  :: atomic { batch_may_go && may_write_rest -> has_rest = false }             /* write_rest() */
     writers--; unlock_sending()
  :: atomic { batch_may_go && !may_write_rest && may_write_batch ->            /* write_batch() */
       is_granted = false; writers++; LAW(one_writes, writers == 1);
       do
       :: length > 0 && line[0] == EMPTY_BATCH -> erase(0)
       :: length > 0 && !is_caller(line[0]) && line[0] != EMPTY_BATCH ->
          batch[size] = line[0]; size++; messages--; note_room(); erase(0)
       :: else -> break
       od
     }
     atomic {
       i = 0;
       do :: i < size -> write(batch[i]); batch[i] = 0; i++ :: else -> break od;
       i = 0; size = 0; writers--
     }
     unlock_sending()
  od
}

active proctype at_rest() {
  timeout;
  LAW(no_sender_held, done == THREADS + 1 && length == 0 && sending == free);
  LAW(nothing_lost, written + dropped + refused == called)
}
