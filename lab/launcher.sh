#!/bin/sh
# The installed command `orbweaver`. What an operator does with a domain is handed to the program that does it at once: it is
# done before Python would have started. All else is launcher.py's, and so is whatever is out of the ordinary here.
self=$0
case $self in */*) ;; *) self=./$self ;; esac
if [ -L "$self" ]; then self=$(readlink -f "$self"); fi
here=${self%/*}

program=${ORBWEAVER_BIN:-$here}/orbweaver-control
case ${1-} in
  install | uninstall | apps | devices | health | forget | create | start | stop | release | props | ports | connect | disconnect | stats | tap | upgrade | rollback)
    for word in "$@"; do
      case $word in --bin | --bin=*) program= ;; esac
    done
    if [ -f "$program" ] && [ -x "$program" ]; then exec "$program" "$@"; fi
    ;;
esac
exec python3 "$here/../lib/orbweaver/launcher.py" "$@"
