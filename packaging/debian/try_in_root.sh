#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages in a bare system, and does there what their page says; then on machines that are not as they should be.
#   packaging/debian/try_in_root.sh [--arch ARCH] [--suite SUITE] [--old LIBRARY] [--twice] [FOLDER]
# ARCH: of a board, as arm64: the system is one for it, and QEMU runs its programs. FOLDER: of the packages; default:
# build/package, or build/package-ARCH; packages for all machines may lie in build/package. SUITE: of the distribution; default:
# that of this machine. LIBRARY: liborbweaver.so of the last release. --twice: the packages are built again, and have the same
# bytes.
# As root. Packages come from the sources of this machine's apt, before the network is taken away. The roots lie in build/try,
# and are removed at the end.
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
tree=$(cd "$here/../.." && pwd)
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
# shellcheck source=packaging/debian/try/root.sh
. "$here/try/root.sh"
# shellcheck source=packaging/debian/try/one.sh
. "$here/try/one.sh"
# shellcheck source=packaging/debian/try/first_minutes.sh
. "$here/try/first_minutes.sh"
# shellcheck source=packaging/debian/try/sizes.sh
. "$here/try/sizes.sh"
# shellcheck source=packaging/debian/try/bad_input.sh
. "$here/try/bad_input.sh"
# shellcheck source=packaging/debian/try/upgrade.sh
. "$here/try/upgrade.sh"

suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
native=$(dpkg --print-architecture)
arch=$native old_library='' twice=''
while [[ ${1:-} == --* ]]; do
  case $1 in
    --arch) arch=${2:?name the architecture}; shift ;;
    --suite) suite=${2:?name the suite}; shift ;;
    --old) old_library=$(readlink -f "${2:?name the library}"); shift ;;
    --twice) twice=1 ;;
    *) fail "unknown option $1" ;;
  esac
  shift
done
board='' of_all_machines=$tree/build/package
if [[ $arch != "$native" ]]; then board=$arch; fi
folder=$(readlink -f "${1:-$of_all_machines${board:+-$board}}")
work=$tree/build/try

((EUID == 0)) || fail "run it as root"
for tool in mmdebstrap lintian; do command -v $tool >/dev/null || fail "apt install $tool"; done
command -v systemd-analyze >/dev/null || fail "apt install systemd"

# Lists of the files of packages.
orb_package=("$(one 'liborbweaver[0-9]*[0-9]')")
command_package=$(one orbweaver)
idl_package=("$(one orbweaver-idl)")
run_time=("${orb_package[@]}" "$command_package")
python_side=("${idl_package[@]}" "$(one orbweaver-lab)")
development=("$(one liborbweaver-dev)")
all=("${run_time[@]}" "${python_side[@]}" "${development[@]}" "$(one liborbweaver-static-dev)" "$(one orbweaver-doc)")

trap 'rm -rf "$work"' EXIT
rm -rf "$work" && mkdir -p "$work"

lintian --fail-on error --suppress-tags initial-upload-closes-no-bugs "${all[@]}" >"$work/lintian.log" 2>&1 ||
  { cat "$work/lintian.log" >&2; fail "lintian has errors"; }
say "ok: lintian has no errors"
check_sizes_of_packages

bare=$work/bare
make_bare_root "$suite" "$bare" ${board:+"$board"}
cp "${all[@]}" "$bare$packages_dir"
mapfile -t all_names < <(names_of "${run_time[@]}" "${python_side[@]}")
install_needed "$bare" "${all_names[@]}"

root=$(copy_of "$bare" root)
files_of "$root" >"$work/before"
install_and_run "$root"
use_commands "$root"
check_units "$root"
library_serves_old_programs "$root" "$old_library"
with_usr_that_cannot_be_written "$root"
without_shared_memory "$root"
without_systemd "$root"
without_utf8 "$root"
with_a_strict_umask "$root"
with_a_home_that_does_not_exist "$root"
in_a_folder_with_spaces "$root"
while_a_domain_runs "$root"
purge_leaves_nothing "$root" "$work/before"
rm -rf "$root"

from_an_older_version "$(copy_of "$bare" older)"
after_an_interrupted_installation "$(copy_of "$bare" interrupted)"

mapfile -t for_builder < <(names_of "${run_time[@]}" "${idl_package[@]}" "${development[@]}")
tools_of_builder=(g++ cmake ninja-build)
online "$bare" apt-get install -y -qq --no-install-recommends "${tools_of_builder[@]}" >"$work/tools.log" 2>&1 ||
  fail "apt install ${tools_of_builder[*]}"
install_needed "$bare" "${for_builder[@]}"
build_tuner "$bare" "${for_builder[@]}"
check_sizes_in "$bare"

# shellcheck source=packaging/debian/try/twice.sh
if [[ -n $twice ]]; then . "$here/try/twice.sh"; fi
say "all of it was tried in $suite"
