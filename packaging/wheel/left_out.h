// SPDX-License-Identifier: Apache-2.0
// A library in the wheel that has the names of its functions alone: left_out.py compiles it from this header and a list of
// LEFT_OUT(function). What Orbweaver does with libsndfile and liquid-dsp never calls them. A program that calls one ends, and
// says why.
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void refuse(const char* function) {
  fprintf(stderr, "orbweaver: %s() of " LIBRARY " is left out of the wheel; Orbweaver's Debian packages have it\n", function);
  abort();
}

#define LEFT_OUT(function) \
  void function(void) { refuse(#function); }
