# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154  # variables of try_in_root.sh
# Sourced by try_in_root.sh: the file of a package.

# In $folder, for the machine $arch. One that is for all machines may lie in $of_all_machines, if the others are for a board.
one() {  # PATTERN
  local found=()
  mapfile -t found < <(find "$folder" -maxdepth 1 \( -name "$1_*_$arch.deb" -o -name "$1_*_all.deb" \))
  if [[ ${#found[@]} == 0 && -n $board && -d $of_all_machines ]]; then
    mapfile -t found < <(find "$of_all_machines" -maxdepth 1 -name "$1_*_all.deb")
  fi
  ((${#found[@]} == 1)) || fail "$folder has ${#found[@]} files $1_*.deb for $arch, not one"
  echo "${found[0]}"
}
