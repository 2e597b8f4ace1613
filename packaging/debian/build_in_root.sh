#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the packages for another release of a distribution, in a bare system of it:
#   packaging/debian/build_in_root.sh SUITE        as noble, which is Ubuntu 24.04; the packages are in build/package-SUITE
# As root. The root lies in build/root-SUITE and stays, so that a second build compiles what changed.
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
tree=$(cd "$here/../.." && pwd)
# shellcheck source=packaging/debian/try/root.sh
. "$here/try/root.sh"
suite=${1:?name the suite}
root=$tree/build/root-$suite
out=$tree/build/package-$suite

((EUID == 0)) || fail "run it as root"
command -v mmdebstrap >/dev/null || fail "apt install mmdebstrap"
mkdir -p "$out"
if [[ ! -e $root/ready ]]; then
  rm -rf "$root"
  make_bare_root "$suite" "$root"
  mkdir -p "$root/tree" "$root/out" "$root/source/debian"
  cp "$here/control" "$here/rules" "$root/source/debian"
  printf 'orbweaver (0) unstable; urgency=medium\n\n  * none\n\n -- A <a@b.invalid>  Mon, 30 Nov 2026 08:00:00 +0000\n' \
    >"$root/source/debian/changelog"
  online "$root" apt-get update -qq
  online "$root" apt-get install -y -qq --no-install-recommends ccache fakeroot git >"$out/root.log" 2>&1 || fail "see $out/root.log"
  online "$root" sh -c 'cd /source && apt-get build-dep -y -qq --no-install-recommends ./' >>"$out/root.log" 2>&1 || fail "see $out/root.log"
  touch "$root/ready"
fi
# shellcheck disable=SC2016  # $0 is the root
prepare='mount --bind "'$tree'" "$0/tree" && mount -o remount,bind,ro "$0/tree" && mount --bind "'$out'" "$0/out"'
say "builds in $root"
surroundings="CCACHE_DIR=/out/ccache GIT_OPTIONAL_LOCKS=0" inside "$root" sh -c '
  git config --global --add safe.directory /tree
  exec /tree/packaging/package.sh /out'
