#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a wheel in a bare system, without a compiler and without a network, and does there what its page says.
#   packaging/wheel/try_in_root.sh WHEEL [RELEASE]    RELEASE: of the distribution; default: that of this machine
# As root. Packages come from the sources of this machine's apt, and Python's from pip's index, before the network is taken
# away. The root lies in build/wheel and is removed at the end.
# shellcheck disable=SC2016  # what stands in single quotes is for a shell of the root
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
tree=$(cd "$here/../.." && pwd)
wheel=$(readlink -f "${1:?name the wheel}")
release=${2:-$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)}
work=$tree/build/wheel/try
root=$work/root

fail() { echo "try_in_root: $*" >&2; exit 1; }
say() { echo "try_in_root: $*" >&2; }

((EUID == 0)) || fail "run it as root"
command -v mmdebstrap >/dev/null || fail "apt install mmdebstrap"
sources=(/etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources)

# The programs of a run are killed with the name space of its processes.
inside() {  # COMMAND...
  unshare --net --pid --mount --fork --kill-child -- sh -eu -c '
    mount --make-rprivate / && mount -t proc proc "$0/proc" && mount -t sysfs sys "$0/sys"
    mount -t tmpfs shm "$0/dev/shm" && ip link set lo up
    exec chroot "$0" env -i PATH=/usr/bin:/bin:/usr/sbin HOME=/root LC_ALL=C.UTF-8 "$@"' "$root" "$@"
}

make_root() {
  say "a bare root of $release"
  local present=()
  for each in "${sources[@]}"; do [[ ! -f $each ]] || present+=("$each"); done
  mmdebstrap --quiet --variant=minbase --include=python3-venv "$release" "$root" "${present[@]}" ||
    fail "mmdebstrap could not make a root of $release"
  mkdir -p "$root/dev/shm" "$root/wheels"
  cp "$wheel" "$root/wheels"
}

fetch_needed() {
  local python
  python=$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  python3 -m pip download -q --only-binary=:all: --python-version "$python" --dest "$root/wheels" "${wheel}[idl]" \
    --platform "$(uname -s -m | tr 'A-Z ' 'a-z_')" --platform "manylinux2014_$(uname -m)" --platform "manylinux_2_28_$(uname -m)" \
    --platform "$(basename "$wheel" .whl | sed 's/.*-none-//')" || fail "pip could not fetch what the wheel needs"
}

expect() {  # WHAT PATTERN COMMAND...
  local said
  said=$(inside "${@:3}" 2>&1) || { echo "$said" >&2; fail "$1: ${*:3} ended with an error"; }
  grep -qE "$2" <<<"$said" || { echo "$said" >&2; fail "$1: '$2' is not in what it said"; }
  say "ok: $1"
}

trap 'rm -rf "$work"' EXIT
rm -rf "$work" && mkdir -p "$work"
make_root
fetch_needed
[[ ! -e $root/usr/bin/cc && ! -e $root/usr/bin/omniidl ]] || fail "the root is not bare"
printf 'interface Meter { double sum(); };\n' >"$root/root/meter.idl"
bin='/opt/o w/bin'  # a folder with a space
aircraft='DF17|4B[0-9A-F]{4}'

inside python3 -m venv '/opt/o w'
begun=$SECONDS
inside "$bin/pip" install -q --no-index --find-links /wheels orbweaver || fail "pip could not install the wheel"
expect "aircraft" "$aircraft" "$bin/orbweaver" run
say "from pip install to the aircraft: $((SECONDS - begun)) s"
expect "FM" "runs fm" "$bin/orbweaver" run fm --seconds 1
expect "AX.25" "runs ax25" "$bin/orbweaver" run ax25 --seconds 1
expect "check" "0 errors" "$bin/orbweaver" check "/opt/o w/lib/orbweaver/sdr/dom/waveforms/fm/fm.sad.xml"
expect "new" "gain.cpp" sh -c "cd /root && '$bin/orbweaver' new component gain && ls gain"
expect "doctor names what a component needs" "apt install g\+\+.*; then apt install liborbweaver-dev" sh -c "'$bin/orbweaver' doctor || true"
expect "lab" "ordered" "$bin/orbweaver" lab list
expect "a domain and its applications" "fm" sh -ec "
  export XDG_RUNTIME_DIR=/run/o; mkdir -m 700 /run/o; mkfifo /root/ready
  '$bin/orbweaver' domain >/root/ready & domain=\$!
  read -r line </root/ready
  '$bin/orbweaver' install '/opt/o w/lib/orbweaver/sdr/dom/waveforms/fm/fm.sad.xml'
  '$bin/orbweaver' apps; kill \$domain; wait \$domain || true"
expect "idl says what it needs" "pip install 'orbweaver\[idl\]'" sh -c "! '$bin/orbweaver' idl /root/meter.idl -o /root/out"
# The extra's omniidl does not run from a path with a space.
inside python3 -m venv /opt/idl
inside /opt/idl/bin/pip install -q --no-index --find-links /wheels 'orbweaver[idl]' || fail "pip could not install the extra idl"
expect "idl" "wrote /root/out/meter.hpp" /opt/idl/bin/orbweaver idl /root/meter.idl -o /root/out

run=("$bin/orbweaver" run)
expect "a umask of 077" "$aircraft" sh -c 'umask 077; exec "$@"' sh "${run[@]}"
expect "a locale without UTF-8" "$aircraft" env LC_ALL=C "${run[@]}"
expect "help in a locale without UTF-8" "lab" env LC_ALL=POSIX PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 "$bin/orbweaver" lab --help
expect "no home" "$aircraft" env -u HOME "${run[@]}"
expect "a user without a home" "$aircraft" \
  setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/nonexistent sh -c 'cd / && exec "$@"' sh "${run[@]}"
expect "an environment that cannot be written" "$aircraft" sh -ec '
  mount --bind "/opt/o w" "/opt/o w"; mount -o remount,bind,ro "/opt/o w"; exec "$@"' sh "${run[@]}"
expect "no /dev/shm" "$aircraft" sh -c '
  umount /dev/shm && rmdir /dev/shm; "$@"; status=$?; mkdir -p /dev/shm; exit $status' sh "${run[@]}"
expect "its own parts beside another one's" "waveform programs: 3 in /opt/o w/bin" sh -c '
  PATH=/opt/idl/bin:$PATH "$1" doctor || true' sh "$bin/orbweaver"
expect "the same version once more" "orbweaver [0-9]" sh -ec '
  "$1/pip" install -q --no-index --find-links /wheels --force-reinstall orbweaver; "$1/orbweaver" --version' sh "$bin"

inside "$bin/pip" uninstall -q -y orbweaver
left=$(find "$root/opt/o w" -type f -name '*orbweaver*' ! -name '*.pyc')
[[ -z $left ]] || fail "after uninstall there is still: $left"
say "ok: uninstall leaves nothing"
