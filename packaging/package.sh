#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `./x package`: the Debian packages of this tree, in build/package; those with debug symbols in its folder debug.
#   packaging/package.sh [FOLDER]    default: build/package
# What did not change since the last time is not compiled again.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
out=${1:-$root/build/package}

mkdir -p "$out/source"
out=$(cd "$out" && pwd)
rm -rf "$out"/debug "$out"/*orbweaver*.{deb,ddeb,buildinfo,changes}  # of an older version
# HOME is another one within a build of packages: the compiler cache stays where it is.
if command -v ccache >/dev/null; then CCACHE_DIR=${CCACHE_DIR:-$(ccache --get-config cache_dir)} && export CCACHE_DIR; fi
/usr/bin/python3 -B "$root/packaging/source_package.py" "$out/source"
rm -f "$out/source/debian/files"  # it names the packages of the version before
(cd "$out/source" && dpkg-buildpackage --no-pre-clean --build=binary --unsigned-source --unsigned-changes >&2)
mkdir "$out/debug"
find "$out" -maxdepth 1 -name '*-dbgsym_*.*deb' -exec mv -t "$out/debug" {} +  # .ddeb in Ubuntu
ls -1 "$out"/*.deb
