#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# note_packages.sh FOLDER DATABASE PACKAGE-FILE...: as if the packages, which were unpacked in FOLDER, were installed there.
#
# In a database of dpkg, as `--admindir` takes it: which files each has, by their whole names, and what a program depends on
# that is linked with its libraries.
set -euo pipefail

folder=$1 database=$2
mkdir -p "$database"/{info,updates,triggers}

note() {  # PACKAGE-FILE
  local name control
  name=$(dpkg-deb -f "$1" Package)
  dpkg-deb -f "$1" | sed '/^Package:/aStatus: install ok installed' >>"$database/status"
  echo >>"$database/status"
  dpkg-deb --fsys-tarfile "$1" | tar -t |
    FOLDER=$folder awk '!/\/$/ { print ENVIRON["FOLDER"] substr($0, 2) }' >"$database/info/$name.list"
  for control in symbols shlibs; do
    dpkg-deb -I "$1" "$control" >"$database/info/$name.$control" 2>/dev/null || rm "$database/info/$name.$control"
  done
}

for each in "${@:3}"; do note "$each"; done
