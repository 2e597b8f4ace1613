#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# with_libraries.sh SYSROOT COMMAND...: the command, and all that it starts, also finds the libraries of the sysroot in /usr/lib.
#
# For programs of another architecture, which QEMU runs: a test may start them with an empty environment, so that no variable
# says where their libraries are. In a namespace of mounts: other programs of this machine do not see it. Where none can be
# made, a variable says it, to programs that get it.
set -euo pipefail

sysroot=$(realpath "$1")
apart=(unshare --mount)
((EUID == 0)) || apart+=(--map-root-user)
# shellcheck disable=SC2016 # words of the inner shell
apart+=(bash -c 'mount -t overlay overlay -o "lowerdir=/usr/lib:$0/lib:$0/usr/lib" /usr/lib && exec "$@"' "$sysroot")

if "${apart[@]}" true; then exec "${apart[@]}" "${@:2}"; fi
echo "with_libraries.sh: programs that are started with an empty environment do not find their libraries" >&2
QEMU_LD_PREFIX=$sysroot exec "${@:2}"
