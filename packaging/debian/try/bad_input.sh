# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2016  # variables of try_in_root.sh, and of shells in the root
# Sourced by try_in_root.sh: machines that are not as they should be. Each takes a root with the packages installed.
nobody=65534

shows_aircraft() {  # WHAT ROOT [COMMAND...]
  expect "$1" "$aircraft" "$2" "${@:3}" orbweaver run
}

# In $prepare, $0 is the root.
with_usr_that_cannot_be_written() {  # ROOT
  prepare='mount --bind "$0/usr" "$0/usr" && mount -o remount,bind,ro "$0/usr"' shows_aircraft "a read-only /usr" "$1"
}

without_shared_memory() {  # ROOT
  prepare='mount -o remount,ro "$0/dev/shm"' shows_aircraft "a /dev/shm that nothing can be put into" "$1"
  prepare='umount "$0/dev/shm" && rmdir "$0/dev/shm"' shows_aircraft "no /dev/shm" "$1"
  mkdir "$1/dev/shm"
}

without_systemd() {  # ROOT
  [[ ! -e $1/run/systemd/system && ! -e $1/usr/bin/systemctl ]] || fail "the root has systemd"
  say "ok: no systemd: the packages are installed, and all above ran"
}

without_utf8() {  # ROOT
  local locale
  for locale in C POSIX en_US.ISO-8859-1; do
    surroundings="LC_ALL=$locale" shows_aircraft "the locale $locale" "$1"
  done
}

# Files are the user's own, and nothing in /usr is for root alone.
with_a_strict_umask() {  # ROOT
  install_packages "$1" --reinstall "${all_names[@]}" || fail "apt install --reinstall"
  mapfile -t closed < <(find "$1/usr" "$1/etc/orbweaver" ! -perm -o=r ! -type l -path '*orbweaver*')
  ((${#closed[@]} == 0)) || fail "after an installation with umask 077 others cannot read: ${closed[*]}"
  user=$nobody surroundings="HOME=/tmp" shows_aircraft "umask 077" "$1" sh -c 'umask 077; cd /tmp; exec "$@"' -
}

with_a_home_that_does_not_exist() {  # ROOT
  user=$nobody surroundings="HOME=/nowhere" shows_aircraft "a home that does not exist" "$1"
}

in_a_folder_with_spaces() {  # ROOT
  mkdir -p "$1/tmp/a b"
  shows_aircraft "a working folder with spaces" "$1" sh -c 'cd "/tmp/a b"; TMPDIR="/tmp/a b" exec "$@"' -
  rmdir "$1/tmp/a b" || fail "a run left files in its working folder"
}

# dpkg was ended between two packages, or within one: its file was not whole.
after_an_interrupted_installation() {  # ROOT-WITHOUT-THE-PACKAGES
  inside "$1" dpkg --unpack "${all_names[@]}" >/dev/null 2>&1 || fail "dpkg --unpack"
  inside "$1" dpkg --configure -a >/dev/null 2>&1 || fail "dpkg --configure -a after dpkg --unpack"
  shows_aircraft "dpkg --configure -a after an installation that was interrupted" "$1"
  head -c 200000 "$1$packages_dir/$(basename "$command_package")" >"$1$packages_dir/half.deb"
  ! inside "$1" dpkg --unpack "$packages_dir/half.deb" >/dev/null 2>&1 || fail "dpkg took half a file"
  rm "$1$packages_dir/half.deb"
  install_packages "$1" --reinstall "${all_names[@]}" || fail "apt install after half a file"
  shows_aircraft "apt install after half a file" "$1"
}
