#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `./x package`: the Debian packages of this tree, in build/package. What did not change since the last time is not compiled again.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source=$root/build/package/source

mkdir -p "$source"
# HOME is another one within a build of packages: the compiler cache stays where it is.
if command -v ccache >/dev/null; then CCACHE_DIR=${CCACHE_DIR:-$(ccache --get-config cache_dir)} && export CCACHE_DIR; fi
/usr/bin/python3 -B "$root/packaging/source_package.py" "$source"
cd "$source"
dpkg-buildpackage --no-pre-clean --build=binary --unsigned-source --unsigned-changes >&2
ls -1 "$root"/build/package/*.deb
