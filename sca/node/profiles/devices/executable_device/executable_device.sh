#!/bin/sh
# The device manager puts the folder of its programs first in PATH.
exec orbweaver-executable-device "$@"
