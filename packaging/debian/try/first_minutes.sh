# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2016  # variables of try_in_root.sh, and of shells in the root
# Sourced by try_in_root.sh: what a user does first.
aircraft='DF17 +4B[0-9A-F]{4}'
seconds_at_most=15
exposure_at_most=25  # tenths, as systemd-analyze counts it

names_of() { printf "$packages_dir/%s\n" "${@##*/}"; }  # FILE...: in a root

install_and_run() {  # ROOT
  local begin=$EPOCHREALTIME took names
  mapfile -t names < <(names_of "${run_time[@]}")
  install_packages "$1" "${names[@]}" || fail "apt install ${names[*]}"
  expect "aircraft" "$aircraft" "$1" orbweaver run
  took=$(((${EPOCHREALTIME/./} - ${begin/./}) / 1000))
  say "from the packages to the last aircraft: $took ms"
  if [[ -n $board ]]; then
    say "skipped: a limit of $seconds_at_most s for that: QEMU runs the programs, and is not as fast as a board"
    return
  fi
  ((took <= seconds_at_most * 1000)) || fail "the first minutes took more than $seconds_at_most seconds"
}

# Each does one thing on the page of the installation, or of the command.
use_commands() {  # ROOT
  local names waveforms=/usr/lib/orbweaver/sdr/dom/waveforms
  expect "FM" "runs fm|fm.sad.xml" "$1" orbweaver run fm --seconds 1
  expect "AX.25" "runs ax25|ax25.sad.xml" "$1" orbweaver run ax25 --set source.frames=10
  expect "check" "0 errors" "$1" orbweaver check $waveforms/fm/fm.sad.xml
  expect "plan" "found executable device" "$1" orbweaver plan fm
  expect "manual pages and completion" "orbweaver.1" "$1" sh -c 'cat /var/lib/dpkg/info/orbweaver.list'
  expect "the commands that need Python say how to get it" "apt install orbweaver-lab" "$1" sh -c '! orbweaver new component gain'
  mapfile -t names < <(names_of "${python_side[@]}")
  install_packages "$1" "${names[@]}" || fail "apt install ${names[*]}"
  expect "doctor" "waveform programs: 3 in /usr/bin" "$1" sh -c 'orbweaver doctor || true'
  expect "doctor names what a component needs" "apt install .*liborbweaver-dev" "$1" sh -c 'orbweaver doctor || true'
  expect "one line gets Python's packages" "python3 -m venv /root/.local/share/orbweaver/python" "$1" sh -c '! orbweaver lab list'
  expect "a domain, and an application in it" "^ax25 +monitor" "$1" sh -ec '
    export XDG_RUNTIME_DIR=/run/o; mkdir -m 700 /run/o; mkfifo /tmp/ready
    orbweaver domain --with-this-machine >/tmp/ready & domain=$!
    read -r line </tmp/ready
    cat /tmp/ready >/dev/null &
    orbweaver install --no-copy /waveforms/ax25/ax25.sad.xml
    orbweaver create ax25; orbweaver apps; orbweaver release ax25
    kill $domain; wait $domain; rm -r /run/o /tmp/ready'
  expect "TLS and rules" "^IOR:" "$1" sh -ec '
    mkdir /tmp/tls; cd /tmp/tls; mkfifo ready
    orbweaver keys new-ca >&2; orbweaver keys new-node here >&2; echo "default = \"deny\"" >rules.toml
    orbweaver naming --endpoint giop:tls:127.0.0.1:0 -ORBrules rules.toml -ORBtlsCA keys/authority.pem \
      -ORBtlsCertificate keys/here.pem -ORBtlsKey keys/here.key >ready & server=$!
    head -n1 ready; kill $server; wait $server; rm -r /tmp/tls'
}

# Of the units that the packages install.
check_units() {  # ROOT
  local unit
  for unit in orbweaver-domain orbweaver-node; do
    systemd-analyze security --no-pager --offline=true --root="$1" --threshold=$exposure_at_most $unit.service >"$work/unit.log" ||
      { tail -3 "$work/unit.log" >&2; fail "$unit.service is more exposed than $exposure_at_most"; }
    say "ok: $(tail -1 "$work/unit.log")"
  done
}

build_tuner() {  # ROOT PACKAGE...
  local names
  mkdir -p "$1/root/tuner"
  cp "$tree"/examples/tuner/* "$1/root/tuner"
  mapfile -t names < <(names_of "${@:2}")
  install_packages "$1" "${names[@]}" || fail "apt install ${names[*]}"
  expect "the tuner is built and called" "tuned|1090" "$1" sh -ec '
    cmake -G Ninja -S /root/tuner -B /root/made -DCMAKE_BUILD_TYPE=Release && cmake --build /root/made
    mkfifo /root/ior; /root/made/tuner-server >/root/ior & read -r ior </root/ior
    /root/made/tuner-client "$ior" 1090e6; echo "tuned: $?"'
}

# What stays when the packages were purged: compared with the list from before.
purge_leaves_nothing() {  # ROOT LIST-FROM-BEFORE
  local purged left
  mapfile -t purged < <(inside "$1" dpkg-query -W -f '${Package}\n' '*orbweaver*')
  inside "$1" apt-get purge -y -qq "${purged[@]}" >"$work/purge.log" 2>&1 || { cat "$work/purge.log" >&2; fail "apt purge"; }
  ! grep -i warning "$work/purge.log" >&2 || fail "purge warned"
  left=$(comm -13 "$2" <(files_of "$1"))
  [[ -z $left ]] || fail "after purge there is still: $left"
  ! inside "$1" getent passwd orbweaver || fail "after purge there is still the user orbweaver"
  say "ok: purge leaves nothing"
}
