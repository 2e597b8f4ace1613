#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All that a release consists of, in build/release-files, tried before its sums are written:
#   packaging/release/make_release.sh [--from FOLDER] [--resume]      ./x release
#   --from FOLDER   wheels and packages are taken from there, e.g. of machines of all processors; else they are built here
#   --resume        the steps that a release of the same commit has passed are not done again
# Each step ends the release if it fails, and says which one it was. None is left out: a machine that cannot do one makes no
# release.
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
tree=$(cd "$here/../.." && pwd)
out=$tree/build/release-files
passed=$tree/build/release-passed  # the commit, then a line for each step
version=$(sed -n 's/^project(orbweaver VERSION \([0-9.]*\).*/\1/p' "$tree/CMakeLists.txt")
source_name=orbweaver-$version

say() { echo "release: $*" >&2; }
fail() { say "$*"; exit 1; }

# What the files are made of must be what the commit says.
committed() {
  local changes
  changes=$(git -C "$tree" status --porcelain)
  [[ -z $changes ]] || { say "not committed: $changes"; return 1; }
}

# The newest section of CHANGELOG.md, which must be that of this version.
notes() {
  awk -v wanted="## $version" '/^## / { found = ($0 == wanted); if (seen++) exit } found' "$tree/CHANGELOG.md" |
    tail -n +2 >"$out/release-notes.md"
  grep -q '[^[:space:]]' "$out/release-notes.md" || { say "the newest section of CHANGELOG.md is not '## $version'"; return 1; }
}

# The same commit gives the same bytes: git's times are those of the commit, and gzip writes none.
source_archive() {
  git -C "$tree" archive --format=tar --prefix="$source_name/" HEAD | gzip -n9 >"$out/$source_name.tar.gz"
}

wheel() {
  [[ -z $from ]] || { take '*.whl'; return; }
  "$tree/x" wheel && cp "$tree"/build/wheel/orbweaver-*.whl "$out/"
}

packages() {
  [[ -z $from ]] || { take '*.*deb'; return; }  # .ddeb: of Ubuntu, with debug symbols
  rm -rf "$tree"/build/package/*.{deb,ddeb} "$tree/build/package/debug"
  "$tree/x" package
  local found=()
  mapfile -t found < <(find "$tree"/build/package{,/debug} -maxdepth 1 -name '*.*deb' 2>/dev/null)
  ((${#found[@]})) || { say "./x package made no .deb in build/package"; return 1; }
  cp "${found[@]}" "$out/"
}

# Of this version alone: the folder may have files of an older release.
take() {  # PATTERN
  local found=()
  mapfile -t found < <(find "$from" -maxdepth 1 -type f -name "$1" -name "*[-_]${version}[-+~_]*")
  ((${#found[@]})) || { say "$from has no $1 of version $version"; return 1; }
  cp "${found[@]}" "$out/"
}

suites() { "$tree/x" test; }

# The one of this machine's processor.
wheel_in_a_bare_system() { "$tree/packaging/wheel/try_in_root.sh" "$out"/orbweaver-*"$(uname -m)".whl; }

# Those of this machine's processor and distribution.
packages_in_a_bare_system() {
  local folder=$tree/build/release-packages version found=()
  version=$(/usr/bin/python3 -B "$tree/packaging/version.py")
  mapfile -t found < <(find "$out" ! -name '*-dbgsym_*' \( -name "*_${version}_all.deb" -o \
    -name "*_${version}_$(dpkg --print-architecture).deb" \))
  ((${#found[@]})) || { say "none of the packages is $version, of this machine"; return 1; }
  rm -rf "$folder" && mkdir -p "$folder"
  cp "${found[@]}" "$folder"
  "$tree/x" package --try "$folder"
  rm -r "$folder"
}

# The archive alone must be enough to build from.
source_archive_builds() {
  local folder=$tree/build/release-source
  rm -rf "$folder" && mkdir -p "$folder"
  tar -xzf "$out/$source_name.tar.gz" -C "$folder"
  "$folder/$source_name/x" build
  rm -rf "$folder"
}

# None of its own: an earlier try may have written it.
sums() {
  cd "$out" && rm -f SHA256SUMS && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS . && sha256sum --check --quiet SHA256SUMS
}

steps=(committed notes source_archive wheel packages suites wheel_in_a_bare_system packages_in_a_bare_system
       source_archive_builds sums)

# What an earlier release has passed, if it may go on; else the folder is empty.
begin() {
  local commit
  commit=$(git -C "$tree" rev-parse HEAD)
  if [[ -n $resume ]]; then
    [[ -f $passed && $(head -n1 "$passed") == "$commit" ]] || fail "there is no release of this commit to resume"
    return
  fi
  rm -rf "$out" && mkdir -p "$out"
  echo "$commit" >"$passed"
}

from='' resume=''
while (($#)); do
  case $1 in
    --from) from=$(cd "${2:?--from takes a folder}" && pwd) && shift ;;
    --resume) resume=yes ;;
    *) fail "release takes --from FOLDER and --resume, not '$1'" ;;
  esac
  shift
done

[[ -n $version ]] || fail "CMakeLists.txt has no version"
begin
for step in "${steps[@]}"; do
  # What is committed may have changed since.
  if [[ $step != committed ]] && grep -qxF "$step" "$passed"; then say "$step: passed before"; continue; fi
  say "$step"
  # A function in a condition does not end at its first failure: so each is a process of its own.
  (set -e; "$step") &
  wait $! || fail "failed: $step; no release was made, and $out has no SHA256SUMS. To go on after a repair: ./x release --resume"
  echo "$step" >>"$passed"
done
rm "$passed"
say "$version is in $out; SHA256SUMS has $(wc -l <"$out/SHA256SUMS") files"
