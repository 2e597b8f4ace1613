#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All that a release consists of, in build/release-files, tried before its sums are written:
#   packaging/release/make_release.sh [TREE]      ./x release
# Each step ends the release if it fails, and says which one it was. None is left out: a machine that cannot do one makes no
# release.
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
tree=$(cd "${1:-$here/../..}" && pwd)
out=$tree/build/release-files
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
  "$tree/x" wheel && cp "$tree"/build/wheel/orbweaver-*.whl "$out/"
}

# Where it puts them is its own matter.
packages() {
  local marker=$out/.begun found
  touch -d '1 second ago' "$marker"  # a file system's clock may stand still for some milliseconds
  "$tree/x" package
  mapfile -t found < <(find "$tree/build" -path "$out" -prune -o -path "*/root*" -prune -o -name '*.deb' -newer "$marker" -print)
  rm "$marker"
  ((${#found[@]})) || { say "./x package made no .deb below build"; return 1; }
  cp "${found[@]}" "$out/"
}

suites() { "$tree/x" test; }

wheel_in_a_bare_system() { "$tree/packaging/wheel/try_in_root.sh" "$out"/orbweaver-*.whl; }

# The archive alone must be enough to build from.
source_archive_builds() {
  local folder=$tree/build/release-source
  rm -rf "$folder" && mkdir -p "$folder"
  tar -xzf "$out/$source_name.tar.gz" -C "$folder"
  "$folder/$source_name/x" build
  rm -rf "$folder"
}

sums() { (cd "$out" && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS . && sha256sum --check --quiet SHA256SUMS); }

steps=(committed notes source_archive wheel packages suites wheel_in_a_bare_system source_archive_builds sums)

[[ -n $version ]] || fail "CMakeLists.txt has no version"
rm -rf "$out" && mkdir -p "$out"
for step in "${steps[@]}"; do
  say "$step"
  # A function in a condition does not end at its first failure: so each is a process of its own.
  (set -e; "$step") &
  wait $! || fail "failed: $step; no release was made, and $out has no SHA256SUMS"
done
say "$version is in $out; SHA256SUMS has $(wc -l <"$out/SHA256SUMS") files"
