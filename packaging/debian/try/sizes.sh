# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2016  # variables of try_in_root.sh, and of shells in the root
# Sourced by try_in_root.sh: what is installed takes no more than was promised, in kB of 1000 bytes.
kB_of_orb=7600         # the aim is 6000: the rooms of components are in it
kB_without_lab=29500   # the aim is 25000
kB_of_large_pages=500  # more in all: programs for arm64 fit pages of 64 KiB
kB_of_large_pages_of_waveform=100  # and more in each waveform
kB_of_development=15000
declare -A kB_of_waveform=([adsb]=1000 [fm]=1000 [ax25]=1900)  # the aim is 1000; ax25 has eleven kinds of components
kB_of_hello=100

# The files of a package, as dpkg-deb lists them; names in its documentation folder are not of the program.
kB_of_packages() { for each in "$@"; do dpkg-deb -c "$each"; done | awk '/^-/ { sum += $3 } END { printf "%d\n", sum / 1000 }'; }

at_most() {  # WHAT KB LIMIT
  (($2 <= $3)) || fail "$1 takes $2 kB, and at most $3 are allowed"
  say "ok: $1 takes $2 kB of $3"
}

check_sizes_of_packages() {
  at_most "the ORB's run time" "$(kB_of_packages "${orb_package[@]}")" $kB_of_orb
  local without_lab=$kB_without_lab
  if [[ $arch == arm64 ]]; then ((without_lab += kB_of_large_pages)); fi
  at_most "everything but the lab" "$(kB_of_packages "${run_time[@]}" "${idl_package[@]}")" $without_lab
  at_most "what programs are compiled with" "$(kB_of_packages "${development[@]}")" $kB_of_development
}

# A component is there twice: as a program, and as a library for a process of several components. A run takes one of them.
kB_of_files() {  # ROOT WAVEFORM WHICH-FILES
  find "$1/usr/lib/orbweaver/sdr/dom/components/$2" "$1/usr/lib/orbweaver/sdr/dom/waveforms/$2" -type f "${@:3}" -printf '%s\n' |
    awk '{ sum += $1 } END { print int(sum / 1000) }'
}

check_sizes_in() {  # ROOT, in which all is installed, and the tuner is built
  local folder name more=0
  if [[ $arch == arm64 ]]; then more=$kB_of_large_pages_of_waveform; fi
  for folder in "$1"/usr/lib/orbweaver/sdr/dom/waveforms/*/; do
    name=$(basename "$folder")
    at_most "the waveform $name, of programs," "$(kB_of_files "$1" "$name" ! -name '*.so')" $((kB_of_waveform[$name] + more))
    at_most "the waveform $name, of libraries," "$(kB_of_files "$1" "$name" ! -perm -u=x)" $((kB_of_waveform[$name] + more))
  done
  inside "$1" strip -o /root/hello /root/made/tuner-server
  at_most "a stripped server beside the library" $(($(stat -c %s "$1/root/hello") / 1000)) $kB_of_hello
}
