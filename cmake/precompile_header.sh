#!/bin/sh
# Compiles a precompiled header so that ccache can tell what it holds: precompile_header.sh COMMAND...
#
# Before: what the command is going to write is removed. ccache must not find the precompiled header of before beside
# the new one: it would look into that, and not into what the new one includes, and so could give back one that was
# made of other headers.
#
# After: clang's header gets a file NAME.sum beside it, which ccache takes in place of the header (CCACHE_PCH_EXTSUM).
# The header itself holds the folder of this tree, so that a second clone would find nothing in the cache. The sum is
# of the command without that folder, and of each file that was compiled into the header.
set -e
previous='' output='' dependencies=''
for word in "$@"; do
  case $previous in
    -o) output=$word ;;
    -MF) dependencies=$word ;;
  esac
  previous=$word
done
case $output in '') ;; *) rm -f -- "$output" "$output.sum" ;; esac
"$@"
case $output in *.pch) ;; *) exit 0 ;; esac
{
  echo "$*" | sed "s|${CCACHE_BASEDIR:-/}/|/|g"
  # A make rule, "TARGET: FILE FILE \": one word a line, without the target.
  sed -e 's/\\$//' -e '1s/^[^:]*://' "$dependencies" | tr -s ' ' '\n' | sed '/^$/d' | xargs -d '\n' cat
} | sha256sum > "$output.sum"
