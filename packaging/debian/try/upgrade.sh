# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2016  # variables of try_in_root.sh, and of shells in the root
# Sourced by try_in_root.sh: from one version to another.
older=0.0.1
newer=99

# The same packages with another version, as dpkg reads it: in the root, below packages/VERSION.
with_version() {  # ROOT VERSION FILE...
  local root=$1 version=$2 file folder
  shift 2
  folder=$root$packages_dir/$version
  mkdir -p "$folder"
  for file in "$@"; do
    rm -rf "$work/unpacked"
    dpkg-deb -R "$file" "$work/unpacked"
    sed -i -E "s/^Version: .*/Version: $version/; s/(orbweaver[a-z0-9.-]* \(= )[^)]*/\1$version/g" "$work/unpacked/DEBIAN/control"
    dpkg-deb --root-owner-group -Znone -b "$work/unpacked" "$folder" >/dev/null
  done
  rm -rf "$work/unpacked"
}

files_of_version() { (cd "$1" && printf '/%s\n' "${packages_dir#/}/$2"/*.deb); }  # ROOT VERSION

from_an_older_version() {  # ROOT-WITHOUT-THE-PACKAGES
  with_version "$1" $older "${run_time[@]}" "${python_side[@]}"
  local old
  mapfile -t old < <(files_of_version "$1" $older)
  install_packages "$1" "${old[@]}" || fail "an older version cannot be installed"
  echo "# of the operator" >>"$1/etc/orbweaver/domain"
  install_packages "$1" "${all_names[@]}" || fail "apt install over an older version"
  grep -q "# of the operator" "$1/etc/orbweaver/domain" || fail "an upgrade changed /etc/orbweaver/domain"
  shows_aircraft "an upgrade from an older version keeps what the operator wrote" "$1"
}

# The domain, its device and an application run on with the files that they have open.
while_a_domain_runs() {  # ROOT
  local new
  with_version "$1" $newer "${run_time[@]}" "${python_side[@]}"
  mapfile -t new < <(files_of_version "$1" $newer)
  [[ -z $board ]] || say "skipped: which file the domain has open: under QEMU that is QEMU's"
  surroundings="UNDER_QEMU=$board" expect "an upgrade while a domain runs: it and its components go on, and a restart takes the new version" "^all as it should be" \
    "$1" sh -ec '
    export XDG_RUNTIME_DIR=/run/o; mkdir -m 700 /run/o; mkfifo /tmp/ready
    begin() {
      orbweaver domain --with-this-machine >/tmp/ready & domain=$!
      read -r line </tmp/ready
      cat /tmp/ready >/dev/null &
      orbweaver install --no-copy /waveforms/ax25/ax25.sad.xml
      orbweaver create ax25
      orbweaver start ax25
    }
    end() { orbweaver release ax25; kill $domain; wait $domain; }
    begin
    before=$(readlink /proc/$domain/exe)
    processes=$(orbweaver apps | sed -nE "s/^ax25 .*:this_machine +([0-9]+) .*/\1/p")
    [ -n "$processes" ]
    dpkg --install --force-confold "$@" >/dev/null
    kill -0 $domain $processes
    [ -n "$UNDER_QEMU" ] || [ "$(readlink /proc/$domain/exe)" = "$before (deleted)" ]
    orbweaver stats ax25 | grep -q monitor
    end
    begin
    [ -n "$UNDER_QEMU" ] || [ "$(readlink /proc/$domain/exe)" = "$before" ]
    end
    rm -r /run/o /tmp/ready
    echo "all as it should be"' - "${new[@]}"
}

# What programs may link of the packaged library is the list of the tree; and, where there was a release, what its library had.
library_serves_old_programs() {  # ROOT [OLD-LIBRARY]
  local library
  library=$(echo "$1"/usr/lib/*/liborbweaver.so.*.*.*)
  python3 "$tree/tools/abi.py" "$library" || fail "the packaged library has other symbols than packaging/symbols.txt"
  say "ok: the symbols of the packaged library are those of packaging/symbols.txt"
  if [[ -z ${2:-} ]]; then
    say "skipped: no library of the last release was named with --old"
    return
  fi
  python3 "$tree/tools/abi.py" --old "$2" "$library" || fail "programs that were linked with $2 do not find what they need"
  say "ok: programs that were linked with $2 find what they need"
}
