/* SPDX-License-Identifier: Apache-2.0 */
/* The sleep word and the bells of shared memory, with store buffers.
 *
 * Code: orb/transport/include/orbweaver/transport/ring/sleep_word.hpp; orb/transport/src/shm/inbox.cpp (advance, publish, poll_before_sleep, sleep;
 * ShmConnection::receive_from is the loop), outbox.cpp (commit, wait_until), link.cpp (give_back, ring_for_room).
 * A step is one access to shared memory, one exchange with the ring that follows it, or one other system call; with what the
 * thread does by itself before it.
 *
 * Memory: a store waits in its thread's buffer until it is written, at any time. A fence waits until the buffer is empty. Stores
 * leave in order (x86), but a sleep word, stored relaxed, may also overtake the release stores before it (ARM). Loads are not
 * reordered. The dropper's store is written at once, as a fence follows it.
 *
 * Smaller than the code: 3 records; the last one needs the whole ring, and a block that another thread of the receiver gives
 * back. When the receiver publishes room unasked, where frames end, and whether it polls before it sleeps, is left open.
 */
#include "laws.inc"
#define RECORDS 3
#define MOST_SLEEPS 12

mtype:law = { nothing_missed, room_is_given, one_ring_for_each_sleep };
#define SENDER 0                                            /* process numbers; also of the words and bells */
#define RECEIVER 1
#define COMMITTED 2
#define READ_POSITION 3
byte memory[4];                                             /* [who]: sender_sleeps, receiver_sleeps */
bool returned;
chan stores[2] = [2] of { byte, byte };                     /* of each thread: where, what */

byte value_[2], last_rung[2], bell[2];                      /* by who sleeps; last_rung: 1 more, 0: none yet */
byte sent, taken;
bool has_rung[MOST_SLEEPS * 2];                             /* for the law */
#define is_asleep(who) (value_[who] % 2 == 0)

#define store(where, what) stores[_pid]!where, what
inline fence() { _pid > RECEIVER || len(stores[_pid]) == 0 }

/* ---- Sleeper ---- */

inline announce_sleep(who) {
  atomic {
#ifdef BUG_same_number_again  /* violates room_is_given */
    value_[who] = value_[who] + value_[who] % 2;
#else
    value_[who] = value_[who] + (is_asleep(who) -> 2 : 1);
#endif
    store(who, value_[who])
  }
#ifndef BUG_no_fence_before_sleep  /* violates nothing_missed */
  fence()
#endif
}

inline announce_awake(who) {
  atomic { if :: is_asleep(who) -> value_[who]++; store(who, value_[who]) :: else fi }
}

/* ---- Waker::must_ring(), and the bell ---- */

inline ring_if_asleep(who) {
#ifndef BUG_no_fence_before_ringing  /* violates nothing_missed */
  fence();
#endif
  word = memory[who];
  atomic {
    if
    :: word % 2 == 1 -> rings = false
#ifdef BUG_rings_for_an_old_sleep  /* violates one_ring_for_each_sleep */
    :: word % 2 == 0 -> rings = (last_rung[who] != word + 1)
#elif defined(BUG_rings_each_time)  /* violates one_ring_for_each_sleep */
    :: word % 2 == 0 -> rings = true
#else
    :: word % 2 == 0 -> rings = (last_rung[who] < word + 1)
#endif
    fi;
    if
    :: rings -> last_rung[who] = word + 1
    :: !rings && word % 2 == 0 -> seen(has_rung_for_this_sleep)
    :: else
    fi;
    if
    :: rings -> LAW(one_ring_for_each_sleep, !has_rung[word + who]); has_rung[word + who] = true; bell[who]++
    :: else
    fi;
    word = 0; rings = false
  }
}

/* ---- the threads ---- */

#define has_room (sent < RECORDS - 1 || memory[READ_POSITION] == sent && returned)

active proctype sender() {
  byte word;
  bool rings;
  atomic { value_[SENDER] = 1; store(SENDER, 1) }           /* Outbox::Outbox() */
  do
  :: sent == RECORDS -> break
  :: atomic { sent < RECORDS && has_room -> sent++; store(COMMITTED, sent) }    /* commit() */
     ring_if_asleep(RECEIVER)
  :: sent < RECORDS && !has_room ->                                             /* wait_until() */
     do
     :: announce_sleep(SENDER);
        if
        :: has_room -> break
        :: else -> atomic { bell[SENDER] > 0; bell[SENDER] = 0 }
        fi
     od;
     announce_awake(SENDER)
  od
}

inline publish() {
  if
  :: atomic { published < taken -> published = taken; store(READ_POSITION, published) }
     ring_if_asleep(SENDER)
  :: published == taken
  fi
}

inline advance() {
  do
  :: atomic {
       !has_frame && taken < memory[COMMITTED] ->
       taken++; announce_awake(RECEIVER);
       if :: has_frame = true :: taken < RECORDS -> skip fi
     }
     if :: publish() :: skip fi
  :: else -> break
  od
}

active proctype receiver() {
  byte word, published;
  bool rings, has_frame;
  do
  :: has_frame = false;
     if :: announce_awake(RECEIVER) :: skip fi;             /* poll_a_while(), or not */
     advance();                                             /* poll_before_sleep() */
     if                                                     /* a_ring_is_due_: hear() */
     :: atomic { !has_frame && bell[RECEIVER] > 0 -> seen(ring_came_late); bell[RECEIVER] = 0 }
     :: else
     fi;
     do
     :: has_frame -> break
     :: !has_frame ->
#ifndef BUG_room_is_kept  /* violates room_is_given */
        publish();
#endif
#ifdef BUG_checks_before_it_announces  /* violates nothing_missed */
        advance(); announce_sleep(RECEIVER);
#else
        announce_sleep(RECEIVER); advance();
#endif
        if
        :: has_frame
        :: !has_frame && is_asleep(RECEIVER) -> break
#ifdef BUG_sleeps_awake  /* violates room_is_given */
        :: !has_frame && !is_asleep(RECEIVER) -> break
#else
        :: !has_frame && !is_asleep(RECEIVER) -> seen(part_came_after_the_announcement)
#endif
        fi
     od;
end: if
     :: has_frame
     :: atomic { !has_frame && bell[RECEIVER] > 0 -> bell[RECEIVER] = 0 }
     fi
  od
}

/* Drops the frame that lies in the block. */
active proctype dropper() {
  byte word;
  bool rings;
end:
  taken > 0;
  returned = true; ring_if_asleep(SENDER)
}

active [2] proctype store_buffer() {
  byte where, what;
end:
  do
  :: atomic { stores[_pid - 3]?where, what; memory[where] = what }
  :: atomic { stores[_pid - 3]??0, what; memory[SENDER] = what }
  :: atomic { stores[_pid - 3]??1, what; memory[RECEIVER] = what }
  od
}

active proctype at_rest() {
  timeout;
  LAW(nothing_missed, taken == sent);
  LAW(room_is_given, sent == RECORDS)
}
