/* SPDX-License-Identifier: Apache-2.0 */
/* OrderedDelivery over two connections, of which the first may end.
 *
 * Laws 2 and 3 of docs/understand/ordering.md.
 *
 * Code: orb/client/src/order_series.hpp, send_numbered.hpp, client_request.cpp (what is repeated); orb/dispatch/include/orbweaver/
 * dispatch/sequencer.hpp (judge, hold, skip_gap, release, expire), orb/dispatch/src/lane_sequencer.cpp (arrive, set_alarm,
 * look_for_expired). A step is what one thread does while it has the right to send (OrderSeries::Sending), one message that is sent
 * or read, or one job of the lane.
 *
 * The first connection may break: what the server has not read is lost, and outcomes are unknown. Or the server closes it: a two-way
 * request without a reply is sent again with its number, although a server that is no Orbweaver may run it still.
 *
 * Smaller than the code: 1 stream; 2 callers with 2 calls each, one-way or two-way; a window of 2 requests; the lane is a lock.
 * Not here: bytes of the window, forgotten streams, calls that come back.
 */
#include "laws.inc"
#define CALLERS 2
#define CALLS 2
#define REQUESTS (CALLERS * CALLS)
#define MOST (REQUESTS + 3)                        /* larger than any number, with a bug, too */
#define WINDOW 2

mtype:law = { one_request_for_each_number, in_order, nothing_twice, gaps_add_up, no_gap_on_one_connection,
             window_is_kept, wait_ends, no_caller_is_stuck };
mtype:end = { open, broken, closed };
mtype:end first = open;                            /* connection 0; connection 1 does not end */
chan to_server[2] = [REQUESTS] of { byte, byte };  /* number, request */

/* The client: OrderSeries. */
bool is_taken;
byte next_ = 1;
bool answered[REQUESTS];

/* The server: Sequencer. */
byte expected = 1, messages;
byte held[MOST];                                   /* by number: request + 1, 0: none */
bool is_alarm_set, is_due[MOST];                   /* is_due: was held when the alarm was set */

byte user[MOST], last, delivered, missing, done;   /* for the laws */
bool has_run[REQUESTS];

/* ---- the server ---- */

inline deliver(number, request) {
  LAW(in_order, number > last);
  LAW(nothing_twice, !has_run[request]);
  has_run[request] = true; answered[request] = true; delivered++; last = number
}

inline release_held() {
  do
  :: expected < MOST && held[expected] -> deliver(expected, held[expected] - 1); held[expected] = 0; messages--; expected++
  :: else -> break
  od
}

inline skip_gap() {
  LAW(no_gap_on_one_connection, first != open);
  i = expected;
  do :: held[i] -> break :: else -> i++ od;
  seen(gap_is_skipped);
#ifndef BUG_gap_is_not_reported  /* violates gaps_add_up */
  missing = missing + i - expected;
#endif
  expected = i;
  release_held()
}

inline set_alarm() {
  if
  :: !is_alarm_set && messages > 0 ->
     is_alarm_set = true; i = 1;
     do :: i < MOST -> is_due[i] = (held[i] > 0); i++ :: else -> break od
  :: else
  fi
}

inline arrive(number, request) {
  if
  :: number == expected -> deliver(number, request); expected++; release_held()
#ifdef BUG_late_is_handed_on  /* violates in_order */
  :: number < expected -> deliver(number, request)
#else
  :: number < expected || number > expected && held[number] -> seen(late_or_double); answered[request] = true    /* drop() */
#endif
  :: number > expected && !held[number] ->                           /* hold() */
     held[number] = request + 1; messages++;
     if :: expected == 1 && messages == 1 && number - 1 > WINDOW -> seen(joins_midway); skip_gap() :: else fi;
#ifndef BUG_window_is_forgotten  /* violates window_is_kept */
     do
     :: messages > WINDOW -> seen(window_is_full); skip_gap()
     :: else -> break
     od;
#endif
     LAW(window_is_kept, messages <= WINDOW);
     set_alarm()
  fi
}

active [2] proctype connection_reader() {
  byte number, request, i;
end:
  do
  :: atomic { to_server[_pid]?number, request -> arrive(number, request); number = 0; request = 0; i = 0 }
  :: atomic { _pid == 0 && first != open && nempty(to_server[0]) -> to_server[0]?_, _; seen(request_is_lost) }
  od
}

active proctype alarm() {
  byte i;
  bool is_over;
end:
  do
  :: atomic { is_alarm_set ->                                        /* look_for_expired() */
       is_alarm_set = false; i = 1; is_over = false;
       do :: i < MOST -> is_over = is_over || is_due[i] && held[i]; is_due[i] = false; i++ :: else -> break od;
       if :: is_over -> skip_gap() :: !is_over && messages > 0 -> seen(alarm_comes_too_soon) :: else fi;
       if :: messages > 0 -> seen(another_gap_is_skipped); skip_gap() :: skip fi;
  #ifndef BUG_alarm_rings_once  /* violates wait_ends */
       set_alarm();
#endif
       i = 0
     }
  od
}

/* ---- the client ---- */

active [CALLERS] proctype caller() {
  byte call, c, number, request;
  bool is_two_way;
  do
  :: call == CALLS -> done++; break
  :: call < CALLS ->
     atomic { call++; number = 0; request = (_pid - 3) * CALLS + call - 1; if :: is_two_way = true :: is_two_way = false fi }
again:
     c = (first != open);
#ifndef BUG_number_without_the_right  /* violates one_request_for_each_number */
     atomic { !is_taken -> is_taken = true }
#endif
     if
     :: number == 0 -> number = next_
     :: number != 0 -> seen(request_is_repeated)
#ifdef BUG_repeats_with_a_new_number  /* violates nothing_twice */
        number = next_; user[number] = 0
#endif
     fi;
     if
     :: atomic { c == 1 || first == open ->                          /* sent */
          LAW(one_request_for_each_number, user[number] == 0 || user[number] == request + 1);
          user[number] = request + 1;
          if :: number == next_ -> next_++ :: else fi;
#ifndef BUG_sent_after_the_right  /* violates no_gap_on_one_connection */
          to_server[c]!number, request;
#endif
          is_taken = false
        }
#ifdef BUG_sent_after_the_right
        to_server[c]!number, request
#endif
     :: atomic { c == 0 && first == broken ->                        /* fails, but has left wholly: completed maybe */
          LAW(one_request_for_each_number, user[number] == 0 || user[number] == request + 1);
          user[number] = request + 1; to_server[0]!number, request;
#ifndef BUG_uncertain_request_keeps_no_number  /* violates one_request_for_each_number */
          if :: number == next_ -> next_++ :: else fi;
#endif
          is_taken = false
        }
        goto next
     :: atomic { c == 0 && first != open ->                          /* fails: completed no */
          number = (number == next_ -> 0 : number);
          is_taken = false
        }
        goto again
     fi;
     if
     :: !is_two_way
     :: is_two_way && answered[request]
     :: is_two_way && c == 0 && first == broken                      /* fails: completed maybe */
     :: is_two_way && c == 0 && first == closed && !answered[request] -> goto again
     fi;
next: skip
  od
}

active proctype network() {
  if :: first = broken :: first = closed :: skip fi
}

active proctype at_rest() {
  timeout;
  LAW(wait_ends, messages == 0);
  LAW(gaps_add_up, delivered + missing == last);
  LAW(no_caller_is_stuck, done == CALLERS)
}
