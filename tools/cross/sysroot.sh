#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sysroot.sh ARCH FOLDER: what programs for another architecture are compiled and linked with, from Debian's packages.
#
# Unpacked below build/, not installed: this machine stays as it is. As packages of a second architecture on this machine
# some would collide with those of its own, and an update of either would have to be of both. FOLDER/dpkg says which package
# each file is of, and what a program that is linked with it depends on, as if the packages were installed: dpkg-shlibdeps
# reads it.
set -euo pipefail

arch=$1 folder=$2
packages=(libc6-dev libstdc++6 libspdlog-dev libssl-dev libfmt-dev nlohmann-json3-dev libcli11-dev libxml2-dev libtomlplusplus-dev
          libliquid-dev libsndfile1-dev libgtest-dev libgmock-dev)
recipe="$(. /etc/os-release && echo "$VERSION_CODENAME") ${packages[*]}, with dpkg's lists for $folder"
if [[ -f $folder/recipe && $(<"$folder/recipe") == "$recipe" ]]; then exit 0; fi

rm -rf "$folder" "$folder.new"
mkdir -p "${folder%/*}"
# Of the release as it came out: so is the C library of the cross compiler.
# shellcheck disable=SC2016 # mmdebstrap's own $1
mmdebstrap --quiet --variant=extract --architectures="$arch" --skip=check/qemu,cleanup/apt \
  --setup-hook='sed -i "/-security/d" "$1"/etc/apt/sources.list' \
  --include="$(IFS=,; echo "${packages[*]}")" "${recipe%% *}" "$folder.new" >&2
mv "$folder.new/var/lib/dpkg" "$folder.new/dpkg"
"$(dirname "${BASH_SOURCE[0]}")/note_packages.sh" "$folder" "$folder.new/dpkg" "$folder.new"/var/cache/apt/archives/*.deb
# Under QEMU a path is looked up here first: programs shall see this machine's files, and these libraries.
find "$folder.new" -mindepth 1 -maxdepth 1 ! -name usr ! -name 'lib*' ! -name dpkg -exec rm -rf {} +
rm -rf "$folder.new"/usr/{bin,sbin,src,share/man,share/locale}
# The bill of materials of a package has their licences.
find "$folder.new/usr/share/doc" -type f ! -name copyright -delete
echo "$recipe" >"$folder.new/recipe"
mv "$folder.new" "$folder"
