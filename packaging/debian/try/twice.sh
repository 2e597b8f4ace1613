# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2016  # variables of try_in_root.sh, and of shells in the root
# Sourced by try_in_root.sh: a second build in another folder has the same bytes, whatever its times and its compiler cache are.
second=$work/second
mkdir -p "$second"
"$tree/packaging/package.sh" ${board:+-a "$board"} "$second" >/dev/null || fail "the second build failed"
for first in "${all[@]}"; do
  if [[ -n $board && $first == *_all.deb ]]; then continue; fi  # the build for this machine makes it
  cmp "$first" "$second/$(basename "$first")" || fail "a second build makes another $(basename "$first")"
done
say "ok: a second build makes the same bytes"
