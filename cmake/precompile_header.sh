#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles a precompiled header so that ccache can tell what it holds: precompile_header.sh COMMAND...
#
# Before: what the command is going to write is removed. ccache must not find the precompiled header of before beside
# the new one: it would look into that, and not into what the new one includes, and so could give back one that was
# made of other headers.
#
# Meanwhile: ccache finds the precompiled header by the text of the files in it (CCACHE_DEPEND), comments included. Else
# it gives back one that differs in a comment. The compiler knows each file in it by size and sum: it would take the
# changed file for another one, and compile it once more.
#
# After: the header gets a file NAME.sum beside it, which ccache takes in place of the header (CCACHE_PCH_EXTSUM). The
# header itself is large: to read it is most of what an object out of the cache costs. That of clang holds the folder
# of this tree, so that a second clone would find nothing. The sum is of the command without that folder and without
# the words before the compiler, those of ccache and of its settings, and of each file that was compiled into the header.
set -eu
previous='' output='' dependencies='' tree=''
for word in "$@"; do
  case $previous in
    -o) output=$word ;;
    -MF) dependencies=$word ;;
  esac
  case $word in CCACHE_BASEDIR=*) tree=${word#*=} ;; esac
  previous=$word
done
[ -z "$output" ] || rm -f -- "$output" "$output.sum"
CCACHE_DEPEND=1 "$@"
case $output in *.pch | *.gch) ;; *) exit 0 ;; esac
[ -s "$dependencies" ] || exit 0

# A make rule, "TARGET: FILE FILE \": one word a line, without the target.
files=$(sed -e 's/\\$//' -e '1s/^[^:]*://' "$dependencies" | tr -s ' ' '\n' | sed '/^$/d')
sums=$(echo "$files" | xargs -d '\n' sha256sum | cut -d ' ' -f 1)
[ "$(echo "$files" | wc -l)" = "$(echo "$sums" | wc -l)" ] || exit 0
{
  echo "$*" | sed -e 's|^[^ ]*env \(CCACHE_[^ ]* \)*||' -e 's|^[^ ]*ccache ||' -e "s|${tree:-$^}||g"
  echo "$sums"
} | sha256sum > "$output.sum"
