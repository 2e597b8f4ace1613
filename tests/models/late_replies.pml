/* SPDX-License-Identifier: Apache-2.0 */
/* Clients that do not read their replies: law 4 of docs/understand/ordering.md.
 *
 * Code: orb/server/src/reply_queue.cpp (send, send_late, note_sent, pauses_reader, resumes_reader, fail), late_replies.cpp (take_on,
 * go_round), reply_sender.cpp (send, send_late, give_up, pauses_reader). A step is what happens under the lock of one queue of
 * replies, or of LateReplies; or one message that a client reads.
 *
 * Smaller than the code: 2 clients with 3 and 2 requests, each of which may stop reading; a transport holds 1 reply; replies are of
 * one size, and go whole. How long a reply is waited for, and when -ORBreplyTimeout is over, is left open. The ORB does not end.
 */
#include "laws.inc"
#define CLIENTS 2
#define REQUESTS(c) (3 - c)
#define MOST 1                                     /* -ORBlateReplyBytes */

mtype:law = { in_order, each_sent_or_counted, bounded, most_due_ends, no_reader_held, nothing_stays_late };
mtype:reader = { reads, pauses };

chan transport[CLIENTS] = [1] of { byte };
chan jobs[CLIENTS] = [4] of { byte };              /* requests of each client, in a lane */
chan late[CLIENTS] = [4] of { byte };              /* ReplyQueue, under its lock; its length is late_bytes_ */
bool failure[CLIENTS], resumed[CLIENTS];
mtype:reader reader_[CLIENTS] = reads;
bool looks_after[CLIENTS], goes_round;             /* LateReplies, under its lock */

byte ran[CLIENTS], sent[CLIENTS], dropped[CLIENTS], reporting;  /* for the laws */
bool has_ended[CLIENTS];
#define is_room(c) (len(transport[c]) == 0)

/* ---- ReplyQueue, under its lock ---- */

inline fail(c) {
  failure[c] = true;
#ifndef BUG_late_is_dropped_uncounted  /* violates each_sent_or_counted */
  dropped[c] = dropped[c] + len(late[c]);
#endif
  do :: len(late[c]) > 0 -> late[c]?_ :: else -> break od
}

inline resume_reader(c) {
  atomic {
    if
    :: len(late[c]) == 0 && reader_[c] == pauses -> reader_[c] = reads; resumed[c] = true
    :: else
    fi
  }
}

inline give_up(c) {
  atomic { if :: !failure[c] -> fail(c) :: else fi }
#ifndef BUG_end_does_not_resume  /* violates no_reader_held */
  resume_reader(c)
#endif
}

/* ---- a client, and the reader of its connection ---- */

active [CLIENTS] proctype client() {
  byte n, before;
end:
  do
  :: atomic { transport[_pid]?n -> LAW(in_order, n > before); before = n }
  :: seen(client_stops_reading); break
  od
}

active [CLIENTS] proctype connection_reader() {
  byte c = _pid - CLIENTS, n;
  do
  :: failure[c] || n == REQUESTS(c) -> break
  :: else ->
     if
#ifdef BUG_pauses_by_the_hint  /* violates no_reader_held */
     :: len(late[c]) > 0 -> atomic { reader_[c] = pauses } resumed[c]; resumed[c] = false
#else
     :: len(late[c]) > 0 ->                                          /* the hint, without the lock */
        if
        :: atomic { len(late[c]) > 0 -> reader_[c] = pauses } resumed[c]; resumed[c] = false
        :: len(late[c]) == 0 -> seen(nothing_is_late_any_more)
        fi
#endif
     :: len(late[c]) == 0
     fi;
     atomic { n++; jobs[c]!n }
  od;
  has_ended[c] = true
}

/* ---- ReplySender::send(), in the lane of the client's requests ---- */

active [CLIENTS] proctype lane() {
  byte c = _pid - 2 * CLIENTS, n, most;
  bool is_late;
end:
  do
  :: jobs[c]?n ->
     atomic {
       ran[c]++;
       if
       :: failure[c] -> dropped[c]++; is_late = false
#ifdef BUG_late_is_overtaken  /* violates in_order */
       :: !failure[c] && is_room(c) -> transport[c]!n; sent[c]++; is_late = false
       :: !failure[c] && !is_room(c) -> late[c]!n; is_late = true
#else
       :: !failure[c] && len(late[c]) == 0 && is_room(c) -> transport[c]!n; sent[c]++; is_late = false
       :: !failure[c] && (len(late[c]) > 0 || !is_room(c)) -> late[c]!n; is_late = true
#endif
       fi;
       if :: is_late -> reporting++ :: else fi;
       LAW(bounded, len(late[0]) + len(late[1]) <= MOST + reporting)  /* one for each lane that is about to look */
     }
     if
     :: is_late ->
        atomic {                                                     /* LateReplies::take_on() */
          goes_round = true; looks_after[c] = true; most = CLIENTS;
          if
#ifndef BUG_no_limit  /* violates bounded */
          :: len(late[0]) + len(late[1]) > MOST ->
#ifdef BUG_the_last_one_ends  /* violates most_due_ends */
             most = c;
#else
             most = (len(late[0]) >= len(late[1]) -> 0 : 1);
#endif
             LAW(most_due_ends, len(late[most]) >= len(late[1 - most])); seen(limit_is_reached)
#endif
          :: else -> reporting--
          fi
        }
        if
        :: most < CLIENTS -> give_up(most); atomic { most = 0; n = 0; reporting--; LAW(bounded, len(late[0]) + len(late[1]) <= MOST + reporting) }
        :: else -> most = 0; n = 0
        fi
     :: else -> n = 0
     fi
  od
}

/* ---- LateReplies::go_round(), by the alarm ---- */

active proctype alarm() {
  byte c, n;
  bool round[CLIENTS];
end:
  do
  :: atomic { goes_round -> round[0] = looks_after[0]; round[1] = looks_after[1]; c = 0 }
     do
     :: c < CLIENTS && !round[c] -> c++
     :: c < CLIENTS && round[c] ->                                   /* send_late() */
        if
        :: atomic { failure[c] || len(late[c]) == 0 || is_room(c) ->
             do
             :: len(late[c]) > 0 && is_room(c) -> late[c]?n; transport[c]!n; sent[c]++
             :: else -> break
             od;
             n = 0
           }
#ifndef BUG_sent_late_does_not_resume  /* violates no_reader_held */
           resume_reader(c)
#endif
        :: !failure[c] && len(late[c]) > 0 && !is_room(c) -> give_up(c)          /* its time is over */
        fi;
        c++
     :: c == CLIENTS -> break
     od;
     atomic {
       c = 0;
       do
#ifdef BUG_forgets_what_it_looked_after  /* violates nothing_stays_late */
       :: c < CLIENTS -> looks_after[c] = looks_after[c] && !round[c]; c++
#else
       :: c < CLIENTS -> looks_after[c] = looks_after[c] && len(late[c]) > 0; c++
#endif
       :: c == CLIENTS -> break
       od;
       goes_round = looks_after[0] || looks_after[1];
       if :: goes_round -> seen(late_again_during_the_round) :: else fi;
       c = 0; round[0] = false; round[1] = false
     }
  od
}

active proctype at_rest() {
  timeout;
  LAW(nothing_stays_late, len(late[0]) + len(late[1]) == 0);
  LAW(no_reader_held, has_ended[0] && has_ended[1]);
  LAW(each_sent_or_counted, ran[0] == sent[0] + dropped[0] && ran[1] == sent[1] + dropped[1])
}
