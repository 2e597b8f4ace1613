#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `./x package`: the Debian packages of this tree, in build/package; those with debug symbols in its folder debug.
#   packaging/package.sh [-a ARCH] [FOLDER]    default: build/package
# ARCH: those for a machine of another kind, in build/package-ARCH, compiled with Debian's cross compiler and the sysroot
# build/sysroots/ARCH. Packages that are for all machines are not among them: a build for this machine makes them.
# What did not change since the last time is not compiled again.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
arch='' what=(--build=binary)
if [[ ${1:-} == -a ]]; then
  arch=${2:?name the architecture}
  # What is installed here is this machine's: the sysroot has what dpkg would look for.
  what=(--build=any --host-arch "$arch" --no-check-builddeps)
  export ORBWEAVER_SYSROOT=$root/build/sysroots/$arch
  export DEB_BUILD_OPTIONS="crossbuildcanrunhostbinaries ${DEB_BUILD_OPTIONS:-}"  # by QEMU
  if [[ ! -e $ORBWEAVER_SYSROOT/recipe ]]; then
    echo "package.sh: no build/sysroots/$arch; make it: ./x cross $arch sysroot" >&2
    exit 1
  fi
  shift 2
fi
out=${1:-$root/build/package${arch:+-$arch}}

mkdir -p "$out/source"
out=$(cd "$out" && pwd)
rm -rf "$out"/debug "$out"/*orbweaver*.{deb,ddeb,buildinfo,changes}  # of an older version
# HOME is another one within a build of packages: the compiler cache stays where it is.
if command -v ccache >/dev/null; then CCACHE_DIR=${CCACHE_DIR:-$(ccache --get-config cache_dir)} && export CCACHE_DIR; fi
/usr/bin/python3 -B "$root/packaging/source_package.py" "$out/source"
# Of the build before: the names of its packages, and the mark that all is compiled.
rm -f "$out"/source/debian/{files,debhelper-build-stamp}
(cd "$out/source" && dpkg-buildpackage --no-pre-clean "${what[@]}" --unsigned-source --unsigned-changes >&2)
mkdir "$out/debug"
find "$out" -maxdepth 1 -name '*-dbgsym_*.*deb' -exec mv -t "$out/debug" {} +  # .ddeb in Ubuntu
ls -1 "$out"/*.deb
