#!/bin/sh
# Runs a compiler command after it removed what the command is going to write: without_old_output.sh COMMAND...
# ccache must not find the precompiled header of before beside the new one: it would look into that, and not into what
# the new one includes, and so could give back one that was made of other headers.
previous=
for word in "$@"; do
  if [ "$previous" = -o ] && [ -f "$word" ]; then rm -f -- "$word"; fi
  previous=$word
done
exec "$@"
