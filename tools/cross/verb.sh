# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154  # variables of x
# What `./x cross` does. A part of `x`, which has the functions that are called here.

# Compilers of Debian, QEMU, and what lets the kernel start programs of the other architecture by QEMU: tests start programs.
cross_packages=(arch-test binfmt-support mmdebstrap qemu-user-static)

cross_help() {
  cat <<'TEXT'
./x cross ARCH [TASK]: for a board with arm64 or armhf, or for s390x, whose byte order is the other one. TASK is
  sysroot             unpack Debian's libraries of ARCH into build/sysroots/ARCH
  build [TARGET...]   compile into build/ARCH what an installation has, or the targets. The default
  test [ROOM...]      compile the suites of these rooms and run them under QEMU: `orb` is all of the ORB, none is every room
  interop             programs of ARCH and of this machine call each other over tcp, both ways
docs/guides/boards.md has more.
TEXT
}

cross_verb() {  # ARCH [sysroot | build [TARGET...] | test [ROOM...] | interop]
  local arch=${1:-} task=${2:-build} compiler qemu
  case $arch in -h | --help) cross_help; return ;; esac
  choose_machine cross "$arch"
  [[ $task =~ ^(sysroot|build|test|interop)$ ]] || wrong_usage "cross $arch takes sysroot, build, test or interop, not '$task'"
  setup "${cross_packages[@]}" "$compiler"
  make_sysroot "$arch"
  # Programs that tests start find their libraries by it.
  export QEMU_LD_PREFIX=$root/build/sysroots/$arch
  case $task in
    sysroot) say "the sysroot is build/sysroots/$arch" ;;
    build) build_for "$arch" "${@:3}" ;;
    test) test_for "$arch" "$qemu" "${@:3}" ;;
    interop) interop_with "$arch" ;;
  esac
}

# Sets `compiler` and `qemu`.
choose_machine() {  # VERB ARCH
  case $2 in
    arm64) compiler=g++-aarch64-linux-gnu qemu=aarch64 ;;
    armhf) compiler=g++-arm-linux-gnueabihf qemu=arm ;;
    s390x) compiler=g++-s390x-linux-gnu qemu=s390x ;;
    *) wrong_usage "$1 takes arm64, armhf or s390x, not '$2'" ;;
  esac
}

make_sysroot() {  # ARCH
  step "sysroot"
  "$root/tools/cross/sysroot.sh" "$1" "$root/build/sysroots/$1" || fail "no sysroot for $1; what mmdebstrap says is above"
}

# Debian packages, in build/package-ARCH. Manual pages and profiles are written by the programs, so QEMU runs them.
package_for() {  # ARCH
  local compiler qemu
  choose_machine "package --arch" "$1"
  need_packages "${build_packages[@]}" "${package_packages[@]}" "${cross_packages[@]}" "$compiler"
  make_sysroot "$1"
  let_kernel_start "$qemu"
  "$root/packaging/package.sh" -a "$1"
}

# Without targets: what an installation has.
build_for() {  # ARCH [TARGET...]
  let_kernel_start "$qemu"
  local targets=("${@:2}")
  ((${#targets[@]})) || targets=(programs)
  build "$1" "${targets[@]}"
  say "the programs are in build/$1/bin"
}

# Once for this machine; a component writes its profiles while it is built, so that the build needs it too.
let_kernel_start() {  # QEMU
  local as_root=()
  [[ ! -e /proc/sys/fs/binfmt_misc/qemu-$1 ]] || return 0
  ((EUID == 0)) || as_root=(sudo)
  "${as_root[@]}" update-binfmts --enable "qemu-$1" >&2 ||
    say "this kernel does not start programs of $1 by QEMU: tests that start programs fail"
}

test_for() {  # ARCH QEMU [ROOM...]
  local arch=$1 qemu=$2 rooms=("${@:3}") room programs=()
  ((${#rooms[@]})) || mapfile -t rooms < <(sed -n 's/^orbweaver_room(\([a-z]*\) *IN .*/\1/p' "$root/cmake/rooms.cmake")
  for room in "${rooms[@]}"; do
    if [[ $room == orb ]]; then
      mapfile -t -O "${#programs[@]}" programs < <(
        sed -n 's/^orbweaver_room(\([a-z]*\) *IN orb .*/\1/p' "$root/cmake/rooms.cmake" |
          while read -r one; do room_programs "$one"; done)
      programs+=(orb_system_test)
    else
      [[ -n $(room_folder "$room") ]] || wrong_usage "no room '$room'; choose from docs/understand/rooms.md, or orb"
      mapfile -t -O "${#programs[@]}" programs < <(room_programs "$room")
    fi
  done
  let_kernel_start "$qemu"
  build "$arch" "${programs[@]}"
  check "tests of $arch under QEMU" env -u QEMU_LD_PREFIX "$root/tools/cross/with_libraries.sh" "$root/build/sysroots/$arch" \
    python3 "$root/tools/cross/run_tests.py" "$root" "$arch" "qemu-$qemu-static" "${programs[@]}"
  verdict
}

# One program of each pair is this machine's.
interop_with() {  # ARCH
  local programs
  mapfile -t programs < <(python3 "$root/tools/cross/interop.py" --programs)
  build release "${programs[@]}"
  build "$1" "${programs[@]}"
  check "$1 and this machine over tcp" python3 "$root/tools/cross/interop.py" "$root/build/release/bin" "$root/build/$1/bin"
  verdict
}
