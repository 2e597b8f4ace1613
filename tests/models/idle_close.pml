/* SPDX-License-Identifier: Apache-2.0 */
/* Idle connections: law 7 of docs/understand/ordering.md. Both sides may close, also at once.
 *
 * Code, client: orb/client/src/client_connection.cpp (look_after, ask, close_idle, await_end), reply_router.cpp (wait, take_close),
 * orderly_close.cpp (await, take), idle_probe.hpp, connection_parts.hpp; orb/wire/src/send_queue.cpp (end_if_quiet_since, finish).
 * Code, server: orb/server/src/server_connection.cpp (close_idle, end), request_router.cpp (what is dropped while it drains).
 * A step is what happens under a connection's lock or in its send queue's turn, or one message that is sent or received.
 *
 * Smaller than the code: 2 callers, with 2 calls and 1, one-way or two-way; 2 connections, of which the last is not closed; a connection
 * is asked once. When a side finds it idle is left open. Not here: time-outs, cuts, servers that are no Orbweaver.
 */
#include "laws.inc"
#define CALLERS 2
#define CALLS(caller) (2 - caller)
#define CONNECTIONS 2
#define LAST (CONNECTIONS - 1)

mtype:law = { runs_once, in_order, no_caller_fails, no_outcome_unknown, all_run };
mtype:message = { ONEWAY, TWOWAY, LOCATE, REPLY, ANSWER, CLOSE, END };
mtype:state = { open, closed_as_idle, server_closing, server_read_all };
mtype:probe = { in_use, asked, answered };

chan to_server[CONNECTIONS] = [6] of { mtype:message, byte, byte };  /* what, caller, number of its call */
chan to_client[CONNECTIONS] = [5] of { mtype:message, byte };
mtype:state state[CONNECTIONS] = open;                               /* ConnectionEnd */
mtype:probe probe[CONNECTIONS] = in_use;                             /* IdleProbe */
bool is_being_read[CONNECTIONS];
byte waiting[CONNECTIONS];
bool turn[CONNECTIONS], finishes[CONNECTIONS], has_ended[CONNECTIONS];  /* SendQueue; the turn is kept at the end */
byte given[CONNECTIONS];
byte current;                                                        /* the reference's connection */
bool replied[CALLERS];
byte ran[CALLERS];                                                   /* for the laws: the last call that ran */

/* ---- the client ---- */

inline end_now(c) { has_ended[c] = true; turn[c] = true; to_server[c]!END, 0, 0 }

inline take_frame(c, what, who) {
  if
  :: what == REPLY -> replied[who] = true
  :: what == ANSWER -> if :: probe[c] == asked -> probe[c] = answered :: else fi
  :: what == CLOSE && state[c] == open ->                            /* take_close() */
     state[c] = server_closing;
#ifdef BUG_ends_in_the_middle_of_a_turn  /* violates all_run */
     if :: !has_ended[c] -> end_now(c) :: else fi
#else
     if
     :: turn[c] -> seen(server_closes_while_a_caller_sends); finishes[c] = true
     :: else -> end_now(c)
     fi
#endif
  :: what == CLOSE && state[c] == server_closing ->                  /* OrderlyClose::take() */
     LAW(no_outcome_unknown, has_ended[c]); state[c] = server_read_all
  :: what == END && state[c] == open -> LAW(no_caller_fails, false)
  :: what == END && state[c] == server_closing -> LAW(no_outcome_unknown, false)
  fi
}

inline read(c) {
  is_being_read[c] = true;
  to_client[c]?what, who;
  atomic { take_frame(c, what, who); is_being_read[c] = false }
}

inline give_turn_back(c) {
  if :: finishes[c] -> end_now(c) :: else -> turn[c] = false fi
}

active [CALLERS] proctype caller() {
  mtype:message kind, what;
  byte call = 1, c, who;
  do
  :: call > CALLS(_pid) -> break
  :: call <= CALLS(_pid) ->
     if :: kind = ONEWAY :: kind = TWOWAY fi;
again:
     c = current;                                                    /* Reference::connection */
     if
     :: state[c] == open
     :: state[c] != open ->
#ifndef BUG_does_not_wait_for_the_end  /* violates in_order */
        do                                                           /* OrderlyClose::await() */
        :: state[c] != server_closing -> break
        :: atomic { state[c] == server_closing && !is_being_read[c] -> read(c) }
        od;
#endif
        atomic { if :: current == c -> current++ :: else fi }
        goto again
     fi;
     atomic { if :: kind == TWOWAY -> waiting[c]++ :: else fi }      /* Waiter, before it is sent */
     if
     :: atomic { has_ended[c] || finishes[c] -> if :: kind == TWOWAY -> waiting[c]-- :: else fi }
        seen(send_fails_and_goes_elsewhere);
        state[c] != open; goto again                                 /* completed no */
     :: atomic { !turn[c] && !has_ended[c] -> turn[c] = true }
     fi;
     atomic { given[c]++; to_server[c]!kind, _pid, call }
     atomic { give_turn_back(c) }
     if
     :: kind == ONEWAY
     :: kind == TWOWAY ->
        do                                                           /* wait() */
        :: replied[_pid] || state[c] != open -> break
        :: atomic { !replied[_pid] && state[c] == open && !is_being_read[c] -> read(c) }
        od;
        atomic {
          waiting[c]--;
          if
          :: replied[_pid] -> replied[_pid] = false
          :: else -> LAW(no_caller_fails, state[c] != closed_as_idle); seen(crossing_call_is_sent_again); goto again
          fi
        }
     fi;
     call++
  od
}

/* look_after() of each connection. */
active [CONNECTIONS] proctype tick() {
  mtype:message what;
  byte c = _pid - CALLERS, who, given_;
end:
  do
  :: atomic {
       (state[c] == open || state[c] == server_closing) && !is_being_read[c] && nempty(to_client[c]) ->
       to_client[c]?what, who; take_frame(c, what, who)
     }
  :: atomic { c < LAST && given_ == 0 && given[c] > 0 && state[c] == open && waiting[c] == 0 && !turn[c] ->
#ifdef BUG_does_not_ask  /* violates in_order */
       given_ = given[c]; probe[c] = answered
#else
       given[c]++; given_ = given[c]; probe[c] = asked; to_server[c]!LOCATE, 0, 0    /* ask() */
#endif
     }
  :: atomic { probe[c] == answered && state[c] == open ->            /* close_idle() */
       probe[c] = in_use;
       if
#ifdef BUG_closes_though_more_was_sent  /* violates in_order */
       :: !turn[c] ->
#else
       :: !turn[c] && given[c] == given_ ->
#endif
          to_server[c]!CLOSE, 0, 0; end_now(c); state[c] = closed_as_idle;
          if :: len(to_client[c]) > 0 -> seen(both_close_at_once) :: else fi
       :: else -> seen(connection_was_used_during_the_question)
       fi
     }
  od
}

/* ---- the server ---- */

inline run_request(who, call) {
  LAW(runs_once, call > ran[who]);
  LAW(in_order, call <= ran[who] + 1);
  ran[who] = call
}

active [CONNECTIONS] proctype server() {
  mtype:message what;
  byte c = _pid - CALLERS - CONNECTIONS, who, call;
  bool is_draining;
  chan owed = [CALLERS] of { byte };                                 /* replies of requests in their servants */
end:
  do
  :: to_server[c]?what, who, call ->
     if
     :: atomic { what == ONEWAY -> run_request(who, call) }
#ifdef BUG_runs_what_crosses  /* violates runs_once */
     :: atomic { what == TWOWAY -> run_request(who, call); owed!who }
#else
     :: atomic { what == TWOWAY && !is_draining -> run_request(who, call); owed!who }
     :: what == TWOWAY && is_draining
#endif
     :: what == LOCATE && !is_draining -> to_client[c]!ANSWER, 0
     :: what == LOCATE && is_draining -> seen(question_crosses_the_close)
     :: what == CLOSE -> to_client[c]!END, 0; break
     :: what == END ->
        if :: is_draining -> to_client[c]!CLOSE, 0 :: else fi;       /* all that crossed has been submitted */
        to_client[c]!END, 0; break
     fi
  :: atomic { owed?who -> to_client[c]!REPLY, who }
#ifdef BUG_closes_while_it_owes  /* violates runs_once */
  :: atomic { c < LAST && !is_draining -> is_draining = true; to_client[c]!CLOSE, 0 }
#else
  :: atomic { c < LAST && !is_draining && empty(owed) -> is_draining = true; to_client[c]!CLOSE, 0 }     /* close_idle() */
#endif
#ifdef BUG_does_not_drain  /* violates no_outcome_unknown */
  :: is_draining -> to_client[c]!END, 0; break
#endif
  od
}

active proctype at_rest() {
  timeout;
  LAW(all_run, ran[0] == CALLS(0) && ran[1] == CALLS(1))
}
