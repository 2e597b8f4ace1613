# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by try_in_root.sh and build_in_root.sh: bare systems in folders, and what runs in them. $work: where they lie.
packages_dir=/packages  # in a root
ubuntu_key=/usr/share/keyrings/ubuntu-archive-keyring.gpg

say() { echo "$(basename "$0" .sh): $*" >&2; }
fail() { say "$*"; exit 1; }

# Where the packages of a suite come from: of this machine's distribution, as its apt has them; of Ubuntu, from its archive.
# UNSIGNED_UBUNTU=yes, in the environment: without Ubuntu's keyring no signature is checked. Else that is an error.
sources_of() {  # SUITE
  local each trust
  if [[ $1 == "$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)" ]]; then
    for each in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
      [[ ! -f $each ]] || echo "$each"
    done
  elif [[ $1 == noble ]]; then
    trust=signed-by=$ubuntu_key
    if [[ ! -f $ubuntu_key && ${UNSIGNED_UBUNTU:-} == yes ]]; then
      trust=trusted=yes
      say "$ubuntu_key is not here: no signature of Ubuntu's packages is checked"
    elif [[ ! -f $ubuntu_key ]]; then
      fail "copy $ubuntu_key here from an Ubuntu (package ubuntu-keyring); or, with no check of signatures: UNSIGNED_UBUNTU=yes"
    fi
    echo "deb [$trust] http://archive.ubuntu.com/ubuntu $1 main universe"
  fi
}

make_bare_root() {  # SUITE FOLDER [ARCH]
  local listed sources=()
  listed=$(sources_of "$1") || exit 1
  [[ -z $listed ]] || mapfile -t sources <<<"$listed"
  say "a bare root of $1${3:+ for $3}"
  mmdebstrap --quiet --variant=minbase --include=apt ${3:+--architectures="$3"} "$1" "$2" "${sources[@]}" ||
    fail "mmdebstrap could not make a root of $1"
  mkdir -p "$2/dev/shm" "$2$packages_dir"
  cp /etc/resolv.conf "$2/etc/"
  echo force-unsafe-io >"$2/etc/dpkg/dpkg.cfg.d/try"  # the root is removed at the end
  local each
  for each in /etc/apt/apt.conf.d/*proxy*; do [[ ! -f $each ]] || cp "$each" "$2/etc/apt/apt.conf.d/"; done
}

# The programs of a run are killed with the name space of its processes. $prepare: done in the new name spaces, before the root
# is entered as $1.
prepare=
user=0
surroundings=  # NAME=VALUE, without spaces in them

enter() {  # ROOT OPTIONS-OF-UNSHARE... -- COMMAND...
  local root=$1 options=() variables
  read -ra variables <<<"$surroundings"
  shift
  while [[ $1 != -- ]]; do options+=("$1"); shift; done
  shift
  # shellcheck disable=SC2016  # $0, $1 and $@ are those of the inner shell
  unshare "${options[@]}" --pid --mount --fork --kill-child -- sh -eu -c '
    prepare=$1 user=$2
    shift 2
    mount --make-rprivate / && mount -t proc proc "$0/proc" && mount -t sysfs sys "$0/sys"
    mount -t tmpfs -o mode=1777 shm "$0/dev/shm"
    ip link set lo up
    eval "$prepare"
    exec chroot "$0" setpriv --reuid="$user" --regid="$user" --clear-groups env -i --chdir=/tmp PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' \
    "$root" "$prepare" "$user" HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "${variables[@]}" "$@"
}

inside() { enter "$1" --net -- "${@:2}"; }  # ROOT COMMAND...: without a network
online() { enter "$1" -- "${@:2}"; }

expect() {  # WHAT PATTERN ROOT COMMAND...
  local said
  said=$(inside "${@:3}" 2>&1 </dev/null) || { echo "$said" >&2; fail "$1: '${*:4}' ended with an error"; }
  grep -qE -- "$2" <<<"$said" || { echo "$said" >&2; fail "$1: '$2' is not in what it said"; }
  say "ok: $1"
}

expect_refusal() {  # WHAT PATTERN ROOT COMMAND...
  local said
  if said=$(inside "${@:3}" 2>&1 </dev/null); then fail "$1: '${*:4}' ended without an error"; fi
  grep -qE -- "$2" <<<"$said" || { echo "$said" >&2; fail "$1: '$2' is not in what it said"; }
  say "ok: $1"
}

# The same system again, for a trial of its own.
copy_of() {  # ROOT NAME
  rm -rf "${work:?}/$2"
  cp -a --reflink=auto "$1" "$work/$2"
  echo "$work/$2"
}

# All that the packages need, and nothing of Orbweaver, so that a root without a network takes them.
install_needed() {  # ROOT PACKAGE-FILE...
  local needed
  online "$1" apt-get update -qq || fail "apt could not read the lists of packages"
  needed=$(online "$1" apt-get install -s --no-install-recommends "${@:2}") || fail "apt finds no packages that fit"
  # shellcheck disable=SC2046  # one word each
  online "$1" apt-get install -y -qq --no-install-recommends \
    $(sed -n 's/^Inst \([^ ]*\) .*/\1/p' <<<"$needed" | grep -v orbweaver) >"$work/needed.log" 2>&1 ||
    { tail -5 "$work/needed.log" >&2; fail "apt could not install what the packages need"; }
}

install_packages() {  # ROOT PACKAGE-FILE...
  inside "$1" apt-get install -y -qq --no-install-recommends --allow-downgrades "${@:2}" >"$work/install.log" 2>&1 </dev/null ||
    { tail -20 "$work/install.log" >&2; return 1; }
}

# Files and folders but for those that dpkg, apt and programs of the system write whatever is installed.
files_of() {  # ROOT
  (cd "$1" && find . -xdev \
    \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./run -o -path ".$packages_dir" -o -path ./var/cache \
    -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./root \) -prune -o -print) |
    grep -vE '^\./etc/(passwd|group|shadow|gshadow|subuid|subgid)-$|^\./etc/(ld\.so\.cache|\.pwd\.lock)$' | LC_ALL=C sort
}
